"""What strong people of today would play in a position: the games that a book is made of may be old."""

from books.key import from_core
from engine.human.predictor import Predictor
from engine.human.question import Question, Site
from engine.rules.board import CoreBoard

STRONG = Question(2_500, 2_500, 600, 5, Site.LICHESS)
"""Who is asked: the strongest of whom the predictor has learned, with ten minutes."""


class People:
    """One predictor; one thread at a time."""

    def __init__(self) -> None:
        self._predictor = Predictor()

    def __call__(self, fen: str) -> dict[int, float]:
        """How probable each legal move (book code) is. Some 1.5 ms."""
        board = CoreBoard.from_fen(fen, chess960=False)
        return {from_core(move): chance for move, chance in self._predictor.chances(board, STRONG).items()}
