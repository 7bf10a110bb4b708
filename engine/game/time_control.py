"""Time controls: the time of a game and the bounds of each move, as values and as text. All times in milliseconds.

The text is one line, for the console, matches, settings and saved games; `parse` reads what `str` writes:
    -                           no clock
    300+3                       300 seconds, and 3 more after every move (Fischer); 300 is 300+0
    5:00+3   40/1:30:00         the same time in minutes and seconds; an hour and a half for each 40 moves
    40/5400+30:20/1800+0:900+5  periods: 40 moves, then 20, then the rest of the game
    300d3  300b3                the first 3 seconds of a move are free (US delay); up to 3 used seconds are given back
                                (Bronstein); PGN's tag has 300+3d and 300+3b
    *60  =30                    an hourglass; 30 seconds for every move, unused time is lost (PGN's tag has 1/30)
    depth 6   1000 nodes a move   0.1s a move    bounds of each move, alone or after a clock: `60+1, depth 6`
    300+3|60+0                  odds: White's, then Black's

A colon separates periods (PGN standard, 9.6.1) or, in other programs, minutes and seconds. It means minutes and seconds
if no increment precedes it, no moves follow it, and two figures below 60 follow: `40/1:30` is a minute and a half,
`40/60+0:30` are two periods. `pgn` writes an increment of 0 if omitting it would be ambiguous.
"""

import re
from dataclasses import replace
from enum import Enum
from functools import lru_cache

from engine.game.limits import Limits
from engine.game.side import Side
from engine.ground.errors import OptionError
from engine.ground.values import dataclass


class ClockKind(Enum):
    """The effect of a move on the clocks."""

    INCREMENT = "increment"  # base + increment after every move (Fischer); increment 0 is sudden death
    DELAY = "delay"  # the first `increment_ms` of a move are free (US delay)
    BRONSTEIN = "bronstein"  # the time used is given back after the move, up to `increment_ms`
    HOURGLASS = "hourglass"  # the time used by one side goes to the other
    MOVE = "move"  # `base_ms` for every move; unused time is lost


# The sign before the periods of a kind, and the sign between base and increment.
_SIGNS = {
    ClockKind.INCREMENT: ("", "+"),
    ClockKind.DELAY: ("", "d"),
    ClockKind.BRONSTEIN: ("", "b"),
    ClockKind.HOURGLASS: ("*", "+"),
    ClockKind.MOVE: ("=", "+"),
}
_SECONDS = r"\d{1,9}(?:\.\d{1,3})?"
_PARTS = r"(?:(?:(\d{1,2}):(?=\d\d:))?(\d{1,3}):(?=[0-5]\d(?!\d)))?"  # the hours and minutes of a time
_PERIOD = re.compile(rf"(?:(\d{{1,4}})/)?{_PARTS}({_SECONDS})(?:([+db])({_SECONDS})|\+({_SECONDS})([db]))?", re.ASCII)
_MINUTES = re.compile(r"(?:\d{1,4}/)?\d{1,3}(?::[0-5]\d)?", re.ASCII)  # may be followed by seconds
_SIXTIETHS = re.compile(r"[0-5]?\d(?:\.\d+)?(?:[+db].*)?", re.ASCII)
_BONUS = re.compile("[+db]")
_MINUTE_MS = 60_000
_EACH = re.compile(rf"1/{_SECONDS}", re.ASCII)  # a time per move in PGN's tag
_BOUNDS = re.compile(
    rf"(?P<time>{_SECONDS})s a move|(?P<nodes>\d{{1,18}}) nodes a move|depth (?P<depth>\d{{1,9}})", re.ASCII
)


@dataclass(frozen=True)
class FixedLimits:
    """The bounds of a move regardless of the clock; None: not bounded."""

    move_time_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None

    @property
    def bounded(self) -> bool:
        return self != FixedLimits()

    @property
    def limits(self) -> Limits:
        return Limits(depth=self.depth, nodes=self.nodes, move_time_ms=self.move_time_ms)

    def texts(self) -> list[str]:
        time = [] if self.move_time_ms is None else [f"{_seconds(self.move_time_ms)}s a move"]
        nodes = [] if self.nodes is None else [f"{self.nodes} nodes a move"]
        return [*time, *nodes, *([] if self.depth is None else [f"depth {self.depth}"])]


UNBOUNDED = FixedLimits()


@dataclass(frozen=True)
class Period:
    """A period of a game: `base_ms` is added when it begins; `moves` 0 means the rest of the game."""

    moves: int
    base_ms: int
    increment_ms: int = 0


