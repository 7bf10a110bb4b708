"""An edit paints what it changes, and nothing else: a whole board takes longer than all the rest of an edit."""

import subprocess
import sys
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.model.game.state import GameState
from desktop.views.game import board_panel, player_bar
from desktop.views.main_window import MainWindow
from tests.desktop.views.conftest import MakeWindow

SETTLED_MS = 400  # no slide is under way, and what a start paints is painted
TEXT = '[Event "Open"]\n[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *'


class Painted(QObject):
    """The widgets that are painted."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[QObject] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() is QEvent.Type.Paint:
            self.found.add(watched)
        return False


def opened(qtbot: QtBot, make_window: MakeWindow) -> MainWindow:
    window = make_window()
    window.services.files.paste(TEXT)
    settle(qtbot)
    return window


def settle(qtbot: QtBot) -> None:
    """Waits until nothing is painted any more, which a busy machine does late."""
    seen, application = Painted(), QApplication.instance()
    assert application is not None
    application.installEventFilter(seen)
    for _ in range(100):
        seen.found.clear()
        qtbot.wait(SETTLED_MS)
        if not seen.found:
            break
    application.removeEventFilter(seen)


def painted(qtbot: QtBot, parts: tuple[QWidget, ...], call: Callable[[], object]) -> set[QObject]:
    """Those of `parts` that are painted after a call."""
    seen = Painted()
    for part in parts:
        part.installEventFilter(seen)
    call()
    settle(qtbot)
    for part in parts:
        part.removeEventFilter(seen)
    return seen.found


def test_a_comment_elsewhere_paints_neither_board_nor_heading(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = opened(qtbot, make_window)
    games, sheet = window.services.game, window.body.side.sheet
    parts = (window.body.panel.board, sheet.heading, sheet.notation.viewport())
    assert painted(qtbot, parts, lambda: games.set_comment(5, "a word")) == {sheet.notation.viewport()}
    heard = painted(qtbot, parts, lambda: games.set_headers({"White": "Eve"}))
    assert sheet.heading in heard and sheet.heading.lines[0].startswith("Eve")


def test_a_move_an_arrow_and_hidden_men_paint_the_board(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = opened(qtbot, make_window)
    services, board = window.services, window.body.panel.board
    assert painted(qtbot, (board,), services.game.go_forward)
    assert painted(qtbot, (board,), lambda: services.game.set_comment(1, "[%cal Ge2e4]"))
    assert painted(qtbot, (board,), lambda: services.settings.set("hidden_men", "all"))
    assert painted(qtbot, (board,), services.game.go_first)


def test_a_heading_follows_moves_that_are_another_opening(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.services.files.paste('[White "Ann"]\n[Black "Bob"]\n\n1. e4 *')
    heading = window.body.side.sheet.heading
    first = heading.lines[1]
    window.services.game.go_last()
    window.services.game.play_move("c7c5")
    assert "Sicilian" in heading.lines[1] and "Sicilian" not in first
    window.services.game.undo()
    assert heading.lines[1] == first


def test_a_comment_elsewhere_makes_neither_a_scene_nor_names_nor_counts_pieces(
    qtbot: QtBot, make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(qtbot, make_window)
    games, asked = window.services.game, list[str]()
    for module, name in ((board_panel, "scene_of"), (player_bar, "captured"), (GameState, "player")):
        real = getattr(module, name)

        def heard(*given: object, name: str = name, real: Callable[..., object] = real, **named: object) -> object:
            asked.append(name)
            return real(*given, **named)

        monkeypatch.setattr(module, name, heard)
    games.set_comment(5, "a word")
    assert not asked
    games.toggle_nag(games.state.current, 2)
    assert asked == ["scene_of"]
    games.set_headers({"White": "Eve"})
    assert asked.count("player") == 2 and "Eve" in window.body.panel.lower_bar._name.text()
    games.go_forward()
    assert asked.count("captured") == 2 and asked.count("scene_of") == 2


WARM = """
import dataclasses
from desktop import start_threads
from desktop.model.game.snapshot import Snapshot
from desktop.services.game.game_service import GameService
from engine.pgn.reader import games_of
start_threads.warm_up()
games = GameService()
games.open_tab(games_of(b"1. e4 *")[0])
made = []
real = dataclasses._process_class
dataclasses._process_class = lambda cls, *given: (made.append(cls.__name__), real(cls, *given))[1]
games.set_comment(1, "a word")
state = games.state
Snapshot(state.game, 1, 1, None, False, None, "", "")
print(made)
"""


def test_the_first_edit_compiles_no_values() -> None:
    said = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]", said
