"""The book of a player: the window's where it has one, else that of the user's folder."""

import random
from pathlib import Path

from books.choice.library import Library
from engine.play.sources.own_book import OwnBook
from engine.play.sources.shared_sources import SharedSources


def test_the_given_library_is_used_and_none_is_opened(tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    book = OwnBook(random.Random(1), SharedSources(library=lambda: library))
    assert book._library() is library
    library.close()


def test_without_one_the_users_own_is_opened() -> None:
    assert OwnBook(random.Random(1)).problems == ()
