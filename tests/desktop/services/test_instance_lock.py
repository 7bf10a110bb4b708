"""A second start hands its files to the first; a dead lock is taken over."""

import subprocess
import sys
from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.services.instance_lock import InstanceLock
from tests.desktop.services.conftest import Heard
from tests.helpers.program import ROOT

HOLD = """
import sys
from PySide6.QtCore import QLockFile
lock = QLockFile(sys.argv[1])
lock.setStaleLockTime(0)
print(lock.tryLock(0), flush=True)
sys.stdin.read()
"""
SECOND_START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop.services.instance_lock import InstanceLock
application = QCoreApplication([])
lock = InstanceLock(Path(sys.argv[1]))
print(lock.take(), lock.hand_over((sys.argv[2],)))
"""


def test_the_second_start_hands_its_files_over(qtbot: QtBot, tmp_path: Path) -> None:
    first = InstanceLock(tmp_path)
    assert first.take()
    first.listen()
    heard = Heard(first.requested)
    command = [sys.executable, "-c", SECOND_START, str(tmp_path), "/a/é b.pgn"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as second:
        qtbot.waitUntil(lambda: bool(heard.all))
        assert second.communicate(timeout=10)[0] == "False True\n"
    assert heard.all == [("/a/é b.pgn",)]
    first.release()


def test_the_lock_of_a_killed_program_is_taken_over(qapp: object, tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path / "window.lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        lock = InstanceLock(tmp_path)
        assert not lock.take()
        assert not lock.hand_over(())
        other.kill()
    assert lock.take()
    lock.release()


def test_nonsense_on_the_socket_does_no_harm(qtbot: QtBot, tmp_path: Path) -> None:
    from PySide6.QtNetwork import QLocalSocket

    lock = InstanceLock(tmp_path)
    lock.take()
    lock.listen()
    heard = Heard(lock.requested)
    for request in (b"\xff\n", b"{}\n", b"[1\n", b"12\n", b"x" * 100_000):
        socket = QLocalSocket()
        socket.connectToServer(lock._name)
        socket.write(request)
        socket.flush()
        qtbot.wait(20)
        socket.abort()
    qtbot.wait(50)
    assert heard.all == [()] or heard.all == []
    lock.release()
