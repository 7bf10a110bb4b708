"""Saves every game that is not in a file after each move, so that a crash loses nothing.

Each running program has its own folder under the state folder, locked until the process ends, with one file per tab. A
file is replaced atomically on a worker thread after every move and edit (in a large game within a quarter of a second).
The next start offers the games of folders without a living owner.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QTimer, Signal, Slot

from desktop.model.errors import FileError, Message, Severity
from desktop.model.game import snapshot as snapshots
from desktop.model.game.snapshot import NewerGameError, Snapshot
from desktop.model.game.state import ClockState, GameState, SavedGame
from desktop.services.game.clock_service import ClockService
from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.game.game_journal import CLOSED, GameJournal, clear
from engine.ground.text import Text
from engine.ground.write_targets import unwritten

if TYPE_CHECKING:
    from desktop.services.game.game_service import GameService

T = TypeVar("T")

FINISH_MS = 2_000  # what the last write may take when the program ends
KEEP_CLOCK_MS = 10_000  # how often a running clock is saved while no move is played
LARGE = 2_000  # moves of a game that takes so long to write (10 ms) that the window shows a change first
PAUSE_MS = 200  # for that: while both work they hand Python's lock to and fro, and a change of 6 ms took 45
KEPT_DISCARDED = 20  # games the user did not want back; the oldest go first


class Autosave(Service):
    """Writes the open games to the state folder and offers those that an earlier run left there."""

    restored = Signal(object, bool)  # Snapshot: to be opened; whether its match continues
    taken = Signal(str)  # the file of a saved game that was opened or discarded, and is not offered any more
    abandoned = Signal(object)  # MatchTerms of a rated game that was put aside
    placed = Signal(int, str, str)  # the tab of a restored game, and its places in its file and among the played games

    def __init__(self, folder: Path | None, clock: ClockService) -> None:
        """`folder` None: nothing can be saved (the program's start has reported why)."""
        super().__init__()
        self._clock = clock
        self._root = folder
        self._journal = GameJournal(folder or Path())  # the worker's
        self._written: dict[int, GameState] = {}
        self._waiting: dict[int, Snapshot] = {}  # of each tab, what is not the worker's yet
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._write_waiting)
        self._tickets: dict[int, int] = {}  # of each tab's last write
        self._kept_at: dict[int, int] = {}  # the steady time of that, in ms
        # A tab's game in its file and among the played ones, as the file service writes it.
        self._places_of: Callable[[int], tuple[str, str]] = lambda _: ("", "")
        self._last: int | None = None  # the tab that was recorded last
        self._on_disk: set[int] = set()  # tabs whose newest state was written; the worker's
        self._replaced: dict[int, Path] = {}  # old copies that go when their tab was written; the worker's
        self._failed = False
        self._worker = Worker("ratsu-autosave", self, FINISH_MS, finish=True)

    def follow(self, games: GameService) -> None:
        games.game_changed.connect(self.record)
        games.tab_closed.connect(self.forget)
        self._clock.changed.connect(self.follow_clock)

    def use_places(self, places_of: Callable[[int], tuple[str, str]]) -> None:
        """`places_of`: the place of a tab's game in its file, and how it ended there, as texts."""
        self._places_of = places_of

    # -- keeping

    @Slot(object)
    def record(self, state: GameState) -> None:
        """Saves a game in its present state, unless it is in a file or empty."""
        if self._root is None:
            return
        worth_keeping = (state.modified or state.unfinished) and (state.game.table.size > 1 or state.modified)
        if not worth_keeping:
            self.forget(state.tab)
            return
        clock = self._clock.state_of(state.tab).clock
        place, ended = self._places_of(state.tab)
        kept = Snapshot(
            game=state.game,
            current=state.current,
            live=state.live,
            match=state.match,
            playing=state.unfinished,
            clock=clock.run(None) if state.match is not None else None,
            path=state.path,
            saved_at=datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"),
            running=clock.running is not None,
            place=place,
            ended=ended,
        )
        self._written[state.tab] = state
        self._kept_at[state.tab] = self._clock.now
        self._last = state.tab
        self._worker.drop(self._tickets.get(state.tab, 0))  # a write that still waits is of an older state
        self._waiting[state.tab] = kept
        if state.game.table.size <= LARGE:
            self._write_waiting()
        elif not self._pause.isActive():
            self._pause.start()

    @Slot()
    def _write_waiting(self) -> None:
        while self._waiting:
            tab, kept = self._waiting.popitem()
            self._tickets[tab] = self._worker.submit(partial(self._write, tab, kept), self._succeed, self._fail)

    @Slot(object)
    def follow_clock(self, shown: ClockState) -> None:
        """Saves the time of a long thought too, so that a crash gives back ten seconds at most."""
        state = self._written.get(shown.tab)
        due = self._clock.now - self._kept_at.get(shown.tab, 0) >= KEEP_CLOCK_MS
        if state is not None and due and shown.clock.running is not None and shown.clock.control.timed:
            self.record(state)

    @Slot(int)
    def forget(self, tab: int) -> None:
        """Removes the saved copy of a tab that was closed or whose game is in a file."""
        self._waiting.pop(tab, None)
        if self._written.pop(tab, None) is not None:
            self._worker.submit(partial(self._remove, tab), lambda _: None, self._warn)

    def close(self) -> bool:
        """Waits for the last write. Saved games under way and games without a file remain for the next start."""
        self._write_waiting()
        ended = super().close()
        self._journal.close(ended)
        return ended

    # -- offering back

    def find(self, on_found: Callable[[tuple[SavedGame, ...]], object]) -> None:
        """Looks in the background for games that an earlier run left, newest first, except those of a program that is
        still running. `on_found` is not called if the program ends first.
        """
        self._worker.submit(
            self._found,
            partial(self._tell_found, on_found),
            lambda problem: self._tell_found(on_found, ((), [problem])),
        )

    def _tell_found(
        self, on_found: Callable[[tuple[SavedGame, ...]], object], found: tuple[tuple[SavedGame, ...], list[Text]]
    ) -> None:
        recoveries, problems = found
        for problem in problems:
            self._warn(problem)
        on_found(recoveries)

    def restore_all(
        self, recoveries: tuple[SavedGame, ...], *, asked: bool = True, then: Callable[[], object] = lambda: None
    ) -> None:
        """Opens saved games, the first of them last, so that it is shown and its match continues; the other matches
        wait.

        They are read in the background; `then` is called when they are open. If the user did not ask (`asked` False), a
        match with a clock waits too.
        """
        paths = [Path(recovery.journal) for recovery in reversed(recoveries)]

        def failed(problem: Text) -> None:
            self._warn(problem)
            then()

        self._worker.submit(partial(_loaded, paths), lambda found: self._restored(found, asked, then), failed)

    def _restored(
        self, found: list[tuple[Path, Snapshot | None, Text]], asked: bool, then: Callable[[], object]
    ) -> None:
        for path, kept, problem in found:
            self._warn(problem)
            self.taken.emit(str(path))
            if kept is None:
                continue
            self._take_last()
            timed = kept.match is not None and kept.match.control.timed
            self.restored.emit(kept, path == found[-1][0] and (asked or not timed))
            self._warn(kept.game.refused)  # its match cannot continue
            tab = self._take_last()
            if tab is not None:
                if kept.place or kept.ended:
                    self.placed.emit(tab, kept.place, kept.ended)
                    self.record(self._written[tab])
                self._worker.submit(partial(self._clear_replaced, tab, path), lambda _: None, self._warn)
        then()

    def discard(self, recovery: SavedGame) -> None:
        """Puts a saved game aside that the user does not want; the last twenty are stored. A rated game is lost."""
        self.taken.emit(recovery.journal)
        if self._root is None:
            return
        aside = self._root / "discarded"
        path = Path(recovery.journal)
        if recovery.counts:
            kept, _ = _read(path, snapshots.load)
            if kept is not None:
                self.abandoned.emit(kept.match)
        with suppress(OSError):
            aside.mkdir(exist_ok=True)
            path.replace(aside / f"{recovery.when.replace(':', '')} {os.urandom(4).hex()}.json")
            for old in sorted(aside.glob("*.json"))[:-KEPT_DISCARDED]:
                old.unlink()
        clear(path)

    def _found(self) -> tuple[tuple[SavedGame, ...], list[Text]]:
        """The games to offer, and the problems with the other files. On the worker's thread."""
        found, problems = [], []
        left = self._journal.left() if self._root is not None else []
        for path in reversed(left):  # of two of one minute the tab further right comes first
            kept, problem = _read(path, snapshots.outline)
            problems.append(problem)
            if kept is not None:
                closed = (path.parent / CLOSED).exists()
                found.append(
                    SavedGame(
                        str(path), kept.white, kept.black, kept.moves, kept.saved_at, closed, kept.path, kept.counts
                    )
                )
        return tuple(sorted(found, key=lambda offer: offer.when, reverse=True)), problems

    def _take_last(self) -> int | None:
        last, self._last = self._last, None
        return last

    def _write(self, tab: int, kept: Snapshot) -> None:
        """Writes a saved game, on the worker's thread. :raises FileError:"""
        assert self._root is not None
        self._on_disk.discard(tab)
        try:
            self._journal.write(str(tab), snapshots.dump(kept))
        except OSError as error:
            raise FileError("%1", unwritten(self._root, error)) from error
        self._on_disk.add(tab)
        old = self._replaced.pop(tab, None)
        if old is not None:
            clear(old)

    def _clear_replaced(self, tab: int, old: Path) -> None:
        """Removes the old copy once the new one is on the disk, now or later. On the worker's thread."""
        if tab in self._on_disk:
            clear(old)
        else:
            self._replaced[tab] = old

    def _remove(self, tab: int) -> None:
        self._on_disk.discard(tab)
        self._journal.remove(str(tab))

    def _succeed(self, _: None) -> None:
        self._failed = False

    def _fail(self, problem: Text) -> None:
        if not self._failed:  # said once, not after every move
            self._failed = True
            self.message.emit(
                Message(Severity.WARNING, Text("The game cannot be saved for recovery after a crash. %1", problem))
            )


def _loaded(paths: list[Path]) -> list[tuple[Path, Snapshot | None, Text]]:
    """Each game, or the problem with its file. On the worker's thread."""
    return [(path, *_read(path, snapshots.load)) for path in paths]


def _read(path: Path, load: Callable[[bytes], T]) -> tuple[T | None, Text]:
    """A saved game, and the problem to report. A damaged file is renamed; one of a newer version remains in place."""

    def loaded_or_newer(content: bytes) -> T | None:
        try:
            return load(content)
        except NewerGameError:
            return None

    file = GuardedFile(path, snapshots.MOST_BYTES)
    return file.read(loaded_or_newer, None), file.take_problem()
