"""What the doctor's thread does."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from desktop.model.book.doctor import DoctorWish, FindingRow
from engine.game.stopper import Stopper

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.repertoire.doctor import Finding

_LOW_PRIORITY = 15  # as `nice`: the window and a game go first
_KEPT = "doctor-evaluations.db"


class DoctorWork:
    """`examine` and `repair` are called on the doctor's thread, the rest from any."""

    def __init__(self, open_library: Callable[[], Library], nodes: int) -> None:
        self._open = open_library
        self.nodes = nodes
        self._lock = threading.Lock()
        self._findings: list[Finding] = []
        self._rows: tuple[FindingRow, ...] = ()
        self._done = 0

    @property
    def so_far(self) -> tuple[int, tuple[FindingRow, ...]]:
        """Positions examined, and what was found."""
        with self._lock:
            return self._done, self._rows

    def begin(self) -> None:
        """A new examination is asked for."""
        with self._lock:
            self._findings, self._rows, self._done = [], (), 0

    def examine(self, wish: DoctorWish, stopper: Stopper) -> bool:
        """Examines until it is stopped. Returns whether it came to its end. Raises RatsuError."""
        from books.errors import CancelledError
        from engine.play.book.analyser import EngineAnalyser
        from engine.play.book.examination import Examination, examine

        library = self._open()
        analyser = EngineAnalyser(self.nodes, stopper)
        kept = library.user.path.with_name(_KEPT) if library.user is not None else None
        task = Examination(wish.positions or None, wish.own, wish.engine, kept if wish.engine else None)
        try:
            with _low_priority():
                for _, found in examine(library, task, analyser, partial(self._progress, stopper)):
                    self._add(found)
        except CancelledError:
            return False
        return True

    def repair(self, numbers: frozenset[int]) -> None:
        """Writes the flags that findings propose. Raises RatsuError."""
        from engine.play.book.examination import repair

        chosen = [finding for number, finding in enumerate(self._findings) if number in numbers]
        repair(self._open(), chosen)
        with self._lock:
            self._rows = tuple(replace(row, repaired=row.repaired or row.number in numbers) for row in self._rows)

    def _progress(self, stopper: Stopper, done: int, _total: int) -> bool:
        with self._lock:
            self._done = done
        return not stopper.asked()

    def _add(self, found: list[Finding]) -> None:
        with self._lock:
            self._done += 1
            rows = [_row(len(self._findings) + place, finding) for place, finding in enumerate(found)]
            self._findings += found
            self._rows += tuple(rows)


def _row(number: int, finding: Finding) -> FindingRow:
    return FindingRow(
        number,
        finding.problem.value,
        finding.reason,
        finding.fen,
        finding.move.uci() if finding.fen else "",
        finding.proposal.symbol if finding.proposal is not None else None,
    )


@contextmanager
def _low_priority() -> Iterator[None]:
    """Lowers this thread alone while it examines, where the system can."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOW_PRIORITY)
    yield
