"""People of a rating: the moves they play, their expected scores and the traps they fall into, by the predictor."""

import functools
import math
import threading
from collections.abc import Sequence

import chess

from books.key import position_key
from books.preparation.traps import LikelyReply, Trap, trap_after
from engine.game.python_board import game_position
from engine.ground.errors import RatsuError
from engine.human.predicted_player import PredictedPlayer
from engine.human.predictor import Predictor
from engine.play.people.shallow_scores import ShallowScores

LOWEST_ELO, HIGHEST_ELO = 400, 2800

_WEAK_CP, _WEAK_ELO = 700.0, 1500
_STRONG_CP, _STRONG_ELO = 250.0, 2500
"""Centipawns for one unit of the logit of the score, up to and from these ratings. From 22,000 positions within 2.5 pawns,
plies 11 to 23 of 7,695 amateur games with evaluations: 690 to 780 from 1200 to 1800, 390 at 2200, 250 at 2400."""


LIKELY, MOST_LIKELY = 0.03, 8
"""Traps consider moves of at least this probability, and at most this number of moves."""

DEEP_NODES, DEEP_PLIES = 200_000, 20
"""The search of these moves: with 16,000 to 100,000 nodes a search itself falls into 3...Nd4 of the Blackburne trap."""

MOST_KEPT = 4096
"""The number of positions whose traps are cached."""


class HumanReplies:
    """People of one rating. Thread-safe; one question at a time, 10 to 20 ms a position."""

    def __init__(self, elo: int) -> None:
        """:raises RatsuError: the rating is out of range. :raises PredictorError: the predictor's file cannot be used."""
        if not LOWEST_ELO <= elo <= HIGHEST_ELO:
            raise RatsuError("the rating must be a number from %1 to %2, not %3", LOWEST_ELO, HIGHEST_ELO, elo)
        self.elo = elo
        self._lock = threading.Lock()
        self._scores = ShallowScores()
        self._predictor = Predictor(self._scores)
        self._deep = ShallowScores(DEEP_NODES)
        self._traps: dict[int, Trap] = {}

    def replies(self, board: chess.Board) -> tuple[LikelyReply, ...]:
        """The legal moves of a position, most likely first. The last move of the board's stack matters, because people answer
        it."""
        with self._lock:
            core = game_position(board.root().fen(), board).board()
            chances = self._predictor.chances(core, PredictedPlayer(self.elo, self.elo))
            last = self._scores.last
            return tuple(
                LikelyReply(board.parse_uci(core.uci(move)), chance, last[move][-1]) for move, chance in chances.items()
            )

    def chances(self, board: chess.Board) -> dict[str, float]:
        """The probability of each legal move (UCI), most likely first; see `replies`."""
        return {board.uci(reply.move): reply.chance for reply in self.replies(board)}

    def predicted(self, board: chess.Board, move: chess.Move) -> float:
        """The expected score (0-1) of such a person with a move, against a player of the same rating."""
        after = board.copy()
        after.push(move)
        outcome = after.outcome()
        if outcome is not None:
            return 0.5 if outcome.winner is None else float(outcome.winner == board.turn)
        return sum(reply.chance * self._share(-reply.centipawns) for reply in self.replies(after))

    def considered(self, board: chess.Board) -> tuple[LikelyReply, ...]:
        """The replies that such a person is likely to play, and the best one, each with the score of a longer search."""
        found = self.replies(board)
        likely = [reply for reply in found if reply.chance >= LIKELY][:MOST_LIKELY]
        best = max(found, key=lambda reply: reply.centipawns, default=None)
        to_score = likely if best is None or best in likely else [*likely, best]
        with self._lock:
            core = game_position(board.root().fen(), board).board()
            codes = [core.parse_uci(board.uci(reply.move)) for reply in to_score]
            scores = self._deep(core, DEEP_PLIES, codes)
        return tuple(reply._replace(centipawns=scores[code][-1]) for reply, code in zip(to_score, codes, strict=True))

    def trap(self, board: chess.Board, move: chess.Move) -> Trap:
        """The trap that a move sets for such a person; half a second if it is not cached."""
        board.push(move)
        key = position_key(board)
        board.pop()
        if key not in self._traps:
            if len(self._traps) >= MOST_KEPT:
                self._traps.clear()
            self._traps[key] = trap_after(board, move, self.considered)
        return self._traps[key]

    def trap_costs(self, board: chess.Board, moves: Sequence[chess.Move]) -> tuple[float, ...]:
        """The average cost of each move's trap for such a person, in centipawns."""
        return tuple(self.trap(board, move).cost for move in moves)

    def _share(self, centipawns: int) -> float:
        part = min(1.0, max(0.0, (self.elo - _WEAK_ELO) / (_STRONG_ELO - _WEAK_ELO)))
        scale = _WEAK_CP + (_STRONG_CP - _WEAK_CP) * part
        return 1 / (1 + math.exp(-max(-3000, min(3000, centipawns)) / scale))


@functools.lru_cache(maxsize=2)
def human_replies(elo: int) -> HumanReplies:
    """The people of a rating, cached; see `HumanReplies`."""
    return HumanReplies(elo)
