"""Finds games that a collection, or a PGN file, may have twice.

The games are read in the order of their moves, so that a beginning comes right before its continuations. One pass finds
equal and longer games in a collection of any size.
"""

import enum
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Collection as Container
from pathlib import Path

from books.collection.game_collection import Collection
from books.collection.identity import (
    SERVER_TAGS,
    GameIdentity,
    are_different_games,
    contradict,
    may_be_later,
    surely_the_same,
)
from books.collection.import_identity import IdentityReader
from books.collection.rows import packed_moves
from engine.ground.values import dataclass
from engine.pgn.mainlines import MainLine
from engine.pgn.reader import read_main_lines
from engine.pgn.streams import Progress

LEAST_PLIES = 20  # of a game that another may continue: shorter beginnings are shared by chance
MOST_LONGER = 60  # plies; what continues longer is another game, unless players, date and event agree
_MOST_COMPARED = 200  # games with the same moves that a game is compared with
_STEP = 1_000  # games between two reports of progress
_KEPT = """CREATE TABLE IF NOT EXISTS kept_apart (one INTEGER NOT NULL, other INTEGER NOT NULL, PRIMARY KEY (one, other))
    STRICT"""
_READ = """SELECT id, moves, start_fen, white, black, event, date, result, round, more,
    (SELECT length(data) FROM texts WHERE game = games.id) FROM games WHERE length(moves) > 0
    ORDER BY start_fen, moves, id"""
_TAGS = ("White", "Black", "Date", "Event", "Site", "Round", "Result", *SERVER_TAGS)
Pairs = Container[tuple[int, int]]


class DuplicateKind(enum.Enum):
    """Agreement of the games of a group: the same moves and nothing against it; the same moves, but another result or
    date; or one is longer."""

    SAME = "same"
    CONTRADICTION = "contradiction"
    LONGER = "longer"


@dataclass(frozen=True)
class FoundGame:
    """A game of a group. `text_bytes`: packed size of its comments and variations, 0 without any."""

    number: int
    game: GameIdentity
    text_bytes: int


