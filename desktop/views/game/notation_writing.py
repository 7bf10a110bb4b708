"""Writes a score sheet in slices, between which the window lives: the current move first, then the rest.

A game of 10,000 variations takes two seconds to write. What is shown already and has not changed, at the beginning and
at the end, stays as it is. A small game is written at once.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QTextEdit

from desktop.views.game.notation_coverage import LEAD, Coverage
from desktop.views.game.notation_paper import MOST_REMOVED, Paper
from desktop.views.kit.notation_text import Paragraph, units

SLICE_S = 0.008  # of work between two turns of the event loop; laying out and painting come on top of it
AT_ONCE = 150  # paragraphs that are written before the first turn: some 12 ms
_LEAST = 8  # in every slice, so that it comes to an end however slow the machine is


class Spot(NamedTuple):
    """Where a move is written: number of the paragraph, column and length in it."""

    paragraph: int
    column: int
    length: int


class Writing(QObject):
    """Brings a view's document to what a game's sheet is. `stepping` and `stepped` come before and after every
    slice but the first, which `begin` writes itself."""

    stepping = Signal()
    stepped = Signal()

    def __init__(self, view: QTextEdit) -> None:
        super().__init__(view)
        self._paper = Paper(view)
        self._shown: list[Paragraph] = []  # what the document holds now
        self._sheet: list[Paragraph] = []  # what it is to hold
        self._spots: dict[int, Spot] = {}  # of all moves of the sheet, by node
        self._coverage = Coverage()
        self._left_over: tuple[int, int] = (0, 0)  # paragraphs of an older sheet: the first one's place, and how many
        self._detailed = False
        self._focus = 0
        self._course: Iterator[None] | None = None
        self._until = 0.0  # when the slice ends
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def settled(self) -> bool:
        """Whether all is written."""
        return self._course is None

    @property
    def shown(self) -> list[Paragraph]:
        """What the document holds now, in its order."""
        return list(self._shown)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to be read, and nothing comes."""
        return not self._shown and self.settled

    def spot(self, node: int) -> Spot | None:
        """Where a move is in the document; None if it is not there (yet)."""
        spot = self._spots.get(node)
        place = None if spot is None else self._coverage.place(spot.paragraph)
        if spot is None or place is None:
            return None
        start, count = self._left_over
        return spot._replace(paragraph=place + count if place >= start else place)

    def look_at(self, node: int) -> None:
        """What is around this move is written next."""
        self._focus = node

    def begin(self, sheet: Iterator[Paragraph], *, detailed: bool, anew: bool) -> None:
        """Writes another sheet; what was still to be written of the old one is dropped.

        `anew`: nothing of what is shown can stay. `detailed`: with wide columns.
        """
        anew = anew or detailed is not self._detailed
        self._detailed = detailed
        self._paper.set_looks(detailed)
        self._course = self._steps(sheet, anew)
        self._step(AT_ONCE)
        if not self.settled:
            self._timer.start()

    @Slot()
    def _go_on(self) -> None:
        self.stepping.emit()
        self._step(_LEAST)
        self.stepped.emit()

    def _step(self, least: int) -> None:
        if self._course is None:
            return
        self._least = least
        self._until = time.perf_counter() + SLICE_S
        if next(self._course, self) is self:
            self._course = None
            self._timer.stop()

    def _over(self, done: int) -> bool:
        """Whether the slice has to end, after so many paragraphs in it."""
        return done >= self._least and time.perf_counter() >= self._until

    # The work; each `yield` ends a slice

    def _steps(self, source: Iterator[Paragraph], anew: bool) -> Iterator[None]:
        if anew:
            self._paper.clear()
            self._shown, self._sheet, self._spots, self._coverage = [], [], {}, Coverage()
            self._left_over = (0, 0)
            yield from self._gathered(source, self._sheet, self._spots, show=True)
        else:
            sheet: list[Paragraph] = []
            spots: dict[int, Spot] = {}
            yield from self._gathered(source, sheet, spots, show=False)
            yield from self._compared(sheet, spots)
        yield from self._filled()

    def _gathered(
        self, source: Iterator[Paragraph], sheet: list[Paragraph], spots: dict[int, Spot], *, show: bool
    ) -> Iterator[None]:
        """Makes the sheet. `show`: the neighbourhood of the current move is written as soon as it is made."""
        done = 0
        for paragraph in source:
            for _, run, column in paragraph.spelled():
                if run.node is not None:
                    spots[run.node] = Spot(len(sheet), column, units(run.text))
            sheet.append(paragraph)
            done += 1
            if show and len(sheet) >= AT_ONCE and self._focused(spots) + AT_ONCE // 2 < len(sheet):
                show = False
                self._write_some(2 * LEAD)
            if self._over(done):
                yield
                done = 0

    def _focused(self, spots: dict[int, Spot]) -> int:
        """The paragraph of the current move; one that never comes while it is not made."""
        if self._focus == 0:
            return 0
        spot = spots.get(self._focus)
        return len(self._sheet) if spot is None else spot.paragraph

    def _compared(self, sheet: list[Paragraph], spots: dict[int, Spot]) -> Iterator[None]:
        """Keeps head and tail of what is shown where they are the same, and takes out what is between them."""
        shown, total, most = self._shown, len(sheet), min(len(sheet), len(self._shown))
        head = tail = 0
        while head < most and shown[head] == sheet[head]:
            head += 1
            if head % 256 == 0 and self._over(head):
                yield
        while tail < most - head and shown[-1 - tail] == sheet[-1 - tail]:
            tail += 1
            if tail % 256 == 0 and self._over(tail):
                yield
        old = len(shown) - head - tail
        if old > MOST_REMOVED and head + tail <= AT_ONCE:
            self._paper.clear()
            self._shown, head, tail, old = [], 0, 0, 0
        self._sheet, self._spots = sheet, spots
        self._coverage = Coverage((0, head), (total - tail, total)) if head + tail < total else Coverage((0, total))
        self._left_over = (head, old)
        while old:
            first = max(0, old - MOST_REMOVED)
            self._paper.remove(head + first, head + old)
            del self._shown[head + first : head + old]
            old = first
            self._left_over = (head, old)
            if old:
                yield

    def _filled(self) -> Iterator[None]:
        """Writes what is missing."""
        done = 0
        while self._coverage.hole(self._focus_in_sheet(), len(self._sheet)) is not None:
            if done and self._over(done):
                yield
                done = 0
            done += self._write_some(max(1, self._least - done))

    def _focus_in_sheet(self) -> int:
        spot = self._spots.get(self._focus)
        return 0 if spot is None else spot.paragraph

    def _write_some(self, least: int) -> int:
        """Writes of the next hole what a slice has time for, but at least so many. Returns how many were written."""
        focus = self._focus_in_sheet()
        hole = self._coverage.hole(focus, len(self._sheet))
        if hole is None:
            return 0
        start, stop = hole
        if start <= focus < stop:
            least = max(least, 2 * LEAD)  # all that is seen with the current move
        place = self._coverage.before(start)
        count = self._paper.insert(place, self._timely(start, stop, least))
        self._shown[place:place] = self._sheet[start : start + count]
        self._coverage.add(start, start + count)
        return count

    def _timely(self, start: int, stop: int, least: int) -> Iterator[Paragraph]:
        for index in range(start, stop):
            if index - start >= least and time.perf_counter() >= self._until:
                return
            yield self._sheet[index]
