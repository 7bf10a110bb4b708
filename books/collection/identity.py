"""Decides whether two records with the same moves are one game that came twice.

Records of books and old files vary in spelling, year and town. Only what cannot be a variant separates them: a URL or
time of an online server, names that cannot belong to one player, a short game in another year and place, the result. If
the results contradict, both are stored, and the import reports them. The shorter the game, the more must agree.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from books.collection.rows import SHORT_PLIES, surname
from engine.game.player_names import cannot_be_same, may_be_same
from engine.ground.text import Text
from engine.ground.values import dataclass

SERVER_TAGS = ("Link", "GameId", "UTCTime")
"""Tags by which online servers identify a game."""
REPEATED_PLIES = 40  # draws of up to 20 moves are often repeated
_WHOLE_DATE = len("1972.07.11")
_UNKNOWN = frozenset(("", "?", "??", "????", "-", "*", "nn", "n.n.", "unknown"))
_ADDRESS = re.compile(r"https?://(?:www\.)?([^/?#]+)/([^?#]+)", re.IGNORECASE)
_SIDE = re.compile(r"/(?:white|black)/?$|/$")
_WORDS = re.compile(r"[^\W\d_]{3,}")


class GameIdentity(NamedTuple):
    """The headers that identify a game. `tags`: its `SERVER_TAGS`."""

    white: str
    black: str
    event: str
    site: str
    date: str
    result: str
    plies: int
    tags: Mapping[str, str]
    round: str = ""


@dataclass(frozen=True)
class Contradiction:
    """Two games that differ only in their result; both are in the collection. `game`: the number of the earlier one."""

    game: int
    white: str
    black: str
    event: str
    date: str
    results: tuple[str, str]

    @property
    def text(self) -> Text:
        """The players, the event and date, the first game's result with its number, and the new result."""
        values = (self.white, self.black, self.event, self.date, self.results[0], self.game, self.results[1])
        return Text("%1 – %2, %3, %4: %5 in game %6, now %7", *values)


def are_different_games(one: GameIdentity, other: GameIdentity) -> bool:
    """Whether they are two games, whatever their results."""
    if any(_differ(one.tags.get(name, ""), other.tags.get(name, "")) for name in SERVER_TAGS):
        return True
    addresses = _address(one.site), _address(other.site)
    if all(addresses) and addresses[0] != addresses[1]:
        return True
    if _are_others(one, other):
        return True
    if _is_unknown(one) or _is_unknown(other):
        return any(
            _differ(*values) for values in ((one.site, other.site), (one.date, other.date), (one.event, other.event))
        )
    if one.plies < SHORT_PLIES and (_differ(one.event, other.event) or _differ(one.round, other.round)):
        return True
    return one.plies <= REPEATED_PLIES and _are_apart(one, other)


def _are_others(one: GameIdentity, other: GameIdentity) -> bool:
    """Whether the players of one game cannot be those of the other. In a short game a slip in a name does not pass."""
    for name, known in ((one.white, other.white), (one.black, other.black)):
        if one.plies < SHORT_PLIES or (one.plies <= REPEATED_PLIES and surname(name) != surname(known)):
            if not (name in _UNKNOWN or known in _UNKNOWN or may_be_same(name, known)):
                return True
        elif cannot_be_same(name, known):
            return True
    return False


def distinction(game: GameIdentity) -> str:
    """Returns the most reliable identification among games with the same moves: the server's, or if a player is
    unknown, place and date. Empty if there is neither."""
    tags = [game.tags.get(name, "").strip().casefold() for name in SERVER_TAGS]
    if _is_unknown(game):
        tags += [value.strip().casefold() for value in (game.site, game.date, game.event)]
    return "\n".join((_address(game.site), *tags)).strip()


def may_be_later(one: GameIdentity, other: GameIdentity) -> bool:
    """Whether a game with more moves may be the same with its last moves: players, round and date do not differ."""
    if _differ(one.round, other.round) and not _differ(one.event, other.event):
        return False
    if any(_differ(here, there) for here, there in zip(one.date.split("."), other.date.split("."), strict=False)):
        return False
    return may_be_same(one.white, other.white) and may_be_same(one.black, other.black)


def surely_the_same(one: GameIdentity, other: GameIdentity) -> bool:
    """Whether players, whole date and event are known and agree, so that any number of moves more makes it no other game."""
    if _is_unknown(one) or _is_unknown(other) or "?" in one.date or one.event.strip().casefold() in _UNKNOWN:
        return False
    if (surname(one.white), surname(one.black)) != (surname(other.white), surname(other.black)):
        return False
    return len(one.date) == _WHOLE_DATE and (one.date, one.event) == (other.date, other.event)


def contradict(one: GameIdentity, other: GameIdentity) -> bool:
    """Whether both have a result and the results differ."""
    return "*" not in (one.result, other.result) and one.result != other.result


def _is_unknown(game: GameIdentity) -> bool:
    return any(name.strip().casefold() in _UNKNOWN for name in (game.white, game.black))


def _are_apart(one: GameIdentity, other: GameIdentity) -> bool:
    """Whether the years differ and are not likely a slip (the same event, or neighbouring years in the same town)."""
    years = one.date[:4], other.date[:4]
    if not all(year.isdigit() for year in years) or years[0] == years[1] or one.event == other.event:
        return False
    return abs(int(years[0]) - int(years[1])) > 1 or _words(one.site).isdisjoint(_words(other.site))


def _words(site: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORDS.findall(site))


def _differ(one: str, other: str) -> bool:
    one, other = one.strip().casefold(), other.strip().casefold()
    return one not in _UNKNOWN and other not in _UNKNOWN and one != other


def _address(site: str) -> str:
    """Returns the part of a server's URL that identifies the game; empty if it names only the server."""
    found = _ADDRESS.match(site.strip())
    return f"{found[1].casefold()}/{_SIDE.sub('', found[2])}" if found else ""
