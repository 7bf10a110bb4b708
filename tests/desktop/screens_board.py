"""Pictures of the board and of what belongs to a game: its dialog, its pieces, its end."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.desktop.screen import Screen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

FOLLOWS = (
    "d2d4",
    "g8f6",
    "c2c4",
    "e7e6",
    "b1c3",
    "f8b4",
    "e2e3",
    "e8g8",
    "f1d3",
    "d7d5",
    "g1f3",
    "c7c5",
    "e1g1",
    "d5c4",
)
BOARDS = (
    Screen("board-wood-modern-light", "wood-modern"),
    Screen("board-contrast-letters-dark", "contrast-letters", scheme="dark"),
    Screen("board-print-symbols-light", "print-symbols", 1400, 900),
    Screen("board-sea-modern-dark", "sea-modern", 1400, 900, "dark"),
    Screen("premoves-light", "premoves"),
    Screen("over-light", "over"),
    Screen("words-light", "words"),
    Screen("blindfold-dark", "blindfold", scheme="dark"),
    Screen("position-chess960-light", "position-chess960"),
    Screen("new-game-light", "new-game"),
    Screen("new-game-clocks-light", "new-game-clocks"),
    Screen("new-game-clocks-dark-2x", "new-game-clocks", scheme="dark", scaling=2.0),
)


def _new_game(window: "MainWindow") -> "QWidget":
    from desktop.views.setup.game_room import GameRoom

    window.actions_by_key["new_game"].trigger()
    dialog = window.findChild(GameRoom)
    assert isinstance(dialog, GameRoom)
    return dialog


def _new_game_clocks(window: "MainWindow") -> "QWidget":
    from desktop.views.setup.game_room import GameRoom
    from desktop.views.setup.time_field import ClockDialog

    room = _new_game(window)
    assert isinstance(room, GameRoom)
    room.time.chips.button(None).click()
    dialog = room.findChildren(ClockDialog)[-1]
    dialog.periods_on.setChecked(True)
    dialog.odds.setChecked(True)
    return dialog


def _with(theme: str, pieces: str) -> Callable[["MainWindow"], "QWidget"]:
    def show(window: "MainWindow") -> "QWidget":
        window.services.settings.set("board_theme", theme)
        window.services.settings.set("piece_set", pieces)
        _moves(window)
        return window

    return show


def _moves(window: "MainWindow") -> None:
    for move in FOLLOWS:
        window.services.game.play_move(move)


def _premoves(window: "MainWindow") -> "QWidget":
    from desktop.model.game.match import FULL_STRENGTH, NewGame
    from engine.game.time_control import TimeControl
    from engine.levels import OpponentSources

    wanted = NewGame(level=FULL_STRENGTH, control=TimeControl(3_600_000), chain=OpponentSources(book=False))
    window.services.match.new_game(wanted)
    for move in ("e2e4", "g1f3", "f1c4", "e1g1"):
        window.body.panel.board.move_requested.emit(move)
    return window


def _over(window: "MainWindow") -> "QWidget":
    from desktop.model.game.match import NewGame

    window.services.match.new_game(NewGame(None))
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        window.services.match.user_move(move)
    return window


def _words(window: "MainWindow") -> "QWidget":
    _moves(window)
    window.body.controls.entry.setFocus()
    window.body.controls.entry.move_typed.emit("white pieces")
    window.body.controls.entry.move_typed.emit("who is to move?")
    window.body.controls.entry.setText("legal moves of e1")
    window.body.controls.entry.typing.emit(True)
    return window


def _blindfold(window: "MainWindow") -> "QWidget":
    _moves(window)
    window.services.settings.set("hidden_men", "other")
    return window


def _position_chess960(window: "MainWindow") -> "QWidget":
    from desktop.views.setup.position_dialog import PositionDialog

    window.action_groups.positions.edit("rk3r2/pp2p1pp/2pp4/8/8/3P4/PPP1PPPP/RK2NR2 w FAfa - 3 9", chess960=False)
    dialog = window.findChild(PositionDialog)
    assert isinstance(dialog, PositionDialog)
    return dialog


BOARD_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "wood-modern": _with("wood", "modern"),
    "contrast-letters": _with("contrast", "letters"),
    "print-symbols": _with("print", "symbols"),
    "sea-modern": _with("sea", "modern"),
    "premoves": _premoves,
    "over": _over,
    "words": _words,
    "blindfold": _blindfold,
    "position-chess960": _position_chess960,
    "new-game": _new_game,
    "new-game-clocks": _new_game_clocks,
}
