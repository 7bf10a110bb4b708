"""Services of lichess about a position, against a server on this machine: answers, what is kept, and each fault in a sentence."""

import os
import sys
import threading
import types
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from engine.game import reason_words
from engine.game.position import Position
from engine.ground.text import Text
from engine.pgn.reader import games_of
from engine.play.world.downloads import DownloadStoppedError, WorldError
from engine.play.world.http_client import HttpClient
from engine.play.world.services import (
    KEPT_S,
    OnlineAnswer,
    OnlineSource,
    ask,
    broadcast,
    daily_puzzle,
    send_to_study,
    study,
)
from engine.play.world.tokens import keep_token, kept_token
from engine.rules.fen import START_FEN
from tests.engine.play.world import replaying_server as replay
from tests.engine.play.world.replaying_server import Server

ENDING = "8/8/8/8/3k4/8/3P4/3K4 w - - 0 1"
EXPLORED = {
    "white": 6,
    "draws": 2,
    "black": 2,
    "moves": [{"uci": "e2e4", "san": "e4", "white": 6, "draws": 2, "black": 2}],
}
TABLES = {
    "category": "draw",
    "moves": [{"uci": "d1c2", "category": "loss", "dtz": -5}, {"uci": "d1e2", "category": "draw", "dtz": 0}],
}
CLOUD = {"depth": 40, "pvs": [{"moves": "e2e4 e7e5", "cp": 25}, {"moves": "d2d4", "mate": -3}]}
PUZZLE = {"game": {"pgn": "f3 e5 g4"}, "puzzle": {"initialPly": 2, "solution": ["d8h4"]}}


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(0)
    made.answers = {
        "/masters": EXPLORED,
        "/lichess": EXPLORED,
        "/standard": TABLES,
        "/api/cloud-eval": CLOUD,
        "/api/puzzle/daily": PUZZLE,
        "/api/study/abcdefgh.pgn": b'[Event "Mine: one"]\n\n1. e4 *\n\n[Event "Mine: two"]\n\n1. d4 *\n',
    }
    yield made
    made.close()


@pytest.fixture
def wire() -> Iterator[HttpClient]:
    with HttpClient(lambda _: None, lambda: True, 60.0, 0.05) as made:
        yield made


def told(found: OnlineAnswer) -> list[tuple[str, str]]:
    return [(move.san, reason_words.text(move.text, reason_words.ENGLISH)) for move in found.moves]


def test_one_game_is_one_game(server: Server, wire: HttpClient) -> None:
    server.answers["/masters"] = b'{"moves": [{"uci": "e2e4", "white": 0, "draws": 1, "black": 0}]}'
    found = ask(wire, OnlineSource.MASTERS, START_FEN, None, base=server.base)
    assert told(found) == [("e4", "One game: White 0%, drawn 100%, Black 0%")]


def test_every_source_says_something_of_each_move(server: Server, wire: HttpClient) -> None:
    for source in (OnlineSource.MASTERS, OnlineSource.PLAYERS):
        explored = told(ask(wire, source, START_FEN, None, base=server.base))
        assert explored == [("e4", "10 games: White 60%, drawn 20%, Black 20%")]
    assert told(ask(wire, OnlineSource.TABLES, ENDING, None, base=server.base)) == [
        *[("Kc2", "wins, DTZ 5"), ("Ke2", "draws")],
    ]
    assert told(ask(wire, OnlineSource.CLOUD, START_FEN, None, base=server.base)) == [
        *[("e4", "+0.25 at depth 40"), ("d4", "mated in 3 at depth 40")],
    ]


def test_a_mate_is_told_for_the_side_to_move(server: Server, wire: HttpClient) -> None:
    server.answers["/api/cloud-eval"] = {"depth": 30, "pvs": [{"moves": "d8h4", "mate": -1}]}
    board = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    assert told(ask(wire, OnlineSource.CLOUD, board, None, base=server.base)) == [("Qh4#", "mate in 1 at depth 30")]


