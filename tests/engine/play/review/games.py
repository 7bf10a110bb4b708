"""A game with faults on both sides, and a judge with a script in place of the engine."""

from collections.abc import Callable
from pathlib import Path

import chess

from books.choice.library import Library
from engine.game.info import Info, Score, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.jobs.job import Context
from engine.jobs.review import ReviewJob, review_of
from engine.play.review.judge import PositionJudge
from engine.play.review.values import GameReview, ReviewRequest

SCHOLARS_MATE = ("e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7")
# White's centipawns after each ply, the start first; None: mate on the board.
SCORES = (20, 20, 25, 15, 20, -40, 900, None)
FOOLS_MATE = GamePosition(chess.STARTING_FEN, ("f2f3", "e7e5", "g2g4", "d8h4"), chess960=False)
GAME = GamePosition(chess.STARTING_FEN, SCHOLARS_MATE, chess960=False)


class ScriptedPlayer:
    """Answers with the scores above and the first legal move that the game does not play. `stop_at` stops there."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.searched: list[int] = []
        self.stop_at = stop_at

    def search(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        stopper: Stopper | None = None,
    ) -> SearchResult:
        ply = len(position.moves)
        if position.fen == chess.STARTING_FEN:  # the coach also asks positions after a pass
            self.searched.append(ply)
        board = chess.Board(position.fen)
        for move in position.moves:
            board.push_uci(move)
        played = SCHOLARS_MATE[ply]
        best = played if ply == 6 else next(move.uci() for move in board.legal_moves if move.uci() != played)
        white = SCORES[ply] or 0
        score = Score(centipawns=white if board.turn else -white)
        line = Info(12, 20, 1, score, 1000, 1, (best,))
        return SearchResult(best, None, (line,), 1000, 1)


def review_game(
    position: GamePosition,
    judge: PositionJudge,
    library: Library | None = None,
    folder: Path | None = None,
    context: Context | None = None,
) -> GameReview | None:
    """The review of a game by that judge."""
    job = ReviewJob(lambda _: judge, lambda: library, folder)
    return review_of(job, ReviewRequest(position, Limits()), context or Context())
