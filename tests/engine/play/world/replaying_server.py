"""A server on the loopback address that answers as lichess and chess.com do, with every fault that a test asks for."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Sequence
from email.utils import formatdate, parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

STAMP = 1_700_000_000
_OPENINGS = ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. d4 d5 2. c4 e6 3. Nc3 Nf6", "1. c4 e5 2. g3 Nf6 3. Bg2 d5")


def told(line: str) -> str:
    """Moves with a clock and an evaluation behind each."""
    return " ".join(word + " { [%clk 0:03:00] [%eval 0.2] }" if word[0].isalpha() else word for word in line.split())


_MOVES = tuple(map(told, _OPENINGS))


def game(number: int, site: str = "lichess", lines: Sequence[str] = _MOVES) -> dict[str, object]:
    """The entry of a game as the site sends it; made here, not recorded. `lines`: what is played, in turn."""
    moves = lines[number % len(lines)]
    home = f"https://lichess.org/game{number:06d}" if site == "lichess" else "Chess.com"
    tags = {"Event": "Rated Blitz game", "Site": home, "Date": "2023.11.14", "White": "virtanen", "Black": "korhonen"}
    if site == "chesscom":
        tags["Link"] = f"https://www.chess.com/game/live/{number}"
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    pgn = f'{head}[Result "1-0"]\n\n{moves} 1-0\n'
    if site == "lichess":
        return {"id": f"game{number:06d}", "variant": "standard", "createdAt": 1000 * (STAMP + number), "pgn": pgn}
    sides = {"white": {"username": "Virtanen"}, "black": {"username": "Korhonen"}}
    return {
        "rules": "chess",
        "rated": number % 2 == 0,
        "time_class": "blitz",
        "end_time": STAMP + number,
        "pgn": pgn,
        **sides,
    }


class Server:
    """`faults` are used up one a request: each writes an answer of its own and returns True, or lets the usual one be sent."""

    def __init__(self, count: int, lines: Sequence[str] = _MOVES) -> None:
        """`count`: games of the player; `lines`: what is played in them."""
        self.games = [game(number, lines=lines) for number in range(count)]
        self.monthly = {(2023, 11): [game(number, "chesscom", lines) for number in range(count)]}
        self.faults: list[Callable[[BaseHTTPRequestHandler, bytes], bool]] = []
        self.answers: dict[str, object] = {}  # by path: what is sent there as JSON, or as it is where it is bytes
        self.asked: list[str] = []
        self.agents: set[str] = set()
        self.sent: list[bytes] = []
        self.tokens: list[str | None] = []
        self.most_chunks = 0  # of a streamed body, after which the server hangs up; 0: all
        self.most_at_once = self._at_once = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer._at_once += 1
                outer.most_at_once = max(outer.most_at_once, outer._at_once)
                try:
                    outer._answer(self)
                except OSError:
                    pass  # the client has gone
                finally:
                    outer._at_once -= 1

            def do_POST(self) -> None:
                length = self.headers["Content-Length"]
                outer.tokens.append(self.headers["Authorization"])
                outer.sent.append(self.rfile.read(int(length)) if length else self._streamed())
                self.do_GET()

            do_PUT = do_POST  # noqa: N815 - as http.server calls it

            def _streamed(self) -> bytes:
                """A body in chunks, as it comes."""
                body, chunks = b"", 0
                while size := int(self.rfile.readline(), 16):
                    body, chunks = body + self.rfile.read(size), chunks + 1
                    self.rfile.readline()
                    if chunks == outer.most_chunks:
                        outer.sent.append(body)
                        self.connection.shutdown(socket.SHUT_RDWR)
                        break
                return body

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()
        self.base = f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        self.asked.append(handler.path)
        self.agents.add(handler.headers["User-Agent"])
        body = self._body(handler)
        if self.faults and self.faults.pop(0)(handler, body or b""):
            return
        if body is None:
            handler.send_response(304)
            handler.end_headers()
            return
        send(handler, 200, body)

    def _body(self, handler: BaseHTTPRequestHandler) -> bytes | None:
        path = urlsplit(handler.path)
        if path.path in self.answers:
            found = self.answers[path.path]
            return found if isinstance(found, bytes) else json.dumps(found).encode()
        if path.path.startswith("/api/games/user/"):
            since = int(parse_qs(path.query)["since"][0])
            return b"".join(
                json.dumps(one).encode() + b"\n" for one in self.games if int(str(one["createdAt"])) >= since
            )
        if path.path.endswith("/archives"):
            return json.dumps({"archives": [f"https://x/games/{y}/{m:02d}" for y, m in self.monthly]}).encode()
        asked = handler.headers["If-Modified-Since"]
        if asked and parsedate_to_datetime(asked).timestamp() >= STAMP:
            return None
        year, month = path.path.split("/")[-2:]
        return json.dumps({"games": self.monthly[int(year), int(month)]}).encode()


def send(
    handler: BaseHTTPRequestHandler, status: int, body: bytes, kind: str = "application/json", length: int = -1
) -> bool:
    """An answer, with another length than it has if one is given."""
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    handler.send_header("Last-Modified", formatdate(STAMP, usegmt=True))
    handler.send_header("Content-Length", str(len(body) if length < 0 else length))
    handler.end_headers()
    handler.wfile.write(body)
    return True


def limited(handler: BaseHTTPRequestHandler, body: bytes) -> bool:
    return send(handler, 429, b"slow down")


def cut(handler: BaseHTTPRequestHandler, body: bytes) -> bool:
    """The connection ends in the middle of a line."""
    return send(handler, 200, body[: len(body) // 2 + 7], length=len(body))


def cut_unnoticed(handler: BaseHTTPRequestHandler, body: bytes) -> bool:
    """The length says that this was all of it."""
    return send(handler, 200, body[: len(body) // 2 + 7])


def page(handler: BaseHTTPRequestHandler, body: bytes) -> bool:
    return send(handler, 200, b"<!doctype html><title>Sorry</title>", "application/json")


def silent(handler: BaseHTTPRequestHandler, body: bytes) -> bool:
    """Says nothing until the other side goes."""
    with contextlib.suppress(OSError):
        handler.rfile.read(1)
    return True


def trickle(handler: BaseHTTPRequestHandler, body: bytes) -> bool:
    """As from a server ten times as slow: a few bytes at a time, cut anywhere in a line."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    step = max(1, len(body) // 50)
    for at in range(0, len(body), step):
        handler.wfile.write(body[at : at + step])
        handler.wfile.flush()
        time.sleep(0.02)
    return True


def endless_line(handler: BaseHTTPRequestHandler, body: bytes) -> bool:
    """1 GB without an end of line, as long as somebody reads it."""
    handler.send_response(200)
    handler.end_headers()
    for _ in range(1 << 10):
        handler.wfile.write(b"{" + b"x" * ((1 << 20) - 1))
    return True
