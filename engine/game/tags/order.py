"""The sort order of lists of games by a tag: by its value if it has one, otherwise by its text. What says nothing comes
last in either direction."""

from collections.abc import Callable, Iterable
from math import isfinite
from typing import Any, TypeVar

from engine.game.tags.dates import UNKNOWN, date_in
from engine.game.tags.ratings import elo_in
from engine.game.tags.results import result_in

SortKey = Callable[[str], tuple[float, ...] | tuple[float, str]]
R = TypeVar("R")

EMPTY = float("inf"), ""
"""The sort key of a text that says nothing."""
_TEXT = 1e300  # before it: numbers
_SAYS_NOTHING = " ?-.*"


def text_key(text: str) -> tuple[float, str]:
    """Returns the sort key of a text, whatever its case."""
    return (_TEXT, text.casefold()) if text.strip(_SAYS_NOTHING) else EMPTY


def number_key(text: str) -> tuple[float, str]:
    """Returns the sort key of a number; other texts come after all numbers, alphabetically."""
    try:
        number = float(text)
    except ValueError:
        return text_key(text)
    return (number, "") if isfinite(number) else text_key(text)


def rating_key(text: str) -> tuple[float, str]:
    rating = elo_in(text)
    return (float(rating), "") if rating else EMPTY


def date_key(text: str) -> tuple[float, ...] | tuple[float, str]:
    """Returns the sort key of a date; one of an unknown year says nothing."""
    found = date_in(text) or UNKNOWN
    return tuple(map(float, found)) if found.year else EMPTY


def result_key(text: str) -> tuple[float, str]:
    """Returns the sort key of a result: Black's wins, draws, White's wins."""
    found = result_in(text)
    return EMPTY if found is None or found.points is None else (found.points[0] - found.points[1], "")


_KEYS: dict[str, SortKey] = {
    "WhiteElo": rating_key,
    "BlackElo": rating_key,
    "WhiteAccuracy": number_key,
    "BlackAccuracy": number_key,
    "Round": number_key,
    "Date": date_key,
    "Result": result_key,
}


def sort_key(name: str) -> SortKey:
    return _KEYS.get(name, text_key)


def in_order(rows: Iterable[R], key: Callable[[R], Any], descending: bool = False) -> list[R]:
    """Sorts rows by their keys, those of EMPTY last; equal ones keep their order."""
    filled: list[tuple[Any, R]] = []
    empty: list[tuple[Any, R]] = []
    for row in rows:
        found = key(row)
        (empty if found == EMPTY else filled).append((found, row))
    return [row for _, row in (*sorted(filled, key=lambda pair: pair[0], reverse=descending), *empty)]
