"""Hands the files of a second start over to the open window.

The request is one line of JSON with the paths. The window answers `queued` once its event loop has read it, and `ok`
once the files were read. If the window ends before that, the connection breaks and the second start opens the files
itself.
"""

import json
import os
import time
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from desktop.services.kit.instance_lock import InstanceLock, LockFolders
from desktop.services.kit.runtime_folder import folder_of_last_resort

CONNECT_MS = 500
PATIENCE_S = 15.0  # how long a window may take to read a request: it may be building itself on a busy machine
LONGEST_WORK_S = 60.0  # how long it may take to open the files, once it has said that it will
LOOK_S = 0.05  # between two looks at the lock and at the flag
LARGEST_REQUEST = 4 * 1024 * 1024  # bytes; a command line has at most half of it
LONGEST_ADDRESS = 100  # bytes; a socket's path has 104 on macOS, 108 on Linux
QUEUED, OPENED = b"queued", b"ok"


class StartResult(Enum):
    """The result for a start of the program."""

    FIRST = "this is the only window"
    HANDED_OVER = "the window that is open has the files"
    NO_ANSWER = "the window that is open does not answer"
    CLOSING = "the start was ended"


class InstanceServer(QObject):
    """Answers later starts. `requested` carries a number for `opened` once the files are open."""

    requested = Signal(int, object)  # number, tuple of paths as text; empty: only come to the front

    def __init__(self, closing: Callable[[], bool], parent: QObject | None = None) -> None:
        """`closing`: whether the program is ending and accepts no more requests."""
        super().__init__(parent)
        self._closing = closing
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        self._asking: dict[int, QLocalSocket] = {}
        self._last = 0

    def listen(self, places: LockFolders) -> str:
        """Opens the socket. Returns its address; empty if that fails, and then files cannot be handed over."""
        for address in _addresses(places):
            QLocalServer.removeServer(address)  # left over from a process that died: we hold the lock
            if self._server.listen(address):
                return address
        return ""

    def opened(self, number: int) -> None:
        socket = self._asking.pop(number, None)
        if socket is not None:
            socket.write(OPENED + b"\n")
            socket.flush()
            socket.disconnectFromServer()

    def close(self) -> None:
        """Breaks all connections, including unread requests: their senders have not handed over their files."""
        self._server.close()
        for socket in self.findChildren(QLocalSocket):
            socket.abort()
        self._asking.clear()

    @Slot()
    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(LARGEST_REQUEST)
            socket.setParent(self)
            socket.readyRead.connect(self._read)
            socket.disconnected.connect(self._leave)

    @Slot()
    def _read(self) -> None:
        socket = self.sender()
        if not isinstance(socket, QLocalSocket) or not socket.canReadLine():
            if isinstance(socket, QLocalSocket) and socket.bytesAvailable() >= LARGEST_REQUEST:
                socket.abort()
            return
        try:
            files = tuple(str(path) for path in json.loads(bytes(socket.readLine().data())))
        except (ValueError, TypeError, RecursionError):
            socket.abort()
            return
        if self._closing():
            socket.abort()
            return
        self._last += 1
        self._asking[self._last] = socket
        socket.write(QUEUED + b"\n")
        socket.flush()
        self.requested.emit(self._last, files)

    @Slot()
    def _leave(self) -> None:
        socket = self.sender()
        self._asking = {number: other for number, other in self._asking.items() if other is not socket}
        if isinstance(socket, QLocalSocket):
            socket.deleteLater()


def enter(lock: InstanceLock, places: LockFolders, files: tuple[str, ...], closing: Callable[[], bool]) -> StartResult:
    """Takes the lock, or hands the files to its owner; waits for a window that is closing.

    If a live owner does not answer within `PATIENCE_S`, this start gives up: two windows would write the same files.
    """
    until = time.monotonic() + PATIENCE_S
    while not closing():
        if lock.take():
            return StartResult.FIRST
        if _is_taken(lock.owner.address or next(_addresses(places), ""), files, until, closing):
            return StartResult.HANDED_OVER
        if time.monotonic() > until:
            return StartResult.FIRST if lock.take() else StartResult.NO_ANSWER
        time.sleep(LOOK_S)
    return StartResult.CLOSING


def _is_taken(address: str, files: tuple[str, ...], until: float, closing: Callable[[], bool]) -> bool:
    """Whether the window at the address took the files. False also if it ended before it opened them."""
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    socket.write(json.dumps(files).encode() + b"\n")
    said = b""
    while OPENED not in said.split(b"\n") and not closing():
        if time.monotonic() > until + (LONGEST_WORK_S if said else 0):
            return bool(said)
        if socket.bytesToWrite():
            socket.waitForBytesWritten(int(1000 * LOOK_S))
        socket.waitForReadyRead(int(1000 * LOOK_S))
        said += bytes(socket.readAll().data())
        if socket.state() is not QLocalSocket.LocalSocketState.ConnectedState and not socket.bytesAvailable():
            break
    return OPENED in said.split(b"\n")


def _addresses(places: LockFolders) -> Iterator[str]:
    """The possible addresses of the socket with short enough paths, best first. On Windows an address is a name without
    a path.
    """
    if os.name == "nt":
        yield places.name
        return
    for folder in _folders(places):
        address = folder / f"{places.name}.socket"
        if len(os.fsencode(address)) <= LONGEST_ADDRESS:
            yield str(address)


def _folders(places: LockFolders) -> Iterator[Path]:
    yield from (folder for folder in (places.runtime, places.state) if folder is not None)
    shared = folder_of_last_resort()  # created only if neither other folder will do
    if shared is not None:
        yield shared
