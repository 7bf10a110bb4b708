"""A seeded monkey at the window: clicks, keys, drags, resizes, dialogs, pasted text. Nothing may break (reliability P18)."""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from desktop.views.window.panels import KEYS as KEYS_OF_PANELS
from engine.game.time_control import TimeControl
from tests.desktop.sheet_text import shows_its_game
from tests.desktop.views.conftest import MakeWindow, Mouse

EVENTS = int(os.environ.get("RATSU_MONKEY_EVENTS", "250"))  # of each seed
SEEDS = tuple(range(*map(int, os.environ.get("RATSU_MONKEY_SEEDS", "1-2").split("-"))))  # from, and up to before
LONG_EVENTS, LONG_SEEDS = 1_250, tuple(range(101, 141))
TEXTS = (
    "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    "not a position <img src=x>",
    "1. e4 e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 *",
    "1. e4 Nf3 ) e5 *",
    "",
)
KEYS = (
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Return,
    Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Space, Qt.Key.Key_Backspace, Qt.Key.Key_F, Qt.Key.Key_A, Qt.Key.Key_E,
    Qt.Key.Key_4, Qt.Key.Key_F9,
)  # fmt: skip
# These would leave the test: files of the machine, the window itself.
LONGEST_STEP = 2.0  # seconds; longer than any step that waits for nobody
LEFT_OUT = {"open", "save", "save_as", "quit", "full_screen"}


class Monkey:
    """One seeded run; `history` tells what it did."""

    def __init__(self, seed: int, window: MainWindow, mouse: Mouse, folder: Path) -> None:
        """`folder`: for files to be dropped."""
        self._folder = folder
        self._random = random.Random(seed)
        self._window = window
        self._mouse = mouse
        self.history: list[str] = []
        self._began = time.monotonic()

    def step(self) -> None:
        """Does one thing."""
        self._began = time.monotonic()
        action, weight = zip(*self._actions(), strict=True)
        chosen = self._random.choices(action, weight)[0]
        self.history.append(chosen.__name__)
        chosen()
        QApplication.processEvents()
        self._answer_dialogs()

    def free(self) -> None:
        """Closes what waits in a loop of its own: a menu, or a message of Qt's own file dialog, within one step."""
        close_popup()
        asked = QApplication.activeModalWidget()
        if isinstance(asked, QDialog) and time.monotonic() - self._began > LONGEST_STEP:
            asked.reject()

    def _actions(self) -> list[tuple[Callable[[], None], int]]:
        return [
            (self.drag, 30), (self.click_board, 20), (self.draw, 5), (self.key, 15), (self.button, 10), (self.action, 10),
            (self.mode, 3), (self.resize, 3), (self.paste, 3), (self.new_game, 2), (self.legal_move, 20), (self.wheel, 5),
            (self.panel, 4), (self.drop, 2),
        ]  # fmt: skip

    def _square(self) -> str:
        return self._random.choice("abcdefgh") + self._random.choice("12345678")

    def drag(self) -> None:
        self._mouse.drag(self._square(), self._square())

    def click_board(self) -> None:
        self._mouse.click(self._square())

    def draw(self) -> None:
        self._mouse.draw(self._square(), self._square())

    def legal_move(self) -> None:
        state = self._window.services.game.state
        if state.user_may_move and state.legal_moves:
            move = self._random.choice(state.legal_moves)
            self._mouse.drag(move[:2], move[2:4])

    def key(self) -> None:
        target = QApplication.focusWidget() or self._window
        QTest.keyClick(target, self._random.choice(KEYS))

    def button(self) -> None:
        buttons = [b for b in self._window.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()]
        buttons = [b for b in buttons if not {a.objectName() for a in b.actions()} & LEFT_OUT and b.text() != "Open"]
        if buttons:
            self._random.choice(buttons).click()

    def action(self) -> None:
        actions = [a for key, a in sorted(self._window.actions_by_key.items()) if key not in LEFT_OUT and a.isEnabled()]
        self._random.choice(actions).trigger()

    def mode(self) -> None:
        self._window.show_mode(self._random.choice(list(Mode)))

    def resize(self) -> None:
        self._window.resize(self._random.randrange(500, 1900), self._random.randrange(400, 1200))

    def paste(self) -> None:
        QGuiApplication.clipboard().setText(self._random.choice(TEXTS))
        self._window.actions_by_key["paste"].trigger()

    def drop(self) -> None:
        """Drops a text, or a file of which nobody knows what it is, on the window."""
        data, text = QMimeData(), self._random.choice(TEXTS)
        if self._random.random() < 0.5:
            data.setText(text)
        else:
            path = self._folder / self._random.choice(
                ("games.pgn", "an empty one.pgn", "Шахматы 'x'.txt", "missing.pgn")
            )
            if path.name != "missing.pgn":
                path.write_text("" if "empty" in path.name else text, "utf-8")
            data.setUrls([QUrl.fromLocalFile(str(path))])
        place, left = QPointF(200, 200), Qt.MouseButton.LeftButton
        action, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(self._window, QDragEnterEvent(place.toPoint(), action, data, left, none))
        QApplication.sendEvent(self._window, QDropEvent(place, action, data, left, none))

    def new_game(self) -> None:
        self._window.services.match.new_game(NewGame(control=TimeControl(self._random.choice((1_000, 300_000)), 0)))

    def wheel(self) -> None:
        self._window.body.panel.board.scrolled.emit(self._random.choice((1, -1)))

    def panel(self) -> None:
        """Moves a panel about: a tab, pinned, in a window, hidden."""
        side, key = self._window.body.side, self._random.choice(KEYS_OF_PANELS)
        gestures: tuple[Callable[[], None], ...] = (
            lambda: side.show_panel(key), lambda: side.hide_panel(key), lambda: side.pin_panel(key, True),
            lambda: side.pin_panel(key, False), lambda: side.detach_panel(key),
        )  # fmt: skip
        self._random.choice(gestures)()

    def _answer_dialogs(self) -> None:
        close_popup()
        for dialog in self._window.findChildren(QDialog):
            if not dialog.isVisible():
                continue
            buttons = [b for b in dialog.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()]
            if buttons and self._random.random() < 0.7:
                self._random.choice(buttons).click()
            if dialog.isVisible():
                dialog.reject()


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file dialog that is answered with Return saves in the current folder."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_window_survives_a_monkey_and_always_shows_the_game(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, seed: int
) -> None:
    let_loose(qtbot, make_window(), tmp_path, seed, EVENTS)


