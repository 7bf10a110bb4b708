"""A part of the window is never shown before it has a parent: it would be a window of its own for a moment."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from desktop.views.game.game_sheet import GameSheet
from desktop.views.window.pages import PAGES
from desktop.views.window.panels import PANELS
from tests.desktop.views.conftest import MakeView, MakeWindow


class Windows(QObject):
    """Notes each widget that is shown as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Looks at each event of the program."""
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(type(watched).__name__)
        return False


def test_only_the_window_is_shown_as_one(qapp: QApplication, make_window: MakeWindow) -> None:
    windows = Windows()
    qapp.installEventFilter(windows)
    try:
        window = make_window()
        for panel in PANELS:
            window.body.side.show_panel(panel.key)
        for page in PAGES:
            window.show_mode(page)
    finally:
        qapp.removeEventFilter(windows)
    assert windows.shown == ["MainWindow"]


def test_the_sheet_of_a_game_with_names_is_not_shown_as_a_window(qapp: QApplication, make_view: MakeView) -> None:
    services = make_view(GameSheet).services
    services.game.set_headers({"White": "Ann", "Black": "Bob"})
    windows = Windows()
    qapp.installEventFilter(windows)
    try:
        make_view(GameSheet, services=services)
    finally:
        qapp.removeEventFilter(windows)
    assert windows.shown == ["GameSheet"]
