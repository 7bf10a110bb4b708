"""Services with a stand-in engine, closed at the end."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop.compose import Composition
from desktop.model.game.state import SavedGame
from desktop.services.game.autosave import Autosave
from desktop.services.kit.folders import Folders
from desktop.services.kit.move_chooser import MoveChooser
from tests.desktop.window_doubles import ScriptedSources

Make = Callable[..., Composition]
PATIENCE_S = 30.0


def folders_in(home: Path) -> Folders:
    """A user's folders under one that exists."""
    found = Folders(home / "config", home / "data", home / "state")
    for folder in (found.config, found.data, found.state):
        folder.mkdir(parents=True, exist_ok=True)
    return found


@pytest.fixture
def make(qapp: object, tmp_path: Path) -> Iterator[Make]:
    """Makes a composition in the test's own folders: `make(chooser)`."""
    made: list[Composition] = []

    def maker(chooser: MoveChooser | None = None, home: Path | None = None) -> Composition:
        composition = Composition(folders_in(home or tmp_path / "user"), ScriptedSources(chooser), reply_ms=0)
        made.append(composition)
        return composition

    yield maker
    assert [composition.close() for composition in made] == [True] * len(made)


def offers_of(autosave: Autosave) -> tuple[SavedGame, ...]:
    """The games that an earlier run left."""
    found: list[tuple[SavedGame, ...]] = []
    autosave.find(found.append)
    _wait(lambda: bool(found))
    return found[0]


def reopen(autosave: Autosave, *recoveries: SavedGame, asked: bool = True) -> None:
    """Opens kept games."""
    done: list[bool] = []
    autosave.restore_all(recoveries, asked=asked, then=lambda: done.append(True))
    _wait(lambda: bool(done))


def _wait(until: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not until():
        assert time.monotonic() < deadline, "no answer from the worker"
        QApplication.processEvents()
        time.sleep(0.005)


class Heard:
    """What a signal has carried."""

    def __init__(self, *signals: object) -> None:
        self.all: list[object] = []
        for signal in signals:
            signal.connect(self.all.append)  # type: ignore[attr-defined]

    @property
    def texts(self) -> str:
        """All messages as one text."""
        return "\n".join(str(getattr(message, "text", message)) for message in self.all)
