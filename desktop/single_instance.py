"""The user's folders, the lock on them, and the server that takes files from later program starts."""

import logging

from PySide6.QtCore import QCoreApplication, QObject, Signal

from desktop.exit_flag import ExitFlag
from desktop.services.kit.folders import user_folders
from desktop.services.kit.instance_lock import InstanceLock, lock_folders
from desktop.services.kit.runtime_folder import runtime_folder

_log = logging.getLogger(__name__)


class StartRefused(Exception):
    """The window may not be opened. The text says why, and what to do."""


class InstanceGate(QObject):
    """Takes the lock before any user data is read, and releases it once all is written."""

    requested = Signal(int, object)  # number of the start, for `opened`; tuple of paths

    def __init__(self, closing: ExitFlag) -> None:
        super().__init__()
        self._closing = closing
        self.folders = folders = user_folders()
        self._places = lock_folders(folders.data, folders.state if folders.writable else None, runtime_folder())
        self._lock = InstanceLock(self._places)

    def take_lock(self) -> None:
        """Takes the lock if it is free. If not, `hand_over` decides what to do."""
        self._lock.take()

    def hand_over(self, files: tuple[str, ...]) -> None:
        """Passes the files to another open window, and asks for the end of this program.

        :raises StartRefused: the other does not answer.
        """
        if self._lock.held:  # the only window: the socket module can wait until the board is painted
            return
        from desktop.services.kit.instance_socket import StartResult, enter

        outcome = enter(self._lock, self._places, files, lambda: self._closing.asked)
        _log.info("other window: %s", outcome.name)
        if outcome is StartResult.NO_ANSWER:
            raise StartRefused(self._no_answer())
        if outcome is not StartResult.FIRST:
            self._closing.ask()

    def start_server(self) -> None:
        """Accepts the files of later starts, including one that already waits."""
        from desktop.services.kit.instance_socket import InstanceServer

        self._server = InstanceServer(lambda: self._closing.asked, self)
        self._server.requested.connect(self.requested)
        self._lock.announce(self._server.listen(self._places))

    def opened(self, number: int) -> None:
        """Reports to a later start that its files are open."""
        self._server.opened(number)

    def stop_server(self) -> None:
        """Stops accepting files. A start that waits opens its own window once the lock is free."""
        if self._lock.held and hasattr(self, "_server"):
            self._server.close()

    def release_lock(self) -> None:
        """Releases the lock, after all data is written."""
        self._lock.release()

    def _no_answer(self) -> str:
        from desktop.services.kit.language import language

        language()  # the system's language: the other window owns the settings
        text = QCoreApplication.translate(
            "InstanceGate",
            "Ratsu is already open (process %1), but its window does not answer. A second window could overwrite your "
            "games. Wait until it answers, or end that process, and start Ratsu again.",
        )
        return text.replace("%1", str(self._lock.owner.process or "?"))
