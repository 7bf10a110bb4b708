"""A time control as text for the settings file, and in words for people."""

import json

from desktop.model.game.clock import ClockKind, Period, TimeControl
from engine.json_text import JsonError, JsonValue, parse

MOST_MS = 360_000_000  # a hundred hours
MOST_MOVES = 1_000
MOST_PERIODS = 20
KINDS = tuple(kind.value for kind in ClockKind)


def dump(control: TimeControl) -> str:
    """As JSON."""
    return json.dumps(
        {
            "base": control.base_ms,
            "increment": control.increment_ms,
            "moves": control.moves,
            "kind": control.kind.value,
            "black_base": control.black_base_ms,
            "black_increment": control.black_increment_ms,
            "then": [[period.moves, period.base_ms, period.increment_ms] for period in control.then],
        }
    )


def load(text: str) -> TimeControl | None:
    """What `dump` wrote; None where the text is something else (a settings file may be edited by hand)."""
    try:
        return control_from(parse(text))
    except JsonError:
        return None


def control_from(found: JsonValue) -> TimeControl:
    """A time control from its JSON. :raises JsonError: something is missing, or out of range."""
    return TimeControl(
        time_from(found["base"]),
        whole_from(found["increment"]),
        found["moves"].whole(0, MOST_MOVES),
        ClockKind(found["kind"].one_of(KINDS)),
        time_from(found["black_base"]),
        periods_from(found["then"]),
        time_from(found["black_increment"]),
    )


def periods_from(found: JsonValue) -> tuple[Period, ...]:
    """The later periods: each moves, base and increment. :raises JsonError:"""
    periods = tuple(Period(one[0].whole(0, MOST_MOVES), whole_from(one[1]), whole_from(one[2])) for one in found)
    if len(periods) > MOST_PERIODS:
        raise JsonError(f"{found.place} has more than {MOST_PERIODS} periods")
    return periods


def whole_from(found: JsonValue) -> int:
    """A time in milliseconds. :raises JsonError:"""
    return found.whole(0, MOST_MS)


def time_from(found: JsonValue) -> int | None:
    """A time in milliseconds, or null for none. :raises JsonError:"""
    return None if found.missing else whole_from(found)


def short_text(control: TimeControl) -> str:
    """`10 + 5` for ten minutes and five seconds a move; the rest as PGN writes it; empty without a clock."""
    if control.base_ms is None:
        return ""
    simple = control.kind is ClockKind.INCREMENT and not control.moves and not control.then
    if simple:
        return f"{control.base_ms / 60_000:g} + {control.increment_ms / 1_000:g}"
    return control.pgn()
