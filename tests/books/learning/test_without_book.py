"""A lost game without a move of the book bars none."""

from contextlib import closing
from pathlib import Path

from books.choice.library import Library
from books.learning.learn import Learner
from books.learning.played import LearnedGame
from tests.books.helpers import TRAP, TableAnalyser, line


def test_a_game_beside_the_book_is_analysed(tmp_path: Path) -> None:
    with closing(Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)) as library:
        learner = Learner(library)
        number = learner.record(LearnedGame(tuple(move.uci() for move in line(TRAP)), True, "0-1"))
        learner.analyse(number, TableAnalyser({}, depth=12))
        assert learner.pending() == []
