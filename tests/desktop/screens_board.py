"""Pictures of the board and of what belongs to a game: its dialog, its pieces, its end."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.desktop.screen import Screen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

BOARDS = (
    Screen("new-game-light", "new-game"),
    Screen("new-game-dark", "new-game", scheme="dark"),
    Screen("new-game-clocks-light", "new-game-clocks"),
    Screen("new-game-clocks-dark-2x", "new-game-clocks", scheme="dark", scaling=2.0),
)


def _new_game(window: "MainWindow") -> "QWidget":
    from desktop.views.dialogs.new_game import NewGameDialog

    window.actions_by_key["new_game"].trigger()
    dialog = window.findChild(NewGameDialog)
    assert isinstance(dialog, NewGameDialog)
    return dialog


def _new_game_clocks(window: "MainWindow") -> "QWidget":
    from desktop.views.dialogs.new_game import NewGameDialog
    from desktop.views.new_game.start_field import Start

    dialog = _new_game(window)
    assert isinstance(dialog, NewGameDialog)
    dialog.time.other.setChecked(True)
    dialog.time.periods_on.setChecked(True)
    dialog.time.odds.setChecked(True)
    dialog.start.kind.setCurrentIndex(dialog.start.kind.findData(Start.ODDS))
    dialog.level.bound.setCurrentIndex(2)
    return dialog


BOARD_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "new-game": _new_game,
    "new-game-clocks": _new_game_clocks,
}
