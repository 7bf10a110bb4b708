"""The evidence of a player's moves for `find_level`: their likelihood at several ratings, by the predictor."""

import math
from collections.abc import Mapping, Sequence

from engine.game.limits import GamePosition
from engine.human.predicted_player import PredictedPlayer, Site
from engine.human.predictor import Predictor
from engine.play.people.find_level import Evidence, RatingLikelihood
from engine.play.people.shallow_scores import ShallowScores
from engine.rules.board import CoreBoard

RATINGS = (600, 900, 1200, 1500, 1800, 2100, 2400)
FROM_PLY = 8  # earlier moves show habits more than strength
LEAST_CHANCE = 0.002  # so that a single unexpected move does not decide


class MoveEvidence:
    """For one thread at a time; a move takes about 30 ms."""

    def __init__(self) -> None:
        """:raises PredictorError: the predictor's file cannot be used."""
        self._scores = _CachedScores()
        self._predictor = Predictor(self._scores)

    def of(self, game: GamePosition, white: bool) -> Evidence:
        """The evidence of one side's moves in a game.

        :raises PositionError: the position is bad. :raises MoveError: a move is not legal.
        """
        sums = [0.0] * len(RATINGS)
        board = GamePosition(game.fen, (), chess960=game.chess960).board()
        for ply, name in enumerate(game.moves):
            move = board.parse_uci(name)
            if board.white_to_move == white and ply >= FROM_PLY:
                for number, elo in enumerate(RATINGS):
                    player = PredictedPlayer(elo, elo, site=Site.LICHESS)
                    sums[number] += math.log(max(self._predictor.chances(board, player)[move], LEAST_CHANCE))
            board.push(move)
        return tuple(map(RatingLikelihood, RATINGS, sums))


class _CachedScores:
    """Caches the shallow scores of one position for several ratings."""

    def __init__(self) -> None:
        self._scores = ShallowScores()
        self._key = 0

    def __call__(self, board: CoreBoard, depths: int) -> Mapping[int, Sequence[int]]:
        if board.key != self._key:
            self._scores(board, depths)
            self._key = board.key
        return self._scores.last
