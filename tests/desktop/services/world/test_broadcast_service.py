"""A broadcast that is followed: new moves come into the open games, the user's own stay, faults are sentences."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.services.world.broadcast_service import BroadcastService
from tests.desktop.services.conftest import Make
from tests.engine.play.world import replaying_server as replay
from tests.engine.play.world.replaying_server import Server

LONG = 30_000
ROUND = "https://lichess.org/broadcast/cup/round-1/roundabc"
PATH = "/api/broadcast/round/roundabc.pgn"


def game(name: str, moves: str, result: str = "*") -> str:
    tags = f'[Event "Cup"]\n[White "{name}"]\n[Black "Keres"]\n[Result "{result}"]\n[GameURL "x/{name}"]\n'
    return f"{tags}\n{moves} {result}\n\n\n"


def answer(server: Server, *games: str) -> None:
    server.answers[PATH] = "".join(games).encode()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(0)
    answer(made, game("Tal", "1. e4"), game("Spassky", "1. d4"))
    yield made
    made.close()


def service_of(made: Composition, server: Server) -> BroadcastService:
    services = made.services
    broadcast = BroadcastService(services.game, server.base, 50, 80)
    broadcast.setParent(made)
    services.settings.changed.connect(broadcast.configure)
    broadcast.configure(services.settings.settings)
    return broadcast


def sans(made: Composition) -> list[str]:
    return [node.san for node in made.services.game.state.game.main_line()]


def test_nothing_is_sent_while_the_address_is_off(qtbot: QtBot, make: Make, server: Server) -> None:
    made = make()
    broadcast = service_of(made, server)
    broadcast.open(ROUND)
    assert "lichess.org is off: nothing was sent" in str(broadcast.state.problem)
    broadcast.follow_round(True)
    qtbot.wait(100)
    assert server.asked == [] and not broadcast.state.following and broadcast.close()


def test_a_round_opens_its_first_game_and_is_asked_once(qtbot: QtBot, make: Make, server: Server) -> None:
    made = make()
    made.services.settings.set("net_broadcast", True)
    broadcast = service_of(made, server)
    broadcast.open(ROUND)
    qtbot.waitUntil(lambda: len(broadcast.state.games) == 2, timeout=LONG)
    assert sans(made) == ["e4"] and made.services.game.state.node.san == "e4"
    qtbot.wait(200)
    assert len(server.asked) == 1 and not made.services.game.state.modified
    broadcast.show_game("x/Spassky")
    assert sans(made) == ["d4"] and len(made.services.game.tabs.titles) == 2
    broadcast.show_game("x/Tal")
    assert sans(made) == ["e4"] and len(made.services.game.tabs.titles) == 2
    assert broadcast.close()


def test_new_moves_come_while_it_is_followed_and_own_moves_stay(qtbot: QtBot, make: Make, server: Server) -> None:
    made = make()
    games = made.services.game
    made.services.settings.set("net_broadcast", True)
    broadcast = service_of(made, server)
    broadcast.open(ROUND)
    qtbot.waitUntil(lambda: bool(broadcast.state.games), timeout=LONG)
    broadcast.follow_round(True)
    answer(server, game("Tal", "1. e4 e5"), game("Spassky", "1. d4"))
    qtbot.waitUntil(lambda: sans(made) == ["e4", "e5"], timeout=LONG)
    assert (games.state.node.san, games.state.modified, games.state.can_undo) == ("e5", False, False)
    games.play_move("f1c4")
    answer(server, game("Tal", "1. e4 e5 2. Nf3 Nc6"), game("Spassky", "1. d4"))
    qtbot.waitUntil(lambda: sans(made) == ["e4", "e5", "Nf3", "Nc6"], timeout=LONG)
    assert (games.state.node.san, games.state.modified) == ("Bc4", True)
    broadcast.follow_round(False)
    qtbot.wait(100)  # for what is on its way
    asked = len(server.asked)
    qtbot.wait(300)
    assert len(server.asked) == asked and broadcast.close()


def test_a_closed_tab_is_left_closed_and_can_be_opened_again(qtbot: QtBot, make: Make, server: Server) -> None:
    made = make()
    games = made.services.game
    made.services.settings.set("net_broadcast", True)
    broadcast = service_of(made, server)
    broadcast.open(ROUND)
    qtbot.waitUntil(lambda: bool(broadcast.state.games), timeout=LONG)
    games.close_tab(games.state.tab)
    answer(server, game("Tal", "1. e4 c5"), game("Spassky", "1. d4"))
    broadcast.follow_round(True)
    qtbot.waitUntil(lambda: broadcast.state.games[0].last.san == "c5", timeout=LONG)
    assert sans(made) == []
    broadcast.show_game("x/Tal")
    assert sans(made) == ["e4", "c5"] and broadcast.close()


def test_following_ends_with_the_last_game(qtbot: QtBot, make: Make, server: Server) -> None:
    made = make()
    made.services.settings.set("net_broadcast", True)
    broadcast = service_of(made, server)
    broadcast.open(ROUND)
    qtbot.waitUntil(lambda: bool(broadcast.state.games), timeout=LONG)
    answer(server, game("Tal", "1. e4", "1-0"), game("Spassky", "1. d4", "1/2-1/2"))
    broadcast.follow_round(True)
    qtbot.waitUntil(lambda: not broadcast.state.following, timeout=LONG)
    assert broadcast.state.over and made.services.game.state.game.result == "1-0" and broadcast.close()


def test_a_fault_is_told_and_it_is_asked_again(qtbot: QtBot, make: Make, server: Server) -> None:
    made = make()
    made.services.settings.set("net_broadcast", True)
    broadcast = service_of(made, server)
    broadcast.open(ROUND)
    qtbot.waitUntil(lambda: bool(broadcast.state.games), timeout=LONG)
    told: list[str] = []
    broadcast.changed.connect(lambda state: told.append(str(state.problem)))
    server.faults = [replay.page, replay.cut, lambda handler, _: replay.send(handler, 500, b"")]
    broadcast.follow_round(True)
    qtbot.waitUntil(lambda: not server.faults and not broadcast.state.problem, timeout=LONG)
    answer(server, game("Tal", "1. e4 e5"), game("Spassky", "1. d4"))
    qtbot.waitUntil(lambda: sans(made) == ["e4", "e5"], timeout=LONG)
    assert all(any(words in one for one in told) for words in ("web page", "broke", "error 500"))
    assert broadcast.state.following and broadcast.close()


def test_another_address_forgets_the_round_before(qtbot: QtBot, make: Make, server: Server) -> None:
    made = make()
    made.services.settings.set("net_broadcast", True)
    broadcast = service_of(made, server)
    broadcast.open(ROUND)
    qtbot.waitUntil(lambda: bool(broadcast.state.games), timeout=LONG)
    broadcast.follow_round(True)
    broadcast.open("nothing")
    qtbot.waitUntil(lambda: "is not a broadcast" in str(broadcast.state.problem), timeout=LONG)
    assert not broadcast.state.games and not broadcast.state.following and sans(made) == ["e4"]
    made.services.settings.set("net_broadcast", False)
    assert not broadcast.state.allowed and broadcast.close()


def test_a_pause_is_told_and_stop_ends_it_at_once(qtbot: QtBot, make: Make, server: Server) -> None:
    made = make()
    made.services.settings.set("net_broadcast", True)
    broadcast = service_of(made, server)
    server.faults = [replay.limited]
    broadcast.open(ROUND)
    qtbot.waitUntil(lambda: "asks for a pause" in str(broadcast.state.waiting), timeout=LONG)
    broadcast.stop()
    assert not broadcast.state.asking and not broadcast.state.waiting and broadcast.close()
