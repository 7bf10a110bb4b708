"""Views, or a whole window, over the real services and a scripted engine."""

from collections.abc import Callable, Iterator, Mapping
from inspect import signature
from types import MappingProxyType
from typing import Generic, Protocol, TypeVar

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from books.choice.library import Library
from desktop.model.settings import Value
from desktop.services.all_services import Services
from desktop.services.kit.garbage import GarbageCollector
from desktop.views.board.board_geometry import BoardGeometry
from desktop.views.board.board_view import BoardView
from desktop.views.board.position_scene import square_number
from desktop.views.kit.theme import theme
from desktop.views.main_window import MainWindow
from desktop.views.window.action_table import make_actions
from engine.ground.values import dataclass
from tests.desktop.window_doubles import ScriptedChooser, close_services, make_services

MakeWindow = Callable[..., MainWindow]
V = TypeVar("V", bound=QWidget)


@pytest.fixture(autouse=True)
def slow_hand(qapp: QApplication) -> Iterator[None]:
    """Two clicks of a test are never meant as a double click; `test_double_clicks.py` looks at those that are."""
    before = qapp.doubleClickInterval()
    qapp.setDoubleClickInterval(0)
    yield
    qapp.setDoubleClickInterval(before)


class Compose(Protocol):
    """Makes services, with settings by their keys. `chooser` plays for the engine, `library` is the book."""

    def __call__(
        self, chooser: ScriptedChooser | None = None, library: Library | None = None, **settings: Value
    ) -> Services:
        """They are closed after the test."""


@dataclass(frozen=True)
class Shown(Generic[V]):
    """A view that is shown alone, and the services."""

    view: V
    services: Services


class MakeView(Protocol):
    """Shows one panel, page or dialog, made with the services that it names. A whole window costs ten times as much."""

    def __call__(
        self,
        view: Callable[..., V],
        chooser: ScriptedChooser | None = None,
        width: int = 640,
        height: int = 640,
        library: Library | None = None,
        services: Services | None = None,
        rest: Mapping[str, object] = MappingProxyType({}),
        **settings: Value,
    ) -> Shown[V]:
        """A dialog is as large as it wants to be. `services`: those of another view. `rest`: what it takes beside services and
        actions."""


@pytest.fixture
def compose(qapp: QApplication) -> Iterator[Compose]:
    """Makes the services and joins them."""
    made: list[Services] = []
    garbage = GarbageCollector()
    garbage.start()

    def make(chooser: ScriptedChooser | None = None, library: Library | None = None, **settings: Value) -> Services:
        services = make_services(chooser, library, settings)
        theme().set_text_size(services.settings.settings.number("text_size"))  # as the start does, before any widget
        made.append(services)
        return services

    yield make
    for services in made:
        close_services(services)
    theme().set_text_size(100)
    garbage.stop()


@pytest.fixture
def make_view(qtbot: QtBot, compose: Compose) -> Iterator[MakeView]:
    """Shows one view."""
    views: list[QWidget] = []
    holder = QObject()  # of actions

    def make(
        view: Callable[..., V],
        chooser: ScriptedChooser | None = None,
        width: int = 640,
        height: int = 640,
        library: Library | None = None,
        services: Services | None = None,
        rest: Mapping[str, object] = MappingProxyType({}),
        **settings: Value,
    ) -> Shown[V]:
        services = services or compose(chooser, library, **settings)
        join = getattr(view, "join", None)  # of a view that is made before most services
        asked = (one for called in (view, join) if called is not None for one in signature(called).parameters)
        actions = make_actions(holder) if "actions" in asked else {}
        made = services.make(view, actions=actions, **rest)
        if join is not None:
            services.make(made.join, actions=actions)  # type: ignore[attr-defined]
        views.append(made)
        if not made.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose):  # qtbot cannot close what has deleted itself
            qtbot.addWidget(made)
        if not isinstance(made, QDialog):
            made.resize(width, height)
        made.show()
        qtbot.waitExposed(made)
        return Shown(made, services)

    yield make
    for view in filter(isValid, views):
        view.close()


@pytest.fixture
def make_window(qtbot: QtBot, compose: Compose) -> MakeWindow:
    """Makes a shown window; `chooser` plays for the engine, `library` is the book."""

    def make(
        chooser: ScriptedChooser | None = None,
        width: int = 1024,
        height: int = 700,
        library: Library | None = None,
        language: str = "en",
        text_size: int = 100,
    ) -> MainWindow:
        window = MainWindow(compose(chooser, library, language=language, text_size=text_size))
        qtbot.addWidget(window)
        window.resize(width, height)
        window.show()
        qtbot.waitExposed(window)
        return window

    return make


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
