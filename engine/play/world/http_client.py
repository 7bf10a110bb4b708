"""The one place that talks to a network: one request at a time to each host, bounded, patient where the server asks for it.

httpx is an extra (`ratsu[world]`) and is imported with the first request. Answers are asked for unpacked, so that a small
answer cannot become a large one here.
"""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engine.ground.text import NOTHING, Text
from engine.ground.version import VERSION
from engine.play.world.downloads import CutOffError, DownloadStoppedError, WorldError

if TYPE_CHECKING:
    import httpx

USER_AGENT = f"Ratsu/{VERSION} (desktop chess program; games fetched by their player)"
MOST_LINE = 1 << 20  # bytes; a game of 300 moves with clocks and evaluations has 30 KB
READ_TIMEOUT_S = 20.0
CONNECT_TIMEOUT_S = 10.0
ANSWER_S = 60.0  # for the whole of a short answer, and in a long one for each game
PAUSE_S = 60  # what lichess asks for after a 429
MOST_PAUSES = 5
_TICK_S = 0.2
_LOOK_S = 0.1  # how often a running answer is looked after: a stop closes the connection well within 0.5 s
_BLOCK = 1 << 14  # bytes
_TURNS: dict[str, threading.Lock] = {}  # one for each host: whose turn it is in this program


class RequestGuard:
    """Closes the connections of one request when the user stops, or when the time for the answer is over. Each wait for the
    network then ends at once, in the headers and in the body. Use with `with`.
    """

    def __init__(self, host: str, go_on: Callable[[], bool], answer_s: float) -> None:
        self._host, self._go_on, self._answer_s = host, go_on, answer_s
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._why: WorldError | None = None
        self._thread = threading.Thread(target=self._watch, name="ratsu-wire", daemon=True)
        self._end = time.monotonic() + answer_s

    def __enter__(self) -> "RequestGuard":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        for one in self._sockets:
            one.close()

    def renew(self) -> None:
        """From now on there is the whole time again: a game has come. :raises StoppedError: the user has stopped."""
        if not self._go_on():
            raise DownloadStoppedError
        self._end = time.monotonic() + self._answer_s

    def check(self) -> None:
        """:raises StoppedError: the user has stopped. :raises CutOffError: the time is over."""
        if not self._go_on():
            raise DownloadStoppedError
        if self._why is not None:
            raise self._why

    def trace(self, event: str, information: Mapping[str, Any]) -> None:
        """Hears of httpx when a connection is made. A copy of its socket reaches the connection in each phase, a TLS handshake
        included."""
        if event == "connection.connect_tcp.complete":
            connected = information["return_value"].get_extra_info("socket")
            with self._lock:
                self._sockets.append(connected.dup())
                if self._why is not None:
                    self._shut()

    def _watch(self) -> None:
        while not self._over.wait(_LOOK_S):
            late = time.monotonic() > self._end
            if late or not self._go_on():
                with self._lock:
                    self._why = CutOffError("%1 did not answer in time", self._host) if late else DownloadStoppedError()
                    self._shut()
                return

    def _shut(self) -> None:
        for one in self._sockets:
            with contextlib.suppress(OSError):  # it is closed already
                one.shutdown(socket.SHUT_RDWR)


class HttpResponse:
    """An answer whose headers have come."""

    def __init__(self, host: str, response: "httpx.Response", guard: RequestGuard) -> None:
        self.host, self._response, self._guard = host, response, guard
        self.unchanged = response.status_code == 304

    def came(self) -> None:
        """A game has come: there is the whole time for the next one. :raises StoppedError: the user has stopped."""
        self._guard.renew()

    def header(self, name: str) -> str:
        """The value of a header; empty if missing."""
        return str(self._response.headers.get(name, ""))

    def blocks(self) -> Iterator[bytes]:
        """The body as it comes. :raises WorldError: as `HttpClient.open`."""
        first = True
        for block in self._response.iter_raw(_BLOCK):
            self._guard.check()
            if first and block.lstrip()[:1] == b"<":
                raise WorldError("%1 answered with a web page instead of games; try again later", self.host)
            first = first and not block.strip()
            yield block
        self._guard.check()  # a connection that was closed here looks like the end of an answer without a length

    def lines(self) -> Iterator[bytes]:
        """Whole lines; a last one without an end is a cut-off. :raises WorldError: also if a line is too long."""
        rest = b""
        for block in self.blocks():
            *whole, rest = (rest + block).split(b"\n")
            if len(rest) > MOST_LINE or any(len(line) > MOST_LINE for line in whole):
                raise WorldError("%1 sent a line of more than %2 bytes, which is not a game", self.host, MOST_LINE)
            yield from filter(bytes.strip, whole)
        if rest.strip():
            raise CutOffError("the answer of %1 ended in the middle of a line", self.host)


