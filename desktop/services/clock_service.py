"""Runs the clocks of the match: ticks, increments, the flag."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from desktop.model.clock import NO_CLOCK, Clock, Side
from desktop.model.state import ClockState

TICK_MS = 100


class ClockService(QObject):
    """Owns the clock of the running match; `changed` comes ten times a second while it runs."""

    changed = Signal(object)  # ClockState
    flag_fell = Signal(object)  # Side, once a game

    def __init__(self, parent: QObject | None = None, now: Callable[[], float] = time.monotonic) -> None:
        """`now` gives seconds that never go back."""
        super().__init__(parent)
        self._now = now
        self._tab = 0
        self._clock = Clock.start(NO_CLOCK)
        self._read_at = now()
        self._rest = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)

    @property
    def state(self) -> ClockState:
        """The clocks now."""
        self._read()
        return ClockState(self._tab, self._clock)

    def reset(self, tab: int, clock: Clock) -> None:
        """Another match or other times; stopped."""
        self._tab, self._clock = tab, clock.run(None)
        self._timer.stop()
        self._tell()

    def run(self, side: Side) -> None:
        """Lets the time of a side go down."""
        self._read()
        self._clock = self._clock.run(side)
        if self._clock.control.timed:
            self._timer.start()
        self._tell()

    def punch(self, side: Side) -> Clock:
        """`side` has moved. Returns the clocks after its increment."""
        self._read()
        self._clock = self._clock.punch(side)
        if self._clock.control.timed:
            self._timer.start()
        self._tell()
        return self._clock

    def stop(self) -> Clock:
        """Stops both clocks."""
        self._read()
        self._clock = self._clock.run(None)
        self._timer.stop()
        self._tell()
        return self._clock

    @Slot()
    def _tick(self) -> None:
        self._read()
        flagged = self._clock.flagged()
        if flagged is None:
            self._tell()
            return
        self.stop()
        self.flag_fell.emit(flagged)

    def _read(self) -> None:
        now = self._now()
        passed = (now - self._read_at) * 1000 + self._rest
        self._read_at = now
        self._rest = passed - int(passed)
        self._clock = self._clock.elapse(int(passed))

    def _tell(self) -> None:
        self.changed.emit(ClockState(self._tab, self._clock))
