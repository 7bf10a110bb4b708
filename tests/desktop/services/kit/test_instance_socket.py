"""A second start hands its files to the window that is open, and keeps them if that ends before it has opened them."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from desktop.services.kit import instance_socket
from desktop.services.kit.instance_lock import InstanceLock, LockFolders
from desktop.services.kit.instance_socket import LONGEST_ADDRESS, InstanceServer, StartResult, enter
from tests.helpers.program import ROOT

SECOND_START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop.services.kit import instance_socket
from desktop.services.kit.instance_lock import InstanceLock, LockFolders
application = QCoreApplication([])
instance_socket.PATIENCE_S = float(sys.argv[3])
places = LockFolders("ratsu-test", Path(sys.argv[1]), Path(sys.argv[2]))
print(instance_socket.enter(InstanceLock(places), places, tuple(sys.argv[4:]), lambda: False).name)
"""

LATE_AFTER_THE_ANSWER = """
import time
from types import SimpleNamespace
now_s = 0.0
class Socket(instance_socket.QLocalSocket):
    def readAll(self):
        global now_s
        found = super().readAll()
        now_s += 1000.0 if found.size() else 0.0
        return found
instance_socket.QLocalSocket = Socket
instance_socket.time = SimpleNamespace(monotonic=lambda: now_s, sleep=time.sleep)
"""


class Requests:
    def __init__(self, server: InstanceServer) -> None:
        self.all: list[tuple[int, object]] = []
        server.requested.connect(lambda number, files: self.all.append((number, files)))

    @property
    def files(self) -> list[object]:
        return [files for _, files in self.all]


@pytest.fixture
def places(tmp_path: Path) -> LockFolders:
    for name in ("r", "s"):
        (tmp_path / name).mkdir()
    return LockFolders("ratsu-test", tmp_path / "r", tmp_path / "s")


class First:
    """The window that is open."""

    def __init__(self, places: LockFolders) -> None:
        self.closing = False
        self.lock = InstanceLock(places)
        assert self.lock.take()
        self.server = InstanceServer(lambda: self.closing)
        self.address = self.server.listen(places)
        self.lock.announce(self.address)
        self.requests = Requests(self.server)

    def leave(self) -> None:
        self.server.close()
        self.lock.release()


@pytest.fixture
def first(qapp: object, places: LockFolders) -> Iterator[First]:
    made = First(places)
    yield made
    made.leave()


def second(places: LockFolders, *files: str, patience_s: float = 60) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", SECOND_START, str(places.runtime), str(places.state), str(patience_s), *files]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def outcome(other: "subprocess.Popen[str]") -> str:
    return other.communicate(timeout=120)[0].strip()


def test_the_second_start_hands_its_files_over(qtbot: QtBot, places: LockFolders, first: First) -> None:
    other = second(places, "/a/é b.pgn", "/c.pgn")
    qtbot.waitUntil(lambda: bool(first.requests.all), timeout=20_000)
    assert first.requests.files == [("/a/é b.pgn", "/c.pgn")]
    assert other.poll() is None, "it left before the files were open"
    first.server.opened(first.requests.all[0][0])
    assert outcome(other) == "HANDED_OVER"


def test_only_the_same_user_may_reach_the_socket(first: First) -> None:
    assert Path(first.address).stat().st_mode & 0o077 == 0


