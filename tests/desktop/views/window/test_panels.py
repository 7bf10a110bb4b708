"""The panels of the side: tabs by mode, pinned, in windows of their own, hidden, remembered; the notation keeps its room."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.views.game.game_sheet import LEAST_HEIGHT
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from desktop.views.window.panels import PANELS
from desktop.views.window.side_panel import PanelWindow
from tests.desktop.views.conftest import MakeWindow


def tabs(window: MainWindow) -> list[str]:
    bar = window.body.side.stack.bar
    return [bar.tabData(index) for index in range(bar.count())]


def test_each_mode_has_its_tabs_and_remembers_the_one_in_front(make_window: MakeWindow) -> None:
    window = make_window()
    side = window.body.side
    assert tabs(window) == ["game", "correspondence"]
    window.show_mode(Mode.BOOK)
    assert side.stack.current == "book" and "explorer" in tabs(window)
    side.stack.bar.setCurrentIndex(tabs(window).index("explorer"))
    window.show_mode(Mode.PLAY)
    window.show_mode(Mode.BOOK)
    assert side.stack.current == "explorer"


def test_the_tab_of_the_only_panel_is_seen_in_a_new_window(make_window: MakeWindow) -> None:
    bar = make_window().body.side.stack.bar
    assert bar.height() >= bar.sizeHint().height()


def test_a_panel_is_shown_and_hidden_by_its_action(make_window: MakeWindow) -> None:
    window = make_window()
    action = window.actions_by_key["panel_book"]
    action.trigger()
    assert window.body.side.in_front("book") and action.isChecked()
    action.trigger()
    assert not window.body.side.is_shown("book") and not action.isChecked()


def test_a_pinned_panel_stays_in_every_mode(make_window: MakeWindow) -> None:
    window = make_window()
    side = window.body.side
    side.pin_panel("explorer", True)
    for mode in (Mode.BOOK, Mode.PLAY, Mode.TRAIN):
        window.show_mode(mode)
        panel = side.panel("explorer")
        assert panel is not None and panel.isVisible() and "explorer" not in tabs(window)
    side.pin_panel("explorer", False)
    assert side.pinned.isHidden()


def test_a_panel_in_a_window_comes_back_when_that_is_closed(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    side = window.body.side
    window.show_mode(Mode.BOOK)
    side.detach_panel("book")
    apart = side.findChild(PanelWindow)
    assert isinstance(apart, PanelWindow) and apart.isVisible() and "book" not in tabs(window)
    panel = side.panel("book")
    assert panel is not None and panel.window() is apart
    apart.close()
    assert side.stack.current == "book" and panel.window() is window


@pytest.mark.parametrize("size", [(1024, 700), (3840, 2160)], ids=str)
def test_no_panel_squeezes_the_notation_or_the_board(make_window: MakeWindow, size: tuple[int, int]) -> None:
    window = make_window()
    window.resize(*size)
    for panel in PANELS:
        window.show_mode(panel.modes[0])
        window.body.side.show_panel(panel.key)
        QApplication.processEvents()
        side = window.body.side
        assert side.notation.height() >= LEAST_HEIGHT - 8 and side.notation.width() >= 360, panel.key
        assert window.body.panel.board.width() >= 0.5 * min(window.body.height(), window.width() - 480), panel.key
        shown = side.panel(panel.key)
        assert shown is not None and shown.isVisible() and shown.width() >= 340, panel.key


def test_the_side_is_made_wider_by_dragging_and_the_width_is_kept(make_window: MakeWindow) -> None:
    window = make_window(width=1400)
    body = window.body
    before = body.side.width()
    handle = body.side_handle
    middle = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle)
    handle.dragged.emit(handle.x() - 100)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle + QPoint(-100, 0))
    assert body.side.width() > before + 80
    again = MainWindow(window.services)
    again.resize(1400, 700)
    again.show()
    assert again.body.side.width() == body.side.width()
    again.close()
    again.deleteLater()
    QTest.mouseDClick(handle, Qt.MouseButton.LeftButton)
    assert body.side.width() == before


def test_what_was_done_with_the_panels_is_there_at_the_next_start(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    side = window.body.side
    window.show_mode(Mode.BOOK)
    side.show_panel("learned")
    side.pin_panel("explorer", True)
    side.hide_panel("book_report")
    again = MainWindow(window.services)
    qtbot.addWidget(again)
    again.show_mode(Mode.BOOK)
    assert tabs(again) == ["book", "chapters", "learned"] and again.body.side.stack.current == "learned"
    assert again.body.side.pinned.current == "explorer"


def test_a_tab_dragged_out_becomes_a_window_whose_place_is_kept(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.show_mode(Mode.BOOK)
    side, bar = window.body.side, window.body.side.stack.bar
    tab, left = bar.tabRect(0).center(), Qt.MouseButton.LeftButton
    QTest.mousePress(bar, left, Qt.KeyboardModifier.NoModifier, tab)
    for point in (tab + QPoint(0, 20), tab + QPoint(0, 200), tab + QPoint(0, 220)):
        place, on_screen = QPointF(point), QPointF(bar.mapToGlobal(point))
        none = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(bar, QMouseEvent(QEvent.Type.MouseMove, place, on_screen, left, left, none))
        assert list(side.layout_now.detached) == (["book"] if point.y() > 100 else []), "one drag, one panel"
    torn = next(one for one in side.findChildren(PanelWindow) if one.key == "book")
    torn.move(140, 90)
    qtbot.waitUntil(lambda: side.layout_now.detached["book"] == torn.place)
    again = MainWindow(window.services)
    qtbot.addWidget(again)
    kept = next(one for one in again.body.side.findChildren(PanelWindow) if one.key == "book")
    assert kept.pos() == torn.pos()


def test_analysis_goes_on_beside_a_page_in_a_window_of_its_own(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    analysis = window.services.analysis
    analysis._unseen.setInterval(0)
    window.show_mode(Mode.ANALYSE)
    qtbot.waitUntil(lambda: analysis.state.running)
    window.body.side.detach_panel("analysis")
    window.show_mode(Mode.GAMES)
    qtbot.wait(100)
    assert analysis.state.running
    window.show_mode(Mode.ANALYSE)
    window.findChildren(PanelWindow)[0].close()
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: not analysis.state.running)
    window.show_mode(Mode.ANALYSE)
    qtbot.waitUntil(lambda: analysis.state.running)
