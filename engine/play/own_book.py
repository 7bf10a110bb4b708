"""The user's books, the learned one and the shipped one, as the chain asks them."""

import contextlib
import random

import chess

from books.choose import BookChoice
from books.library import Library
from engine.play.book_tools.console import LEARNED_BOOK, USER_BOOK, default_folder


class OwnBook:
    """The three layers, opened for reading and choosing."""

    def __init__(self, source: random.Random) -> None:
        folder = default_folder()
        with contextlib.suppress(OSError):  # the library then says which book it could not open
            folder.mkdir(parents=True, exist_ok=True)
        self._library = Library(folder / USER_BOOK, folder / LEARNED_BOOK)
        self._chooser = self._library.chooser(source=source)

    @property
    def problems(self) -> tuple[str, ...]:
        """Each book that could not be opened, in words."""
        return tuple(str(problem) for problem in self._library.problems)

    def choose(self, board: chess.Board) -> BookChoice | None:
        """See `books.choose`."""
        return self._chooser.choose(board)

    def close(self) -> None:
        """Closes the books."""
        self._library.close()
