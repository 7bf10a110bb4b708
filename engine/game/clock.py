"""The chess clock as a value: a move returns a new one. All times in milliseconds.

It reads no time: whoever calls hands in how much has passed. The laws: no call gives time but `press` (and, with an
hourglass, what the opponent uses); a move number brings its time once, however often it is taken back and made again. So
the time left is always the time that was given less the time that was used.
"""

from dataclasses import replace

from engine.game.limits import Limits
from engine.game.side import Side
from engine.game.time_control import Budget, ClockKind, TimeControl
from engine.ground.values import dataclass

TENTHS_BELOW_MS = 10_000  # from here on a clock shows tenths, and warns
MOVE_RESERVE_MS = 150  # of a fixed time for each move, kept for what comes between the search and the clock
SHORTEST_MS = 20


def pgn_time(time_ms: int) -> str:
    """A time as PGN's %clk and %emt write it: `0:04:59.3`, thousandths only where there are some; a fallen flag is zero."""
    seconds, rest = divmod(max(0, time_ms), 1000)
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"


def time_text(time_ms: int) -> str:
    """A time of at least 0 ms in whole seconds, as a clock shows it: `4:59`, `1:05:09`."""
    seconds = -(-time_ms // 1000)  # a clock that starts at 5:00 must read 5:00 until a whole second is gone
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


@dataclass(frozen=True)
class Clock:
    """Both clocks at one moment; `running` is the side whose time is going down, None while stopped.

    `white_ms` and `black_ms` are None without a clock. `move_ms` is the time that the running move has taken so far
    and `moves_made` counts finished moves of (White, Black). `paid`: how many moves of each have brought what the control
    gives for them; after a take back it is more than were made, and moves that come again bring nothing.
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
        """Clocks before the first move, stopped."""
        return cls(control, control.base_ms, control.of(Side.BLACK).base_ms)

    def remaining(self, side: Side) -> int | None:
        """Time left in ms, negative once the flag fell, None without a clock."""
        return self.white_ms if side is Side.WHITE else self.black_ms

    def made(self, side: Side) -> int:
        """How many moves a side has finished."""
        return self.moves_made[0] if side is Side.WHITE else self.moves_made[1]

    def brought(self, side: Side) -> int:
        """How many moves of a side have brought their time: those made, and those that were taken back."""
        return max(self.made(side), self.paid[0] if side is Side.WHITE else self.paid[1])

    def increment_of(self, side: Side) -> int:
        """The increment (or delay) of a side's next move; a move that comes again after a take back has none."""
        made = self.made(side)
        return self.control.of(side).increment_after(made) if made == self.brought(side) else 0

    def flagged(self, margin_ms: int = 0) -> Side | None:
        """The side whose time has been over for `margin_ms`, None if neither's has."""
        for side in Side:
            left = self.remaining(side)
            if left is not None and left <= -margin_ms:
                return side
        return None

    def run(self, side: Side | None) -> "Clock":
        """The same times with a side's running, or none: the running move continues, or is stopped in its middle."""
        return replace(self, running=side)

    def elapse(self, passed_ms: int) -> "Clock":
        """`passed_ms` later."""
        if self.running is None or passed_ms <= 0:
            return self
        kind = self.control.of(self.running).kind
        charged = passed_ms
        if kind is ClockKind.DELAY:
            charged = max(0, passed_ms - max(0, self.increment_of(self.running) - self.move_ms))
        clock = self._add(self.running, -charged)
        # A time for each move is the same for each: an opponent's hourglass adds nothing.
        if kind is ClockKind.HOURGLASS and self.control.of(self.running.other).kind is not ClockKind.MOVE:
            clock = clock._add(self.running.other, charged)
        return replace(clock, move_ms=self.move_ms + passed_ms)

    def press(self, side: Side) -> "Clock":
        """`side` has made its move: it gets what the control gives it for that, and the other side's time runs."""
        clock = self._add(side, self._earned(side))._counted(side, 1)
        paid = (clock.brought(Side.WHITE), clock.brought(Side.BLACK))
        return replace(clock, running=side.other, paid=paid)

    def taken_back(self, plies: int, turn: Side) -> "Clock":
        """So many half moves earlier (later if negative), stopped: the count of moves changes and no time. `turn`: the
        side to move before. The running move begins again."""
        clock = self.run(None)
        for _ in range(abs(plies)):
            counted = turn.other if plies > 0 else turn
            clock = clock._counted(counted, -1 if plies > 0 else 1)
            turn = turn.other
        return clock

    def limits(self, side: Side, budget: Budget | None = None) -> Limits:
        """What a search for `side` may spend: the clock, and the bounds of each move (the control's where None are given)."""
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
            moves_to_go=control.moves_to_go(self.brought(side)),
        )

    def _figures(self, side: Side) -> tuple[int, int]:
        """The time and the increment of a side in the engine's terms, which knows increments only.

        A delay is free time at the beginning of every move, this one too: it belongs to both figures, and their sum over
        the game is right. What Bronstein's clock gives back comes after the move. An hourglass gives back nothing by itself.
        """
        kind = self.control.of(side).kind
        left = max(1, self.remaining(side) or 0)
        increment = self.increment_of(side)
        if kind is ClockKind.DELAY:
            return left + increment, increment
        return left, 0 if kind is ClockKind.HOURGLASS else increment

    def _counted(self, side: Side, moves: int) -> "Clock":
        """So many more moves of a side (fewer if negative), without the time that they bring; the next one begins again."""
        white, black = self.moves_made
        made = (max(0, white + moves), black) if side is Side.WHITE else (white, max(0, black + moves))
        return replace(self, move_ms=0, moves_made=made, paid=(self.brought(Side.WHITE), self.brought(Side.BLACK)))

    def _earned(self, side: Side) -> int:
        control, before = self.control.of(side), self.made(side)
        if before < self.brought(side):
            return 0
        if control.kind is ClockKind.MOVE:
            return (control.base_ms or 0) - (self.remaining(side) or 0)
        increment = control.increment_after(before)
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
