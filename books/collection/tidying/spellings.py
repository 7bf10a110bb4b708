"""Finds names of players and events that a collection spells in several ways, and corrects them with undo.

Spellings of a player belong together as `engine.game.tags.same_names` says, if their games are not too many years apart.
Events belong together if they have the same words, whatever their order, signs and abbreviations, or one slip in a word.
"""

import enum
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count
from typing import TypeVar

from books.collection import schema
from books.collection.game_collection import CollectedGame, Collection
from books.collection.retagging import retagged
from books.collection.sides import games_of
from books.collection.stored_games import StoredChange
from books.store.row_shapes import RowShape, optional, whole
from engine.game.player_names import has_full_given, spellings
from engine.game.tags.same_names import alike_groups
from engine.game.tree import Game
from engine.ground.name_sounds import surnames_damaged
from engine.ground.values import dataclass
from engine.pgn.streams import Progress

T = TypeVar("T", bound=Game)
MOST_APART = 45  # years between the last game of one spelling and the first of another
_STEP = 100_000  # games of one SQL statement
_AT_ONCE = 400  # names of one SQL statement
_YEAR = "CASE WHEN date GLOB '[12][0-9][0-9][0-9]*' THEN CAST(substr(date, 1, 4) AS INTEGER) END"
_COUNTED = RowShape("games", id=whole(1), games=whole(1), first=optional(whole(0)), last=optional(whole(0)))
_WORD = re.compile(r"\d+|[^\W\d_]+|\+$")  # `Vienna+` is the play-off
_SHORT = {
    "championship": "ch", "championships": "ch", "champ": "ch", "chp": "ch", "international": "int", "intl": "int",
    "memorial": "mem", "open": "op", "tournament": "trn", "tourn": "trn",
}  # fmt: skip
_ORDINALS = frozenset(("st", "nd", "rd", "th"))
_LONG_WORD = 7  # letters; a slip in a shorter word of an event may be another place
_UNKNOWN = frozenset(("", "?", "-"))


class SpellingKind(enum.Enum):
    """Whose names are compared."""

    PLAYERS = "players"
    EVENTS = "events"


@dataclass(frozen=True)
class Spelling:
    """A name as games have it, with the number of these games and their first and last year; 0 unknown."""

    name: str
    games: int
    first: int = 0
    last: int = 0


@dataclass(frozen=True)
class SpellingGroup:
    """Spellings of one name. The first is the proposed form: the most frequent one with a given name in full, if any has
    one; the others follow by number of games."""

    kind: SpellingKind
    spellings: tuple[Spelling, ...]

    @property
    def games(self) -> int:
        return sum(one.games for one in self.spellings)


@dataclass(frozen=True)
class Respelling:
    """New forms of names, by their spelling."""

    players: Mapping[str, str]
    events: Mapping[str, str]

    def applied(self, game: T) -> T:
        """Returns the game with its names in the new forms; the same game if nothing changes."""
        for tag, forms in (("White", self.players), ("Black", self.players), ("Event", self.events)):
            before = game.header(tag)
            after = forms.get(before, before)
            if before != after:
                game = game.with_header(tag, after)  # type: ignore[assignment]  # it keeps the type
        return game


def spelling_groups(
    collection: Collection, kind: SpellingKind, progress: Progress | None = None
) -> list[SpellingGroup]:
    """Returns the names with several spellings, most games first; none if `progress` returned False.
    :raises CollectionError: the collection cannot be read."""
    counted = _counted(collection, kind, progress)
    if counted is None:
        return []
    found = _event_groups(counted) if kind is SpellingKind.EVENTS else _player_groups(counted, progress)
    groups = [SpellingGroup(kind, tuple(_best_first(kind, group))) for group in found if len(group) > 1]
    return sorted(groups, key=lambda group: (-group.games, group.spellings[0].name))


def respelled(collection: Collection, change: Respelling, progress: Progress | None = None) -> StoredChange | None:
    """Writes names in their new forms in all games, in one transaction. Returns the undo; None if `progress` (games done,
    in total) returned False.
    :raises CollectionError: the collection is damaged or cannot be written."""
    games, done = games_spelled(collection, [*change.players], [*change.events]), count()
    return retagged(collection, games, change, lambda: progress is None or progress(next(done), len(games)))


def games_spelled(collection: Collection, players: Sequence[str], events: Sequence[str]) -> list[CollectedGame]:
    """Returns the games with exactly these names, ascending by number.
    :raises CollectionError: the collection cannot be read."""
    games = {game.id: game for game in collection.games(list(games_of(collection, _numbers(collection, players))))}
    for start in range(0, len(events), _AT_ONCE):
        part: list[int | str] = [*events[start : start + _AT_ONCE]]
        marks = ", ".join("?" * len(part))
        found = collection.select(f"games.event IN (SELECT id FROM events WHERE name IN ({marks}))", part)
        games.update((game.id, game) for game in found)
    return [games[number] for number in sorted(games)]


