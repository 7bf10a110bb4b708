"""Ratsu as an engine of lichess, against a stand-in for lichess: registration, work, streamed lines, and each fault."""

import argparse
import getpass
import json
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler

import pytest

from engine.commands.protocols import lichess
from engine.jobs import serving
from engine.jobs.job import Context, findings
from engine.jobs.serving import ServedAnalysis, ServeRequest, ServingJob
from engine.play.world import external_engine
from engine.play.world.downloads import WorldError
from engine.play.world.external_engine import EngineOffer
from engine.rules.fen import START_FEN
from tests.engine.play.world import replaying_server as replay
from tests.engine.play.world.replaying_server import Server

OFFER = EngineOffer("Ratsu", 2, 32)
WORK: dict[str, object] = {
    "sessionId": "s1", "threads": 1, "hash": 16, "multiPv": 2, "variant": "chess", "initialFen": START_FEN, "moves": ["e2e4"],
}  # fmt: skip
CASTLED = "r3k2r/pppq1ppp/2np1n2/4p3/4P3/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 1"


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(0)
    made.answers = {"/api/external-engine": [], "/api/external-engine/work/w1": {}}
    ask(made, depth=4)
    yield made
    made.close()


def ask(server: Server, **more: object) -> None:
    server.answers["/api/external-engine/work"] = {"id": "w1", "engine": {}, "work": {**WORK, **more}}


def serve(server: Server, analyses: int = 1, token: str = "lip_token") -> list[ServedAnalysis]:
    job = ServingJob(server.base, (0.01,))
    return list(findings(job, ServeRequest(token, OFFER, analyses=analyses), Context()))


def test_it_is_registered_and_streams_its_lines(server: Server) -> None:
    (done,) = serve(server)
    assert done.fen.startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq") and done.depth == 4
    offered, asked, streamed = server.sent
    told = json.loads(offered)
    assert (told["name"], told["maxThreads"], told["maxHash"], told["variants"]) == ("Ratsu", 2, 32, ["chess"])
    assert json.loads(asked) == {"providerSecret": told["providerSecret"]} and len(told["providerSecret"]) >= 16
    assert server.tokens == ["Bearer lip_token", None, None], "the token is for the registration alone"
    lines = [line.split() for line in streamed.decode().splitlines()]
    assert all(line[0] == "info" for line in lines) and {line[line.index("multipv") + 1] for line in lines} == {
        "1",
        "2",
    }
    assert {"depth", "score", "nodes", "time", "pv"} <= set(lines[-1])


def test_an_engine_that_is_known_is_renewed(server: Server) -> None:
    server.answers["/api/external-engine"] = [{"id": "eei_1", "name": "Other"}, {"id": "eei_2", "name": "Ratsu"}]
    server.answers["/api/external-engine/eei_2"] = {}
    serve(server)
    assert server.asked[:2] == ["/api/external-engine", "/api/external-engine/eei_2"]


def test_castling_is_king_takes_rook_both_ways(server: Server) -> None:
    for castling in ("e1g1", "e1h1"):
        ask(server, initialFen=CASTLED, moves=[castling, "e8c8"], depth=1)
        (done,) = serve(server)
        assert done.fen.startswith("2kr3r/pppq1ppp/2np1n2/4p3/4P3/2NP1N2/PPPQ1PPP/R4RK1 w")
    ask(server, initialFen="4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1", moves=[], depth=3, multiPv=5)
    serve(server)
    assert b" e1h1" in server.sent[-1] and b" e1g1" not in server.sent[-1]


def test_a_user_who_leaves_ends_the_search(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_engine, "REPEAT_S", 0.05)
    ask(server, infinite=True)
    server.most_chunks = 3
    started = time.monotonic()
    assert len(serve(server, analyses=2)) == 2 and time.monotonic() - started < 30
    assert not [thread for thread in threading.enumerate() if thread.name == "ratsu-lichess-search"]


def test_a_stop_ends_an_endless_search(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_engine, "REPEAT_S", 0.05)
    ask(server, infinite=True)
    context = Context()
    timer = threading.Timer(1.0, context.stopper.stop)
    timer.start()
    assert list(findings(ServingJob(server.base), ServeRequest("t", OFFER), context)) == []
    timer.join()


def nothing_yet(handler: BaseHTTPRequestHandler, _body: bytes) -> bool:
    handler.send_response(204)
    handler.end_headers()
    return True


def broken(handler: BaseHTTPRequestHandler, _body: bytes) -> bool:
    return replay.send(handler, 502, b"bad gateway")


def unreadable(handler: BaseHTTPRequestHandler, _body: bytes) -> bool:
    work = {**WORK, "variant": "atomic"}
    return replay.send(handler, 200, json.dumps({"id": "w1", "work": work}).encode())


def usual(_handler: BaseHTTPRequestHandler, _body: bytes) -> bool:
    return False


@pytest.mark.parametrize("fault", [nothing_yet, broken, replay.cut, unreadable])
def test_after_a_fault_it_asks_again(server: Server, fault: Callable[[BaseHTTPRequestHandler, bytes], bool]) -> None:
    server.faults = [usual, usual, fault, fault]
    assert len(serve(server)) == 1 and server.asked.count("/api/external-engine/work") == 3


def test_a_refused_token_is_told(server: Server) -> None:
    server.faults = [lambda handler, _: replay.send(handler, 401, b"{}")]
    with pytest.raises(WorldError, match="does not accept the token"):
        serve(server)
    with pytest.raises(WorldError, match="this is not a token"):
        serve(server, token="two words")


def test_the_console_asks_for_the_token_and_keeps_it(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept: dict[str, str] = {}
    monkeypatch.setattr(serving, "kept_token", lambda host: kept.get(host, ""))
    monkeypatch.setattr(serving, "keep_token", kept.__setitem__)
    monkeypatch.setattr(lichess, "kept_token", lambda host: kept.get(host, ""))
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: "lip_typed ")
    monkeypatch.setattr(lichess, "ServeRequest", partial(ServeRequest, analyses=1))
    parser = argparse.ArgumentParser()
    lichess.configure(parser)
    for _ in range(2):  # typed and kept, then taken from the keyring
        given = ["--address", server.base, "--threads", "1", "--hash", "16", "--keep"]
        assert lichess.run(parser.parse_args(given)) == 0
        monkeypatch.setattr(getpass, "getpass", None)
    told = capsys.readouterr().out
    assert "waits for positions" in told and "depth 4" in told and kept == {"engine.lichess.ovh": "lip_typed"}
    assert [token for token in server.tokens if token] == ["Bearer lip_typed"] * 2
