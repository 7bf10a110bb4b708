"""A library with two lines of its user."""

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from tests.books.helpers import line


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    for text in ("1.e4 e5 2.Nf3 Nc6 3.Bb5", "1.e4 c5 2.Nf3"):
        opened.add_line(chess.Board(), line(text))
    yield opened
    opened.close()