@dataclass(frozen=True)
class TimeControl:
    """The time of a game for each side.

    `base_ms` None: no clock. `moves` > 0: after this number of moves the first of `then` begins, or, without any,
    `base_ms` is added again; a last period with a number of moves repeats too. `budget` bounds each move in addition to
    the clock. `black`: Black's control if it differs (time odds); its own `black` is empty.
    """

    base_ms: int | None = None
    increment_ms: int = 0
    moves: int = 0
    kind: ClockKind = ClockKind.INCREMENT
    then: tuple[Period, ...] = ()
    budget: FixedLimits = UNBOUNDED
    black: "TimeControl | None" = None

    @property
    def timed(self) -> bool:
        return self.base_ms is not None

    def of(self, side: Side) -> "TimeControl":
        return self.black if side is Side.BLACK and self.black is not None else self

    def against(self, black: "TimeControl") -> "TimeControl":
        """Returns the control with White's time from this one and Black's from the other."""
        own = replace(self, black=None)
        return own if black == own else replace(own, black=black)

    def within(self, budget: FixedLimits) -> "TimeControl":
        """Returns the same clocks with these bounds of each move for both sides."""
        return replace(self, budget=budget, black=self.black and self.black.within(budget))

    def mirrored(self) -> "TimeControl":
        """Returns the control with the odds for the other side."""
        return self if self.black is None else self.black.against(replace(self, black=None))

    def increment_after(self, made: int) -> int:
        """Returns the increment (or delay) of the move after `made` others."""
        return self._periods[self._period(made)[0]].increment_ms if self.then else self.increment_ms

    def moves_to_go(self, made: int) -> int | None:
        """Returns the number of moves until time is added, after `made` moves; None: never."""
        return self._period(made)[1]

    def added_at(self, made: int) -> int:
        """Returns the time that a new period adds with the `made`-th move, 0 if none begins."""
        _, to_go = self._period(made - 1)
        return self._periods[self._period(made)[0]].base_ms if to_go == 1 else 0

    def __str__(self) -> str:
        """The text that `parse` reads."""
        before, between = _SIGNS[self.kind]
        periods = (f"{_head(one)}{between}{_seconds(one.increment_ms)}" for one in self._periods)
        clock = [before + ":".join(periods)] if self.timed else []
        own = ", ".join(clock + self.budget.texts()) or "-"
        return own if self.black is None else f"{own}|{self.black}"

    def pgn(self) -> str:
        """Returns the value of PGN's TimeControl tag (standard, 9.6.1): `-`, `300`, `300+2`, `40/5400+30:1800+30`,
        `*60`.

        The standard has no delay but allows further kinds: a delay is `300+3d`, as python-chess reads it, Bronstein
        `300+3b`. A time per move is `1/30`, as in XBoard. Black's odds and the bounds of a move are in `tags`.
        """
        if self.base_ms is None:
            return "-"
        if self.kind is ClockKind.HOURGLASS:
            return f"*{_seconds(self.base_ms)}"
        if self.kind is ClockKind.MOVE:
            return _head(Period(1, self.base_ms))
        after = "" if self.kind is ClockKind.INCREMENT else _SIGNS[self.kind][1]
        alone = self.moves == 1 and not self.then  # unused time stays: `1/30` would mean that it is lost
        short = any(not one.moves and one.base_ms < _MINUTE_MS for one in self.then)  # would be read as seconds
        each = (
            (one, f"+{_seconds(one.increment_ms)}{after}" if one.increment_ms or after or alone or short else "")
            for one in self._periods
        )
        return ":".join(_head(one) + bonus for one, bonus in each)

    def tags(self) -> dict[str, str]:
        """Returns the PGN tags of a game with this control. The standard has none for the bounds of a move; SearchLimit
        is ours."""
        bounds = {"SearchLimit": ", ".join(self.budget.texts())} if self.budget.bounded else {}
        if self.black is None:
            return {"TimeControl": self.pgn(), **bounds}
        return {"WhiteTimeControl": self.pgn(), "BlackTimeControl": self.black.pgn(), **bounds}

    @property
    def _periods(self) -> tuple[Period, ...]:
        return Period(self.moves, self.base_ms or 0, self.increment_ms), *self.then

    def _period(self, made: int) -> tuple[int, int | None]:
        """Returns the period of the next move (0 is the first), and the moves left in it."""
        index = 0
        for index, period in enumerate(self._periods):
            if not period.moves:
                return index, None
            if made < period.moves:
                return index, period.moves - made
            made -= period.moves
        length = self._periods[index].moves
        return index, length - made % length


NO_CLOCK = TimeControl()
SPEEDS_S = (180, 480, 1500, 86_400)
"""Expected seconds of a game for each player, base plus forty increments: upper bounds of bullet, blitz, rapid, classical."""


class SpeedClass(Enum):
    """The speed of a game, by the time that a player has for forty moves."""

    BULLET = 0
    BLITZ = 1
    RAPID = 2
    CLASSICAL = 3
    CORRESPONDENCE = 4  # a day or more, or days for a move


def speed_class(control: TimeControl) -> SpeedClass | None:
    """Returns the speed of a time control, by its first period and White's clock; None without a clock."""
    if control.base_ms is None:
        return None
    each = control.base_ms if control.kind is ClockKind.MOVE or control.moves == 1 else control.increment_ms
    base_ms = 0 if control.kind is ClockKind.MOVE else control.base_ms
    expected = (base_ms + 40 * each) / 1000
    return SpeedClass(sum(expected >= bound for bound in SPEEDS_S))


