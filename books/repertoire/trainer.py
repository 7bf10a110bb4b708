"""The trainer: spaced repetition (FSRS) of the user's repertoire, on the very book the computer plays from.

One card per (position, side). Four grades: wrong is "again", with a hint or slowly "hard", right "good", fast and
known "easy".
"""

import json
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import chess
from fsrs import Scheduler

from books.choice.library import Library
from books.errors import ReadOnlyBookError
from books.repertoire import own_mistakes
from books.repertoire.cards import Cards, Name
from books.repertoire.lines import ALL_BOOKS, NEW_A_DAY, Prospect, Repertoire, Spot, Spots, grow, prospect
from books.repertoire.own_mistakes import OwnMistake
from books.repertoire.session import CardOrder, LineOrder, Session, Way
from books.store.book_file import BookFile
from books.store.schema import TRAINING
from books.store.typed import POSITION, TEXT, Shape, as_json, optional, whole
from engine.ground.values import dataclass

DRILL = Repertoire(-1, "", True)
"""The user's own mistakes, of both sides, as a repertoire of their own. Its side and start mean nothing."""


def _is_choice(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


_REPERTOIRES = Shape(
    "repertoires",
    id=whole(),
    name=TEXT,
    white=whole(0, 1),
    fen=POSITION,
    books=optional(as_json(_is_choice)),
    new_a_day=optional(whole(0)),
)


@dataclass(frozen=True)
class DueCount:
    """What waits: cards due, positions never asked, and how many of these may be asked today; `known` were asked before."""

    due: int
    new: int
    today: int
    known: int


@dataclass(frozen=True)
class Chapter:
    """The positions of a repertoire that belong to one opening (empty: before the first name)."""

    name: str
    count: DueCount


class Trainer:
    """Trains repertoires from a library; cards lie in the user's book."""

    def __init__(
        self,
        library: Library,
        source: random.Random | None = None,
        clock: Callable[[], float] = time.time,
        scheduler: Scheduler | None = None,
    ) -> None:
        """`clock` gives seconds since 1970; `source` picks the opponent's replies. Raises ReadOnlyBookError without a
        user's book that can be written.
        """
        if library.user is None or not library.user.writable:
            raise ReadOnlyBookError("Training needs your own book, and it could not be opened.")
        self.library = library
        self.book: BookFile = library.user
        self.random = source or random.Random()
        self.clock = clock
        self.cards = Cards(self.book, clock, scheduler or Scheduler())
        self._version: tuple[object, ...] = ()
        self._grown: dict[tuple[object, ...], Spots] = {}
        self._prospects: dict[tuple[object, ...], Prospect] = {}
        with self.book.transaction() as connection:
            for statement in TRAINING:
                connection.execute(statement)

    # Repertoires

    def repertoires(self) -> list[Repertoire]:
        """The user's repertoires in the order they were made."""
        rows = self.book.query(
            "SELECT id, name, white, fen, books, new_a_day FROM repertoires LEFT JOIN repertoire_books"
            " ON repertoire = id ORDER BY id",
            (),
            _REPERTOIRES,
        )
        return [
            Repertoire(
                id, name, bool(white), fen, tuple(json.loads(books)) if books else ALL_BOOKS,
                NEW_A_DAY if new_a_day is None else new_a_day,
            )
            for id, name, white, fen, books, new_a_day in rows
        ]  # fmt: skip

    def save(self, repertoire: Repertoire) -> Repertoire:
        """Stores a repertoire, a new one (`id` 0) under the next number. Raises ValueError for a broken FEN."""
        chess.Board(repertoire.fen, chess960=False)
        values = (repertoire.name, repertoire.white, repertoire.fen)
        with self.book.transaction() as connection:
            if repertoire.id:
                connection.execute(
                    "UPDATE repertoires SET name = ?, white = ?, fen = ? WHERE id = ?", (*values, repertoire.id)
                )
            else:
                sql = "INSERT INTO repertoires (name, white, fen, created) VALUES (?, ?, ?, ?)"
                number = connection.execute(sql, (*values, int(self.clock()))).lastrowid
                repertoire = replace(repertoire, id=int(number or 0))
            choice = (repertoire.id, json.dumps(repertoire.books), repertoire.new_a_day)
            connection.execute("INSERT OR REPLACE INTO repertoire_books VALUES (?, ?, ?)", choice)
        return repertoire

    def remove_repertoire(self, repertoire: Repertoire) -> None:
        """Forgets a repertoire; its cards stay, for other repertoires may share them."""
        with self.book.transaction() as connection:
            connection.execute("DELETE FROM repertoires WHERE id = ?", (repertoire.id,))
            connection.execute("DELETE FROM repertoire_books WHERE repertoire = ?", (repertoire.id,))

    # Positions

    def spots(self, repertoire: Repertoire) -> Spots:
        """The repertoire's positions as the book is now; remembered until the book changes. Not to be changed."""
        place = self._place(repertoire)
        if place not in self._grown:
            library = self.library
            if repertoire.id == DRILL.id:
                self._grown[place] = own_mistakes.spots_of(self.mistakes(), library.moves_on)
            else:
                self._grown[place] = grow(repertoire, library.moves_on, library.titles(), library.names.at)
        return self._grown[place]

    def prospect(self, repertoire: Repertoire) -> Prospect:
        """How far the repertoire reaches, and its biggest gap."""
        spots, place = self.spots(repertoire), self._place(repertoire)
        if place not in self._prospects:
            self._prospects[place] = prospect(spots)
        return self._prospects[place]

    def due(self, repertoire: Repertoire) -> DueCount:
        """How much waits in a repertoire now."""
        asked = self._asked(repertoire)
        return self._count(asked, self.cards.due(), self._left_today(repertoire, asked))

    def changes_in_s(self) -> float:
        """Seconds until something else waits, if nobody trains: the next position becomes due, or the day ends."""
        now = self.clock()
        return min([*(due for due in self.cards.due().values() if due > now), self.cards.day_ends()]) - now

    def chapters(self, repertoire: Repertoire) -> list[Chapter]:
        """The repertoire by opening, in the order in which the games lead there."""
        asked, due = self._asked(repertoire), self.cards.due()
        left = self._left_today(repertoire, asked)
        by_name: dict[str, list[Spot]] = {}
        for spot, name in zip(asked, self._chapter_names(repertoire, asked), strict=True):
            by_name.setdefault(name, []).append(spot)
        return [Chapter(name, self._count(spots, due, left)) for name, spots in by_name.items()]

    def session(
        self,
        repertoire: Repertoire,
        way: Way = Way.TRAIN,
        new_cards: int | None = None,
        again: Sequence[int] = (),
        chapter: str | None = None,
    ) -> Session:
        """Begins a session. `new_cards`: so many positions never asked before (None: what is left of the day's share);
        first come the keys `again`, due or not. `chapter`: only positions of that one."""
        asked = everything = self._asked(repertoire)
        if chapter is not None:
            names = self._chapter_names(repertoire, asked)
            asked = [spot for spot, name in zip(asked, names, strict=True) if name == chapter]
        due = self.cards.due()
        if way is Way.LINES:
            return Session(self.cards, LineOrder(self.spots(repertoire), asked, due, self.clock(), self.random))
        new = [spot for spot in asked if spot.name not in due]
        limit = self._left_today(repertoire, everything) if new_cards is None else new_cards
        old = (
            [] if way is Way.LEARN else [spot for spot in asked if due.get(spot.name, self.clock() + 1) <= self.clock()]
        )
        old.sort(key=lambda spot: due[spot.name])
        spots = self.spots(repertoire)
        first = [spots[key] for key in again if key in spots]
        order = CardOrder(
            spots, [*first, *old], new[:limit], repertoire.id != DRILL.id, self.cards.failures(), self.random
        )
        return Session(self.cards, order)

    # The user's own mistakes

    def mistakes(self) -> list[OwnMistake]:
        """What the user should not play again, from his games."""
        away = own_mistakes.forgotten(self.book)
        return [*own_mistakes.kept(self.book), *own_mistakes.learned(self.library, away)]

    def keep_mistakes(self, found: Iterable[OwnMistake]) -> int:
        """Stores mistakes to be trained. Returns how many are new. Raises BookError, ValueError."""
        number = own_mistakes.keep(self.library, self.book, found, self.clock())
        self._version = ()
        return number

    def forget_mistake(self, key: int) -> None:
        """Takes a position out of the mistakes; its card stays."""
        own_mistakes.forget(self.book, key)
        self._version = ()

    # Inside

    def _place(self, repertoire: Repertoire) -> tuple[object, ...]:
        version = self.library.version()
        if version != self._version:
            self._version = version
            self._grown.clear()
            self._prospects.clear()
        return repertoire.id == DRILL.id, repertoire.white, repertoire.fen, repertoire.books

    def _asked(self, repertoire: Repertoire) -> list[Spot]:
        return [spot for spot in self.spots(repertoire).values() if spot.own and spot.answers]

    def _chapter_names(self, repertoire: Repertoire, asked: Sequence[Spot]) -> list[str]:
        """Of each position the family of its opening; in the family that the repertoire begins in, the variation."""
        first = next(iter(self.spots(repertoire).values()), None)
        start = first.opening.partition(":")[0] if first is not None and repertoire.id != DRILL.id else ""
        families = [spot.opening.partition(":")[0] for spot in asked]
        return [
            family if family != start else spot.opening.partition(",")[0]
            for spot, family in zip(asked, families, strict=True)
        ]

    def _left_today(self, repertoire: Repertoire, asked: Sequence[Spot]) -> int:
        new = self.cards.new_today()
        return max(0, repertoire.new_a_day - sum(spot.name in new for spot in asked))

    def _count(self, spots: Sequence[Spot], due: Mapping[Name, float], left_today: int) -> DueCount:
        now = self.clock()
        known = [due[spot.name] for spot in spots if spot.name in due]
        new = len(spots) - len(known)
        return DueCount(sum(when <= now for when in known), new, min(new, left_today), len(known))
