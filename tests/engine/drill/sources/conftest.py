"""A trainer whose clock and chance stand still."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import pytest
from fsrs import Scheduler

from books.choice.library import Library
from engine.drill import deck
from engine.drill.sources.openings import Openings
from tests.books.helpers import line

NOON = 1_700_000_000.0


class Clock:
    """Seconds since 1970."""

    now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Library]:
    """A user without a line, and no shipped book."""
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    yield opened
    opened.close()


@pytest.fixture
def library(empty: Library) -> Library:
    for text in ("1.e4 e5 2.Nf3 Nc6 3.Bb5", "1.e4 c5 2.Nf3"):
        empty.add_line(chess.Board(), line(text))
    return empty


@pytest.fixture
def make_trainer(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Callable[[Library], Openings]:
    exact = Scheduler(enable_fuzzing=False)
    monkeypatch.setattr(deck, "scheduler", lambda: exact)
    return lambda library: Openings(library, random.Random(1), clock)


@pytest.fixture
def trainer(library: Library, make_trainer: Callable[[Library], Openings]) -> Openings:
    return make_trainer(library)


@pytest.fixture
def course(trainer: Openings) -> Openings:
    return trainer
