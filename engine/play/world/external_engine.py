"""Ratsu as an external engine of lichess: it is registered for the user, waits for positions of the analysis board, and streams
its lines while it searches. The protocol is that of lichess.org/api, External engine; tested only against a local server."""

import contextlib
import json
import queue
import threading
from collections.abc import Generator
from typing import Protocol
from urllib.parse import quote

import chess

from engine.game.info import Info
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import OnInfo
from engine.game.python_board import game_position
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.ground.json_text import JsonError, JsonValue, parse
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.play.world.addresses import ENGINE
from engine.play.world.downloads import CutOffError, WorldError
from engine.play.world.http_client import HttpClient
from engine.protocols.uci_text import info_line

LICHESS = "https://lichess.org"
NORMAL_DEPTH = 22  # of a search whose request names no limit
REPEAT_S = 1.0  # lines are sent again, so that a closed connection is noticed
_MOST_LINES, _MOST_THREADS, _MOST_HASH = 5, 1_024, 1 << 20
_MOST_BYTES = 1 << 20
_MOST_MS, _MOST_NODES, _MOST_DEPTH = 86_400_000, 1 << 53, 246


@dataclass(frozen=True)
class EngineOffer:
    """The engine as lichess shows it, and the most that it may ask for (hash table in MB)."""

    name: str
    threads: int
    hash_mb: int


@dataclass(frozen=True)
class AnalysisWork:
    """A position to analyse. `session`: work of another session is about another game. Castling is king takes rook."""

    id: str
    session: str
    threads: int
    hash_mb: int
    lines: int
    position: GamePosition
    limits: Limits


class AnalysisEngine(Protocol):
    """A mover, or another engine that searches."""

    def choose(self, position: GamePosition, limits: Limits, on_info: OnInfo, stopper: Stopper) -> object:
        """Reports lines until it is done, or stopped. Raises RatsuError."""


def register(wire: HttpClient, token: str, offer: EngineOffer, secret: str, base: str = "") -> None:
    """Registers the engine for the owner of the token, or renews it under its name. `secret` is what work is asked for with.
    :raises WorldError: no connection, or the token is not accepted."""
    if not (token.isascii() and token.isprintable() and token and " " not in token):
        raise WorldError("this is not a token; lichess shows it once when it is made")
    address = f"{base or LICHESS}/api/external-engine"
    own = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
    known = _json(wire, address, own)
    place = next((f"/{quote(one['id'].text(), safe='')}" for one in known if one["name"].text() == offer.name), "")
    offered = {
        "name": offer.name,
        "maxThreads": offer.threads,
        "maxHash": offer.hash_mb,
        "defaultDepth": NORMAL_DEPTH,
        "variants": ["chess"],
        "providerSecret": secret,
    }
    _json(wire, address + place, own, offered, "PUT" if place else "POST")


def wait_for_work(wire: HttpClient, secret: str, base: str = "") -> AnalysisWork | None:
    """The next request; None if none came for a while. :raises WorldError: no connection, or an unreadable request."""
    found = _json(wire, f"{base or ENGINE.base}/api/external-engine/work", {}, {"providerSecret": secret}, "POST")
    if found.missing:
        return None
    try:
        return _work(found["id"].text(), found["work"])
    except (JsonError, ValueError, RatsuError) as error:
        raise WorldError("%1 asked for a position that cannot be read (%2)", ENGINE.host, error) from error


def send_lines(wire: HttpClient, work: AnalysisWork, engine: AnalysisEngine, base: str = "") -> Info | None:
    """Searches, and streams each line until the search ends, or lichess closes the connection because its user has left.
    Returns the last report of the best line. :raises WorldError: lichess does not take the lines."""
    best: list[Info] = []
    address = f"{base or ENGINE.base}/api/external-engine/work/{quote(work.id, safe='')}"
    kind, gone = {"Content-Type": "text/plain"}, Text("of this analysis")
    with (
        contextlib.closing(_searched(engine, work, best)) as lines,
        contextlib.suppress(CutOffError),
        wire.open(address, headers=kind, nothing=gone, content=lines, method="POST"),
    ):
        pass
    return best[-1] if best else None


def _searched(engine: AnalysisEngine, work: AnalysisWork, best: list[Info]) -> Generator[bytes, None, None]:
    """The lines of a search as they come, the last ones again after a while. Closing it ends the search."""
    found: queue.SimpleQueue[Info | None] = queue.SimpleQueue()
    stopper = Stopper()

    def search() -> None:
        try:
            engine.choose(work.position, work.limits, found.put, stopper)
        except RatsuError:  # no legal move
            pass
        finally:
            found.put(None)

    thread = threading.Thread(target=search, name="ratsu-lichess-search", daemon=True)
    thread.start()
    said: dict[int, bytes] = {}
    try:
        while True:
            try:
                info = found.get(timeout=REPEAT_S)
            except queue.Empty:
                yield b"".join(said.values())
                continue
            if info is None:
                return
            if info.multipv == 1:
                best.append(info)
            said[info.multipv] = f"{info_line(info, False)}\n".encode()
            yield said[info.multipv]
    finally:
        stopper.stop()
        thread.join()


def _work(identity: str, asked: JsonValue) -> AnalysisWork:
    if asked["variant"].text() != "chess":
        raise ValueError(f"the variant {asked['variant'].text()}")
    fen = asked["initialFen"].text()
    board = chess.Board(fen, chess960=True)
    for move in asked["moves"].texts(8):
        board.push(board.parse_uci(move))
    return AnalysisWork(
        identity,
        asked["sessionId"].text(),
        asked["threads"].whole(1, _MOST_THREADS),
        asked["hash"].whole(1, _MOST_HASH),
        asked["multiPv"].whole(1, _MOST_LINES),
        game_position(fen, board),
        _limits(asked),
    )


def _limits(asked: JsonValue) -> Limits:
    time_ms, nodes, depth = (
        None if asked.get(name).missing else asked[name].whole(1, most)
        for name, most in (("movetime", _MOST_MS), ("nodes", _MOST_NODES), ("depth", _MOST_DEPTH))
    )
    if time_ms or nodes or depth:
        return Limits(move_time_ms=time_ms, nodes=nodes, depth=depth)
    if not asked.get("infinite").missing and asked["infinite"].flag():
        return Limits(infinite=True)
    return Limits(depth=NORMAL_DEPTH)


def _json(wire: HttpClient, url: str, headers: dict[str, str], sent: object = None, method: str = "GET") -> JsonValue:
    """The answer as JSON, null if it is empty. :raises WorldError:"""
    body, content = b"", None
    if sent is not None:
        content, headers = json.dumps(sent).encode(), {**headers, "Content-Type": "application/json"}
    with wire.open(url, headers=headers, content=content, method=method) as answer:
        for block in answer.blocks():
            body += block
            if len(body) > _MOST_BYTES:
                raise WorldError("%1 sent an answer of more than %2 bytes", answer.host, _MOST_BYTES)
    try:
        return parse(body, _MOST_BYTES) if body.strip() else JsonValue(None, "")
    except JsonError as error:
        raise WorldError("%1 sent an answer that cannot be read (%2)", ENGINE.host, error) from error