def _numbers(collection: Collection, players: Sequence[str]) -> list[int]:
    wanted = set(players)
    return [number for number, name in collection.rows(schema.NAMES, "SELECT id, name FROM players") if name in wanted]


def _counted(collection: Collection, kind: SpellingKind, progress: Progress | None) -> list[Spelling] | None:
    """Counts the games of each name, and their years; None if `progress` returned False."""
    players = kind is SpellingKind.PLAYERS
    found: dict[int, tuple[int, int, int]] = {}
    last = collection.last
    for start in range(1, last + 1, _STEP):
        if progress is not None and not progress(start - 1, 2 * last):
            return None
        for column in ("white", "black") if players else ("event",):
            query = f"""SELECT {column}, count(*), min({_YEAR}), max({_YEAR}) FROM games WHERE id BETWEEN ? AND ?
                GROUP BY {column}"""
            for number, games, first, latest in collection.rows(_COUNTED, query, (start, start + _STEP - 1)):
                before = found.get(number, (0, 9999, 0))
                found[number] = (before[0] + games, min(before[1], first or 9999), max(before[2], latest or 0))
    by_name: dict[str, tuple[int, int, int]] = {}
    table = "players" if players else "events"
    for number, name in collection.rows(schema.NAMES, f"SELECT id, name FROM {table}"):
        if number in found and name not in _UNKNOWN:
            (games, first, latest), before = found[number], by_name.get(name, (0, 9999, 0))
            by_name[name] = (before[0] + games, min(before[1], first), max(before[2], latest))
    return [Spelling(name, games, first if last else 0, last) for name, (games, first, last) in by_name.items()]


def _best_first(kind: SpellingKind, group: Sequence[Spelling]) -> list[Spelling]:
    def place(one: Spelling) -> tuple[bool, bool, int, str]:
        if kind is SpellingKind.EVENTS:
            return one.name != one.name.strip(), False, -one.games, one.name
        full = has_full_given(one.name) and not one.name.isupper()
        return not full, "(" in one.name, -one.games, one.name

    best = min(group, key=place)
    return [best, *sorted((one for one in group if one is not best), key=lambda one: (-one.games, one.name))]


def _player_groups(counted: Iterable[Spelling], progress: Progress | None) -> list[list[Spelling]]:
    by_name = {one.name: one for one in counted}

    def apart(one: str, other: str) -> bool:
        return _apart(by_name[one], by_name[other])

    def step(done: int, total: int) -> bool:
        return progress is None or progress(total + done, 2 * total)  # the first half was the counting

    return [[by_name[name] for name in group] for group in alike_groups(by_name, apart, step)]


def _apart(one: Spelling, other: Spelling) -> bool:
    early, late = sorted((one, other), key=lambda spelling: spelling.last)
    return bool(early.last and late.first) and late.first - early.last > MOST_APART


def _event_groups(counted: Iterable[Spelling]) -> Iterator[list[Spelling]]:
    same: defaultdict[tuple[str, ...], list[Spelling]] = defaultdict(list)
    for one in counted:
        same[_event_key(one.name)].append(one)
    near: defaultdict[tuple[str, ...], list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
    for key in same:  # two names that differ in one long word have all their other words in common
        for place, word in enumerate(key):
            if len(word) >= _LONG_WORD and word.isalpha():
                near[(*key[:place], *key[place + 1 :], word[0])].append((word, key))
    leader: dict[tuple[str, ...], tuple[str, ...]] = {}
    for words in near.values():
        for (word, key), (other_word, other_key) in combinations(words, 2):
            if key != other_key and surnames_damaged(word, other_word):
                leader[_first(leader, other_key)] = _first(leader, key)
    groups: defaultdict[tuple[str, ...], list[Spelling]] = defaultdict(list)
    for key, events in same.items():
        groups[_first(leader, key)] += events
    yield from groups.values()


def _first(leader: Mapping[tuple[str, ...], tuple[str, ...]], key: tuple[str, ...]) -> tuple[str, ...]:
    while leader.get(key, key) != key:
        key = leader[key]
    return key


def _event_key(name: str) -> tuple[str, ...]:
    """Returns the words of an event's name in plain letters, in alphabetical order: `XXI. Championship, USSR` is
    `USSR-ch XXI`."""
    words = (min(spellings(word)) for word in _WORD.findall(name))
    return tuple(sorted(_SHORT.get(word, word) for word in words if word not in _ORDINALS)) or (name,)
