"""The user's repertoires in the user's book, with the positions that they reach, and the user's own mistakes."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import chess

from books.choice.layers import LayeredMove
from books.choice.library import Library
from books.choice.stored_states import identity, states_from, stored_states
from books.errors import BookError, ReadOnlyBookError
from books.formats.study import StudyNotes, notes_of
from books.key import position_key
from books.repertoire import own_mistakes, stored_growth
from books.repertoire.lines import (
    NONE_KNOWN,
    BookWorld,
    Prospect,
    RepertoirePosition,
    ReplyWorld,
    Spots,
    grow,
    left_out,
    prospect,
    unchanged,
)
from books.repertoire.own_mistakes import OwnMistake
from books.repertoire.trainer_values import ALL_BOOKS, MINE, NEW_A_DAY, OWN_BOOK, LeftOut, Repertoire, ReplySource
from books.store.book_file import BookFile
from books.store.row_shapes import POSITION, TEXT, RowShape, as_json, optional, whole
from books.store.schema import TRAINING
from engine.ground import codec
from engine.ground.json_text import JsonValue
from engine.rules.fen import START_FEN

V = TypeVar("V")
DRILL = Repertoire(-1, "", True)
"""The user's own mistakes, of both sides, as a repertoire. Its side and start have no meaning."""


