"""One deadline for a whole answer, a stop that closes the connection, and redirects that nobody follows. Only loopback."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from engine.play.world.downloads import CutOffError, DownloadStoppedError, WorldError
from engine.play.world.http_client import HttpClient
from engine.play.world.services import OnlineSource, ask
from engine.rules.fen import START_FEN
from tests.engine.play.world.replaying_server import Server

SECOND_S = 0.05  # between two bytes of the server
HEADERS = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
ENOUGH_S = 60.0  # on a machine that is busy; a server that is not stopped sends on
SENT = {
    "in the headers": (b"HTTP/1.1 200 OK\r\nX-Long: ", b"x"),
    "in the body": (HEADERS + b"Content-Length: 100000\r\n\r\n[", b" "),
    "in a body without a length": (HEADERS + b"\r\n[", b" "),
    "in chunks": (HEADERS + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "of nothing at all": (b"", b""),
}


class Trickling:
    """A server that sends a beginning, and then a little again and again until the other side goes."""

    def __init__(self, begin: bytes, more: bytes) -> None:
        self._begin, self._more = begin, more
        self.asked, self.gone = threading.Event(), threading.Event()
        self._over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        while not self._over.is_set():
            try:
                other, _ = self._listener.accept()
            except OSError:
                return
            with other, contextlib.suppress(OSError):
                self._send(other)
            self.gone.set()

    def _send(self, other: socket.socket) -> None:
        other.recv(1 << 16)
        self.asked.set()
        other.sendall(self._begin)
        other.settimeout(SECOND_S)
        while not self._over.is_set():
            try:
                if not other.recv(1 << 16):
                    break
            except TimeoutError:
                other.sendall(self._more)
            except OSError:
                break


@pytest.fixture(params=[*SENT.values()], ids=[*SENT])
def slow(request: pytest.FixtureRequest) -> Iterator[Trickling]:
    made = Trickling(*request.param)
    yield made
    made.close()


def asking(wire: HttpClient, server: Trickling) -> object:
    return ask(wire, OnlineSource.MASTERS, START_FEN, None, base=server.base)


def test_a_stop_closes_the_connection_and_frees_the_host(slow: Trickling) -> None:
    stopped = threading.Event()
    failed: list[BaseException] = []

    def run() -> None:
        with HttpClient(lambda _: None, lambda: not stopped.is_set()) as wire:
            try:
                asking(wire, slow)
            except DownloadStoppedError as error:
                failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert slow.asked.wait(ENOUGH_S)
    time.sleep(4 * SECOND_S)
    assert thread.is_alive()
    stopped.set()
    thread.join(ENOUGH_S)
    assert not thread.is_alive() and len(failed) == 1
    assert slow.gone.wait(ENOUGH_S)
    host_is_free(slow)


def test_the_deadline_is_that_of_the_whole_answer(slow: Trickling) -> None:
    with HttpClient(lambda _: None, lambda: True, answer_s=4 * SECOND_S) as wire:
        with pytest.raises(CutOffError, match="did not answer in time"):
            asking(wire, slow)
        assert slow.gone.wait(ENOUGH_S)


def host_is_free(server: Trickling) -> None:
    """The next question is sent at once, whatever became of the one before."""
    told: list[object] = []
    with HttpClient(told.append, lambda: True, answer_s=2 * SECOND_S) as wire, pytest.raises(WorldError):
        asking(wire, server)
    assert told == []


def redirecting(code: int, to: str) -> Callable[..., bool]:
    def answer(handler: object, _: bytes) -> bool:
        handler.send_response(code)  # type: ignore[attr-defined]
        handler.send_header("Location", to)  # type: ignore[attr-defined]
        handler.send_header("Content-Length", "0")  # type: ignore[attr-defined]
        handler.end_headers()  # type: ignore[attr-defined]
        return True

    return answer


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_a_redirect_contacts_nobody(code: int) -> None:
    first, second = Server(1), Server(1)
    try:
        first.answers["/masters"] = second.answers["/masters"] = {"moves": []}
        first.faults.append(redirecting(code, f"{second.base}/masters"))
        with HttpClient(lambda _: None, lambda: True, 60.0) as wire, pytest.raises(WorldError, match=str(code)):
            ask(wire, OnlineSource.MASTERS, START_FEN, None, base=first.base)
        assert len(first.asked) == 1 and second.asked == []
    finally:
        first.close()
        second.close()