def test_the_position_and_the_group_are_all_that_is_sent(server: Server, wire: HttpClient) -> None:
    ask(wire, OnlineSource.PLAYERS, START_FEN, None, 1800, server.base)
    (path,) = server.asked
    assert path.startswith("/lichess?fen=rnbqkbnr") and "ratings=1800" in path and path.count("&") == 4
    assert all(agent.startswith("Ratsu/") for agent in server.agents)


def test_an_answer_is_kept_for_its_time_and_then_asked_again(server: Server, wire: HttpClient, tmp_path: Path) -> None:
    first = ask(wire, OnlineSource.CLOUD, START_FEN, tmp_path / "online", base=server.base)
    again = ask(wire, OnlineSource.CLOUD, START_FEN, tmp_path / "online", base=server.base)
    assert (first.kept, again.kept) == (False, True) and again.moves == first.moves and len(server.asked) == 1
    assert abs(again.at - first.at) < 60
    (file,) = (tmp_path / "online").iterdir()
    old = first.at - KEPT_S[OnlineSource.CLOUD] - 1
    os.utime(file, (old, old))
    assert not ask(wire, OnlineSource.CLOUD, START_FEN, tmp_path / "online", base=server.base).kept
    assert len(server.asked) == 2
    file.write_bytes(b"damaged")
    assert not ask(wire, OnlineSource.CLOUD, START_FEN, tmp_path / "online", base=server.base).kept


def test_too_many_pieces_for_the_tables_send_nothing(server: Server, wire: HttpClient) -> None:
    with pytest.raises(WorldError, match="at most 7 pieces; nothing was sent"):
        ask(wire, OnlineSource.TABLES, START_FEN, None, base=server.base)
    assert server.asked == []


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"{}", 404, "knows nothing of this position"),
        (b"{}", 401, "asks for an account, and Ratsu has none there"),
        (b"{}", 500, "answered with error 500"),
        (b"[]", 200, "sent no answer that can be read"),
        (b'{"moves": [{"uci": "e2e5", "white": 1, "draws": 0, "black": 0}]}', 200, "sent no answer that can be read"),
        (b'{"moves": ' + b"[" * 100_000, 200, "sent no answer that can be read"),
        (b"x" * (2 << 20), 200, "more than 1048576 bytes"),
        (b"<html>", 200, "web page"),
    ],
)
def test_each_fault_is_one_sentence_and_nothing_is_kept(
    server: Server, wire: HttpClient, tmp_path: Path, body: bytes, status: int, words: str
) -> None:
    server.faults = [lambda handler, _: replay.send(handler, status, body)]
    with pytest.raises(WorldError, match=words):
        ask(wire, OnlineSource.MASTERS, START_FEN, tmp_path / "online", base=server.base)
    assert not list(tmp_path.rglob("*.json"))


def test_the_puzzle_and_a_study_come_as_pgn(server: Server, wire: HttpClient) -> None:
    (game,) = games_of(daily_puzzle(wire, server.base))
    assert not game.problems and [node.uci for node in game.main_line()] == ["d8h4"]
    assert Position.of(game.start_fen, chess960=None).white_to_move is False
    found = games_of(study(wire, "https://lichess.org/study/abcdefgh/xyz?a=1", server.base))
    assert [one.header("Event") for one in found] == ["Mine: one", "Mine: two"]
    for wrong in ("", "../../etc", "https://lichess.org/study/a/b"):
        with pytest.raises(WorldError, match="is not a study"):
            study(wire, wrong, server.base)
    answers: list[object] = [{"game": {"pgn": "e4 Zz9"}}, {**PUZZLE, "puzzle": {"initialPly": 2, "solution": []}}]
    for answer in answers:
        server.answers["/api/puzzle/daily"] = answer
        with pytest.raises(WorldError, match="sent no puzzle"):
            daily_puzzle(wire, server.base)


