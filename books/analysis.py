"""The analyser that learning and the doctor are handed: a callable, so that this room needs no engine."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple, Protocol

import chess

from engine.game.info import PovScore, Score
from engine.game.reason import Reason, at_depth
from engine.ground.codec import Form, Within
from engine.ground.json_text import JsonValue

MATE_CP = 30_000
"""Mate in n moves is reported as 30,000 - n centipawns (mated: negative)."""

LONGEST_MATE = 1_000
"""Values nearer than this to MATE_CP are mates."""


def score_of(centipawns: int, white: bool) -> PovScore:
    """A book's value, which is that of the side that moves (`white`: White), as a score; one next to MATE_CP is a mate,
    and one next to TABLE_CP (engine.game.info) what the tables prove."""
    moves = MATE_CP - abs(centipawns)
    if moves >= LONGEST_MATE:
        return PovScore(Score.of_number(centipawns), white)
    return PovScore(Score(mate=moves if centipawns > 0 else -moves), white)


def worth(centipawns: int, depth: int | None, white: bool) -> Reason:
    """A book's value as a clause, with its depth; a mate that was found is certain at whatever depth."""
    score = score_of(centipawns, white)
    return at_depth(score, depth if score.score.mate is None else None)


MOVE = Form(lambda found: chess.Move.from_uci(found.text()), chess.Move.uci)
"""How a move is kept."""

WORDS = Form(JsonValue.words, str)


class Analysis(NamedTuple):
    """What an analysis found: the best of the moves asked for and its value in centipawns for the side to move."""

    move: Annotated[chess.Move, MOVE]
    centipawns: Annotated[int, Within(-100_000, 100_000)]
    depth: Annotated[int, Within(0, 1_000)]
    nodes: Annotated[int, Within(0, 2**62)]
    engine: Annotated[str, WORDS]


class Analyser(Protocol):
    """Searches a position. Raises CancelledError when the user wants it to stop."""

    def __call__(self, board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        """The best move of `root_moves` (all legal ones if empty), with `times` the usual effort. The position has at
        least one legal move.
        """


def value_after(board: chess.Board, move: chess.Move, analyse: Analyser, times: int = 1) -> Analysis:
    """The value of one move, for the side that plays it. Mate and stalemate on the board are judged without a search."""
    board.push(move)
    try:
        over = board.is_game_over()
        mated = board.is_checkmate()
    finally:
        board.pop()
    if over:
        return Analysis(move, MATE_CP - 1 if mated else 0, 1, 0, "rules")
    return analyse(board, (move,), times)
