"""A window over the real services and a scripted engine."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from desktop.services.all_services import Services
from desktop.services.kit.garbage import GarbageCollector
from desktop.views.board.board_geometry import BoardGeometry
from desktop.views.board.board_view import BoardView
from desktop.views.board.position_scene import square_number
from desktop.views.kit.theme import theme
from desktop.views.main_window import MainWindow
from tests.desktop.window_doubles import ScriptedChooser, close_services, make_services

MakeWindow = Callable[..., MainWindow]


@pytest.fixture(autouse=True)
def slow_hand(qapp: QApplication) -> Iterator[None]:
    """Two clicks of a test are never meant as a double click; `test_double_clicks.py` looks at those that are."""
    before = qapp.doubleClickInterval()
    qapp.setDoubleClickInterval(0)
    yield
    qapp.setDoubleClickInterval(before)


@pytest.fixture
def make_window(qtbot: QtBot) -> Iterator[MakeWindow]:
    """Makes a shown window; `chooser` plays for the engine, `library` is the book."""
    made: list[Services] = []
    garbage = GarbageCollector()
    garbage.start()

    def make(
        chooser: ScriptedChooser | None = None,
        width: int = 1024,
        height: int = 700,
        library: Library | None = None,
        language: str = "en",
        text_size: int = 100,
    ) -> MainWindow:
        services = make_services(chooser, library)
        services.settings.set("language", language)
        services.settings.set("text_size", text_size)
        theme().set_text_size(text_size)  # as the start does, before anything is made
        made.append(services)
        window = MainWindow(services)
        qtbot.addWidget(window)
        window.resize(width, height)
        window.show()
        qtbot.waitExposed(window)
        return window

    yield make
    for services in made:
        close_services(services)
    theme().set_text_size(100)
    garbage.stop()


class Mouse:
    """Plays on a board as a hand does."""

    def __init__(self, qtbot: QtBot, board: BoardView) -> None:
        self._qtbot = qtbot
        self._board = board

    def at(self, square: str) -> QPoint:
        """The middle of a square."""
        geometry: BoardGeometry = self._board.geometry_now
        return geometry.centre(square_number(square)).toPoint()

    def click(self, *squares: str) -> None:
        """Clicks squares in turn."""
        for square in squares:
            QTest.mouseClick(self._board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, self.at(square))

    def drag(self, start: str, end: str) -> None:
        """Presses, moves in two steps, lets go."""
        left = Qt.MouseButton.LeftButton
        QTest.mousePress(self._board, left, Qt.KeyboardModifier.NoModifier, self.at(start))
        middle = (self.at(start) + self.at(end)) / 2
        for point in (middle, self.at(end)):
            self._move(point)
        QTest.mouseRelease(self._board, left, Qt.KeyboardModifier.NoModifier, self.at(end))

    def draw(self, start: str, end: str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Drags with the right button."""
        right = Qt.MouseButton.RightButton
        QTest.mousePress(self._board, right, modifier, self.at(start))
        QTest.mouseRelease(self._board, right, modifier, self.at(end))

    def _move(self, point: QPoint) -> None:
        # QTest's mouseMove tells no pressed button, so the event is made by hand.
        from PySide6.QtCore import QEvent, QPointF
        from PySide6.QtGui import QMouseEvent
        from PySide6.QtWidgets import QApplication

        place = QPointF(point)
        glob = QPointF(self._board.mapToGlobal(point))
        left = Qt.MouseButton.LeftButton
        event = QMouseEvent(
            QEvent.Type.MouseMove, place, glob, Qt.MouseButton.NoButton, left, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(self._board, event)
