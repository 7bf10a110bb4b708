"""One window a user: a second start hands its files to the first and leaves. A lock whose owner is dead is taken over."""

import json
import zlib
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal, Slot

ANSWER_MS = 1_000
LARGEST_REQUEST = 64 * 1024  # bytes


class InstanceLock(QObject):
    """Held by the first window. QtNetwork is imported only by `listen` and `hand_over`."""

    requested = Signal(object)  # tuple of paths, as text; empty: only come to the front

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """`folder`: the state folder; windows with another one are another user's."""
        super().__init__(parent)
        self._file = QLockFile(str(folder / "window.lock"))
        self._file.setStaleLockTime(0)  # stale when its process is gone, never by age
        self._name = f"ratsu-{zlib.crc32(str(folder).encode()):08x}"  # not secret: the socket is the user's alone
        self._server: QObject | None = None

    def take(self) -> bool:
        """Whether this is the only window. True as well where the lock cannot be written: better two windows than none."""
        return self._file.tryLock(0) or self._file.error() is not QLockFile.LockError.LockFailedError

    def hand_over(self, files: tuple[str, ...]) -> bool:
        """Sends the files to the window that holds the lock. False if it does not answer within a second."""
        from PySide6.QtNetwork import QLocalSocket

        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(ANSWER_MS):
            return False
        socket.write(json.dumps(files).encode() + b"\n")
        socket.flush()
        answered = socket.waitForReadyRead(ANSWER_MS) and bytes(socket.readAll().data()).startswith(b"ok")
        socket.disconnectFromServer()
        return answered

    def listen(self) -> None:
        """Answers later starts from now on; only the same user can reach the socket."""
        from PySide6.QtNetwork import QLocalServer

        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        QLocalServer.removeServer(self._name)  # left over from a process that died
        if server.listen(self._name):
            server.newConnection.connect(self._accept)
            self._server = server

    def release(self) -> None:
        """The window is closing."""
        from PySide6.QtNetwork import QLocalServer

        if isinstance(self._server, QLocalServer):
            self._server.close()
        self._file.unlock()

    @Slot()
    def _accept(self) -> None:
        from PySide6.QtNetwork import QLocalServer

        assert isinstance(self._server, QLocalServer)
        socket = self._server.nextPendingConnection()
        socket.setReadBufferSize(LARGEST_REQUEST)
        socket.setParent(self)
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(socket.deleteLater)

    @Slot()
    def _read(self) -> None:
        from PySide6.QtNetwork import QLocalSocket

        socket = self.sender()
        if not isinstance(socket, QLocalSocket) or not socket.canReadLine():
            return
        try:
            files = tuple(str(path) for path in json.loads(bytes(socket.readLine().data())))
        except (ValueError, TypeError, RecursionError):
            socket.abort()
            return
        socket.write(b"ok\n")
        socket.flush()
        socket.disconnectFromServer()
        self.requested.emit(files)
