"""The chess clock as a value: time controls, and clocks that moves return anew. All times in milliseconds.

The model reads no clock: whoever calls hands in how much time has passed.
"""

from dataclasses import dataclass, replace
from enum import Enum

TENTHS_BELOW_MS = 10_000  # from here on a clock shows tenths, and warns


class Side(Enum):
    """The two sides of the board."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class ClockKind(Enum):
    """How a move changes the clocks."""

    INCREMENT = "increment"  # base + increment after every move (Fischer); increment 0 is sudden death
    DELAY = "delay"  # the first `increment_ms` of a move are free (US delay)
    BRONSTEIN = "bronstein"  # after a move what it took is given back, at most `increment_ms`
    HOURGLASS = "hourglass"  # what one side uses the other side gains
    MOVE = "move"  # `base_ms` for every move; what is left of it is lost


@dataclass(frozen=True)
class Period:
    """A later part of a game: `base_ms` is added when it begins; `moves` 0 means the rest of the game."""

    moves: int
    base_ms: int
    increment_ms: int = 0


@dataclass(frozen=True)
class TimeControl:
    """The time that a game gives to each side.

    `base_ms` None means no clock at all. `moves` > 0: after so many moves the first of `then` begins, or, without any,
    `base_ms` is added again; the last period repeats itself too if it counts moves. `black_base_ms` and
    `black_increment_ms`: time odds, None means the same as White.
    """

    base_ms: int | None = None
    increment_ms: int = 0
    moves: int = 0
    kind: ClockKind = ClockKind.INCREMENT
    black_base_ms: int | None = None
    then: tuple[Period, ...] = ()
    black_increment_ms: int | None = None

    @property
    def timed(self) -> bool:
        """Whether there is a clock."""
        return self.base_ms is not None

    def base_of(self, side: Side) -> int | None:
        """The first time of a side, None without a clock."""
        odds = side is Side.BLACK and self.black_base_ms is not None
        return self.black_base_ms if odds else self.base_ms

    def increment_of(self, side: Side, made: int = 0) -> int:
        """The increment (or delay) of a side's move after `made` others."""
        index, _ = self._period(made)
        if index:
            return self.then[index - 1].increment_ms
        odds = side is Side.BLACK and self.black_increment_ms is not None
        return (self.black_increment_ms or 0) if odds else self.increment_ms

    def moves_to_go(self, made: int) -> int | None:
        """How many moves are to be made before time is added, after `made` of them; None: none is."""
        return self._period(made)[1]

    def added_at(self, side: Side, made: int) -> int:
        """The time that a new period brings with a side's `made`-th move, 0 where none begins."""
        _, to_go = self._period(made - 1)
        if to_go != 1:
            return 0
        entered, _ = self._period(made)
        return self.then[entered - 1].base_ms if entered and self.then else self.base_of(side) or 0

    def mirrored(self) -> "TimeControl":
        """With the odds on the other side."""
        if self.base_ms is None or (self.black_base_ms is None and self.black_increment_ms is None):
            return self
        return replace(
            self,
            base_ms=self.base_of(Side.BLACK),
            increment_ms=self.increment_of(Side.BLACK),
            black_base_ms=self.base_ms,
            black_increment_ms=self.increment_ms,
        )

    def pgn(self) -> str:
        """The value of PGN's TimeControl tag (standard, 9.6.1): `-`, `300`, `300+2`, `40/5400+30:1800+30`, `*60`.

        A delay is written like an increment, the nearest that the standard has; so much for each move as `1/30`.
        """
        if self.base_ms is None:
            return "-"
        if self.kind is ClockKind.HOURGLASS:
            return f"*{self.base_ms / 1000:g}"
        first = Period(1 if self.kind is ClockKind.MOVE else self.moves, self.base_ms, self.increment_ms)
        return ":".join(_period_text(period) for period in (first, *self.then))

    def _period(self, made: int) -> tuple[int, int | None]:
        """Which period the next move belongs to (0 is the first), and the moves that are left in it."""
        lengths = (self.moves, *(period.moves for period in self.then))
        for index, length in enumerate(lengths):
            last = index == len(lengths) - 1
            if not length:
                return index, None
            if made < length or last:
                return index, length - made % length
            made -= length
        raise AssertionError("the last period has no end")


