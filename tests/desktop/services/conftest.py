"""Services with a stand-in engine, closed at the end."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop.compose import Composition
from desktop.services.kit.folders import Folders
from desktop.services.kit.thinker import Chooser
from tests.desktop.window_doubles import ScriptedRooms

Make = Callable[..., Composition]


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

    def maker(chooser: Chooser | None = None, home: Path | None = None) -> Composition:
        composition = Composition(folders_in(home or tmp_path / "user"), ScriptedRooms(chooser), reply_ms=0)
        made.append(composition)
        return composition

    yield maker
    assert [composition.close() for composition in made] == [True] * len(made)


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
