"""Time controls in tags: the standard's (`40/7200:3600+30`), of sites (`10|5`, `180+2`, `10 min`), USCF's (`G/90;+30`) and
FIDE's (`90'+30"`, `Standard: 90 mins + 30 secs increment per move`)."""

import contextlib
import re
from dataclasses import replace
from functools import lru_cache

from engine.game.time_control import NO_CLOCK, ClockKind, Period, TimeControl, parse
from engine.ground.errors import OptionError

LONGEST = 200  # characters of a readable time control
_SAYS_NOTHING = frozenset(("", "-", "?", "*", "unlimited", "none", "unknown", "no clock", "n/a"))
_UNITS = (  # in this order; <5400> is a time in seconds, {30} what each move adds
    (r"[”″“]|''|’’|\"", " sec "),
    (r"[’′´`']", " min "),
    (
        r"\b(\d+) ?h(?:ours?|rs?)?\.? ?(\d+)(?: ?min\w*\.?)?\b(?! ?/)",
        lambda f: f"<{int(f[1]) * 3600 + int(f[2]) * 60}>",
    ),
    (r"\b(\d+(?:\.\d+)?) ?(?:h|hours?|hrs?)\b\.?", lambda f: f"<{round(float(f[1]) * 3600)}>"),
    (r"\b(\d+(?:\.\d+)?) ?(?:m|mins?|minutes?|minuuttia|minuten)\b\.?", lambda f: f"<{round(float(f[1]) * 60)}>"),
    (r"\b(\d+(?:\.\d+)?) ?(?:s|secs?|seconds?|sek|sekuntia|sekunden)\b\.?", lambda f: f"{{{f[1]}}}"),
    (r"\b(?:g|game|sd|rest|all)(?: in)? ?[/ ]? ?(\d{1,3})\b", lambda f: f"<{int(f[1]) * 60}>"),
    (r"\b(\d{1,3}) ?/ ?(\d{1,3})\b(?! ?m)", lambda f: f"{f[1]}/<{int(f[2]) * 60}>"),
    (r"^(\d{1,3}) ?\| ?(\d{1,3})$", lambda f: f"<{int(f[1]) * 60}>{{{f[2]}}}"),
    (
        r"[;,+ ]\+? ?inc[a-z]* ?(\d{1,3})\b|[;, ]\+ ?(\d{1,3})$|(?<=>)\+ ?(\d{1,3})$",
        lambda f: f"{{{f[1] or f[2] or f[3]}}}",
    ),
    (r"[;,+ ] ?d(?:elay)? ?(\d{1,2})\b", lambda f: f"delay{{{f[1]}}}"),
)
_PERIOD = re.compile(
    r"(?:(\d{1,3}) ?(?:/|moves?(?: in)?:?|in) ?)?<(\d+)>"
    r"(?: ?(?:/|for|per)(?: the)?(?: first| next)? ?(\d{1,3}) ?(?:moves?|mv|siirtoa|züge)?\b)?"
)
_HUMAN = re.compile(r"[2-9]\d/\d{2,3}:\d{2,3}\+[1-9]\d")  # 40/90:30+30: in seconds, too fast for people
_ADDED = re.compile(r"\{(\d+(?:\.\d+)?)\}")
_NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SPOKEN = {word: str(number) for number, word in enumerate(_NUMERALS)}


def control_in(text: str) -> TimeControl | None:
    """Returns the value of a TimeControl tag; NO_CLOCK for one that says nothing, None if the text cannot be read."""
    return _control(text.strip()) if len(text) <= LONGEST else None


def in_minutes(control: TimeControl) -> TimeControl:
    """Returns the same control with its base times, taken for seconds, as minutes."""
    then = tuple(replace(period, base_ms=60 * period.base_ms) for period in control.then)
    return replace(control, base_ms=None if control.base_ms is None else 60 * control.base_ms, then=then)


@lru_cache(1024)
def _control(text: str) -> TimeControl | None:
    if text.casefold() in _SAYS_NOTHING:
        return NO_CLOCK
    if "|" not in text:  # in a tag, minutes and seconds of chess.com; odds have tags of their own
        if _HUMAN.fullmatch(text):
            return _spelled(text.replace(":", ", g/"))
        with contextlib.suppress(OptionError):
            return parse(text)
    return _spelled(text)


def _spelled(text: str) -> TimeControl | None:
    words = " ".join(_SPOKEN.get(word, word) for word in text.casefold().split())
    for pattern, meant in _UNITS:
        words = re.sub(pattern, meant, words)
    periods = [Period(int(f[1] or f[3] or 0), int(f[2]) * 1000) for f in _PERIOD.finditer(" ".join(words.split()))]
    added = _ADDED.search(words)
    if not periods or periods[0].base_ms == 0:
        return None
    each_ms = round(float(added[1]) * 1000) if added is not None else 0
    if len(periods) > 1 and not all(period.moves for period in periods[:-1]):
        return None  # a later period would never begin
    then = tuple(replace(period, increment_ms=each_ms) for period in periods[1:])
    kind = ClockKind.DELAY if "delay" in words else ClockKind.INCREMENT
    return TimeControl(periods[0].base_ms, each_ms, periods[0].moves, kind, then)
