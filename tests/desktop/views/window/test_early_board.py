"""Moves can be made and read while the rest of the window is not there yet, and the window takes board and sheet over."""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenuBar
from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.model.errors import Message, Severity
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.main_window import MainWindow
from desktop.views.setup.game_defaults import game_of
from desktop.views.window.early_board import EarlyBoard
from desktop.views.window.window_shell import WindowShell
from engine.ground.text import Text
from tests.desktop.window_doubles import NOWHERE, ScriptedChooser, ScriptedSources

E2, E4 = 12, 28


@pytest.fixture
def start(qtbot: QtBot) -> Iterator[SimpleNamespace]:
    """A start that has come to the early board; `fill` makes the rest."""
    store = SettingsStore(None, writable=False)
    store.set("animation_ms", 0)
    engine = ScriptedChooser(hold=True)
    composition = Composition(NOWHERE, ScriptedSources(engine), reply_ms=0, settings=store, at_once=False)
    shell = WindowShell("")
    qtbot.addWidget(shell)
    shell.resize(QSize(1280, 840))
    games = composition.board.game
    composition.board.match.new_game(game_of(store.settings), wait=True)
    body = EarlyBoard(composition.board.make, store.settings)
    shell.menuBar().addAction(" ")
    shell.show()
    shell.show_board(body, body.panel.board)
    QCoreApplication.processEvents()
    board = body.panel.board

    def place(square: int) -> QPoint:
        return board.mapTo(shell, board.geometry_now.centre(square).toPoint())

    def fill() -> MainWindow:
        composition.complete()
        window = MainWindow(composition.services, body)
        for message in composition.unheard():
            window.tell(message)
        window.start_game(begun=True)
        shell.fill(window)
        qtbot.waitUntil(partial(getattr, shell, "ready"))
        return window

    def click(at: QPoint) -> None:
        QTest.mouseClick(shell.windowHandle(), Qt.MouseButton.LeftButton, pos=at)

    yield SimpleNamespace(
        shell=shell,
        panel=body.panel,
        sheet=body.sheet,
        match=composition.board.match,
        games=games,
        place=place,
        fill=fill,
        click=click,
    )
    engine.release()
    composition.close()


def line(start: SimpleNamespace) -> list[str]:
    return [move.san for move in start.games.state.game.main_line()]


def picture(start: SimpleNamespace) -> tuple[QRect, QImage]:
    board = start.panel.board
    place = QRect(board.mapTo(start.shell, QPoint(0, 0)), board.size())
    return place, start.shell.grab(place).toImage()


def test_two_clicks_are_a_move_at_once(start: SimpleNamespace) -> None:
    start.click(start.place(E2))
    start.click(start.place(E4))
    assert line(start) == ["e4"]
    assert "e4" in start.sheet.notation.toPlainText()
    assert start.sheet.isVisible() and not start.sheet.geometry().intersects(start.panel.geometry())
    window = start.fill()
    assert line(start) == ["e4"]
    assert window.body.panel is start.panel
    assert window.body.side.sheet is start.sheet
    assert "e4" in window.body.side.notation.toPlainText()


def test_the_sheet_of_moves_keeps_its_upper_edge_and_its_width(start: SimpleNamespace) -> None:
    def place() -> tuple[QPoint, int]:
        return start.sheet.mapTo(start.shell, QPoint(0, 0)), start.sheet.width()

    before = place()
    start.fill()
    assert place() == before


def test_a_dragged_piece_is_moved_at_once_and_holds_the_window_back(start: SimpleNamespace) -> None:
    handle, button = start.shell.windowHandle(), Qt.MouseButton.LeftButton
    QTest.mousePress(handle, button, pos=start.place(E2))
    assert start.shell.held
    QTest.mouseMove(handle, start.place(20))
    QTest.mouseMove(handle, start.place(E4))
    QTest.mouseRelease(handle, button, pos=start.place(E4))
    assert line(start) == ["e4"]
    assert not start.shell.held


def test_what_was_typed_or_clicked_elsewhere_keeps_later_clicks_waiting(start: SimpleNamespace) -> None:
    start.click(QPoint(start.shell.width() - 5, start.shell.height() - 5))
    start.click(start.place(E2))
    start.click(start.place(E4))
    assert line(start) == []
    start.fill()
    assert line(start) == ["e4"]


def test_the_window_takes_the_board_over_where_it_is(start: SimpleNamespace) -> None:
    place, before = picture(start)
    window = start.fill()
    QCoreApplication.processEvents()
    assert picture(start) == (place, before)
    assert start.shell.focusWidget() is window.body.panel.board
    start.click(start.place(E2))
    start.click(start.place(E4))
    assert line(start) == ["e4"]


def test_a_problem_reported_before_the_window_is_there_is_shown_in_it(start: SimpleNamespace) -> None:
    problem = Message(Severity.WARNING, Text("The book cannot be read."))
    start.match.message.emit(problem)
    window = start.fill()
    start.match.message.emit(problem)
    assert [text for _, text in window.body.messages.past] == ["The book cannot be read."] * 2


def test_the_tour_points_at_the_menus_and_moves_nothing(start: SimpleNamespace) -> None:
    window = start.fill()
    before = picture(start)[0]
    window.actions_by_key["tour"].trigger()
    QCoreApplication.processEvents()
    assert picture(start)[0] == before
    assert len(start.shell.findChildren(QMenuBar)) == 1


def test_the_begun_game_is_the_one_that_makes_way_for_an_analysis(start: SimpleNamespace) -> None:
    window = start.fill()
    assert start.games.state.match is not None
    window.actions_by_key["analysis"].trigger()
    assert start.games.state.match is None