@dataclass(frozen=True)
class DuplicateGroup:
    """Games that look like one, the richest first: the longest, then that with the most text, then the earliest."""

    kind: DuplicateKind
    games: tuple[FoundGame, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(game.number for game in self.games)


class _Candidate:
    """A game as it is read; its headers are only needed if another game has its moves."""

    def __init__(
        self, number: int, moves: bytes, start: str, text_bytes: int, read: Callable[[], GameIdentity]
    ) -> None:
        self.number, self.moves, self.start, self.text_bytes = number, moves, start, text_bytes
        self._read = read
        self._identity: GameIdentity | None = None

    @property
    def identity(self) -> GameIdentity:
        if self._identity is None:
            self._identity = self._read()
        return self._identity

    def continues(self, other: "_Candidate") -> bool:
        return self.start == other.start and self.moves.startswith(other.moves)


def duplicates_of_collection(collection: Collection, progress: Progress) -> Iterator[DuplicateGroup]:
    """Yields the groups of a collection; pairs that the user keeps are left out. `progress`: games; ends if it returns
    False. :raises CollectionError: the collection is damaged."""
    with collection.errors():
        kept = kept_apart(collection.db)
        yield from _groups(_stored(collection.db), kept, progress, len(collection))


def duplicates_of_file(path: Path, progress: Progress) -> Iterator[DuplicateGroup]:
    """Yields the groups of a PGN file; the games are numbered from 1. :raises PgnError: the file cannot be read."""
    lines = enumerate(read_main_lines(path, _TAGS, keys=False), 1)
    found = [_of_line(number, line) for number, line in lines if line.moves]
    found.sort(key=lambda game: (game.start, game.moves, game.number))
    yield from _groups(found, (), progress, len(found))


def kept_apart(db: sqlite3.Connection) -> set[tuple[int, int]]:
    """Returns the pairs of games that the user keeps both, smaller number first."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'kept_apart'").fetchone():
        return set()
    return {(one, other) for one, other in db.execute("SELECT one, other FROM kept_apart")}


def keep_apart(collection: Collection, groups: Iterable[tuple[int, ...]], *, kept: bool = True) -> None:
    """Remembers that the games of each group are games of their own; with `kept` False, forgets it.
    :raises CollectionError: the collection cannot be written."""
    pairs = [(one, other) for group in groups for one in group for other in group if one < other]
    with collection.transaction() as db:
        db.execute(_KEPT)
        if kept:
            db.executemany("INSERT OR IGNORE INTO kept_apart VALUES (?, ?)", pairs)
        else:
            db.executemany("DELETE FROM kept_apart WHERE one = ? AND other = ?", pairs)


def _stored(db: sqlite3.Connection) -> Iterator[_Candidate]:
    reader = IdentityReader(db)
    for number, moves, start, *fields, more, text_bytes in db.execute(_READ):

        def read(
            fields: list[object] = fields, more: bytes | None = more, plies: int = len(moves) // 2
        ) -> GameIdentity:
            return reader.identity(fields, more, plies)

        yield _Candidate(number, moves, start or "", text_bytes or 0, read)


def _of_line(number: int, line: MainLine) -> _Candidate:
    header = line.headers.get
    tags = {name: value for name in SERVER_TAGS if (value := header(name, ""))}
    white, black, event, site = (header(name, "?") for name in ("White", "Black", "Event", "Site"))
    plies, round_ = len(line.moves), header("Round", "")
    identity = GameIdentity(white, black, event, site, header("Date", ""), line.result, plies, tags, round_)
    return _Candidate(number, packed_moves(line), line.start_fen or "", 0, lambda: identity)


def _groups(games: Iterable[_Candidate], kept: Pairs, progress: Progress, total: int) -> Iterator[DuplicateGroup]:
    before: list[_Candidate] = []  # the beginnings of the present game
    open_groups = _Groups()
    for done, game in enumerate(games):
        if done % _STEP == 0 and not progress(done, total):
            return
        while before and not game.continues(before[-1]):
            before.pop()
        if not before:
            yield from open_groups.taken()
        for other in before[-_MOST_COMPARED:]:
            pair = (min(game.number, other.number), max(game.number, other.number))
            kind = None if pair in kept else _relation(other, game)
            if kind is not None:
                open_groups.join(other, game, kind)
        before.append(game)
    yield from open_groups.taken()
    progress(total, total)


def _relation(short: _Candidate, long: _Candidate) -> DuplicateKind | None:
    more = (len(long.moves) - len(short.moves)) // 2
    if more and len(short.moves) < 2 * LEAST_PLIES:
        return None
    one, other = short.identity, long.identity
    if more > MOST_LONGER and not surely_the_same(one, other):
        return None
    if more and not may_be_later(one, other):  # decided by dates mostly, while names take long to compare
        return None
    if are_different_games(one, other):
        return None
    if more:
        return DuplicateKind.CONTRADICTION if contradict(one, other) else DuplicateKind.LONGER
    dates = [game.date for game in (one, other) if game.date[:4].isdigit()]
    if contradict(one, other) or (len(dates) == 2 and dates[0][:4] != dates[1][:4]):
        return DuplicateKind.CONTRADICTION
    return DuplicateKind.SAME


class _Groups:
    """Groups that grow while games with one beginning are read."""

    def __init__(self) -> None:
        self._games: dict[int, _Candidate] = {}
        self._group: dict[int, list[int]] = {}  # by number; shared by the members
        self._kinds: dict[int, set[DuplicateKind]] = {}  # by the first member

    def join(self, one: _Candidate, other: _Candidate, kind: DuplicateKind) -> None:
        for game in (one, other):
            if game.number not in self._games:
                self._games[game.number] = game
                self._group[game.number] = [game.number]
                self._kinds[game.number] = set()
        first, second = self._group[one.number], self._group[other.number]
        if first is not second:
            self._kinds[first[0]] |= self._kinds.pop(second[0])
            first += second
            for number in second:
                self._group[number] = first
        self._kinds[first[0]].add(kind)

    def taken(self) -> Iterator[DuplicateGroup]:
        """Yields the groups and forgets them."""
        for first, kinds in self._kinds.items():
            games = [self._games[number] for number in self._group[first]]
            games.sort(key=lambda game: (-len(game.moves), -game.text_bytes, game.number))
            found = tuple(FoundGame(game.number, game.identity, game.text_bytes) for game in games)
            kind = next(kind for kind in (*_WORST_FIRST, DuplicateKind.SAME) if kind in kinds)
            yield DuplicateGroup(kind, found)
        self._games, self._group, self._kinds = {}, {}, {}


_WORST_FIRST = (DuplicateKind.CONTRADICTION, DuplicateKind.LONGER)
