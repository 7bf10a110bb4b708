"""Ratsu as an engine of lichess in the window: off at first, then it serves a stand-in for lichess until it is stopped."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from desktop.views.engines.engine_serving_dialog import EngineServingDialog
from engine.rules.fen import START_FEN
from tests.desktop.views.conftest import MakeWindow
from tests.engine.play.world.replaying_server import Server


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(0)
    work = {
        "sessionId": "s",
        "threads": 1,
        "hash": 16,
        "multiPv": 1,
        "variant": "chess",
        "initialFen": START_FEN,
        "depth": 2,
    }
    made.answers = {
        "/api/external-engine": [],
        "/api/external-engine/work": {"id": "w1", "work": {**work, "moves": []}},
        "/api/external-engine/work/w1": {},
    }
    yield made
    made.close()


def test_it_serves_until_it_is_stopped(make_window: MakeWindow, qtbot: QtBot, server: Server) -> None:
    window = make_window()
    serving = window.services.serving
    serving._needs = (server.base,)
    window.actions_by_key["engine_serving"].trigger()
    dialog = window.findChildren(EngineServingDialog)[-1]
    dialog.token.setText("lip_token")
    dialog.start.click()
    assert (
        dialog.status.text() == "engine.lichess.ovh is off: nothing was sent. Turn it on in the settings."
        and not server.asked
    )
    window.services.settings.set("net_engine", True)
    dialog.start.click()
    assert dialog.stop.isEnabled() and not dialog.start.isEnabled()
    qtbot.waitUntil(lambda: len(serving.state.rows) > 1, timeout=30_000)
    assert dialog.status.text().startswith("Ratsu waits for positions. Analyses so far: ")
    dialog.stop.click()
    qtbot.waitUntil(lambda: not serving.state.running, timeout=30_000)
    assert dialog.status.text() == "It is off."
    dialog.start.click()
    window.services.settings.set("net_engine", False)
    qtbot.waitUntil(lambda: not serving.state.running, timeout=30_000)
    assert set(server.tokens) == {"Bearer lip_token", None}
