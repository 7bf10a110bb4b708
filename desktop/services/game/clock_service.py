"""Shows the clocks of the matches as they run: ticks, and reports a flag. The courses of the matches own the times."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from desktop.model.game.course import Phase
from desktop.model.game.state import ClockState, GameState
from desktop.services.game.game_service import GameService
from desktop.services.kit.service import Service
from engine.game.clock import TENTHS_BELOW_MS, Clock
from engine.game.side import Side
from engine.game.time_control import NO_CLOCK

LONGEST_TICK_MS = 1_000


class ClockService(Service):
    """Follows the open games. `changed` comes whenever what a clock shows has changed: for the shown tab, and for the one
    whose clock runs where that is another."""

    changed = Signal(object)  # ClockState
    flag_fell = Signal(int, object)  # tab, Side; once a match for each

    def __init__(
        self, games: GameService, parent: QObject | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`now` gives seconds that never go back."""
        super().__init__(parent)
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
        """The steady time of all courses, in milliseconds."""
        return round(self._now() * 1000)

    @property
    def state(self) -> ClockState:
        """The clocks of the shown tab now."""
        return self.state_of(self._games.state.tab)

    @property
    def running(self) -> int:
        """The tab whose clock runs, 0 if none does."""
        return self._running

    def state_of(self, tab: int) -> ClockState:
        """The clocks of any tab now; those of a tab without a match show nothing."""
        state = self._games.state_of(tab)
        course = state.course if state is not None else None
        return ClockState(tab, course.clock_at(self.now) if course is not None else Clock.start(NO_CLOCK))

    def begin(self, tab: int) -> None:
        """Another match in a tab: its flags have not been reported."""
        self._told.pop(tab, None)

    @Slot()
    def tick(self) -> None:
        """Looks at the time, as the timer does."""
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
        """Another tab, another position or another game is shown."""
        self._take(state)
        self._show()

    @Slot(object)
    def _follow(self, state: GameState) -> None:
        """The game or the course of any tab has changed."""
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
        if state.course is not None and state.course.phase is Phase.RUNNING:
            self._running = state.tab
        elif state.tab == self._running:
            self._running = 0

    def _show(self, changed: int = 0, *, ticks: bool = False) -> None:
        """Reports, and looks again when the figures change: a timer of fixed steps would make them stumble. Between ticks, as
        after an edit, only what is not the same as before is reported."""
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
    """How long until a clock shows another figure: tenths below ten seconds, else seconds."""
    step = 100 if remaining_ms <= TENTHS_BELOW_MS else 1_000
    return remaining_ms % step + 1
