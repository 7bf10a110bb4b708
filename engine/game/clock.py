"""The chess clock as a value: a move returns a new one. All times in milliseconds.

The caller passes the elapsed time; the clock never reads it. Laws: only `press` adds time (and, with an hourglass, the
opponent's use of time); a move number earns its time once, even if it is taken back and played again. So the time left
is always the time given minus the time used.
"""

from dataclasses import replace

from engine.game.limits import Limits
from engine.game.side import Side
from engine.game.time_control import ClockKind, FixedLimits, TimeControl
from engine.ground.values import dataclass

TENTHS_BELOW_MS = 10_000  # below this a clock shows tenths and warns
# Of a fixed time per move, for the delay between the search and the clock: an overrun loses the game, unused time only the rest.
MOVE_RESERVE_MS = 150
SHORTEST_MS = 20


def pgn_time(time_ms: int) -> str:
    """Returns a time in the form of PGN's %clk and %emt: `0:04:59.3`, thousandths only if needed; zero after the flag
    fell."""
    seconds, rest = divmod(max(0, time_ms), 1000)
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"


def time_text(time_ms: int) -> str:
    """Returns a time (ms, not negative) in whole seconds, as a clock shows it: `4:59`, `1:05:09`."""
    seconds = -(-time_ms // 1000)  # rounded up: a clock that starts at 5:00 shows 5:00 for the first second
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


@dataclass(frozen=True)
class Clock:
    """Both clocks at one moment; `running` is the side whose time runs, None while stopped.

    Without a clock `white_ms` and `black_ms` have no value. `move_ms` is the time used for the running move; `moves_made`
    counts finished moves of (White, Black). `paid`: how many moves of each side have earned their time. After a
    takeback it exceeds `moves_made`, and repeated moves earn nothing.
    """

    control: TimeControl
    white_ms: int | None
    black_ms: int | None
    running: Side | None = None
    move_ms: int = 0
    moves_made: tuple[int, int] = (0, 0)
    paid: tuple[int, int] = (0, 0)

    @classmethod
    def start(cls, control: TimeControl) -> "Clock":
        """Returns the clocks before the first move, stopped."""
        return cls(control, control.base_ms, control.of(Side.BLACK).base_ms)

    def remaining(self, side: Side) -> int | None:
        """Returns the time left in ms: negative after the flag fell, None without a clock."""
        return self.white_ms if side is Side.WHITE else self.black_ms

    def made(self, side: Side) -> int:
        """Returns the number of finished moves of a side."""
        return self.moves_made[0] if side is Side.WHITE else self.moves_made[1]

    def moves_paid(self, side: Side) -> int:
        """Returns how many moves of a side have earned their time, including moves taken back."""
        return max(self.made(side), self.paid[0] if side is Side.WHITE else self.paid[1])

    def increment_of(self, side: Side) -> int:
        """Returns the increment (or delay) of a side's next move; 0 for a move repeated after a takeback."""
        made = self.made(side)
        return self.control.of(side).increment_after(made) if made == self.moves_paid(side) else 0

    def flagged(self, margin_ms: int = 0) -> Side | None:
        """Returns the side whose flag fell at least `margin_ms` ago, None without one."""
        for side in Side:
            left = self.remaining(side)
            if left is not None and left <= -margin_ms:
                return side
        return None

    def run(self, side: Side | None) -> "Clock":
        """Returns the same times with this side's clock running; None stops it in the middle of the move."""
        return replace(self, running=side)

    def elapse(self, passed_ms: int) -> "Clock":
        """Returns the clock `passed_ms` later."""
        if self.running is None or passed_ms <= 0:
            return self
        kind = self.control.of(self.running).kind
        charged = passed_ms
        # The delay counts once for each move: what `move_ms` has used of it is gone.
        if kind is ClockKind.DELAY:
            charged = max(0, passed_ms - max(0, self.increment_of(self.running) - self.move_ms))
        clock = self._add(self.running, -charged)
        # A time per move is the same for both: an opponent's hourglass adds nothing.
        if kind is ClockKind.HOURGLASS and self.control.of(self.running.other).kind is not ClockKind.MOVE:
            clock = clock._add(self.running.other, charged)
        return replace(clock, move_ms=self.move_ms + passed_ms)

    def press(self, side: Side) -> "Clock":
        """Ends the move of `side`: adds the time that it earns, and starts the other clock."""
        clock = self._add(side, self._earned(side))._counted(side, 1)
        paid = (clock.moves_paid(Side.WHITE), clock.moves_paid(Side.BLACK))
        return replace(clock, running=side.other, paid=paid)

    def taken_back(self, plies: int, turn: Side) -> "Clock":
        """Returns the clock this number of plies earlier (later if negative), stopped: the move count changes, the
        times do not. `turn`: the side to move before. The running move starts again."""
        clock = self.run(None)
        for _ in range(abs(plies)):
            counted = turn.other if plies > 0 else turn
            clock = clock._counted(counted, -1 if plies > 0 else 1)
            turn = turn.other
        return clock

    def limits(self, side: Side, budget: FixedLimits | None = None) -> Limits:
        """Returns the limits of a search for `side`: the clock, and the bounds of each move (default: the control's)."""
        control = self.control.of(side)
        budget = control.budget if budget is None else budget
        left = self.remaining(side)
        if left is None:
            return budget.limits
        if control.kind is ClockKind.MOVE or budget.move_time_ms is not None:
            most = max(SHORTEST_MS, left - MOVE_RESERVE_MS)
            return replace(budget.limits, move_time_ms=min(most, budget.move_time_ms or most))
        white, black = (self._figures(colour) for colour in Side)
        return replace(
            budget.limits,
            white_time_ms=white[0],
            black_time_ms=black[0],
            white_increment_ms=white[1],
            black_increment_ms=black[1],
            moves_to_go=control.moves_to_go(self.moves_paid(side)),
        )

    def _figures(self, side: Side) -> tuple[int, int]:
        """Returns the time and increment of a side for the engine, which knows only increments.

        A delay is free time at the start of every move, including this one, so it counts in both figures, and their sum
        over the game is right. Bronstein's time comes after the move. An hourglass has no increment.
        """
        kind = self.control.of(side).kind
        left = max(1, self.remaining(side) or 0)
        increment = self.increment_of(side)
        if kind is ClockKind.DELAY:
            return left + increment, increment
        return left, 0 if kind is ClockKind.HOURGLASS else increment

    def _counted(self, side: Side, moves: int) -> "Clock":
        """Returns the clock with more moves of a side (fewer if negative), without earned time; the next move starts
        again."""
        white, black = self.moves_made
        made = (max(0, white + moves), black) if side is Side.WHITE else (white, max(0, black + moves))
        return replace(
            self, move_ms=0, moves_made=made, paid=(self.moves_paid(Side.WHITE), self.moves_paid(Side.BLACK))
        )

    def _earned(self, side: Side) -> int:
        control, before = self.control.of(side), self.made(side)
        if before < self.moves_paid(side):
            return 0
        if control.kind is ClockKind.MOVE:
            return (control.base_ms or 0) - (self.remaining(side) or 0)
        increment = control.increment_after(before)
        # Bronstein's clock gives back at most the time used, so that fast moves gain nothing.
        if control.kind is ClockKind.BRONSTEIN:
            increment = min(increment, self.move_ms)
        elif control.kind is not ClockKind.INCREMENT:
            increment = 0
        return increment + control.added_at(before + 1)

    def _add(self, side: Side, amount_ms: int) -> "Clock":
        now = self.remaining(side)
        if now is None:
            return self
        return (
            replace(self, white_ms=now + amount_ms) if side is Side.WHITE else replace(self, black_ms=now + amount_ms)
        )
