"""The chess clock as a value: time controls, and clocks that moves return anew. All times in milliseconds.

The model reads no clock: whoever calls hands in how much time has passed.
"""

from dataclasses import dataclass, replace
from enum import Enum


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
    HOURGLASS = "hourglass"  # what one side uses the other side gains


@dataclass(frozen=True)
class TimeControl:
    """The time that a game gives to each side.

    `base_ms` None means no clock at all. `moves` > 0: `base_ms` is added again after every so many moves.
    `black_base_ms`: time odds, None means the same as White.
    """

    base_ms: int | None = None
    increment_ms: int = 0
    moves: int = 0
    kind: ClockKind = ClockKind.INCREMENT
    black_base_ms: int | None = None

    @property
    def timed(self) -> bool:
        """Whether there is a clock."""
        return self.base_ms is not None

    def base_of(self, side: Side) -> int | None:
        """The first time of a side, None without a clock."""
        odds = side is Side.BLACK and self.black_base_ms is not None
        return self.black_base_ms if odds else self.base_ms

    def pgn(self) -> str:
        """The value of PGN's TimeControl tag (standard, 9.6.1): `-`, `300`, `300+2`, `40/5400`, `*60`."""
        if self.base_ms is None:
            return "-"
        seconds = f"{self.base_ms / 1000:g}"
        if self.kind is ClockKind.HOURGLASS:
            return f"*{seconds}"
        increment = f"+{self.increment_ms / 1000:g}" if self.increment_ms else ""
        return f"{self.moves}/{seconds}{increment}" if self.moves else f"{seconds}{increment}"


NO_CLOCK = TimeControl()


@dataclass(frozen=True)
class Clock:
    """Both clocks at one moment; `running` is the side whose time is going down, None while stopped.

    `white_ms` and `black_ms` are None without a clock. `move_ms` is the time that the running move has taken so far
    and `moves_made` counts finished moves of (White, Black).
    """

    control: TimeControl
    white_ms: int | None
    black_ms: int | None
    running: Side | None = None
    move_ms: int = 0
    moves_made: tuple[int, int] = (0, 0)

    @classmethod
    def start(cls, control: TimeControl) -> "Clock":
        """Clocks before the first move, stopped."""
        return cls(control, control.base_of(Side.WHITE), control.base_of(Side.BLACK))

    def remaining(self, side: Side) -> int | None:
        """Time left in ms, negative once the flag fell, None without a clock."""
        return self.white_ms if side is Side.WHITE else self.black_ms

    def run(self, side: Side | None) -> "Clock":
        """The same times with another side running, or none."""
        return replace(self, running=side, move_ms=0) if side is not self.running else self

    def elapse(self, passed_ms: int) -> "Clock":
        """`passed_ms` later."""
        if self.running is None or passed_ms <= 0:
            return self
        charged = passed_ms
        if self.control.kind is ClockKind.DELAY:
            free = max(0, self.control.increment_ms - self.move_ms)
            charged = max(0, passed_ms - free)
        clock = self._add(self.running, -charged)
        if self.control.kind is ClockKind.HOURGLASS:
            clock = clock._add(self.running.other, charged)
        return replace(clock, move_ms=self.move_ms + passed_ms)

    def punch(self, side: Side) -> "Clock":
        """`side` has made its move: it gets its increment and the other side's time runs."""
        white, black = self.moves_made
        made = (white + 1, black) if side is Side.WHITE else (white, black + 1)
        own = made[0] if side is Side.WHITE else made[1]
        bonus = self.control.increment_ms if self.control.kind is ClockKind.INCREMENT else 0
        if self.control.moves and own % self.control.moves == 0:
            bonus += self.control.base_of(side) or 0
        return replace(self._add(side, bonus), running=side.other, move_ms=0, moves_made=made)

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
