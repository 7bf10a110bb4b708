"""The one place that talks to a network: one request at a time to each host, bounded, patient where the server asks for it.

httpx is an extra (`ratsu[world]`) and is imported with the first request. Answers are asked for unpacked, so that a small
answer cannot become a large one here.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from engine.play.world.wanted import CutOffError, StoppedError, WorldError
from engine.text import NOTHING, Text
from engine.version import VERSION

if TYPE_CHECKING:
    import httpx

USER_AGENT = f"Ratsu/{VERSION} (desktop chess program; games fetched by their player)"
MOST_LINE = 1 << 20  # bytes; a game of 300 moves with clocks and evaluations has 30 KB
READ_TIMEOUT_S = 20.0
CONNECT_TIMEOUT_S = 10.0
PAUSE_S = 60  # what lichess asks for after a 429
MOST_PAUSES = 5
_TICK_S = 0.2
_TURNS: dict[str, threading.Lock] = {}  # one for each host: whose turn it is in this program


class Answer:
    """An answer whose headers have come."""

    def __init__(self, host: str, response: "httpx.Response", go_on: Callable[[], bool]) -> None:
        self.host, self._response, self._go_on = host, response, go_on
        self.unchanged = response.status_code == 304

    def header(self, name: str) -> str:
        """Empty where it is not there."""
        return str(self._response.headers.get(name, ""))

    def blocks(self) -> Iterator[bytes]:
        """The body as it comes. :raises WorldError: as `Wire.open`."""
        first = True
        for block in self._response.iter_raw(1 << 16):
            if not self._go_on():
                raise StoppedError
            if first and block.lstrip()[:1] == b"<":
                raise WorldError("%1 answered with a web page instead of games; try again later", self.host)
            first = first and not block.strip()
            yield block

    def lines(self) -> Iterator[bytes]:
        """Whole lines; a last one without an end is a cut-off. :raises WorldError: also if a line is too long."""
        rest = b""
        for block in self.blocks():
            *whole, rest = (rest + block).split(b"\n")
            if len(rest) > MOST_LINE or any(len(line) > MOST_LINE for line in whole):
                raise WorldError("%1 sent a line of more than %2 bytes, which is no game", self.host, MOST_LINE)
            yield from filter(bytes.strip, whole)
        if rest.strip():
            raise CutOffError("the answer of %1 ended in the middle of a line", self.host)


class Wire:
    """Requests of one fetching, one after another. Close it, or use `with`."""

    def __init__(
        self,
        tell: Callable[[Text], object],
        go_on: Callable[[], bool],
        read_timeout_s: float = READ_TIMEOUT_S,
        pause_s: float = PAUSE_S,
    ) -> None:
        """`tell` hears of pauses; `go_on` is asked often, and answers no when the user stops.

        :raises WorldError: if the extra is not installed.
        """
        try:
            import httpx
        except ImportError as error:
            raise WorldError("fetching games needs the extra “world”; install ratsu[world]") from error
        self._httpx, self._tell, self._go_on, self._pause_s = httpx, tell, go_on, pause_s
        timeout = httpx.Timeout(read_timeout_s, connect=CONNECT_TIMEOUT_S)
        headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
        self._client = httpx.Client(timeout=timeout, headers=headers, follow_redirects=False)

    def __enter__(self) -> "Wire":
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
    ) -> Iterator[Answer]:
        """One request, when no other of this program runs there. After 429 it waits and asks again.

        `nothing`: of what the server knows nothing where it answers 404; `form`: what is sent (POST).

        :raises CutOffError: if the connection breaks. :raises StoppedError: if the user stops. :raises WorldError: if there is
            no connection, no such player, or an answer that cannot be used.
        """
        host = self._httpx.URL(url).host
        with self._turn(host):
            yield from self._answers(host, url, parameters, headers, nothing, form)

    @contextlib.contextmanager
    def _turn(self, host: str) -> Iterator[None]:
        turn = _TURNS.setdefault(host, threading.Lock())
        if not turn.acquire(blocking=False):
            self._tell(Text("waiting until %1 has answered another question", host))
            while not turn.acquire(timeout=_TICK_S):
                if not self._go_on():
                    raise StoppedError
        try:
            yield
        finally:
            turn.release()

    def _answers(
        self,
        host: str,
        url: str,
        parameters: Mapping[str, str | int] | None,
        headers: Mapping[str, str] | None,
        nothing: Text,
        form: Mapping[str, str] | None,
    ) -> Iterator[Answer]:
        """The one answer."""
        httpx = self._httpx
        try:
            for _ in range(MOST_PAUSES + 1):
                method = "GET" if form is None else "POST"
                with self._client.stream(method, url, params=parameters, headers=headers, data=form) as response:
                    if response.status_code != 429:
                        _check(host, response, nothing)
                        yield Answer(host, response, self._go_on)
                        return
                self._wait(host)
        except httpx.ConnectError as error:
            if "CERTIFICATE" in str(error):
                raise WorldError("%1 does not prove who it is; is the date of this machine right?", host) from error
            raise WorldError("%1 cannot be reached; is this machine online?", host) from error
        except httpx.TimeoutException as error:
            raise CutOffError("%1 did not answer in time", host) from error
        except httpx.HTTPError as error:
            raise CutOffError("the connection to %1 broke (%2)", host, error) from error
        raise WorldError("%1 asks for fewer requests; try again in an hour", host)

    def _wait(self, host: str) -> None:
        self._tell(Text("%1 asks for a pause; Ratsu continues in %2 seconds", host, round(self._pause_s)))
        end = time.monotonic() + self._pause_s
        while time.monotonic() < end:
            if not self._go_on():
                raise StoppedError
            time.sleep(min(_TICK_S, self._pause_s))


def _check(host: str, response: "httpx.Response", nothing: Text) -> None:
    status = response.status_code
    if status in (404, 410):
        if nothing:
            raise WorldError("%1 knows nothing %2", host, nothing)
        raise WorldError("%1 knows no player of this name", host)
    if status in (401, 403) and "Authorization" in response.request.headers:
        raise WorldError("%1 does not accept the token for this; it needs the right to write studies", host)
    if status in (401, 403):
        raise WorldError("%1 asks for an account, and Ratsu has none there", host)
    if status not in (200, 304):
        raise WorldError("%1 answered with error %2; try again later", host, status)
    if response.headers.get("content-encoding", "identity") != "identity":
        raise WorldError("%1 sent a packed answer that was not asked for", host)
    if response.headers.get("content-type", "").startswith("text/html"):
        raise WorldError("%1 answered with a web page instead of games; try again later", host)
