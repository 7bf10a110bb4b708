"""Pictures of what belongs to the window as a whole: the palette, the keys, pinned panels; and the window in Finnish."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.desktop.screen import Screen, let_run

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

FINNISH = (
    Screen("palette-light", "palette"),
    Screen("palette-fi-dark", "palette", scheme="dark", language="fi"),
    Screen("pinned-light", "pinned", 1400, 900),
    Screen("pinned-large-dark", "pinned", 3840, 2160, "dark"),
    Screen("start-fi-light", "start", language="fi"),
    Screen("analyse-fi-dark", "analyse", 1400, 900, "dark", language="fi"),
    Screen("book-fi-light", "book", language="fi"),
    Screen("tables-fi-dark", "tables", scheme="dark", language="fi"),
    Screen("train-fi-light", "train-openings", language="fi"),
    Screen("settings-fi-dark", "settings", scheme="dark", language="fi"),
    Screen("keys-fi-light", "keys", language="fi"),
    Screen("position-faults-fi-light", "position-faults", language="fi"),
    Screen("messages-fi-light", "messages", language="fi"),
)


def _palette(window: "MainWindow") -> "QWidget":
    from desktop.views.window.command_palette import CommandPalette

    window.start_game()
    window.actions_by_key["palette"].trigger()
    palette = window.findChild(CommandPalette)
    assert isinstance(palette, CommandPalette)
    palette.line.setText("pe" if palette.line.placeholderText().startswith("Mitä") else "bo")
    let_run(100)
    return palette


def _pinned(window: "MainWindow") -> "QWidget":
    from desktop.views.window.mode_bar import Mode

    for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5"):
        window.services.game.play_move(move)
    window.show_mode(Mode.ANALYSE)
    window.body.side.pin_panel("book", True)
    let_run(3_000)
    return window


FINNISH_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {"palette": _palette, "pinned": _pinned}
