"""Online services in the window: asked by a click and where they are on, never by a move."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.services.world.online_service import OnlineService
from engine.play.world.services import OnlineSource
from tests.desktop.services.conftest import Make
from tests.engine.play.world.replaying_server import Server
from tests.engine.play.world.test_deadline import SENT, Trickling
from tests.engine.play.world.test_services import EXPLORED, PUZZLE

LONG = 30_000


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(0)
    made.answers = {"/masters": EXPLORED, "/api/puzzle/daily": PUZZLE}
    yield made
    made.close()


def online_of(composition: Composition, server: Server, folder: Path) -> OnlineService:
    online = OnlineService(folder, server.base)
    online.setParent(composition)
    composition.services.settings.changed.connect(online.configure)
    online.configure(composition.services.settings.settings)
    composition.services.make(online.follow)
    composition.services.make(online.window_shown)
    return online


def test_only_a_click_asks_and_only_where_it_is_on(qtbot: QtBot, make: Make, server: Server, tmp_path: Path) -> None:
    made = make()
    services, online = made.services, online_of(made, server, tmp_path / "online")
    online.ask(OnlineSource.MASTERS)
    assert "explorer.lichess.ovh is off: nothing was sent" in str(online.state.problem)
    services.settings.set("net_explorer", True)
    services.game.play_move("e2e4")
    services.game.go_first()
    qtbot.wait(50)
    assert server.asked == []
    online.ask(OnlineSource.MASTERS)
    qtbot.waitUntil(lambda: online.state.found is not None, timeout=LONG)
    assert online.state.found is not None and not online.state.problem and len(server.asked) == 1
    online.ask(OnlineSource.TABLES)
    assert "tablebase.lichess.ovh is off" in str(online.state.problem) and len(server.asked) == 1
    assert online.close()


def test_an_odd_number_in_an_answer_is_one_sentence_and_the_next_click_asks_again(
    qtbot: QtBot, make: Make, server: Server, tmp_path: Path
) -> None:
    server.answers["/api/cloud-eval"] = b'{"depth":1e999,"pvs":[{"moves":"e2e4","cp":1}]}'
    made = make()
    online = online_of(made, server, tmp_path / "online")
    made.services.settings.set("net_cloud", True)
    for clicks in (1, 2):
        online.ask(OnlineSource.CLOUD)
        qtbot.waitUntil(lambda asked=clicks: len(server.asked) == asked and not online.state.asking, timeout=LONG)  # type: ignore[misc]
        assert "sent no answer that can be read" in str(online.state.problem)
    assert online.close()


def test_stop_and_close_end_an_answer_that_trickles_and_the_next_question_is_sent(
    qtbot: QtBot, make: Make, server: Server, tmp_path: Path
) -> None:
    made, slow = make(), Trickling(*SENT["in the headers"])
    online = online_of(made, server, tmp_path / "online")
    online._base = slow.base
    made.services.settings.set("net_explorer", True)
    online.ask(OnlineSource.MASTERS)
    qtbot.waitUntil(slow.asked.is_set, timeout=LONG)
    online.stop()
    assert slow.gone.wait(60) and not online.state.asking
    online._base = server.base
    online.ask(OnlineSource.MASTERS)
    qtbot.waitUntil(lambda: online.state.found is not None, timeout=LONG)
    assert not online.state.waiting, "the host's turn was free"
    online._base = slow.base
    slow.asked.clear()
    online.ask(OnlineSource.PLAYERS)
    qtbot.waitUntil(slow.asked.is_set, timeout=LONG)
    assert online.close()
    slow.close()


def test_the_puzzle_opens_in_a_tab_and_a_study_without_number_is_refused(
    qtbot: QtBot, make: Make, server: Server, tmp_path: Path
) -> None:
    made = make()
    services, online = made.services, online_of(made, server, tmp_path / "online")
    services.settings.set("net_puzzle", True)
    services.settings.set("net_study", True)
    online.open_puzzle()
    qtbot.waitUntil(lambda: "puzzle" in services.game.state.game.header("Event"), timeout=LONG)
    assert [node.uci for node in services.game.state.game.main_line()] == ["d8h4"]
    online.open_study("nothing")
    qtbot.waitUntil(lambda: "is not a study" in str(online.state.problem), timeout=LONG)
    assert online.close()


def test_the_shown_game_is_sent_to_a_study_only_where_that_is_on(
    qtbot: QtBot, make: Make, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    server.answers["/api/study/abcdefgh/import-pgn"] = {"chapters": [{"id": "x"}]}
    made = make()
    services, online = made.services, online_of(made, server, tmp_path / "online")
    services.settings.set("net_study", True)
    services.game.play_move("e2e4")
    online.send_game("abcdefgh", "lip_secret", True)
    assert "lichess.org is off: nothing was sent" in str(online.state.problem) and server.asked == []
    services.settings.set("net_sending", True)
    online.send_game("abcdefgh", "", False)
    qtbot.waitUntil(lambda: not online.state.asking, timeout=LONG)
    assert "has no token" in str(online.state.problem) and server.asked == []
    online.send_game("abcdefgh", "lip_secret", True)
    qtbot.waitUntil(lambda: not online.state.asking, timeout=LONG)
    assert online.state.sent == 1 and "keyring" in str(online.state.problem)
    assert b"1.+e4" in server.sent[0] and server.tokens == ["Bearer lip_secret"]
    assert online.close()
