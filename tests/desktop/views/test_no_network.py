"""An hour of ordinary use opens no socket but local ones: open, play, analyse, review, import, search, close."""

import socket
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.views.window.pages import PAGES
from desktop.views.window.panels import PANELS
from engine.play.world.downloads import DownloadFilter
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.window_doubles import ScriptedChooser
from tests.engine.night.test_runner import games_in

_SEEN: list[tuple[str, object]] = []
_WATCHING = [False]


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    """Python calls it for every socket, connection and look-up of a name, whichever library makes it."""
    if _WATCHING[0] and event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        local = event == "socket.connect" and getattr(arguments[0], "family", None) == socket.AF_UNIX
        if not local:
            _SEEN.append((event, arguments[1:]))


sys.addaudithook(_hook)  # cannot be removed: it does nothing while nobody watches


@pytest.fixture
def sockets() -> list[tuple[str, object]]:
    """What is opened while the test runs."""
    _SEEN.clear()
    return _SEEN


def test_the_guard_sees_a_connection(sockets: list[tuple[str, object]]) -> None:
    _WATCHING[0] = True
    try:
        with pytest.raises(OSError), socket.create_connection(("127.0.0.1", 9), timeout=0.2):
            pass
    finally:
        _WATCHING[0] = False
    assert {event for event, _ in sockets} == {"socket.getaddrinfo", "socket.connect"}


def test_an_ordinary_hour_opens_no_socket_but_local_ones(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, sockets: list[tuple[str, object]]
) -> None:
    from PySide6.QtNetwork import QAbstractSocket, QTcpSocket  # Qt opens its own, without Python

    _WATCHING[0] = True
    try:
        window = make_window(ScriptedChooser())
        services = window.services
        window.start_game()
        services.match.new_game(NewGame())
        services.match.user_move("e2e4")
        qtbot.waitUntil(lambda: len(services.game.state.game.main_line()) == 2, timeout=30_000)
        services.match.resign()
        services.analysis.set_running(True)
        qtbot.wait(100)
        services.analysis.set_running(False)
        services.review.start()
        services.collection.select(tmp_path / "games.ratsugames")
        window.open_files([games_in(tmp_path)])
        services.collection.import_files([games_in(tmp_path)])
        qtbot.waitUntil(lambda: not services.collection.state.importing, timeout=30_000)
        for mode in PAGES:
            window.show_mode(mode)
        for panel in PANELS:
            window.show_mode(panel.modes[0])
            window.body.side.show_panel(panel.key)
        services.world.fetch("lichess", DownloadFilter("virtanen"))
        services.online.open_puzzle()
        qtbot.wait(100)
        window.close()
    finally:
        _WATCHING[0] = False
    assert sockets == []
    found = list(window.findChildren(QTcpSocket))
    assert not any(one.state() != QAbstractSocket.SocketState.UnconnectedState for one in found)