def _period_text(period: Period) -> str:
    moves = f"{period.moves}/" if period.moves else ""
    increment = f"+{period.increment_ms / 1000:g}" if period.increment_ms else ""
    return f"{moves}{period.base_ms / 1000:g}{increment}"


NO_CLOCK = TimeControl()


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
        return cls(control, control.base_of(Side.WHITE), control.base_of(Side.BLACK))

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
        return self.control.increment_of(side, made) if made == self.brought(side) else 0

    def run(self, side: Side | None) -> "Clock":
        """The same times with another side running, or none."""
        return replace(self, running=side, move_ms=0) if side is not self.running else self

    def paused(self) -> "Clock":
        """Standing still in the middle of a move, which goes on with `resumed`."""
        return replace(self, running=None)

    def resumed(self, side: Side) -> "Clock":
        """The move that was paused goes on."""
        return replace(self, running=side)

    def elapse(self, passed_ms: int) -> "Clock":
        """`passed_ms` later."""
        if self.running is None or passed_ms <= 0:
            return self
        charged = passed_ms
        if self.control.kind is ClockKind.DELAY:
            charged = max(0, passed_ms - max(0, self.increment_of(self.running) - self.move_ms))
        clock = self._add(self.running, -charged)
        if self.control.kind is ClockKind.HOURGLASS:
            clock = clock._add(self.running.other, charged)
        return replace(clock, move_ms=self.move_ms + passed_ms)

    def punch(self, side: Side) -> "Clock":
        """`side` has made its move: it gets what the control gives it for that, and the other side's time runs."""
        clock = self._add(side, self._earned(side)).counted(side, 1)
        paid = (clock.brought(Side.WHITE), clock.brought(Side.BLACK))
        return replace(clock, running=side.other, paid=paid)

    def counted(self, side: Side, moves: int) -> "Clock":
        """So many more moves of a side (fewer if negative), without the time that they bring; the next one begins anew."""
        white, black = self.moves_made
        made = (max(0, white + moves), black) if side is Side.WHITE else (white, max(0, black + moves))
        return replace(self, move_ms=0, moves_made=made, paid=(self.brought(Side.WHITE), self.brought(Side.BLACK)))

    def _earned(self, side: Side) -> int:
        control, before = self.control, self.made(side)
        if before < self.brought(side):
            return 0
        if control.kind is ClockKind.MOVE:
            return (control.base_of(side) or 0) - (self.remaining(side) or 0)
        increment = control.increment_of(side, before)
        if control.kind is ClockKind.BRONSTEIN:
            increment = min(increment, self.move_ms)
        elif control.kind is not ClockKind.INCREMENT:
            increment = 0
        return increment + control.added_at(side, before + 1)

    def flagged(self) -> Side | None:
        """The side whose time is over, None if neither's is."""
        if self.white_ms is not None and self.white_ms <= 0:
            return Side.WHITE
        if self.black_ms is not None and self.black_ms <= 0:
            return Side.BLACK
        return None

    def with_times(self, white_ms: int | None, black_ms: int | None) -> "Clock":
        """The same clock, stopped, with these times (after a take back or a restored game)."""
        return replace(self, white_ms=white_ms, black_ms=black_ms, running=None, move_ms=0)

    def _add(self, side: Side, amount_ms: int) -> "Clock":
        now = self.remaining(side)
        if now is None:
            return self
        return (
            replace(self, white_ms=now + amount_ms) if side is Side.WHITE else replace(self, black_ms=now + amount_ms)
        )