def _is_choice(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


_REPERTOIRES = RowShape(
    "repertoires",
    id=whole(),
    name=TEXT,
    white=whole(0, 1),
    fen=POSITION,
    books=optional(as_json(_is_choice)),
    new_a_day=optional(whole(0)),
)


class RepertoireStore:
    """The stored repertoires, for one thread. Every method may raise BookError."""

    def __init__(
        self,
        library: Library,
        clock: Callable[[], float] = time.time,
        least_stored: int = stored_growth.LEAST_STORED,
    ) -> None:
        """`clock` gives seconds since 1970. `least_stored`: repertoires with fewer positions are not stored.
        :raises ReadOnlyBookError: the user's book cannot be written."""
        if library.user is None or not library.user.writable:
            raise ReadOnlyBookError("Training needs your own book, and it could not be opened.")
        self.library = library
        self.book: BookFile = library.user
        self._clock, self._least_stored = clock, least_stored
        self.world: ReplyWorld = BookWorld()
        self._version: tuple[object, ...] = ()
        self._states = library.edit_states()  # of the edits that `_known` has
        self._grown: dict[tuple[object, ...], Spots] = {}
        self._known: dict[tuple[object, ...], Spots] = {}  # grown before the last edits, without what these changed
        self._moves: dict[int, list[tuple[chess.Move, LayeredMove]]] = {}  # of positions met, in the present book
        self._prospects: dict[tuple[object, ...], Prospect] = {}
        self._left_out: dict[tuple[object, ...], LeftOut] = {}
        with self.book.transaction() as connection:
            for statement in TRAINING:
                connection.execute(statement)

    def all(self) -> list[Repertoire]:
        """Returns the user's repertoires, oldest first."""
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
        """Stores a repertoire; a new one (`id` 0) gets the next number. :raises ValueError: the FEN is invalid."""
        chess.Board(repertoire.fen, chess960=False)
        values = (repertoire.name, repertoire.white, repertoire.fen)
        with self.book.transaction() as connection:
            if repertoire.id:
                connection.execute(
                    "UPDATE repertoires SET name = ?, white = ?, fen = ? WHERE id = ?", (*values, repertoire.id)
                )
            else:
                sql = "INSERT INTO repertoires (name, white, fen, created) VALUES (?, ?, ?, ?)"
                number = connection.execute(sql, (*values, int(self._clock()))).lastrowid
                repertoire = replace(repertoire, id=int(number or 0))
            choice = (repertoire.id, json.dumps(repertoire.books), repertoire.new_a_day)
            connection.execute("INSERT OR REPLACE INTO repertoire_books VALUES (?, ?, ?)", choice)
        return repertoire

    def remove(self, number: int) -> None:
        """Deletes a repertoire. Its cards stay, because other repertoires may share them."""
        with self.book.transaction() as connection:
            connection.execute("DELETE FROM repertoires WHERE id = ?", (number,))
            connection.execute("DELETE FROM repertoire_books WHERE repertoire = ?", (number,))

    # Positions

    def spots(self, repertoire: Repertoire) -> Spots:
        """Returns the repertoire's positions in the present book; cached until the book changes. Read only."""
        place = self._place(repertoire)
        if place not in self._grown:
            library = self.library
            if repertoire.drill:
                self._grown[place] = own_mistakes.spots_of(self.mistakes(), library.moves_on)
            else:
                self._grown[place] = self._grow(repertoire, place)
        return self._grown[place]

    def _grow(self, repertoire: Repertoire, place: tuple[object, ...]) -> Spots:
        """Grows a repertoire from what this run, or else an earlier one, knows of it."""
        library = self.library
        known: Mapping[int, RepertoirePosition] | None = self._known.pop(place, None)
        met, name, books, states = known is not None, json.dumps(place), identity(library), stored_states(library)
        if known is None:
            found = stored_growth.read(self.book, name, books)
            if found is not None and found[1] == states:
                return found[0]
            before = states_from(library, found[1]) if found is not None else None
            changed = library.changes(before) if before is not None else None
            known = unchanged(found[0], changed) if found is not None and changed is not None else NONE_KNOWN
        starts = self.notes(repertoire).study.starts if repertoire.fen == START_FEN else ()
        spots = grow(repertoire, library.moves_on, library.titles(), library.names.at, starts=starts, known=known)
        if not met and len(spots) >= self._least_stored:
            with suppress(BookError):  # the disk is full, or the book is busy: the next start grows it again
                stored_growth.write(self.book, name, books, spots, states)
        return spots

    def notes(self, repertoire: Repertoire) -> StudyNotes:
        """Returns what the studies among the repertoire's books say."""
        own = MINE in repertoire.books and not repertoire.drill
        library = self.library
        return notes_of(tuple(library.chapters() if own else library.chapters_of(repertoire.books)))

    def book_of(self, repertoire: Repertoire) -> Path | None:
        """Returns the book that an answer must be added to so that the repertoire has it; None: the one that takes the
        edits, as the repertoire has all of the user's books, or none of them."""
        if MINE in repertoire.books:
            return None
        own = {OWN_BOOK: self.library.own_flags().path} | {path: Path(path) for path in self.library.titles()}
        return next((own[name] for name in repertoire.books if name in own), None)

    def asked(self, repertoire: Repertoire) -> list[RepertoirePosition]:
        """Returns the positions in which a move is asked for."""
        return [spot for spot in self.spots(repertoire).values() if spot.own and spot.answers]

    def chapters(self, repertoire: Repertoire) -> dict[str, list[RepertoirePosition]]:
        """Returns the same by the chapters of the student's study, in its order. Without chapters, and for positions that
        none has, by the family of their opening; within the family of the repertoire's start, by variation: in the order
        in which games lead there."""
        first = next(iter(self.spots(repertoire).values()), None)
        start = first.opening.partition(":")[0] if first is not None and not repertoire.drill else ""
        notes = self.notes(repertoire)
        by_name: dict[str, list[RepertoirePosition]] = {name: [] for name in notes.names}
        for spot in self.asked(repertoire):
            chapter = notes.chapter_at(spot.key)
            if chapter:
                by_name[chapter].append(spot)
                continue
            family = spot.opening.partition(":")[0]
            by_name.setdefault(family if family != start else spot.opening.partition(",")[0], []).append(spot)
        return {name: spots for name, spots in by_name.items() if spots}

    def prospect(self, repertoire: Repertoire) -> Prospect:
        """Returns the reach of the repertoire among the replies of the world, and its gaps."""
        spots, place = self.spots(repertoire), self._place(repertoire)
        if place not in self._prospects:
            self._prospects[place] = self._prospect(repertoire, spots, place)
        return self._prospects[place]

    def _prospect(self, repertoire: Repertoire, spots: Spots, place: tuple[object, ...]) -> Prospect:
        """Returns what was stored with these books. Without it, and among other replies, the books are asked."""

        def find() -> Prospect:
            return prospect(spots, self._moves_on, self.library.titles(), repertoire.books, self.world)

        own = self.world.source == ReplySource() and len(spots) >= self._least_stored
        return self._once(Prospect, f"{json.dumps(place)} prospect", find) if own else find()

    def left_out(self, repertoire: Repertoire) -> LeftOut:
        """Returns the own moves that a repertoire does not ask for."""
        spots, place = self.spots(repertoire), self._place(repertoire)
        if place not in self._left_out:
            stored, find = len(spots) >= self._least_stored, partial(left_out, spots)
            self._left_out[place] = self._once(LeftOut, f"{json.dumps(place)} left out", find) if stored else find()
        return self._left_out[place]

    def _once(self, kind: type[V], name: str, find: Callable[[], V]) -> V:
        """Returns what was stored under a name with these books; otherwise what is found now, which is stored."""
        books, states = identity(self.library), stored_states(self.library)
        with suppress(ValueError):  # it is damaged
            if (known := stored_growth.read_value(self.book, name, books, states)) is not None:
                return codec.of_json(kind, JsonValue(known))
        found = find()
        with suppress(BookError):  # as above
            stored_growth.write_value(self.book, name, books, states, codec.as_json(found))
        return found

    def _moves_on(self, board: chess.Board) -> list[tuple[chess.Move, LayeredMove]]:
        """Returns the moves of the library, asked once for each position until an edit changes it."""
        key = position_key(board)
        if key not in self._moves:
            self._moves[key] = self.library.moves_on(board)
        return self._moves[key]

    def count_in(self, world: ReplyWorld) -> None:
        self.world = world
        self._prospects.clear()

    # The user's own mistakes

    def mistakes(self) -> list[OwnMistake]:
        away = own_mistakes.forgotten(self.book)
        return [*own_mistakes.kept(self.book), *own_mistakes.learned(self.library, away)]

    def keep_mistakes(self, found: Iterable[OwnMistake]) -> int:
        """Stores mistakes for training. Returns the number of new ones. :raises ValueError: a move is illegal."""
        number = own_mistakes.keep(self.library, self.book, found, self._clock())
        self._version = ()
        return number

    def forget_mistake(self, key: int) -> None:
        """Removes a position from the mistakes; its card stays."""
        own_mistakes.forget(self.book, key)
        self._version = ()

    def _forget_changed(self) -> None:
        """Keeps what was grown, without the positions that edits have changed."""
        states = self.library.edit_states()
        changed = self.library.changes(self._states)
        self._states = states
        if changed is None:
            self._known.clear()
            self._moves.clear()
            return
        self._known = {place: unchanged(spots, changed) for place, spots in (self._known | self._grown).items()}
        self._moves = {} if changed.rows else {k: v for k, v in self._moves.items() if k not in changed.moves}

    def _place(self, repertoire: Repertoire) -> tuple[object, ...]:
        version = self.library.version()
        if version != self._version:
            self._version = version
            self._forget_changed()
            self._grown.clear()
            self._prospects.clear()
            self._left_out.clear()
        return repertoire.drill, repertoire.white, repertoire.fen, repertoire.books
