"""A time control as text for the settings file, and in words for people."""

import json

from desktop.model.clock import ClockKind, Period, TimeControl


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
        found = json.loads(text)
        then = tuple(Period(_number(m), _number(b), _number(i)) for m, b, i in found["then"])
        return TimeControl(
            _time(found["base"]),
            _number(found["increment"]),
            _number(found["moves"]),
            ClockKind(found["kind"]),
            _time(found["black_base"]),
            then,
            _time(found["black_increment"]),
        )
    except (KeyError, TypeError, ValueError, RecursionError):
        return None


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= 360_000_000:
        raise ValueError(value)
    return value


def _time(value: object) -> int | None:
    return None if value is None else _number(value)


def short_text(control: TimeControl) -> str:
    """`10 + 5` for ten minutes and five seconds a move; the rest as PGN writes it; empty without a clock."""
    if control.base_ms is None:
        return ""
    simple = control.kind is ClockKind.INCREMENT and not control.moves and not control.then
    if simple:
        return f"{control.base_ms / 60_000:g} + {control.increment_ms / 1_000:g}"
    return control.pgn()