@pytest.mark.long
@pytest.mark.parametrize("seed", LONG_SEEDS)
def test_the_window_survives_many_monkeys(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, seed: int) -> None:
    let_loose(qtbot, make_window(), tmp_path, seed, LONG_EVENTS)


def let_loose(qtbot: QtBot, window: MainWindow, folder: Path, seed: int, events: int) -> None:
    window.start_game()
    monkey = Monkey(seed, window, Mouse(qtbot, window.body.panel.board), folder)
    closing = QTimer()  # a button with a menu waits in a loop of its own until the menu is closed
    closing.timeout.connect(monkey.free)
    closing.start(10)
    try:
        for number in range(events):
            monkey.step()
            shows_its_game(window, monkey.history)
            if number % 50 == 0:
                shows_the_game(window, monkey.history)
        for _ in range(3):
            QTest.qWait(50)
    finally:  # else every later test is blamed for this timer
        closing.stop()
    shows_its_game(window, monkey.history)
    shows_the_game(window, monkey.history)


def close_popup() -> None:
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()


def shows_the_game(window: MainWindow, history: list[str]) -> None:
    state = window.services.game.state
    board, body = window.body.panel.board, window.body
    assert dict(board.scene.pieces) == state.position.pieces, history[-10:]
    assert state.current == 0 or body.side.notation.place_of(state.current) is not None, history[-10:]
    if body.controls.isVisible():  # a page that takes the whole body, such as the games, hides them
        assert body.rect().contains(body.controls.geometry()) and _inside(body.panel, board), history[-10:]
    assert sum(notice.isVisible() for notice in body.messages.notices) <= 1


def _inside(outer: QWidget, inner: QWidget) -> bool:
    return outer.rect().contains(QPoint(inner.geometry().center()))