def test_a_request_without_an_end_is_broken_off(qtbot: QtBot, first: First) -> None:
    socket = QLocalSocket()
    socket.connectToServer(first.address)
    assert socket.waitForConnected(5_000)
    block = b"x" * (1 << 20)
    for _ in range(instance_socket.LARGEST_REQUEST // len(block) + 2):
        socket.write(block)
    qtbot.waitUntil(lambda: socket.state() == QLocalSocket.LocalSocketState.UnconnectedState, timeout=20_000)
    assert not first.requests.all


def test_many_files_are_handed_over(qtbot: QtBot, places: LockFolders, first: First) -> None:
    names = [f"/a rather long folder name/of a collection/{number:05}.pgn" for number in range(3000)]
    other = second(places, *names)
    qtbot.waitUntil(lambda: bool(first.requests.all), timeout=20_000)
    assert first.requests.files == [tuple(names)]
    first.server.opened(1)
    assert outcome(other) == "HANDED_OVER"


def test_a_start_whose_window_ends_before_it_has_opened_the_files_opens_them_itself(
    qtbot: QtBot, places: LockFolders, first: First
) -> None:
    other = second(places, "/a.pgn")
    qtbot.waitUntil(lambda: bool(first.requests.all), timeout=20_000)
    first.leave()
    assert outcome(other) == "FIRST"


def test_a_window_that_closes_takes_no_files(qtbot: QtBot, places: LockFolders, first: First) -> None:
    first.closing = True
    other = second(places, "/a.pgn")
    qtbot.wait(1500)
    assert first.requests.all == []
    assert other.poll() is None, "it did not wait"
    first.leave()
    assert outcome(other) == "FIRST"


def test_a_connection_whose_request_was_never_read_ends_with_the_window(qtbot: QtBot, first: First) -> None:
    socket = QLocalSocket()
    socket.connectToServer(first.address)
    assert socket.waitForConnected(20_000)
    qtbot.waitUntil(lambda: bool(first.server.findChildren(QLocalSocket)), timeout=20_000)
    first.leave()
    qtbot.waitUntil(lambda: socket.state() is QLocalSocket.LocalSocketState.UnconnectedState, timeout=20_000)


def test_a_window_that_does_not_answer_is_left_alone(places: LockFolders, first: First) -> None:
    other = second(places, "/a.pgn", patience_s=0.5)  # no event loop runs here: nobody reads the request
    assert outcome(other) == "NO_ANSWER"


def test_a_window_that_has_said_it_will_open_the_files_is_believed(
    qtbot: QtBot, places: LockFolders, first: First, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = SECOND_START.replace("application =", f"{LATE_AFTER_THE_ANSWER}application =")
    monkeypatch.setattr(sys.modules[__name__], "SECOND_START", late)
    other = second(places, "/a.pgn")
    qtbot.waitUntil(lambda: bool(first.requests.all), timeout=20_000)
    assert outcome(other) == "HANDED_OVER"


def test_the_wait_ends_when_the_start_is_ended(places: LockFolders, first: First) -> None:
    began = time.monotonic()
    looks = iter([False, False, True])
    assert enter(InstanceLock(places), places, (), lambda: next(looks, True)) is StartResult.CLOSING
    assert time.monotonic() - began < 60


def test_a_socket_that_was_left_over_is_replaced(qapp: object, places: LockFolders) -> None:
    assert places.runtime is not None
    (places.runtime / "ratsu-test.socket").write_text("left over")
    made = First(places)
    socket = QLocalSocket()
    socket.connectToServer(made.address)
    assert socket.waitForConnected(20_000)
    socket.abort()
    made.leave()


def test_a_path_too_long_for_a_socket_is_passed_over(qapp: object, tmp_path: Path) -> None:
    deep = tmp_path / ("long " * 30).strip()
    deep.mkdir()
    made = First(LockFolders("ratsu-test", None, deep))
    assert made.address and len(os.fsencode(made.address)) <= LONGEST_ADDRESS
    assert not made.address.startswith(str(deep))
    made.leave()


def test_nonsense_on_the_socket_does_no_harm(qtbot: QtBot, first: First, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instance_socket, "LARGEST_REQUEST", 64 * 1024)
    for request in (b"\xff\n", b"[1\n", b"12\n", b"[" * 60_000 + b"\n", b"x" * 200_000, b""):
        socket = QLocalSocket()
        socket.connectToServer(first.address)
        socket.write(request)
        socket.flush()
        qtbot.wait(20)
        socket.abort()
    qtbot.wait(50)
    assert first.requests.all == []
