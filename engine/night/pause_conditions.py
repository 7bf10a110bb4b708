"""Conditions for a pause in the work: the user plays, battery, temperature, hours."""

import contextlib
import datetime
import re
from collections.abc import Mapping
from pathlib import Path

from engine.ground.machine import SYSTEM, on_battery, read_state
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.night.values import NightError

PLAYING = "playing"
"""The window's sign that the user plays."""
WORKING = "working"
"""The sign of a process that works on the queue; its text is the reason of a pause, or empty."""


@dataclass(frozen=True)
class PauseConditions:
    """The user's conditions. `hours`: from and to, in minutes since midnight; `hottest`: degrees Celsius."""

    on_battery: bool = True
    hours: tuple[int, int] | None = None
    hottest: float | None = None


def hours_of(text: str) -> tuple[int, int]:
    """Parses `22:00-7:30`. :raises NightError: the text has another form."""
    found = re.fullmatch(r"(\d{1,2}):(\d\d)-(\d{1,2}):(\d\d)", text.strip())
    numbers = [int(part) for part in found.groups()] if found else [99] * 4
    if max(numbers[0], numbers[2]) > 23 or max(numbers[1], numbers[3]) > 59 or numbers[:2] == numbers[2:]:
        raise NightError("'%1' is not a time range. Example: 22:00-7:30", text)
    return 60 * numbers[0] + numbers[1], 60 * numbers[2] + numbers[3]


def reason_to_pause(
    rest: PauseConditions, signs: Mapping[str, Text], now: datetime.datetime, system: Path = SYSTEM
) -> Text:
    """The reason not to begin another task now; empty if there is none."""
    if PLAYING in signs:
        return Text("Resting while you play")
    if rest.on_battery and on_battery(system):
        return Text("Resting: the machine runs on its battery")
    if rest.hours is not None and not _within(rest.hours, 60 * now.hour + now.minute):
        first, last = (f"{at // 60}:{at % 60:02}" for at in rest.hours)
        return Text("Resting: work is wanted from %1 to %2", first, last)
    warmth = temperature(system) if rest.hottest is not None else None
    if warmth is not None and rest.hottest is not None and warmth > rest.hottest:
        return Text("Resting: the machine has %1 degrees", round(warmth))
    return NOTHING


def _within(hours: tuple[int, int], minute: int) -> bool:
    first, last = hours
    return first <= minute < last if first < last else minute >= first or minute < last


def temperature(system: Path = SYSTEM) -> float | None:
    """The highest temperature of the sensors, in degrees Celsius; None without sensors."""
    found = []
    for path in system.glob("thermal/thermal_zone*/temp"):
        with contextlib.suppress(ValueError):
            found.append(int(read_state(path)) / 1000)
    return max(found, default=None)
