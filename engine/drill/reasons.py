"""Why an answer fails, and why the solution works: one value for all sources, searched by a review's judge and proved by
the coach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.coach.claim_view import moves_in_sentence
from engine.coach.claims import Claim, ClaimRole, Motif
from engine.game.info import PovScore
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.ground.values import dataclass
from engine.play.review.coaching import claims_of
from engine.play.review.judging import judgement_of, loss_points

if TYPE_CHECKING:
    import chess

    from engine.play.review.judge import PositionJudge
    from engine.play.review.values import PositionEvaluation

NODES = 100_000  # for each position that is searched
_GOOD = (ClaimRole.MISSES, ClaimRole.WORKS)  # of the solution


@dataclass(frozen=True)
class AnswerReason:
    """`line`, in coordinates from `fen`: the answer and its refutation, or the solution. `score`: after its first move.
    `claim`: the coach's, if one is proved. `fails`: the answer loses winning chances. `themes`: lichess' names, only of a
    solution. `better`: the move of a book that may be named, with its score. `share` of the people rated `elo` play the
    answer (0-1; 0: the user did)."""

    fen: str
    line: tuple[str, ...]
    score: PovScore
    claim: Claim | None
    chess960: bool
    right: bool
    fails: bool = False
    themes: tuple[str, ...] = ()
    better: tuple[str, PovScore] | None = None
    share: float = 0.0
    elo: int = 0

    @property
    def shown(self) -> tuple[str, ...]:
        """The moves to play on the board, in coordinates."""
        return self.claim.line if self.claim is not None else self.line


def why_wrong(
    judge: PositionJudge, board: chess.Board, answer: str, solution: tuple[str, ...], stopper: Stopper
) -> AnswerReason | None:
    """Searches for the refutation of an answer; the result does not name the solution. None if `stopper` ended a search.

    :raises RatsuError: the engine rejects a position.
    """
    good = _after(judge, board, solution, stopper)
    return _failing(judge, board, answer, solution, good, stopper) if good is not None else None


def why_other(
    judge: PositionJudge, board: chess.Board, answer: str, line: tuple[str, ...], stopper: Stopper
) -> AnswerReason | None:
    """Searches for the refutation of a move that is not the book's, in contrast to the book's, which begins `line`. None if
    `stopper` ended a search.

    :raises RatsuError: the engine rejects a position.
    """
    good = _after(judge, board, line[:1], stopper)
    return _beside(judge, board, answer, good, stopper) if good is not None else None


def why_usual(
    judge: PositionJudge, board: chess.Board, move: str, usual: Mapping[str, float], elo: int, stopper: Stopper
) -> AnswerReason | None:
    """Searches for the refutation of the first move that fails among those which people rated `elo` play (with their
    shares, 0-1) instead of a book's `move`; if none fails, for what `move` does at once. None if nothing is proved, or
    `stopper` ended a search.

    :raises RatsuError: the engine rejects a position.
    """
    good = _after(judge, board, (move,), stopper)
    if good is None:
        return None
    for answer, share in usual.items():
        found = _beside(judge, board, answer, good, stopper)
        if found is None:
            return None
        if found.fails:
            return replace(found, share=share, elo=elo)
    return why_sound(judge, board, move, "", stopper)


def why_sound(
    judge: PositionJudge, board: chess.Board, move: str, answer: str, stopper: Stopper
) -> AnswerReason | None:
    """Searches for what a book's move does at once, in contrast to a wrong answer or to the next best move. None if nothing
    is proved: it need not be the best move, and a pawn won at the end of a line of theory is often given back.

    :raises RatsuError: the engine rejects a position.
    """
    for other in dict.fromkeys((answer, "")):
        known = _claimed(judge, board, (move,), other, stopper)
        if known is None:
            return None
        good, claims = known
        told = next((claim for claim in claims if claim.role in _GOOD and _is_at_once(claim)), None)
        if told is not None:
            return AnswerReason(board.fen(), good.line, good.score, told, board.chess960, right=True)
    return None


def _is_at_once(claim: Claim) -> bool:
    """Whether a claim is about the move itself, and wins nothing later."""
    says_little = claim.motif in (Motif.SLIPS, Motif.BOOK_PLAYS, Motif.BOOK_AVOIDS, Motif.DEVELOPS, Motif.MEETS)
    return not says_little and moves_in_sentence(claim) == 1 and not claim.balance.won


def _beside(
    judge: PositionJudge, board: chess.Board, answer: str, good: PositionEvaluation, stopper: Stopper
) -> AnswerReason | None:
    found = _failing(judge, board, answer, good.line[:1], good, stopper)
    return replace(found, better=(good.line[0], good.score)) if found is not None else None


def _failing(
    judge: PositionJudge,
    board: chess.Board,
    answer: str,
    solution: tuple[str, ...],
    good: PositionEvaluation,
    stopper: Stopper,
) -> AnswerReason | None:
    """The refutation of an answer; `good` is the value of the solution."""
    bad = _after(judge, board, (answer,), stopper)
    if bad is None:
        return None
    claims = claims_of(judge, board, answer, good, replace(bad, line=bad.line[1:]), stopper)
    if stopper.asked():
        return None
    told = next(
        (one for one in claims if one.role is ClaimRole.ALLOWS and not one.is_reply and solution[0] not in one.other),
        None,
    )
    fails = judgement_of(loss_points(good.share, bad.share, board.turn)) is not None
    return AnswerReason(board.fen(), bad.line, bad.score, told, board.chess960, right=False, fails=fails)


def why_right(
    judge: PositionJudge,
    board: chess.Board,
    solution: tuple[str, ...],
    answer: str,
    stopper: Stopper,
    all_asked: bool = False,
) -> AnswerReason | None:
    """Searches for the effect of a solution, in contrast to a wrong answer (empty: to the next best move), and its themes.
    None if `stopper` ended a search. `all_asked`: each of its moves is asked for, as in a puzzle; else it is an engine's line.

    :raises RatsuError: the engine rejects a position.
    """
    from engine.coach.line import MotifLine
    from engine.coach.themes.tagger import themes

    known = _claimed(judge, board, solution, answer, stopper)
    if known is None:
        return None
    good, claims = known
    told = next((claim for claim in claims if claim.role in _GOOD and claim.motif is not Motif.SLIPS), None)
    line = solution if all_asked else _to_the_point(board, solution)
    shown = MotifLine.from_here(board.fen(), line, board.chess960)
    found = tuple(themes(shown, lambda position: judge.share_of(position, stopper)))
    return AnswerReason(board.fen(), good.line, good.score, told, board.chess960, right=True, themes=found)


def _to_the_point(board: chess.Board, line: tuple[str, ...]) -> tuple[str, ...]:
    """An engine's line up to the last own move that captures, promotes or gives check; the first move alone if there is none.
    The quiet moves after it have nothing to do with the answer."""
    shown, last = board.copy(stack=False), 1
    for number, uci in enumerate(line, 1):
        move = shown.parse_uci(uci)
        forcing = shown.is_capture(move) or move.promotion is not None or shown.gives_check(move)
        if number % 2 and forcing:
            last = number
        shown.push(move)
    return line[:last]


def _claimed(
    judge: PositionJudge, board: chess.Board, solution: tuple[str, ...], answer: str, stopper: Stopper
) -> tuple[PositionEvaluation, tuple[Claim, ...]] | None:
    """The value of the solution and the coach's claims in contrast to an answer (empty: to the next best move)."""
    good = _after(judge, board, solution, stopper)
    if good is None:
        return None
    claims: tuple[Claim, ...] = ()
    if answer:
        bad = _after(judge, board, (answer,), stopper)
    elif board.legal_moves.count() > 1:
        bad = judge.rival(board, GamePosition(board.fen(), (), chess960=board.chess960), solution[0], stopper)
    else:
        bad = good
    if bad is None:
        return None
    if bad is not good and bad.line:
        claims = claims_of(judge, board, bad.line[0], good, replace(bad, line=bad.line[1:]), stopper)
    return None if stopper.asked() else (good, claims)


def _after(
    judge: PositionJudge, board: chess.Board, line: tuple[str, ...], stopper: Stopper
) -> PositionEvaluation | None:
    """The value of the position after the first move of a line. A longer line than one move is known and stays."""
    after = board.copy()
    after.push_uci(line[0])
    worth = judge.worth(after, GamePosition(after.fen(), (), chess960=after.chess960), stopper)
    return replace(worth, line=line if len(line) > 1 else (line[0], *worth.line)) if worth is not None else None
