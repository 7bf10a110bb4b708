"""Runs the clocks of the match: ticks, increments, the flag."""

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from desktop.model.clock import NO_CLOCK, TENTHS_BELOW_MS, Clock, Side
from desktop.model.state import ClockState

LONGEST_TICK_MS = 1_000


class ClockService(QObject):
    """Owns the clock of the running match; `changed` comes whenever what a clock shows has changed."""

    changed = Signal(object)  # ClockState
    flag_fell = Signal(object)  # Side, once a game for each

    def __init__(self, parent: QObject | None = None, now: Callable[[], float] = time.monotonic) -> None:
        """`now` gives seconds that never go back."""
        super().__init__(parent)
        self._now = now
        self._tab = 0
        self._clock = Clock.start(NO_CLOCK)
        self._told: set[Side] = set()
        self._paused: Side | None = None
        self._read_at = now()
        self._rest = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)

    @property
    def state(self) -> ClockState:
        """The clocks now."""
        self._read()
        return ClockState(self._tab, self._clock)

    @property
    def paused(self) -> bool:
        """Whether a move was paused and goes on with `resume`."""
        return self._paused is not None

    def reset(self, tab: int, clock: Clock) -> None:
        """Another match or other times; stopped."""
        self._tab, self._clock, self._paused = tab, clock.run(None), None
        self._told.clear()
        self._show()

    def run(self, side: Side) -> None:
        """Lets the time of a side go down."""
        self._read()
        self._clock = self._clock.run(side)
        self._show()

    def punch(self, side: Side) -> Clock:
        """`side` has moved. Returns the clocks after what its move earns; their `move_ms` tells what the move took."""
        self._read()
        took = self._clock.move_ms
        self._clock = self._clock.punch(side)
        self._show()
        return replace(self._clock, move_ms=took)

    def pause(self) -> None:
        """Both stand still in the middle of a move: an engine is being mended, or its move is about to be shown."""
        self._read()
        self._paused = self._clock.running or self._paused
        self._clock = self._clock.paused()
        self._show()

    def resume(self) -> None:
        """The move that was paused goes on."""
        self._read()
        if self._paused is not None:
            self._clock = self._clock.resumed(self._paused)
        self._show()

    def stop(self) -> Clock:
        """Stops both clocks."""
        self._read()
        self._clock, self._paused = self._clock.run(None), None
        self._show()
        return self._clock

    def overdue(self) -> Side | None:
        """Whose flag has fallen just now; told by `flag_fell` only once."""
        self._read()
        flagged = self._clock.flagged()
        return None if flagged in self._told else flagged

    @Slot()
    def tick(self) -> None:
        """Looks at the time, as the timer does."""
        self._read()
        flagged = self.overdue()
        self._show()
        if flagged is not None:
            self._told.add(flagged)
            self.flag_fell.emit(flagged)

    def _read(self) -> None:
        now = self._now()
        passed = (now - self._read_at) * 1000 + self._rest
        self._read_at = now
        self._rest = passed - int(passed)
        self._clock = self._clock.elapse(int(passed))

    def _show(self) -> None:
        """Tells, and looks again when the figures change: a timer of fixed steps would make them stumble."""
        running = self._clock.running
        if running is not None:
            self._paused = None
        left = self._clock.remaining(running) if running is not None else None
        self._timer.stop()
        if left is not None:
            self._timer.start(min(LONGEST_TICK_MS, next_change_ms(left)))
        self.changed.emit(ClockState(self._tab, self._clock))


def next_change_ms(remaining_ms: int) -> int:
    """How long until a clock shows another figure: tenths below ten seconds, else seconds."""
    step = 100 if remaining_ms <= TENTHS_BELOW_MS else 1_000
    return remaining_ms % step + 1
