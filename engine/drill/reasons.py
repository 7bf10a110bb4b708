"""Why an answer fails, and why the solution works: one value for all sources, searched by a review's judge and proved by
the coach."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

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


@dataclass(frozen=True)
class AnswerReason:
    """`line`, in coordinates from `fen`: the answer and its refutation, or the solution. `score`: after its first move.
    `claim`: the coach's, if one is proved. `fails`: the answer loses winning chances. `themes`: lichess' names, only of a
    solution."""

    fen: str
    line: tuple[str, ...]
    score: PovScore
    claim: Claim | None
    chess960: bool
    right: bool
    fails: bool = False
    themes: tuple[str, ...] = ()

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
    good, bad = _after(judge, board, solution, stopper), _after(judge, board, (answer,), stopper)
    if good is None or bad is None:
        return None
    claims = claims_of(judge, board, answer, good, replace(bad, line=bad.line[1:]), stopper)
    if stopper.asked():
        return None
    told = next((one for one in claims if one.role is ClaimRole.ALLOWS and solution[0] not in one.other), None)
    fails = judgement_of(loss_points(good.share, bad.share, board.turn)) is not None
    return AnswerReason(board.fen(), bad.line, bad.score, told, board.chess960, right=False, fails=fails)


def why_right(
    judge: PositionJudge, board: chess.Board, solution: tuple[str, ...], answer: str, stopper: Stopper
) -> AnswerReason | None:
    """Searches for the effect of a solution, in contrast to a wrong answer (empty: to the next best move), and its themes.
    None if `stopper` ended a search.

    :raises RatsuError: the engine rejects a position.
    """
    from engine.coach.line import MotifLine
    from engine.coach.themes.tagger import themes

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
        other = replace(bad, line=bad.line[1:])
        claims = claims_of(judge, board, bad.line[0], good, other, stopper)
    if stopper.asked():
        return None
    roles = (ClaimRole.MISSES, ClaimRole.WORKS)
    told = next((claim for claim in claims if claim.role in roles and claim.motif is not Motif.SLIPS), None)
    # A line that ends with the opponent's move shows more than was asked.
    line = solution[: len(solution) - 1 + len(solution) % 2]
    found = tuple(themes(MotifLine.from_here(board.fen(), line, board.chess960)))
    return AnswerReason(board.fen(), good.line, good.score, told, board.chess960, right=True, themes=found)


def _after(
    judge: PositionJudge, board: chess.Board, line: tuple[str, ...], stopper: Stopper
) -> PositionEvaluation | None:
    """The value of the position after the first move of a line. A longer line than one move is known and stays."""
    after = board.copy()
    after.push_uci(line[0])
    worth = judge.worth(after, GamePosition(after.fen(), (), chess960=after.chess960), stopper)
    return replace(worth, line=line if len(line) > 1 else (line[0], *worth.line)) if worth is not None else None
