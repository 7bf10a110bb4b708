"""The text size: everything in the window follows at once, and no word is cut where text is large."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenuBar, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.services.all_services import Services
from desktop.views.kit import geometry
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.theme import BODY, LARGE, SMALL, TITLE, font, scaled, theme
from desktop.views.main_window import MainWindow
from desktop.views.rebuild import rebuild
from desktop.views.window.mode_bar import Mode
from desktop.views.window.settings_dialog import SettingsDialog
from desktop.views.window.window_shell import WindowShell
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.test_looks import look_at_dialogs, look_at_panels, ugly
from tests.desktop.window_doubles import close_services, make_services

# Text sizes with the screens that they must fit, and what a desktop leaves of such a screen to a window.
LARGE_TEXT = ((150, QSize(1366, 768)), (200, QSize(1920, 1080)))
_EDGES = QSize(16, 48)


@pytest.fixture
def services(qapp: QApplication) -> Iterator[Services]:
    made = make_services()
    yield made
    theme().set_text_size(100)
    close_services(made)


def sizes(root: QWidget) -> set[int]:
    """The pixel sizes of all texts in labels, buttons and menus."""
    kinds = (*root.findChildren(QLabel), *root.findChildren(QPushButton), *root.findChildren(QMenuBar))
    return {widget.fontInfo().pixelSize() for widget in kinds if widget.isVisibleTo(root)}


def test_text_grows_at_once_and_everything_stays_as_it_was(qtbot: QtBot, services: Services) -> None:
    shell = WindowShell("")
    qtbot.addWidget(shell)
    old = MainWindow(services)
    shell.fill(old)
    shell.resize(1366, 720)
    shell.show()
    qtbot.waitExposed(shell)
    services.game.play_move("e2e4")
    old.show_mode(Mode.BOOK)
    before = old.body.panel.board.width()
    with qtbot.waitSignal(theme().resized):
        for _ in range(3):
            old.actions_by_key["text_larger"].trigger()
    assert services.settings.settings.number("text_size") == 150
    services.openings._set(replace(services.openings.state, due=3))
    window = rebuild(shell, old)
    assert window.body.mode_bar.badge.text() == "3" and not window.body.mode_bar.badge.isHidden(), "counted before"
    QApplication.processEvents()
    assert sizes(window) <= {scaled(step) for step in (SMALL, BODY, LARGE, TITLE)} and scaled(BODY) == 21
    assert window.body.side.notation.currentCharFormat().font().pixelSize() in (-1, 21)
    assert window.modes.mode is Mode.BOOK and window.body.panel.board.width() < before
    assert window.body.mode_bar.width() == geometry.mode_bar() == 108
    window.actions_by_key["text_normal"].trigger()
    assert theme().text_size == 100
    small = rebuild(shell, window)
    QApplication.processEvents()
    assert small.body.panel.board.width() == before


def test_the_keys_step_through_the_sizes(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)

    QTest.keyClick(window.body.panel.board, Qt.Key.Key_Plus, Qt.KeyboardModifier.AltModifier)
    assert theme().text_size == 115 and font().pixelSize() == 16
    for _ in range(2):
        QTest.keyClick(window.body.panel.board, Qt.Key.Key_Minus, Qt.KeyboardModifier.AltModifier)
    assert theme().text_size == 90 and not window.actions_by_key["text_smaller"].isEnabled()
    QTest.keyClick(window.body.panel.board, Qt.Key.Key_0, Qt.KeyboardModifier.AltModifier)
    assert theme().text_size == 100 and window.actions_by_key["text_smaller"].isEnabled()


def test_the_settings_stay_open_where_the_size_is_chosen(qtbot: QtBot, services: Services) -> None:
    shell = WindowShell("")
    qtbot.addWidget(shell)
    old = MainWindow(services)
    shell.fill(old)
    shell.show()
    old.actions_by_key["settings"].trigger()
    dialog = old.findChild(SettingsDialog)
    assert isinstance(dialog, SettingsDialog)
    field = dialog.findChild(QWidget, "text_size")
    assert field is not None
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert theme().text_size == 115
    window = rebuild(shell, old)
    again = window.findChild(SettingsDialog)
    assert isinstance(again, SettingsDialog) and again.isVisible()
    assert again.focusWidget() is again.findChild(QWidget, "text_size")
    assert sizes(again) <= {scaled(step) for step in (SMALL, BODY, LARGE)}


LONG_LOOKS = ((0, "en"), (1, "en"), (1, "fi"))


class _Screen:
    """A screen of a size; that of the tests is smaller than any that large text is for."""

    def __init__(self, size: QSize) -> None:
        self._size = size

    def availableGeometry(self) -> QRect:  # noqa: N802 - as in Qt
        return QRect(0, 0, self._size.width(), self._size.height())


@pytest.mark.parametrize(
    ("percent", "screen", "language"),
    [
        (*LARGE_TEXT[0], "fi"),
        *(pytest.param(*LARGE_TEXT[at], language, marks=pytest.mark.long) for at, language in LONG_LOOKS),
    ],
)
def test_nothing_is_cut_where_text_is_large(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch, percent: int, screen: QSize, language: str
) -> None:
    monkeypatch.setattr(Dialog, "screen", lambda _: _Screen(screen))
    room = screen - _EDGES
    window = make_window(language=language, width=room.width(), height=room.height(), text_size=percent)
    window.services.game.play_move("e2e4")
    assert window.size() == room and ugly(window) == []
    look_at_panels(window)
    look_at_dialogs(window)


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_board_and_side_share_any_window(make_window: MakeWindow, percent: int) -> None:
    """A small screen holds the window whatever the text size, with a board that can be played on."""
    window = make_window(width=760, height=480, text_size=percent)
    for width, height in ((760, 480), (960, 540), (1024, 768), (1366, 768), (760, 1040)):
        window.resize(width, height)
        QApplication.processEvents()
        body = window.body
        assert window.height() == height and window.width() == max(width, geometry.least_width())
        assert min(body.panel.board.width(), body.panel.board.height()) >= geometry.LEAST_BOARD * 0.8, (width, height)
        assert body.side.width() >= geometry.NARROW_SIDE and body.rect().contains(body.side.geometry()), (width, height)
        assert not body.panel.geometry().intersects(body.side.geometry()), (width, height)


@pytest.mark.parametrize("language", ["en", "fi"])
def test_panels_are_whole_beside_a_board_that_keeps_half(make_window: MakeWindow, language: str) -> None:
    window = make_window(language=language, width=1280, height=840, text_size=200)
    window.services.game.play_move("e2e4")
    assert window.body.side.width() == scaled(geometry.NARROW_SIDE) and ugly(window.body.controls) == []
    assert window.body.controls.geometry().right() <= window.body.side.geometry().right()
    look_at_panels(window)


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_board_keeps_half_of_the_window(make_window: MakeWindow, percent: int) -> None:
    """As far as the height allows; 608 of 1280 pixels at 200 %, where it was 280."""
    window = make_window(width=1280, height=840, text_size=percent)
    for width, height in ((1280, 840), (1366, 720), (1024, 768), (960, 540), (1904, 1032), (760, 1040)):
        window.resize(width, height)
        QApplication.processEvents()
        room, board = geometry.room_in(window.body.size()), window.body.panel.board.width()
        high = room.height() - geometry.overhead()
        if geometry.is_upright(room):
            high -= geometry.least_below(room) + geometry.controls() + 2 * geometry.GAP
        half = window.width() / 2 if percent <= 150 else room.width() / 2
        least = 0.98 * min(half, high)
        assert board >= min(least, geometry.LEAST_BOARD if width < 1024 else least), (width, height)
        if width == 1280:
            assert board >= {100: 640, 150: 632, 200: 560}[percent]