@lru_cache(4096)
def speed_class_of(tag: str) -> SpeedClass | None:
    """Returns the speed that a `TimeControl` tag says; None if it cannot be read."""
    try:
        return speed_class(parse(tag))
    except OptionError:
        return None


def parse(text: str, unit_ms: int = 1000) -> TimeControl:
    """Reads a time control in the form of `str` or of PGN's tag. `unit_ms`: the unit of base times; people write
    minutes.
    :raises OptionError: the text is not a time control."""
    white, *black = (_parse_own(part.strip(), text, unit_ms) for part in text.split("|"))
    if len(black) > 1:
        raise _refusal(text)
    return replace(white, black=black[0]) if black else white


def parse_typed(text: str, unit_ms: int = 1000) -> TimeControl:
    """Reads a clock typed by a user, as `parse`, and checks that both sides have time and every figure has an effect.
    :raises OptionError: the text is not such a time control."""
    control = parse(text, unit_ms)
    for own in map(control.of, Side):
        if not own.base_ms:
            raise OptionError("'%1' gives White or Black no time", text)
        if any(not period.base_ms and not period.increment_ms for period in own.then):
            raise OptionError(
                "'%1' has a period without time; a minute for 40 moves is 40/1:00, periods are 40/60+0:20+1", text
            )
        idle = any(not period.moves for period in own._periods[:-1])  # no period can follow the rest of the game
        if own.kind is ClockKind.MOVE:
            idle = own._periods != (Period(0, own.base_ms),)
        elif own.kind is ClockKind.HOURGLASS:
            idle = idle or any(period.increment_ms for period in own._periods)
        if idle:
            raise OptionError(
                "'%1' has figures without effect: *60 and =5 take no increment, and a period that another follows begins "
                "with its moves (40/60+0:20+0)",
                text,
            )
    return control


def _parse_own(own: str, text: str, unit_ms: int) -> TimeControl:
    first, *rest = own.split(", ")
    if first == "-":
        control = TimeControl()
    elif _BOUNDS.fullmatch(first):
        control, rest = TimeControl(), [first, *rest]
    else:
        control = _parse_clock(first, text, unit_ms)
    bounds: dict[str, int] = {}
    for part in rest:
        found = _BOUNDS.fullmatch(part)
        if found is None:
            raise _refusal(text)
        kind = str(found.lastgroup)
        bounds[kind] = _milliseconds(found[kind]) if kind == "time" else int(found[kind])
    return replace(control, budget=FixedLimits(bounds.get("time"), bounds.get("depth"), bounds.get("nodes")))


def _parse_clock(clock: str, text: str, unit_ms: int) -> TimeControl:
    if _EACH.fullmatch(clock):
        clock = clock.replace("1/", "=")
    before = clock[:1] if clock[:1] in ("*", "=") else ""
    signs: set[str] = set()
    periods: list[Period] = []
    for part in _periods_in(clock.removeprefix(before), text):
        found = _PERIOD.fullmatch(part)
        if found is None:
            raise _refusal(text)
        moves, hours, minutes, seconds, sign, increment, other_increment, other_sign = found.groups()
        signs.add(sign or other_sign or "+")
        if minutes is None:
            base_ms = _milliseconds(seconds) * unit_ms // 1000
        else:
            base_ms = (int(hours or 0) * 60 + int(minutes)) * _MINUTE_MS + _milliseconds(seconds)
        periods.append(Period(int(moves or 0), base_ms, _milliseconds(increment or other_increment or "0")))
    kinds = [kind for kind, kind_signs in _SIGNS.items() if signs == {kind_signs[1]} and before == kind_signs[0]]
    if not kinds:
        raise _refusal(text)
    first, *then = periods
    return TimeControl(first.base_ms, first.increment_ms, first.moves, kinds[0], tuple(then))


def _periods_in(clock: str, text: str) -> list[str]:
    """Splits a clock at the colons between periods, not at those between minutes and seconds."""
    parts: list[str] = []
    for part in clock.split(":"):
        if not parts or not _SIXTIETHS.fullmatch(part) or not _MINUTES.fullmatch(parts[-1]):
            parts.append(part)
        elif not part[1:2].isdigit() or (len(parts) > 1 and "/" not in parts[-1] and not _BONUS.search(parts[-2])):
            raise _refusal(text)  # 40/1:5 and 40/120:60:30 are ambiguous
        else:
            parts[-1] += f":{part}"
    return parts


def _refusal(text: str) -> OptionError:
    return OptionError(
        "'%1' is not a time control. Examples: 10+0.1 (base+increment), 1:30+1 (minutes:seconds), 40/60+0.5 (moves/base), "
        "40/60+0:20+1 (periods)",
        text,
    )


def _head(period: Period) -> str:
    return (f"{period.moves}/" if period.moves else "") + _seconds(period.base_ms)


def _seconds(milliseconds: int) -> str:
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole}.{rest:03d}".rstrip("0") if rest else str(whole)


def _milliseconds(seconds: str) -> int:
    whole, _, fraction = seconds.partition(".")
    return int(whole) * 1000 + int(f"{fraction}000"[:3])
