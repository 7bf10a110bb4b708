"""Reads time controls from the program's files, which may be damaged, edited by hand, or of an older version."""

from dataclasses import replace

from engine.game.time_control import ClockKind, Period, TimeControl
from engine.game.time_control import parse as parse_control
from engine.ground.errors import OptionError
from engine.ground.json_text import JsonError, JsonValue, parse

MOST_MS = 360_000_000  # a hundred hours
_MOST_MOVES = 1_000
_MOST_PERIODS = 20
_LONGEST = 1_000  # characters of a time control
_KINDS = tuple(kind.value for kind in ClockKind)


def read_control(text: str) -> TimeControl | None:
    """The time control of the settings file; None if it is invalid."""
    try:
        return _older(parse(text)) if text.startswith("{") else _checked(text, "time_control")
    except JsonError:
        return None


def control_from(match: JsonValue) -> TimeControl:
    """The time control of a saved match. :raises JsonError: a field is missing, or out of range."""
    control = match["control"]
    if isinstance(control.value, str):
        return _checked(control.text(_LONGEST), control.place)
    names = ("base", "increment", "moves", "kind", "black_base")  # a list, up to version 2
    table = {**match.table(), **{name: control[index].value for index, name in enumerate(names)}}
    return _older(JsonValue(table, match.place))


def _checked(text: str, place: str) -> TimeControl:
    try:
        control = parse_control(text)
    except OptionError as error:
        raise JsonError("%1: %2", place, error) from error
    for side in (control, control.black):
        if side is not None and not _is_sound(side):
            raise JsonError("%1 is beyond what a game can have: %2", place, text)
    return control


def _is_sound(control: TimeControl) -> bool:
    times = [control.base_ms or 0, control.increment_ms, *(period.base_ms for period in control.then)]
    times += [period.increment_ms for period in control.then]
    moves = [control.moves, *(period.moves for period in control.then)]
    return max(times) <= MOST_MS and max(moves) <= _MOST_MOVES and len(control.then) <= _MOST_PERIODS


def _older(found: JsonValue) -> TimeControl:
    base, increment = _time(found["base"]), found["increment"].whole(0, MOST_MS)
    moves, kind = found["moves"].whole(0, _MOST_MOVES), ClockKind(found["kind"].one_of(_KINDS))
    white = TimeControl(base, increment, moves, kind, _periods(found.get("then", [])))
    black_base, black_increment = _time(found["black_base"]), _time(found.get("black_increment"))
    return white.against(
        replace(
            white,
            base_ms=base if black_base is None else black_base,
            increment_ms=increment if black_increment is None else black_increment,
        )
    )


def _periods(found: JsonValue) -> tuple[Period, ...]:
    periods = tuple(
        Period(one[0].whole(0, _MOST_MOVES), one[1].whole(0, MOST_MS), one[2].whole(0, MOST_MS)) for one in found
    )
    if len(periods) > _MOST_PERIODS:
        raise JsonError("%1 has more than %2 periods", found.place, _MOST_PERIODS)
    return periods


def _time(found: JsonValue) -> int | None:
    return None if found.missing else found.whole(0, MOST_MS)
