"""Why a move was played well or badly: two judgements of a review's judge, explained by the coach."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from engine.coach.claims import Claim
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.game.info import PovScore
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.play.review.judge import PositionJudge
from engine.play.review.judging import judgement_of, loss_points
from engine.play.review.values import Judgement, Worth


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
    return _explained(board, move, worths[0], worths[1])


def _explained(board: chess.Board, move: chess.Move, before: Worth, after: Worth) -> Explained:
    played = board.uci(move)
    loss = 0.0 if before.line[:1] == (played,) else loss_points(before.share, after.share, board.turn)
    judgement = judgement_of(loss)
    scores = (PovScore(before.score, True), PovScore(after.score, True))
    claims: tuple[Claim, ...] = ()
    if judgement is not None and before.line:
        claims = explained(Mistake(board.fen(), played, before.line, scores[0], after.line, scores[1], board.chess960))
    return Explained(loss, judgement, before.line, *scores, claims)
