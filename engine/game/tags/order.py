"""The sort order of lists of games by a tag: by its value if it has one, otherwise by its text."""

from collections.abc import Callable

from engine.game.tags.dates import UNKNOWN, date_in
from engine.game.tags.ratings import elo_in
from engine.game.tags.results import result_in

SortKey = Callable[[str], tuple[float, ...] | tuple[float, str]]


def text_key(text: str) -> tuple[float, str]:
    """Returns the sort key of a text, whatever its case."""
    return 0.0, text.casefold()


def number_key(text: str) -> tuple[float, str]:
    """Returns the sort key of a number; other texts come before all numbers, alphabetically."""
    try:
        return float(text[:20]), ""
    except ValueError:
        return float("-inf"), text.casefold()


def rating_key(text: str) -> tuple[float, str]:
    """Returns the sort key of a rating; others come first."""
    rating = elo_in(text)
    return number_key(text) if rating is None else (float(rating), "")


def date_key(text: str) -> tuple[float, ...]:
    """Returns the sort key of a date; unknown and unreadable ones come first."""
    return tuple(map(float, date_in(text) or UNKNOWN))


def result_key(text: str) -> tuple[float, str]:
    """Returns the sort key of a result: Black's wins, draws, White's wins; unknown ones come first."""
    found = result_in(text)
    return (float("-inf") if found is None or found.points is None else found.points[0] - found.points[1]), ""


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
    """Returns the key function of a tag."""
    return _KEYS.get(name, text_key)
