"""Why a move was played well or badly: two judgements of a review's judge, explained by the coach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import chess

from engine.coach.claims import Claim, Role
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.game.info import PovScore
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.play.review.judge import PositionJudge
from engine.play.review.judging import judgement_of, loss_points
from engine.play.review.values import Judgement, Worth

CONTRADICTED_CP = 100
DECIDED_CP = 1_000  # above this a score says "won", and its size little


@dataclass(frozen=True)
class Explained:
    """What a move is worth: `loss` in points of winning probability (0 to 100), its sign, and why; no claims where nothing
    is wrong with it. `best` is the better line, in coordinates."""

    loss: float
    judgement: Judgement | None
    best: tuple[str, ...]
    before: PovScore
    after: PovScore
    claims: tuple[Claim, ...]


def explain_move(
    judge: PositionJudge, board: chess.Board, move: chess.Move, stopper: Stopper | None = None
) -> Explained | None:
    """Judges the position and the one after a legal move. None where `stopper` ended a search.

    :raises RatsuError: the engine does not take the position.
    """
    after = board.copy(stack=False)
    after.push(move)
    worths = [judge.worth(one, GamePosition(one.fen(), (), one.chess960), stopper) for one in (board, after)]
    if worths[0] is None or worths[1] is None:
        return None
    return _explained(board, move, worths[0], worths[1], lambda claim: _holds(judge, claim, stopper))


def _holds(judge: PositionJudge, claim: Claim, stopper: Stopper | None) -> bool:
    """Whether the end of a line that wins material is worth what the search promised at its beginning: the last moves of a
    line are searched least, and were worse by more than CONTRADICTED_CP in 3 of 193 claims found at 25,000 nodes."""
    if not claim.balance.won:
        return True
    board = chess.Board(claim.fen, chess960=claim.chess960)
    white = board.turn if claim.role is Role.MISSES else not board.turn
    for text in claim.line:
        board.push_uci(text)
    end = judge.worth(board, GamePosition(board.fen(), (), board.chess960), stopper)
    promised = claim.before if claim.role is Role.MISSES else claim.after
    if end is None:
        return False
    found = min(end.score.worth(white), DECIDED_CP)
    return found >= min(promised.worth(white), DECIDED_CP) - CONTRADICTED_CP


def _explained(
    board: chess.Board, move: chess.Move, before: Worth, after: Worth, holds: Callable[[Claim], bool]
) -> Explained:
    played = board.uci(move)
    loss = 0.0 if before.line[:1] == (played,) else loss_points(before.share, after.share, board.turn)
    judgement = judgement_of(loss)
    claims: tuple[Claim, ...] = ()
    if judgement is not None and before.line:
        mistake = Mistake(board.fen(), played, before.line, before.score, after.line, after.score, board.chess960)
        claims = explained(mistake, holds)
    return Explained(loss, judgement, before.line, before.score, after.score, claims)
