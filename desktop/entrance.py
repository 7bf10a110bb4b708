"""The way in: the user's folders, the lock on them, and the door at which later starts hand over their files."""

import logging

from PySide6.QtCore import QCoreApplication, QObject, Signal

from desktop.closing import Closing
from desktop.services.kit.folders import user_folders
from desktop.services.kit.instance_lock import InstanceLock, places_for
from desktop.services.kit.runtime_folder import runtime_folder

_log = logging.getLogger(__name__)


class StartRefused(Exception):
    """The window may not be opened; the text says why and what to do."""


class Entrance(QObject):
    """Nothing of the user's is read before the lock is taken; the lock is let go of when all is written."""

    requested = Signal(int, object)  # number, to be given to `opened`; tuple of paths

    def __init__(self, closing: Closing) -> None:
        super().__init__()
        self._closing = closing
        self.folders = folders = user_folders()
        self._places = places_for(folders.data, folders.state if folders.writable else None, runtime_folder())
        self._lock = InstanceLock(self._places)

    def take_lock(self) -> None:
        """Takes it if it is free; what is to be done if not is the door's matter."""
        self._lock.take()

    def hand_over(self, files: tuple[str, ...]) -> None:
        """Hands the files to the other window, if there is one, and asks for the end.

        :raises StartRefused: the other does not answer.
        """
        if self._lock.held:  # the only window, which need not load what talks to others before the board is painted
            return
        from desktop.services.kit.instance_socket import Outcome, enter

        outcome = enter(self._lock, self._places, files, lambda: self._closing.asked)
        _log.info("other window: %s", outcome.name)
        if outcome is Outcome.NO_ANSWER:
            raise StartRefused(self._no_answer())
        if outcome is not Outcome.FIRST:
            self._closing.ask()

    def open_door(self) -> None:
        """Lets later starts in. One that came before this waits."""
        from desktop.services.kit.instance_socket import InstanceServer

        self._server = InstanceServer(lambda: self._closing.asked, self)
        self._server.requested.connect(self.requested)
        self._lock.announce(self._server.listen(self._places))

    def opened(self, number: int) -> None:
        """The files of a later start are open."""
        self._server.opened(number)

    def close_door(self) -> None:
        """Whoever waits at the door keeps his files, and opens a window once the lock is free."""
        if self._lock.held and hasattr(self, "_server"):
            self._server.close()

    def release_lock(self) -> None:
        """Everything is written."""
        self._lock.release()

    def _no_answer(self) -> str:
        from desktop.services.kit.language import language

        language()  # that of the system: the settings are the other window's
        text = QCoreApplication.translate(
            "Entrance",
            "Ratsu is already open (process %1), but its window does not answer. A second window could overwrite your "
            "games. Wait until it answers, or end that process, and start Ratsu again.",
        )
        return text.replace("%1", str(self._lock.owner.process or "?"))