class HttpClient:
    """Requests of one fetching, one after another. Close it, or use `with`."""

    def __init__(
        self,
        tell: Callable[[Text], object],
        go_on: Callable[[], bool],
        read_timeout_s: float = READ_TIMEOUT_S,
        pause_s: float = PAUSE_S,
        answer_s: float = ANSWER_S,
    ) -> None:
        """`tell` hears of pauses; `go_on` is asked often, on any thread, and answers no when the user stops. `answer_s`: the time
        for an answer, or for each game of a long one.

        :raises WorldError: if the extra is not installed.
        """
        try:
            import httpx
        except ImportError as error:
            raise WorldError("fetching games needs the extra “world”; install ratsu[world]") from error
        self._httpx, self._tell, self._go_on = httpx, tell, go_on
        self._pause_s, self._answer_s = pause_s, answer_s
        timeout = httpx.Timeout(read_timeout_s, connect=CONNECT_TIMEOUT_S)
        headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
        alone = httpx.Limits(max_keepalive_connections=0)  # a connection belongs to one request, and to its guard
        self._client = httpx.Client(timeout=timeout, headers=headers, follow_redirects=False, limits=alone)

    def __enter__(self) -> "HttpClient":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @contextlib.contextmanager
    def open(
        self,
        url: str,
        parameters: Mapping[str, str | int] | None = None,
        headers: Mapping[str, str] | None = None,
        nothing: Text = NOTHING,
        form: Mapping[str, str] | None = None,
        content: bytes | Iterator[bytes] | None = None,
        method: str = "",
    ) -> Iterator[HttpResponse]:
        """Sends one request, once no other of this program uses the host. After 429 it waits and retries.

        `nothing`: what the server does not have if it answers 404; `form` or `content`: the data to send; `method`: GET, or POST
        with a form, if empty.

        :raises CutOffError: the connection breaks.
        :raises StoppedError: the user stops.
        :raises WorldError: no connection, no such player, or an unusable answer.
        """
        host = self._httpx.URL(url).host
        with self._turn(host):
            sent = {"params": parameters, "headers": headers, "data": form, "content": content}
            yield from self._answers(host, method or ("GET" if form is None else "POST"), url, nothing, sent)

    @contextlib.contextmanager
    def _turn(self, host: str) -> Iterator[None]:
        turn = _TURNS.setdefault(host, threading.Lock())
        if not turn.acquire(blocking=False):
            self._tell(Text("waiting until %1 has answered another question", host))
            while not turn.acquire(timeout=_TICK_S):
                if not self._go_on():
                    raise DownloadStoppedError
        try:
            yield
        finally:
            turn.release()

    def _answers(
        self,
        host: str,
        method: str,
        url: str,
        nothing: Text,
        sent: dict[str, Any],
    ) -> Iterator[HttpResponse]:
        for _ in range(MOST_PAUSES + 1):
            with RequestGuard(host, self._go_on, self._answer_s) as guard, self._explained(host, guard):
                request = self._client.build_request(method, url, **sent)
                request.extensions["trace"] = guard.trace
                with contextlib.closing(self._client.send(request, stream=True)) as response:
                    if response.status_code != 429:
                        _check(host, response, nothing)
                        yield HttpResponse(host, response, guard)
                        return
            self._wait(host)
        raise WorldError("%1 asks for fewer requests; try again in an hour", host)

    @contextlib.contextmanager
    def _explained(self, host: str, guard: RequestGuard) -> Iterator[None]:
        """Turns errors of the network into WorldError."""
        httpx = self._httpx
        try:
            yield
        except httpx.HTTPError as error:
            guard.check()
            raise self._error(host, error) from error

    def _error(self, host: str, error: "httpx.HTTPError") -> WorldError:
        httpx = self._httpx
        if isinstance(error, httpx.ConnectError):
            if "CERTIFICATE" in str(error):
                return WorldError("%1 does not prove who it is; is the date of this machine right?", host)
            return WorldError("%1 cannot be reached; is this machine online?", host)
        if isinstance(error, httpx.TimeoutException):
            return CutOffError("%1 did not answer in time", host)
        return CutOffError("the connection to %1 broke (%2)", host, error)

    def _wait(self, host: str) -> None:
        self._tell(Text("%1 asks for a pause; Ratsu continues in %2 seconds", host, round(self._pause_s)))
        end = time.monotonic() + self._pause_s
        while time.monotonic() < end:
            if not self._go_on():
                raise DownloadStoppedError
            time.sleep(min(_TICK_S, self._pause_s))


def _check(host: str, response: "httpx.Response", nothing: Text) -> None:
    status = response.status_code
    if status in (404, 410):
        if nothing:
            raise WorldError("%1 knows nothing %2", host, nothing)
        raise WorldError("%1 knows no player of this name", host)
    if status in (401, 403) and "Authorization" in response.request.headers:
        raise WorldError("%1 does not accept the token for this; make one there that has the right to do it", host)
    if status in (401, 403):
        raise WorldError("%1 asks for an account, and Ratsu has none there", host)
    if status not in (200, 204, 304):
        raise WorldError("%1 answered with error %2; try again later", host, status)
    if response.headers.get("content-encoding", "identity") != "identity":
        raise WorldError("%1 sent a packed answer that was not asked for", host)
    if response.headers.get("content-type", "").startswith("text/html"):
        raise WorldError("%1 answered with a web page instead of games; try again later", host)
