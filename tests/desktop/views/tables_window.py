"""A window over the real endgame tables and a scripted engine."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.model.settings import Settings
from desktop.views.main_window import MainWindow
from tablebases.tables import Tablebases
from tests.desktop.window_doubles import NOWHERE, ScriptedSources

MakeTablesWindow = Callable[..., MainWindow]


class TableRooms(ScriptedSources):
    """The built-in tables and the folders of the settings."""

    def __init__(self, *, built_in: bool = True) -> None:
        super().__init__()
        self._built_in = built_in
        self._folders: list[Path] = []
        self._given = Tablebases((), built_in=built_in)

    def configure(self, settings: Settings) -> None:
        """Opens the folders anew."""
        self._folders = [Path(line) for line in settings.text("tablebase_folders").splitlines()]
        self.reopen_tables()

    def reopen_tables(self) -> None:
        """Looks through the folders."""
        self._given.close()
        self._given = Tablebases(self._folders, built_in=self._built_in)

    def tables(self) -> Tablebases:
        """As they are now."""
        return self._given

    def close(self) -> None:
        """Lets the files go."""
        self._given.close()


@pytest.fixture
def tables_window(qtbot: QtBot) -> Iterator[MakeTablesWindow]:
    """Makes a shown window that follows the game: `tables_window(fen)`."""
    made: list[Composition] = []

    def make(fen: str = "", *, built_in: bool = True, width: int = 1024, height: int = 700) -> MainWindow:
        composition = Composition(NOWHERE, TableRooms(built_in=built_in), reply_ms=0)
        composition.services.settings.set("animation_ms", 0)
        made.append(composition)
        window = MainWindow(composition.services)
        qtbot.addWidget(window)
        window.resize(width, height)
        window.show()
        qtbot.waitExposed(window)
        composition.window_shown()
        if fen:
            assert composition.services.files.set_position(fen)
        return window

    yield make
    ended = [composition.close() for composition in made]
    assert all(ended)
