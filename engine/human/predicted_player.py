"""The question to the predictor: ratings, time control and the site of the ratings."""

import re
from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from engine.game.tags.time_controls import control_in
from engine.game.time_control import ClockKind

_ADDED = (ClockKind.INCREMENT, ClockKind.DELAY, ClockKind.BRONSTEIN)
_CONTROL = re.compile(r"(\d{1,5})(?:\+(\d{1,3})[db]?)?$")


class Site(IntEnum):
    """The site whose rating scale is meant; chess.com ratings are 200 to 400 points below lichess at club level."""

    UNKNOWN = 0
    LICHESS = 1
    CHESS_COM = 2
    OTHER = 3


class PredictedPlayer(NamedTuple):
    """The player asked about. Ratings in Elo, times in seconds; base 0 and increment 0: unknown."""

    elo: int
    opponent: int
    base_s: int = 0
    increment_s: int = 0
    site: Site = Site.UNKNOWN


def seconds_of(time_control: str) -> tuple[int, int]:
    """Base time and increment (or delay) in whole seconds of a PGN `TimeControl` such as `300+3`, `5:00+3`, `10|5` or `300+3d`;
    (0, 0) for any other text, including periods and hourglasses."""
    control = control_in(time_control)
    if (
        control is None
        or control.base_ms is None
        or control.kind not in _ADDED
        or control.moves
        or control.then
        or control.black
    ):
        return 0, 0
    return min(control.base_ms // 1000, 65_535), min(control.increment_ms // 1000, 255)


def site_of_control(time_control: str) -> Site:
    """The site guessed from the form of a PGN `TimeControl`: lichess writes `600+0`, chess.com `600`. UNKNOWN for other forms.
    Of 55,707 games with such a text 52 are from another site."""
    if _CONTROL.match(time_control) is None:
        return Site.UNKNOWN
    if time_control.endswith("+0"):
        return Site.LICHESS
    return Site.UNKNOWN if "+" in time_control else Site.CHESS_COM


RATSU = "in ratsu"
"""In the event of a game in the window; the ratings of its opponents are lichess'."""


def site_of(headers: Mapping[str, str]) -> Site:
    """The site of a game by its headers, which determines the rating scale. Games over the board are OTHER, even if a
    collection on lichess has them."""
    text = " ".join(headers.get(tag, "") for tag in ("Site", "Source", "Link")).lower()
    if is_over_the_board(headers):
        return Site.OTHER
    if "lichess" in text or RATSU in headers.get("Event", "").lower():
        return Site.LICHESS
    return Site.CHESS_COM if "chess.com" in text or "chesscom" in text else Site.OTHER


def is_over_the_board(headers: Mapping[str, str]) -> bool:
    """Whether a game has FIDE's numbers of the players, or a place as the PGN standard writes it, with the country's code of
    three letters: `Helsinki FIN`."""
    *town, country = headers.get("Site", "").replace(",", " ").split() or [""]
    coded = len(country) == 3 and country.isascii() and country.isalpha() and country.isupper()
    return bool(headers.get("WhiteFideId") or headers.get("BlackFideId") or (town and coded))
