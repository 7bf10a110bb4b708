"""The endgame trainer: random positions of a signature and length, perfect defence, and a judgement of each move.

No window code: the console command and the window's panel show these values.
"""

import random
from collections.abc import Callable, Sequence
from typing import Protocol

import chess

from engine.ground.text import counted
from engine.ground.values import dataclass
from tablebases import signature as signatures
from tablebases.errors import TablebaseError
from tablebases.probe import negamax
from tablebases.probe.rank import RankedMove, RootRanking
from tablebases.tables import Tablebases
from tablebases.wdl import Wdl

TRIES = 20_000
LEAST_PLIES_GIVEN, PART_GIVEN = 2, 4
"""A defence may shorten the resistance by two plies, or by a quarter of it, if people err more often then."""
MOST_CONSIDERED = 10  # defences compared, those that resist longest

Erring = Callable[[chess.Board, Sequence[chess.Move]], float]
"""The chance (0 to 1) that a person plays a wrong move."""


def uniform_error(board: chess.Board, right: Sequence[chess.Move]) -> float:
    """The chance that a random move is wrong."""
    return 1 - len(right) / board.legal_moves.count()


class Ranks(Protocol):
    """The part of `Tablebases` and `PromotionTables` that judging and defending need."""

    def rank(self, board: chess.Board) -> RootRanking | None:
        """Returns all legal moves, best first; None for an unknown position."""


@dataclass(frozen=True)
class EndgameExercise:
    """A start position with the learner to move. `wdl` and `dtz` are the values under perfect play."""

    signature: str
    fen: str
    wdl: Wdl
    dtz: int


@dataclass(frozen=True)
class EndgameJudgement:
    """The effect of a learner's move: the result before and after (for the learner), and a sentence about it.

    `slipped`: the move gave away a win or turned a draw into a loss. `best`: a move of perfect play, as SAN. `lost`: the
    plies that a slower winning move costs.
    """

    before: Wdl
    after: Wdl
    slipped: bool
    sentence: str
    best: str
    lost: int


def exercise(
    tables: Tablebases,
    signature: str,
    *,
    wdl: Wdl = Wdl.WIN,
    shortest: int = 1,
    longest: int = 1000,
    seed: int | None = None,
) -> EndgameExercise:
    """Returns a random position with this result for the side to move, `shortest` to `longest` plies from its next
    zeroing move or mate.
    :raises TablebaseError: no table has the signature, or no such position was found."""
    generator = random.Random(seed)
    for attempt in range(TRIES):
        board = chess.Board(negamax.random_position(signature, generator.getrandbits(62)), chess960=False)
        result = tables.probe_wdl(board)
        if result is None:
            raise TablebaseError("no table has %1; add its folder or generate it", signature)
        if result != wdl:
            continue
        dtz = tables.probe_dtz(board)
        if dtz is not None and (wdl == Wdl.DRAW or shortest <= abs(dtz) <= longest) and not board.is_game_over():
            return EndgameExercise(signature, board.fen(), result, dtz)
        if attempt == TRIES - 1:
            break
    raise TablebaseError(
        "no %1 of %2 with %3 to %4 plies was found in %5 tries; widen the range",
        wdl.words,
        signature,
        shortest,
        longest,
        TRIES,
    )


def defence(tables: Ranks, board: chess.Board, erring: Erring | None = None) -> chess.Move | None:
    """Returns the opponent's move: of those that keep the best result and resist about as long as possible, the one after
    which a person errs most; in a win, the quickest. None if the game is over or unknown. `erring` None: every move of the
    person is equally likely."""
    ranking = tables.rank(board)
    if ranking is None:
        return None
    if ranking.wdl > Wdl.DRAW:
        return ranking.top.move
    rows = [row for row in ranking.moves if row.wdl == ranking.wdl]
    if ranking.wdl < Wdl.DRAW and ranking.dtz is not None:
        longest = max(abs(row.dtz or 0) for row in rows)
        least = longest - max(LEAST_PLIES_GIVEN, longest // PART_GIVEN)
        rows = sorted(rows, key=lambda row: -abs(row.dtz or 0))[:MOST_CONSIDERED]
        rows = [row for row in rows if abs(row.dtz or 0) >= least]
    if len(rows) == 1:
        return rows[0].move
    return min(rows, key=lambda row: _ease(tables, board, row, erring or uniform_error)).move


def _ease(tables: Ranks, board: chess.Board, row: RankedMove, erring: Erring) -> tuple[bool, float, bool, int]:
    """Returns how easy a move is to answer: by a repetition, rarely in error, by a right capture or promotion, soon."""
    after = board.copy()
    after.push(row.move)
    replies = tables.rank(after)
    if replies is None or not replies.moves:  # mate or stalemate
        return False, 0.0, False, -abs(row.dtz or 0)
    right = [reply.move for reply in replies.moves if reply.wdl == replies.wdl]
    simple = any(after.is_capture(move) or move.promotion for move in right)
    return after.is_repetition(2), -round(erring(after, right), 2), simple, -abs(row.dtz or 0)


def judge(tables: Ranks, board: chess.Board, move: chess.Move) -> EndgameJudgement | None:
    """Judges the effect of a legal move on the result, with the fifty-move counter; None if the tables do not have the
    position."""
    ranking = tables.rank(board)
    if ranking is None:
        return None
    made = next(ranked for ranked in ranking.moves if ranked.move == move)
    best = board.san(ranking.top.move)
    slipped = (ranking.wdl == Wdl.WIN and made.wdl < Wdl.WIN) or (ranking.wdl == Wdl.DRAW and made.wdl < Wdl.DRAW)
    lost = max(0, (made.dtz or 0) - (ranking.dtz or 0)) if made.wdl == ranking.wdl > 0 else 0
    sentence = _sentence(ranking.wdl, made.wdl, ranking.dtz, made.dtz, best)
    return EndgameJudgement(ranking.wdl, made.wdl, slipped, sentence, best, lost)


def _sentence(before: Wdl, after: Wdl, best_dtz: int | None, dtz: int | None, best: str) -> str:
    if before == Wdl.WIN and after == Wdl.CURSED_WIN:
        return f"The win slips: it now takes too long for the fifty-move rule. {best} wins in time."
    if before == Wdl.WIN and after < Wdl.WIN:
        return f"The win slips: this is a {after.words}. {best} wins."
    if before == Wdl.DRAW and after < Wdl.DRAW:
        return f"The draw slips: this is a {after.words}. {best} holds it."
    if before == Wdl.WIN and dtz is not None and best_dtz is not None and dtz > best_dtz:
        return f"Still won, but {best} was {counted(dtz - best_dtz, 'ply', 'plies')} faster."
    return {Wdl.WIN: "Best: still won.", Wdl.DRAW: "The draw is held."}.get(
        after, f"Nothing was better: {after.words}."
    )


def known_signatures(tables: Tablebases) -> tuple[str, ...]:
    """Returns the signatures available for training: those with WDL and DTZ files, by number of pieces and name."""
    kinds: dict[str, set[str]] = {}
    for info in tables.tables():
        if not info.problem:
            kinds.setdefault(info.file.signature, set()).add(info.file.kind.value)
    return tuple(
        sorted((name for name, found in kinds.items() if len(found) == 2), key=lambda n: (signatures.piece_count(n), n))
    )
