"""Shows the running clocks of the matches: ticks and flag falls. The times themselves belong to the course of each match."""

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal, Slot

from desktop.model.game.match_course import MatchPhase
from desktop.model.game.state import ClockState, GameState
from desktop.services.game.game_service import GameService
from desktop.services.kit.service import Service
from engine.game.clock import TENTHS_BELOW_MS, Clock
from engine.game.side import Side
from engine.game.time_control import NO_CLOCK

LONGEST_TICK_MS = 1_000


class ClockService(Service):
    """Follows the open games. `changed` is emitted whenever a displayed clock changes: in the shown tab, and in the tab
    with the running clock.
    """

    changed = Signal(object)  # ClockState
    flag_fell = Signal(int, object)  # tab, Side; once a match for each

    def __init__(self, games: GameService, now: Callable[[], float] = time.monotonic) -> None:
        """`now` returns monotonic seconds."""
        super().__init__()
        self._games = games
        self._now = now
        self._running = 0
        self._told: dict[int, set[Side]] = {}
        self._shown: dict[int, tuple[ClockState, int, int]] = {}  # by tab: what was reported, and beside which tabs
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)
        games.state_changed.connect(self._follow_shown)
        games.game_changed.connect(self._follow)
        games.course_changed.connect(self._follow)
        games.tab_closed.connect(self._forget)

    @property
    def now(self) -> int:
        """The monotonic time of all courses, in milliseconds."""
        return round(self._now() * 1000)

    @property
    def state(self) -> ClockState:
        return self.state_of(self._games.state.tab)

    @property
    def running(self) -> int:
        """The tab whose clock runs, 0 if none does."""
        return self._running

    def state_of(self, tab: int) -> ClockState:
        """The present clocks of any tab; empty for a tab without a match."""
        state = self._games.state_of(tab)
        course = state.course if state is not None else None
        return ClockState(tab, course.clock_at(self.now) if course is not None else Clock.start(NO_CLOCK))

    def begin(self, tab: int) -> None:
        """Starts a new match in a tab: its flag falls have not been reported yet."""
        self._told.pop(tab, None)

    @Slot()
    def tick(self) -> None:
        tab = self._running
        state = self._games.state_of(tab)
        course = state.course if state is not None else None
        flagged = course.flagged(self.now) if course is not None else None
        self._show(ticks=True)
        told = self._told.setdefault(tab, set()) if tab else set()
        if flagged is not None and flagged not in told:
            told.add(flagged)
            self.flag_fell.emit(tab, flagged)

    @Slot(object)
    def _follow_shown(self, state: GameState) -> None:
        """Follows a change of the shown tab, position or game."""
        self._take(state)
        self._show()

    @Slot(object)
    def _follow(self, state: GameState) -> None:
        """Follows a change of the game or the course of any tab."""
        self._take(state)
        self._show(state.tab)

    @Slot(int)
    def _forget(self, tab: int) -> None:
        self._told.pop(tab, None)
        self._shown.pop(tab, None)
        if tab == self._running:
            self._running = 0
            self._timer.stop()

    def _take(self, state: GameState) -> None:
        if state.course is not None and state.course.phase is MatchPhase.RUNNING:
            self._running = state.tab
        elif state.tab == self._running:
            self._running = 0

    def _show(self, changed: int = 0, *, ticks: bool = False) -> None:
        """Reports the clocks and schedules the next update for the moment when a figure changes, as fixed steps would
        make the display jerk. Between ticks, for instance after an edit, only a difference is reported.
        """
        self._timer.stop()
        if self._running:
            clock = self.state_of(self._running).clock
            left = clock.remaining(clock.running) if clock.running is not None else None
            if left is not None:
                self._timer.start(min(LONGEST_TICK_MS, next_change_ms(left)))
        active = self._games.state.tab
        for tab in {active, self._running, changed} - {0}:
            shown = self.state_of(tab), active, self._running
            if ticks or self._shown.get(tab) != shown:
                self._shown[tab] = shown
                self.changed.emit(shown[0])


def next_change_ms(remaining_ms: int) -> int:
    """The milliseconds until a clock shows another figure: tenths below ten seconds, otherwise seconds."""
    step = 100 if remaining_ms <= TENTHS_BELOW_MS else 1_000
    return remaining_ms % step + 1
