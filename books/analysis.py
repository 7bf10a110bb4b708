"""The search that learning and the repertoire check use: a callable, so that this room needs no engine."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple, Protocol

import chess

from engine.game.info import PovScore, Score
from engine.game.reason import Reason, at_depth
from engine.ground.codec import FieldCodec, Within
from engine.ground.json_text import JsonValue

MATE_CP = 30_000
"""A mate in n moves has the value 30,000 - n; being mated has the negative."""

LONGEST_MATE = 1_000
"""Values within this distance of MATE_CP are mates."""


def score_of(centipawns: int, white: bool) -> PovScore:
    """Returns a book's value as a score. `centipawns` is from the point of view of the side to move (`white`: White). A
    value near MATE_CP is a mate; one near TABLE_CP (engine.game.info) is a tablebase result."""
    moves = MATE_CP - abs(centipawns)
    if moves >= LONGEST_MATE:
        return PovScore(Score.of_number(centipawns), white)
    return PovScore(Score(mate=moves if centipawns > 0 else -moves), white)


def worth(centipawns: int, depth: int | None, white: bool) -> Reason:
    """Returns a book's value as a clause, with its depth. A mate is certain at any depth and shows none."""
    score = score_of(centipawns, white)
    return at_depth(score, depth if score.score.mate is None else None)


MOVE = FieldCodec(lambda found: chess.Move.from_uci(found.text()), chess.Move.uci)
"""The stored form of a move."""

WORDS = FieldCodec(JsonValue.words, str)


class Analysis(NamedTuple):
    """The result of an analysis: the best of the moves asked for and its value in centipawns for the side to move."""

    move: Annotated[chess.Move, MOVE]
    centipawns: Annotated[int, Within(-100_000, 100_000)]
    depth: Annotated[int, Within(0, 1_000)]
    nodes: Annotated[int, Within(0, 2**62)]
    engine: Annotated[str, WORDS]


class Analyser(Protocol):
    """Searches a position. :raises CancelledError: the user stopped it."""

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        """Returns the best of `root_moves` (empty: all legal moves), with `times` the usual effort. The position must
        have a legal move."""


def value_after(board: chess.Board, move: chess.Move, analyse: Analyser, times: int = 1) -> Analysis:
    """Returns the value of one move for the side that plays it. Mate and draws on the board are judged without a
    search."""
    board.push(move)
    try:
        over = board.is_game_over()
        mated = board.is_checkmate()
    finally:
        board.pop()
    if over:
        return Analysis(move, MATE_CP - 1 if mated else 0, 1, 0, "rules")
    return analyse(board, (move,), times)
