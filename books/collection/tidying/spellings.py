"""Finds names of players and events that a collection spells in several ways, and corrects them with undo.

Two spellings of a player belong together if each is a spelling of the other (`player_names.is_player`) and their games
are not too many years apart. A name that fits two groups, as `Adams, M` does beside Michael and Mark, is left out.
Events belong together if they have the same words, whatever their order, signs and abbreviations, or one slip in a word.
"""

import enum
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from books.collection.editing import StoredChange
from books.collection.game_collection import CollectedGame, Collection
from books.collection.retagging import retagged
from books.store.row_shapes import TEXT, RowShape, optional, whole
from engine.game.player_names import has_full_given, is_player, spellings, surname_keys
from engine.game.tree import Game
from engine.ground.name_sounds import surnames_damaged
from engine.ground.values import dataclass
from engine.pgn.streams import Progress

T = TypeVar("T", bound=Game)
MOST_APART = 45  # years between the last game of one spelling and the first of another
_STEP = 100_000  # games of one SQL statement
_AT_ONCE = 400  # names of one SQL statement
_PAIRS = 2_000  # names between two reports of progress
_YEAR = "CASE WHEN date GLOB '[12][0-9][0-9][0-9]*' THEN CAST(substr(date, 1, 4) AS INTEGER) END"
_COUNTED = RowShape("games", id=whole(1), games=whole(1), first=optional(whole(0)), last=optional(whole(0)))
_NAMES = RowShape("players", id=whole(1), name=TEXT)
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
        """Number of games of all spellings."""
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


def respelled(
    collection: Collection, change: Respelling, go_on: Callable[[], bool] = lambda: True
) -> StoredChange | None:
    """Writes names in their new forms in all games, in one transaction. Returns the undo; None if `go_on` returned False.
    :raises CollectionError: the collection is damaged or cannot be written."""
    return retagged(collection, games_spelled(collection, [*change.players], [*change.events]), change, go_on)


def games_spelled(collection: Collection, players: Sequence[str], events: Sequence[str]) -> list[CollectedGame]:
    """Returns the games with exactly these names, ascending by number.
    :raises CollectionError: the collection cannot be read."""
    games: dict[int, CollectedGame] = {}
    for column, table, names in (
        ("white", "players", players),
        ("black", "players", players),
        ("event", "events", events),
    ):
        for start in range(0, len(names), _AT_ONCE):
            part: list[int | str] = [*names[start : start + _AT_ONCE]]
            marks = ", ".join("?" * len(part))
            found = collection.select(f"games.{column} IN (SELECT id FROM {table} WHERE name IN ({marks}))", part)
            games.update((game.id, game) for game in found)
    return [games[number] for number in sorted(games)]


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
    for number, name in collection.rows(_NAMES, f"SELECT id, name FROM {table}"):
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
    names = sorted(counted, key=lambda one: (not has_full_given(one.name), -len(one.name), one.name))
    alike: defaultdict[str, set[str]] = defaultdict(set)  # the spellings of each name
    buckets: defaultdict[str, list[Spelling]] = defaultdict(list)
    for one in names:
        for key in surname_keys(one.name):
            buckets[key].append(one)
    for done, bucket in enumerate(buckets.values()):
        if done % _PAIRS == 0 and progress is not None and not progress(len(buckets) + done, 2 * len(buckets)):
            return []
        for one, other in combinations(bucket, 2):
            if not _apart(one, other) and is_player(one.name, other.name) and is_player(other.name, one.name):
                alike[one.name].add(other.name)
                alike[other.name].add(one.name)
    return _joined([one for one in names if one.name in alike], alike)


def _apart(one: Spelling, other: Spelling) -> bool:
    early, late = sorted((one, other), key=lambda spelling: spelling.last)
    return bool(early.last and late.first) and late.first - early.last > MOST_APART


def _joined(names: Iterable[Spelling], alike: Mapping[str, set[str]]) -> list[list[Spelling]]:
    """Returns groups in which every two names are alike. `names`: the most complete first. A name that fits two groups
    is in none."""
    groups: list[list[Spelling]] = []
    places: defaultdict[str, list[int]] = defaultdict(list)  # of the groups in which a name has an alike one
    for one in names:
        near = set(places[one.name])
        fitting = [place for place in near if all(other.name in alike[one.name] for other in groups[place])]
        if len(fitting) > 1 or (near and not fitting and not has_full_given(one.name)):
            continue
        if not fitting:
            groups.append([])
        place = fitting[0] if fitting else len(groups) - 1
        groups[place].append(one)
        for other in alike[one.name]:
            places[other].append(place)
    return groups


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
