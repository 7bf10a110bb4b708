"""Which moves of a game were the book's."""

from contextlib import closing
from pathlib import Path

import chess

from books.choice.library import Library
from books.entry import Flag
from books.learning.learn import Learner
from books.learning.played import LearnedGame, plies
from tests.books.helpers import line


def test_only_a_playable_move_of_the_position_is_in_the_book(tmp_path: Path) -> None:
    with closing(Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)) as library:
        library.add_line(chess.Board(), line("1.e4"))
        library.set_flag(chess.Board(), chess.Move.from_uci("g2g4"), Flag.BAD)
        games = [LearnedGame((move,), True, "1-0") for move in ("e2e4", "d2d4", "g2g4")]
        assert [Learner(library).in_book(plies(game)[0]) for game in games] == [True, False, False]
