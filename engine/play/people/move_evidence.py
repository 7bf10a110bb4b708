"""What the moves of a player say of the rating, for `find_level`: how likely they are at each, by the predictor."""

import math
from collections.abc import Mapping, Sequence

from engine.game.limits import GamePosition
from engine.human.predictor import Predictor
from engine.human.question import Question, Site
from engine.play.people.find_level import Evidence, Said
from engine.play.people.moves import tempered
from engine.play.people.shallow_scores import ShallowScores
from engine.rules.board import CoreBoard

RATINGS = (600, 900, 1200, 1500, 1800, 2100, 2400)
FROM_PLY = 8  # before, moves say more of a player's habits than of strength
LEAST_CHANCE = 0.002  # one move that nobody expects does not decide


class MoveEvidence:
    """One thread at a time; a move takes some 30 ms."""

    def __init__(self) -> None:
        """:raises PredictorError: if the predictor's file cannot be used."""
        self._scores = _OnceEach()
        self._predictor = Predictor(self._scores)

    def of(self, game: GamePosition, white: bool) -> Evidence:
        """What one side's moves of a game say. Raises PositionError or MoveError."""
        sums = [[0.0, 0.0] for _ in RATINGS]
        board = GamePosition(game.fen, (), chess960=game.chess960).board()
        for ply, name in enumerate(game.moves):
            move = board.parse_uci(name)
            if board.white_to_move == white and ply >= FROM_PLY:
                for elo, total in zip(RATINGS, sums, strict=True):
                    for kind, chance in enumerate(self._chances(board, move, elo)):
                        total[kind] += math.log(max(chance, LEAST_CHANCE))
            board.push(move)
        return tuple(Said(elo, *total) for elo, total in zip(RATINGS, sums, strict=True))

    def _chances(self, board: CoreBoard, move: int, elo: int) -> tuple[float, float]:
        """Of a move: as people of a rating play, and as a level of it draws."""
        expected = self._predictor.chances(board, Question(elo, elo, site=Site.LICHESS))
        return expected[move], tempered(expected, elo)[move]


class _OnceEach:
    """Shallow scores of one position for several ratings."""

    def __init__(self) -> None:
        self._scores = ShallowScores()
        self._key = 0

    def __call__(self, board: CoreBoard, depths: int) -> Mapping[int, Sequence[int]]:
        if board.key != self._key:
            self._scores(board, depths)
            self._key = board.key
        return self._scores.last