def test_a_round_and_a_whole_broadcast_open_as_pgn(server: Server, wire: HttpClient) -> None:
    server.answers["/api/broadcast/round/roundabc.pgn"] = b'[Event "Round 1"]\n\n1. e4 *\n'
    server.answers["/api/broadcast/tourabcd.pgn"] = b'[Event "All"]\n\n1. d4 *\n'
    assert "Round 1" in broadcast(wire, "https://lichess.org/broadcast/cup/round-1/roundabc", server.base)
    assert "Round 1" in broadcast(wire, "https://lichess.org/broadcast/cup/round-1/roundabc/gameabcd", server.base)
    assert "All" in broadcast(wire, "https://lichess.org/broadcast/cup/tourabcd#boards", server.base)
    with pytest.raises(WorldError, match="is not a broadcast"):
        broadcast(wire, "https://lichess.org/broadcast", server.base)
    with pytest.raises(WorldError, match="is not a broadcast"):
        broadcast(wire, "https://lichess.org/broadcast/cup/../../api", server.base)
    assert len(server.asked) == 3


def test_a_game_is_sent_to_a_study_with_the_token_in_its_header_only(server: Server, wire: HttpClient) -> None:
    server.answers["/api/study/abcdefgh/import-pgn"] = {"chapters": [{"id": "x"}]}
    assert send_to_study(wire, "https://lichess.org/study/abcdefgh", "1. e4 *", "lip_secret", server.base) == 1
    assert server.tokens == ["Bearer lip_secret"] and b"lip_secret" not in server.sent[0]
    assert parse_qs(server.sent[0].decode()) == {"pgn": ["1. e4 *"]} and "secret" not in server.asked[0]
    server.faults = [lambda handler, _: replay.send(handler, 401, b"{}")]
    with pytest.raises(WorldError, match="does not accept the token") as caught:
        send_to_study(wire, "abcdefgh", "1. e4 *", "lip_secret", server.base)
    assert "lip_secret" not in str(caught.value)
    with pytest.raises(WorldError, match="not a token"):
        send_to_study(wire, "abcdefgh", "1. e4 *", "a b\n", server.base)


def test_tokens_are_in_the_keyring_or_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[tuple[str, str], str] = {}
    ring = types.SimpleNamespace(
        get_password=lambda *key: kept.get(key),
        set_password=lambda service, host, token: kept.__setitem__((service, host), token),
        delete_password=lambda *key: kept.pop(key),
    )
    monkeypatch.setitem(sys.modules, "keyring", ring)
    keep_token("lichess.org", "lip_secret")
    assert kept_token("lichess.org") == "lip_secret"
    keep_token("lichess.org", "")
    keep_token("lichess.org", "")
    assert kept_token("lichess.org") == "" and kept == {}
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert kept_token("lichess.org") == ""
    with pytest.raises(WorldError, match="Ratsu asks for it the next time"):
        keep_token("lichess.org", "lip_secret")


def test_two_wires_of_the_program_take_turns_at_a_host(server: Server) -> None:
    waited: list[Text] = []
    inside: list[int] = []
    most: list[int] = []
    another_waits = threading.Event()

    def late(handler: BaseHTTPRequestHandler, body: bytes) -> bool:
        another_waits.wait(60)
        return replay.trickle(handler, body)

    server.faults = [late, replay.trickle, replay.trickle]

    def hear(text: Text) -> None:
        waited.append(text)
        another_waits.set()

    def fetch() -> None:
        with HttpClient(hear, lambda: True) as own, own.open(f"{server.base}/masters") as answer:
            inside.append(1)
            most.append(len(inside))
            list(answer.blocks())
            inside.pop()

    threads = [threading.Thread(target=fetch) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(server.asked) == 3 and most == [1, 1, 1]
    assert "until 127.0.0.1 has answered another question" in str(waited[0])


def test_whoever_waits_for_its_turn_can_be_stopped(server: Server, wire: HttpClient) -> None:
    url = f"{server.base}/masters"
    with (
        wire.open(url),
        HttpClient(lambda _: None, lambda: False) as other,
        pytest.raises(DownloadStoppedError),
        other.open(url),
    ):
        pass
    assert len(server.asked) == 1
    assert ask(wire, OnlineSource.MASTERS, START_FEN, None, base=server.base).moves, "the turn was given back"
