"""One run of the window, from the lock to the last write."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QIcon

from desktop.application import Application
from desktop.crash import CrashReport, fault_sentence
from desktop.exit_flag import ExitFlag
from desktop.services.kit.garbage import GarbageCollector
from desktop.services.kit.settings_store import SettingsStore
from desktop.signal_wakeup import SignalWaker
from desktop.single_instance import InstanceGate, StartRefused
from desktop.start_stages import Stage, Stages
from desktop.start_threads import import_rest, warm_up
from desktop.views.kit.theme import Scheme, theme
from desktop.views.window.first_board import FirstBoard
from desktop.views.window.window_shell import WindowShell
from engine.ground.exit_status import print_error
from engine.ground.log_file import RecentLines
from engine.ground.version import VERSION

if TYPE_CHECKING:
    from desktop.model.game.state import SavedGame
    from desktop.model.stored_values import RememberedGame
    from desktop.views.window.early_board import EarlyBoard

ICON = Path(__file__).with_name("resources") / "icon" / "ratsu.svg"
_HELD_MS = 20  # until the next look whether a mouse button is still down on the early board
SETTLE_MS = 3_000  # by then the start has imported and built everything
_log = logging.getLogger(__name__)


class Program(QObject):
    """The start as a list of stages: the lock before anything is read, the empty window, then the services and the contents of
    the window. Slower work waits until the filled window has been painted once.

    Each stage checks the closing flag first. The end undoes the stages that have begun, in reverse order.
    """

    _painted = Signal()

    def __init__(
        self,
        files: tuple[str, ...],
        closing: ExitFlag | None = None,
        at_stage: Callable[[str], object] | None = None,
    ) -> None:
        """`files`: absolute paths of PGN files to open. `closing`: a flag that follows signals already. `at_stage`: called with
        the name of each stage before the flag is checked."""
        super().__init__()
        self._files = list(files)
        self._waiting: list[int] = []  # numbers of later starts with files in the list
        self._reading: list[RememberedGame] = []  # requested files that are not open yet
        self._closing = closing or ExitFlag()
        if closing is None:
            self._closing.follow_signals()
        self._recent = RecentLines()
        self._crash: CrashReport | None = None
        self._shell: WindowShell | None = None
        self._early: EarlyBoard | None = None  # until the window is filled
        self._filled = self._opens_files = False
        self._stages = Stages(self._list_of_stages(), self._closing, at_stage or (lambda _: None))
        self._painted.connect(self._go_on, Qt.ConnectionType.QueuedConnection)

    def _list_of_stages(self) -> tuple[Stage, ...]:
        return (
            Stage("log", self._recent.install, self._recent.close),
            Stage("folders", self._find_folders),
            Stage("lock", lambda: self._entrance.take_lock(), lambda: self._entrance.release_lock()),
            Stage("application", self._make_application, lambda: self._bell.stop()),
            Stage("other window", lambda: self._entrance.hand_over(tuple(self._files))),
            Stage("crash report", self._install_crash_report, self._remove_crash_report),
            Stage("garbage", self._collect_garbage, lambda: self._garbage.stop()),
            Stage("settings", self._read_settings, lambda: self._settings.flush()),
            Stage("shell", self._show_shell, self._close_shell, waits=True),
            Stage("game", self._begin_game, lambda: self._composition.close(), waits=True),
            Stage("imports", self._import_rest, waits=True),
            Stage("services", self._make_services, waits=True),
            Stage("window", self._fill, self._empty, waits=True),
            Stage("door", lambda: self._entrance.start_server(), lambda: self._entrance.stop_server()),
            Stage("files", self._open_first, self._keep_session),
            Stage("rest", self._after_show),
        )

    def run(self) -> int:
        """Runs until the window is closed. Returns the exit code."""
        try:
            self._go_on()
            if not self._closing.asked:
                self._application.exec()
            self._closing.ask()
        finally:
            self._stages.end()
        return self._closing.exit_code

    @Slot()
    def _go_on(self) -> None:
        """Runs the next stages, if no piece is being dragged. A failure ends the start, or is reported in the filled window."""
        if self._shell is not None and self._shell.held:
            QTimer.singleShot(_HELD_MS, self._go_on)
            return
        try:
            self._stages.go_on()
        except StartRefused as refused:
            print_error("", str(refused))
            self._refuse(str(refused))
        except Exception as error:
            if self._crash is None:
                raise
            self._crash.report(error)
            if self._filled:
                self._go_on()
            else:
                self._refuse(fault_sentence(error))

    def _refuse(self, text: str) -> None:
        """Shows a box with the reason why no window opens, and then ends the program."""
        from desktop.views.kit import messages

        self._closing.exit_code = 1
        self._box = messages.alone(text)
        self._box.finished.connect(self._close)
        if self._shell is not None:
            self._shell.hide()

    @Slot()
    def _close(self) -> None:
        """Ends the program when the window, or the box in its place, is closed."""
        self._closing.ask()
        self._application.exit()

    def _look_at_flag(self) -> None:
        """Closes the window, as its button does, if a signal has asked for it."""
        if self._closing.asked and (self._shell is None or self._shell.close()):
            self._application.exit()

    # -- the stages

    def _find_folders(self) -> None:
        self._entrance = InstanceGate(self._closing)
        self._folders = self._entrance.folders
        self._entrance.requested.connect(self._on_request)

    def _make_application(self) -> None:
        self._application = application = Application([sys.argv[0]])
        application.setApplicationName("Ratsu")
        application.setApplicationVersion(VERSION)
        application.setDesktopFileName("ratsu")
        application.file_wanted.connect(self._open_later)
        self._bell = SignalWaker(self._look_at_flag, self)

    def _install_crash_report(self) -> None:
        self._crash = CrashReport(self._folders.state if self._folders.writable else None)
        self._crash.install()

    def _remove_crash_report(self) -> None:
        if self._crash is not None:
            self._crash.close()

    def _collect_garbage(self) -> None:
        self._garbage = GarbageCollector(self)
        self._garbage.start(at_once=False)

    def _read_settings(self) -> None:
        self._settings = SettingsStore(self._folders.settings_file, self, writable=self._folders.writable)

    def _show_shell(self) -> None:
        # Before anything is shown: a change of colours between the empty and the filled window would flash.
        theme().set_text_size(self._settings.settings.number("text_size"))
        theme().set_scheme(Scheme(self._settings.settings.text("theme")))
        self._shell = shell = WindowShell(self._settings.settings.text("window_geometry"))
        shell.show_first(FirstBoard(self._settings.settings, game=not self._files))
        shell.closed.connect(self._close)
        shell.installEventFilter(self)
        shell.show()

    def _close_shell(self) -> None:
        if self._shell is not None:
            self._shell.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Reports the first paint, of the empty window and then of its contents."""
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self._painted.emit()
        return False

    def _begin_game(self) -> None:
        """Makes the services of the board, and without files a game that can be played at once."""
        from desktop.compose import Composition

        self._composition = Composition(self._folders, settings=self._settings, at_once=False)
        if self._files:
            self._painted.emit()
            return
        from desktop.views.setup.game_defaults import game_of
        from desktop.views.window.early_board import EarlyBoard

        assert self._shell is not None
        board = self._composition.board
        board.match.new_game(game_of(self._settings.settings), wait=True)
        self._early = body = EarlyBoard(board.make, self._settings.settings)
        body.installEventFilter(self)
        self._shell.show_board(body, body.panel.board)

    def _import_rest(self) -> None:
        """Imports what the other stages need, on a thread, so that the board answers meanwhile."""
        threading.Thread(target=self._import_on_thread, name="ratsu-imports", daemon=True).start()

    def _import_on_thread(self) -> None:
        import_rest()
        self._painted.emit()

    def _make_services(self) -> None:
        self._composition.complete()
        self._painted.emit()  # events come first, since the next stage takes long

    def _fill(self) -> None:
        """Imports and builds the window's contents."""
        from desktop.services.kit.language import language
        from desktop.views.main_window import MainWindow

        assert self._shell is not None and self._crash is not None
        for changed in (language().changed, theme().resized):
            changed.connect(self._rebuild, Qt.ConnectionType.QueuedConnection)
        self._window = MainWindow(self._composition.services, self._early)
        self._crash.tell = self._window.show_crash
        for message in self._composition.unheard():
            self._window.tell(message)
        if self._early is not None:
            self._window.start_game(begun=True)
        self._window.installEventFilter(self)
        self._shell.fill(self._window)
        self._early = None
        self._shell.minimised.connect(self._composition.services.analysis.set_minimised)
        self._filled = True

    def _empty(self) -> None:
        """Closes the window, to which nothing is reported any more."""
        assert self._shell is not None and self._crash is not None
        self._crash.tell = None
        self._settings.keep("window_geometry", self._shell.place)
        self._shell.close()

    @Slot()
    def _rebuild(self) -> None:
        """Rebuilds the window after a change of language or text size."""
        from desktop.views.rebuild import rebuild

        assert self._shell is not None and self._crash is not None
        self._window = rebuild(self._shell, self._window)
        self._crash.tell = self._window.show_crash
        QTimer.singleShot(0, self._garbage.settle_anew)

    def _open_first(self) -> None:
        """Opens the files of this start and of later ones; without files, the session of the last run."""
        services = self._composition.services
        self._tell_problems()
        self._opens_files = True
        from desktop.model.stored_values import session_from

        again = not self._files and services.settings.settings.flag("restore_session")
        if again:  # saved again if the program ends before they are open
            self._reading += session_from(services.settings.settings.text("session"))
        self._open(tuple(self._files), tuple(self._waiting))
        services.autosave.find(self._open_session if again else self._offer)

    def _offer(self, offers: tuple[SavedGame, ...]) -> None:
        if offers:
            self._window.offer_recovery(offers)
        else:
            self._window.action_groups.hints.begin(self._window.modes.mode)

    def _after_show(self) -> None:
        """Runs work without effect on the visible start."""
        self._application.setWindowIcon(QIcon(str(ICON)))
        self._composition.window_shown()
        threading.Thread(target=warm_up, name="ratsu-warm-up", daemon=True).start()
        QTimer.singleShot(SETTLE_MS, self._garbage.settle)

    def _open_session(self, offers: tuple[SavedGame, ...]) -> None:
        """Restores unsaved games, then files, of the last run if it was closed regularly. Offers the remaining games."""
        services = self._composition.services
        again = tuple(offer for offer in offers if offer.closed)

        def open_files() -> None:
            from desktop.model.stored_values import session_from

            there = {
                (game.path, game.place) for game in self._open_games().values()
            }  # restored, with their unsaved changes
            paths = {path for path, _ in there}
            games = session_from(services.settings.settings.text("session"))
            for game in games:
                if (game.path, game.place) in there or (not game.place and game.path in paths):
                    self._reading.remove(game)
                else:
                    services.files.open_again(game)
                    services.files.after_reading(partial(self._reading.remove, game))
            services.files.after_reading(partial(self._show_again, games))

        services.autosave.restore_all(again, asked=False, then=open_files)
        self._offer(tuple(offer for offer in offers if not offer.closed))

    def _show_again(self, games: tuple[RememberedGame, ...]) -> None:
        """Brings the tab of the last session to the front, unless the user has moved to another tab meanwhile."""
        tabs = {(game.path, game.place.split(" ")[-1]): tab for tab, game in self._open_games().items()}
        kept = {tabs.get((game.path, game.place.split(" ")[-1])): game.shown for game in games}
        game = self._composition.services.game
        for tab, shown in kept.items():
            if tab is not None and shown and game.state.tab in kept:
                game.select_tab(tab)

    def _keep_session(self) -> None:
        """Saves the list of files in tabs, opened or still being read, for the next start. Unsaved games without a file are in
        the autosave."""
        from desktop.model.stored_values import RememberedGame, session_text
        from desktop.views.window.mode_bar import Mode

        games = [*self._open_games().values(), *self._reading]
        services = self._composition.services
        listed = services.lists.state.path
        known = {game.path for game in games} | {str(services.files.played_games)}  # listed again anyway
        if listed and listed not in known:
            games.append(RememberedGame(listed, shown=self._window.modes.mode is Mode.GAMES))
        self._settings.keep("session", session_text(games))

    def _open_games(self) -> dict[int, RememberedGame]:
        """The games in tabs that belong to a file, by tab."""
        from desktop.model.stored_values import RememberedGame

        services = self._composition.services
        shown = services.game.state.tab
        return {
            state.tab: RememberedGame(
                state.path, services.files.place_texts(state.tab)[0], state.main_ply, state.tab == shown
            )
            for state in services.game.states
            if state.path
        }

    def _open(self, files: tuple[str, ...], numbers: tuple[int, ...] = ()) -> None:
        """Opens files in the background. `numbers`: the later starts that wait for them."""
        from desktop.model.stored_values import RememberedGame

        if files:
            _log.info("files to open: %s", ", ".join(files))
        reading = [RememberedGame(path) for path in files]
        self._reading += reading
        self._window.open_files([Path(path) for path in files])
        self._composition.services.files.after_reading(partial(self._opened, reading, numbers))

    def _opened(self, reading: list[RememberedGame], numbers: tuple[int, ...]) -> None:
        for game in reading:
            self._reading.remove(game)
        for number in numbers:
            self._entrance.opened(number)

    def _tell_problems(self) -> None:
        from desktop.model.errors import Message, Severity
        from engine.ground.text import Text, plain

        if self._folders.problem:
            text = Text(
                "Settings and games cannot be saved automatically: %1 You can play, and save games to another folder.",
                self._folders.problem,
            )
            self._window.tell(Message(Severity.WARNING, text))
        if self._crash is not None and self._crash.last_fault:
            text = Text("The last run ended with a crash. Nothing was sent anywhere; the report is saved.")
            self._window.tell(Message(Severity.WARNING, text, plain(self._crash.last_fault)))
        self._composition.services.settings.tell_problems()

    @Slot(str)
    def _open_later(self, path: str) -> None:
        """Opens a file that the desktop sent."""
        self._on_request(0, (path,))

    @Slot(int, object)
    def _on_request(self, number: int, files: tuple[str, ...]) -> None:
        """Handles a later start: opens its files, once the window is filled."""
        if self._opens_files:
            self._open(files, (number,))
        else:
            self._files += files
            self._waiting.append(number)
        if self._shell is not None:
            self._shell.setWindowState(self._shell.windowState() & ~Qt.WindowState.WindowMinimized)
            self._shell.raise_()
            self._shell.activateWindow()
