"""One run of the window, from the lock to the last write."""

import signal
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from desktop.crash import CrashReport
from desktop.model.remembered import session_from, session_text
from desktop.model.state import Recovery
from desktop.services.folders import user_folders
from desktop.services.garbage import GarbageCollector
from desktop.services.instance_lock import InstanceLock
from desktop.services.settings_store import SettingsStore
from desktop.views.shell import Shell
from engine.version import VERSION

ICON = Path(__file__).with_name("resources") / "icon" / "ratsu.svg"
SETTLE_MS = 3_000  # after the start: everything that it imports and builds stands then
WAKE_MS = 200  # how often Python gets to see a SIGINT or SIGTERM while Qt's loop runs


class Application(QApplication):
    """Qt's application, which on macOS is told of double-clicked files by an event instead of an argument."""

    file_wanted = Signal(str)

    def event(self, event: QEvent) -> bool:
        """What Qt tells the application itself."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_wanted.emit(event.file())
            return True
        return super().event(event)


class Program(QObject):
    """Makes the application, the empty window, and, once that is on the screen, the services and what fills it.

    Everything that takes longer still waits until the filled window was painted once.
    """

    _shell_painted = Signal()
    _window_painted = Signal()

    def __init__(self, files: tuple[str, ...]) -> None:
        """`files`: absolute paths of PGN files to open."""
        self._application = Application([sys.argv[0]])
        super().__init__()
        self._application.setApplicationName("Ratsu")
        self._application.setApplicationVersion(VERSION)
        self._application.setDesktopFileName("ratsu")
        self._files = files
        self._folders = user_folders()
        self._crash = CrashReport(self._folders.state if self._folders.writable else None)
        self._lock = InstanceLock(self._folders.state, self) if self._folders.writable else None
        self._garbage = GarbageCollector(self)

    def run(self) -> int:
        """Runs until the window is closed. Returns the exit code."""
        if self._lock is not None and not self._lock.take() and self._lock.hand_over(self._files):
            return 0
        self._crash.install()
        self._garbage.start()
        settings = SettingsStore(self._folders.settings_file, self)
        self._shell = shell = Shell(settings.settings.text("window_geometry"))
        self._application.file_wanted.connect(self._open_later)
        stop_signals = self._watch_signals()
        self._shell_painted.connect(self._fill, Qt.ConnectionType.QueuedConnection)
        self._window_painted.connect(self._after_show, Qt.ConnectionType.QueuedConnection)
        self._settings = settings
        shell.installEventFilter(self)
        shell.show()
        code = self._application.exec()
        stop_signals.stop()
        self._garbage.stop()
        self._crash.tell = None
        settings.set("window_geometry", shell.place)
        self._keep_session()
        shell.close()
        if shell.contents is None:
            settings.flush()
        else:
            self._composition.close()
        if self._lock is not None:
            self._lock.release()
        self._crash.close()
        return code

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Waits for the first paint, of the empty window and then of what fills it."""
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            signal_now = self._shell_painted if watched is self._shell else self._window_painted
            signal_now.emit()
        return False

    @Slot()
    def _fill(self) -> None:
        """Imports and builds the services and the window's contents."""
        from desktop.compose import Composition
        from desktop.services.language import language
        from desktop.views.main_window import MainWindow

        self._composition = Composition(self._folders, settings=self._settings)
        language().changed.connect(self._rebuild, Qt.ConnectionType.QueuedConnection)
        self._window = MainWindow(self._composition.services)
        self._crash.tell = self._window.show_crash
        if not self._files:
            self._window.start_game()
        self._window.installEventFilter(self)
        self._shell.fill(self._window)

    @Slot()
    def _rebuild(self) -> None:
        """Another language was chosen."""
        from desktop.views.rebuild import rebuild

        self._window = rebuild(self._shell, self._window)
        self._crash.tell = self._window.show_crash
        QTimer.singleShot(0, self._garbage.settle)

    @Slot()
    def _after_show(self) -> None:
        """What is slow, or talks to the user, once the window is on the screen."""
        self._application.setWindowIcon(QIcon(str(ICON)))
        services = self._composition.services
        self._tell_problems()
        if self._lock is not None:
            self._lock.requested.connect(self._open_handed_over)
            self._lock.listen()
        offers = services.autosave.offers()
        self._window.open_files([Path(path) for path in self._files])
        if not self._files and services.settings.settings.flag("restore_session"):
            offers = self._open_session(offers)
        if offers:
            self._window.offer_recovery(offers)
        else:
            self._window.parts.hints.begin(self._window.modes.mode)
        self._composition.follow()
        threading.Thread(target=_warm_up, name="ratsu-warm-up", daemon=True).start()
        QTimer.singleShot(SETTLE_MS, self._garbage.settle)

    def _open_session(self, offers: tuple[Recovery, ...]) -> tuple[Recovery, ...]:
        """Opens the files and the unsaved games of the last run, if it was closed. Returns the games that are left to offer."""
        services = self._composition.services
        again = tuple(offer for offer in offers if offer.closed)
        changed = {offer.path for offer in again}  # opened with the changes that were not saved
        paths = [Path(path) for path in session_from(services.settings.settings.text("session")) if path not in changed]
        self._window.open_files([path for path in paths if path.is_file()])
        services.autosave.restore_all(again, asked=False)
        return tuple(offer for offer in offers if not offer.closed)

    def _keep_session(self) -> None:
        """Remembers the files of the open tabs. Games that are in no file are kept by the autosave."""
        if self._shell.contents is None:
            return
        games = self._composition.services.game
        states = (games.state_of(title.tab) for title in games.tabs.titles)
        self._settings.keep(
            "session", session_text([state.path for state in states if state is not None and state.path])
        )

    def _tell_problems(self) -> None:
        from desktop.model.errors import Message, Severity

        if self._folders.problem:
            text = f"Nothing can be kept: {self._folders.problem} You can play, and save games where you like."
            self._window.tell(Message(Severity.WARNING, text))
        if self._crash.last_fault:
            text = "The last run ended with a crash. Nothing was sent anywhere; the report is kept."
            self._window.tell(Message(Severity.WARNING, text, self._crash.last_fault))
        self._composition.services.settings.tell_problems()

    @Slot(str)
    def _open_later(self, path: str) -> None:
        """A file from the desktop: with the arguments while the window is being made, else at once."""
        if self._shell.contents is None:
            self._files = (*self._files, path)
        else:
            self._open_handed_over((path,))

    @Slot(object)
    def _open_handed_over(self, files: tuple[str, ...]) -> None:
        self._window.open_files([Path(path) for path in files])
        self._shell.setWindowState(self._shell.windowState() & ~Qt.WindowState.WindowMinimized)
        self._shell.raise_()
        self._shell.activateWindow()

    def _watch_signals(self) -> QTimer:
        """SIGINT and SIGTERM close the window as its button does. Python runs handlers only when its code runs: a timer."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._shell.close())
        timer = QTimer(self)
        timer.timeout.connect(_let_python_run)
        timer.start(WAKE_MS)
        return timer


def _let_python_run() -> None:
    """Does nothing; that Python ran is enough."""


def _warm_up() -> None:
    """Imports what the first move needs, while the user looks at the board."""
    import desktop.model.analysis_lines
    import desktop.model.pgn_writer  # noqa: F401
