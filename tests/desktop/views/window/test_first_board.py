"""The board that is painted before the window is filled is the window's board, to the pixel."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.model.settings import Value
from desktop.views.kit.theme import theme
from desktop.views.main_window import MainWindow
from desktop.views.window.first_board import FirstBoard
from desktop.views.window.window_shell import WindowShell
from tests.desktop.window_doubles import ScriptedChooser, close_services, make_services


def picture(shell: WindowShell, where: QRect) -> QImage:
    return shell.grab(where).toImage()


def place_of(widget: QWidget, shell: WindowShell) -> QRect:
    return QRect(widget.mapTo(shell, QPoint(0, 0)), widget.size())


SIZES = (QSize(1280, 840), QSize(1000, 700), QSize(800, 1100), QSize(1900, 1000))
CHOSEN: tuple[dict[str, Value], ...] = (
    {},
    {"side": "black"},
    {"board_zoom": 70, "coordinates": "inside", "piece_set": "modern", "board_theme": "print"},
    {"coordinates": "off", "window_state": '{"side_width": 500}'},
    {"side": "black", "flip_for_black": False},
)
ALL = [(size, chosen) for chosen in CHOSEN for size in SIZES]
EACH_ONCE = [*zip(SIZES, CHOSEN, strict=False), (SIZES[0], CHOSEN[4])]


@pytest.mark.parametrize(
    ("size", "chosen"), [pytest.param(*one, marks=() if one in EACH_ONCE else pytest.mark.long) for one in ALL]
)
def test_the_first_board_is_where_the_windows_board_will_be(
    qtbot: QtBot, size: QSize, chosen: dict[str, Value]
) -> None:
    theme()
    engine = ScriptedChooser(hold=True)  # does not move where it is White
    services = make_services(engine)
    for key, value in chosen.items():
        services.settings.set(key, value)
    shell = WindowShell("")
    qtbot.addWidget(shell)
    shell.resize(size)
    shell.show_first(FirstBoard(services.settings.settings, game=True))
    shell.show()
    QCoreApplication.processEvents()
    before = picture(shell, shell.rect())
    window = MainWindow(services)
    window.start_game()
    shell.fill(window)
    QCoreApplication.processEvents()
    place = place_of(window.body.panel.board, shell)
    assert place.width() > 200
    assert picture(shell, place) == before.copy(place)
    engine.release()
    close_services(services)
