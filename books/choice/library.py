"""The door to the opening book for the window and the player: opens the layers, looks up, chooses, edits, undoes.

    library = library_in(folder)
    for entry in library.look_up(board): print(entry.san, entry.flag.symbol, entry.name, english(entry.reason))
    choice = library.chooser(settings, random.Random(1)).choose(board)
    library.set_flag(board, move, Flag.BAD); library.undo()

Thread-safe; every change is on disk when the call returns. A book that cannot be opened or read is left out and named
in `problems`; the others stay usable.
"""

import heapq
import itertools
import logging
import random
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import chess

from books.choice import judging
from books.choice.choose import ChoiceSettings, Chooser, contenders, probabilities
from books.choice.edits import BookEdits
from books.choice.judging import LosingMove, book_move
from books.choice.layers import LayeredMove, as_reply, join, joined_rows, order
from books.choice.user_books import BookList, LayerEntry, ListedBook
from books.entry import SIDE, SIDES, BookMove, Layer, MoveRow, PositionRow
from books.errors import BookBusyError, BookError, ReadOnlyBookError
from books.key import encode, position_key
from books.openings import OpeningName, shipped_names
from books.progress import Progress, silent
from books.store import journal
from books.store.book_file import BookFile
from books.store.connecting import Access
from books.store.journal import BookChanges, EditInfo, EditState
from engine.ground.text import Text

T = TypeVar("T")
EditStates = tuple[tuple[object, ...], dict[BookFile, dict[int, int]]]
"""The layers, and the state of each edit by its number, in each book that changes."""
_log = logging.getLogger(__name__)
SHIPPED_BOOK = Path(__file__).parents[1] / "data" / "shipped.ratsubook"


class Library(BookEdits):
    """The user's book, the user's other books, the learned and the shipped book as one. `problems`: the books left out,
    and why."""

    def __init__(
        self, user: Path | None, learned: Path | None, shipped: Path | None = SHIPPED_BOOK, read_only_reason: str = ""
    ) -> None:
        """Opens the layers; `user` and `learned` are created if missing (their folder must exist). None: without that
        layer. `read_only_reason`: why changes cannot be saved; empty if they can.

        Never raises for a bad file: see `problems`.
        """
        self.names = shipped_names()
        self._levels: dict[int, Library] = {}
        not_saved = ReadOnlyBookError(
            "Changes to the opening book cannot be saved: %1. The existing books are used.", read_only_reason
        )
        self.problems: tuple[BookError, ...] = (not_saved,) if read_only_reason else ()
        own = (Access.READ, Access.IMMUTABLE) if read_only_reason else (Access.WRITE, Access.READ, Access.IMMUTABLE)
        self._guard = threading.Lock()
        self._failed: tuple[BookFile, ...] = ()
        self._retired: tuple[BookFile, ...] = ()  # no longer active; other threads may still be reading them
        self.user: BookFile | None = self._open(user, *own) if user else None
        self._why_no_user: BookError | None = next(iter(self.problems), None)
        self.learned = self._open(learned, *own) if learned else None
        self.shipped = self._open(shipped, Access.IMMUTABLE) if shipped else None
        self._others: tuple[tuple[Path, BookFile], ...] = ()
        self._layers: tuple[tuple[Layer, BookFile], ...] = ()  # open, in order of importance
        self._off: frozenset[Layer] = frozenset()  # layers that the user has switched off
        self._titles: dict[Path, str] = {}  # titles of the user's other books
        self._sides: dict[BookFile, bool | None] = {}  # whether such a book is for White (True) or Black alone
        self._reloads = 0
        self._edited: BookFile | None = None  # the one that takes the edits; None: the user's own
        self.reload_books()

    def at_level(self, elo: int | None) -> "Library":
        """Returns the same books with the learned book of a level of play, so that a weakened engine's lessons stay
        separate. None: full strength, this library. It is opened at the first call and closed with this one."""
        if elo is None or self.learned is None or not self.learned.writable:
            return self
        step = round(elo, -2)
        with self._guard:
            if step not in self._levels:
                memory = self.learned.path.with_name(f"{self.learned.path.stem}-level{step}{self.learned.path.suffix}")
                user = self.user.path if self.user else None
                self._levels[step] = Library(user, memory, self.shipped.path if self.shipped else None)
            return self._levels[step]

    def close(self) -> None:
        """Closes every book, including those of the levels. Idempotent."""
        for level in self._levels.values():
            level.close()
        others = [file for _, file in self._others]
        for file in (self.user, self.learned, self.shipped, *others, *self._failed, *self._retired):
            if file:
                file.close()

    # Looking up

    def moves_at(self, key: int, white: bool | None = None) -> list[LayeredMove]:
        """Returns the joined moves of a position (signed key, books.key), best flag and heaviest first. `white`: the side
        to move, if known: in a book for the other side, its moves are replies."""
        moves, off = join(self._layers_at(key, white)), self.switched_off()
        if off and any((key, move.code) in off for move in moves):
            moves = sorted((move.switched_off() if (key, move.code) in off else move for move in moves), key=order)
        return moves

    def _layers_at(self, key: int, white: bool | None = None) -> list[tuple[Layer, list[MoveRow]]]:
        """Returns the rows of each layer in a position; other arguments as in `moves_at`."""
        found = []
        for layer, file in self._layers:
            try:
                rows = self._rows_in(layer, file, key, white)
            except BookError as error:
                self._leave_out(file, error)
                continue
            if rows:
                found.append((layer, rows))
        return found

    def positions_at(self, keys: Sequence[int]) -> dict[int, list[tuple[Layer, PositionRow]]]:
        """Returns the rows of each layer for these positions, most important layer first, without unknown positions."""
        found: dict[int, list[tuple[Layer, PositionRow]]] = {}
        nothing: list[PositionRow] = []
        for layer, file in self._layers:
            for row in self._ask(file, lambda book: book.positions(keys), nothing):
                found.setdefault(row.key, []).append((layer, row))
        return found

    def all_positions(self) -> Iterator[list[tuple[Layer, PositionRow]]]:
        """Returns the rows of each layer for every position, in the order of signed keys."""
        streams = [zip(itertools.repeat(layer), file.all_positions()) for layer, file in self._layers]
        every = heapq.merge(*streams, key=lambda pair: pair[1].key)
        for _, rows in itertools.groupby(every, key=lambda pair: pair[1].key):
            yield list(rows)

    def lost_positions(self) -> Sequence[PositionRow]:
        """Returns the positions learned as lost, suspected or confirmed; none while the learned layer is off."""
        if Layer.LEARNED in self._off:
            return ()
        return self._ask(self.learned, lambda book: book.lost_positions(), ())

    def moves_on(self, board: chess.Board) -> list[tuple[chess.Move, LayeredMove]]:
        """Returns the legal moves of the books, each judged by the position that it reaches, best flag and heaviest
        first."""
        return judging.moves_on(self, board)

    def lost_moves(self, board: chess.Board) -> list[LosingMove]:
        """Returns every legal move whose position is known as lost, in the books or not."""
        return judging.lost_moves(self, board)

    def position_at(self, key: int) -> PositionRow:
        """Returns the layers' rows of a position as one; an empty row if no layer knows it."""
        return judging.merged(self.positions_at([key]).get(key, ()), key)

    def rows(self, key: int) -> list[MoveRow]:
        """Returns the joined moves of a position as plain rows with the decided flags (for exports), whether their lines are
        switched off or not."""
        return joined_rows(self._layers_at(key))

    def all_rows(self, unsigned: bool = False) -> Iterator[MoveRow]:
        """Returns every position's joined rows, in the order of signed (or unsigned) keys."""
        layers = self._layers
        last, shift = 2**64, 2**64 if unsigned else 0  # negative keys come last in the order of unsigned ones
        streams = [file.all_moves(unsigned) for _, file in layers]
        at_end: tuple[int, list[MoveRow]] = last, []
        first = [next(stream, at_end) for stream in streams]
        heads = [rows for _, rows in first]
        keys = [key + shift if key < 0 else key for key, _ in first]
        while (least := min(keys, default=last)) != last:
            parts = []
            for _ in range(keys.count(least)):
                place = keys.index(least)
                layer, file = layers[place]
                rows = heads[place]
                parts.append((layer, rows if layer is not Layer.BOOK else self._entitled(layer, file, rows)))
                key, heads[place] = next(streams[place], at_end)
                keys[place] = key + shift if key < 0 else key
            yield from joined_rows(parts)

    def keys(self) -> Iterator[int]:
        """Yields the key of every position with a move, once for each layer that has it."""
        return itertools.chain.from_iterable(file.keys() for _, file in self._layers)

    def version(self) -> tuple[object, ...]:
        """Returns a value that changes with every edit, lesson or switch of books that may affect a lookup."""
        sql = "SELECT max(id), total(state) FROM edits"
        written = (self.user, self._edited, self.learned)
        return self._reloads, *(
            (str(file.path), *(self._ask(file, _rows_of(sql), [()])[0] if file in written else ()))
            for _, file in self._layers
        )

    def edit_states(self) -> EditStates:
        """Returns the states of all edits in the books that change, for `changes`."""
        files = [file for file in (self.user, self._edited, self.learned) if file is not None]
        nothing: dict[int, int] = {}
        layers = tuple(str(file.path) for _, file in self._layers)
        return (self._reloads, layers), {file: self._ask(file, journal.states, nothing) for file in files}

    def changes(self, before: EditStates) -> BookChanges | None:
        """Returns what edits have changed since their states were `before`; None if anything may have changed."""
        after = self.edit_states()
        if after[0] != before[0] or after[1].keys() != before[1].keys():
            return None
        moves, rows = set[int](), set[int]()
        for file, states in before[1].items():
            found = self._ask(file, partial(journal.changes, before=states), None)
            if found is None:
                return None
            moves |= found.moves
            rows |= found.rows
        return BookChanges(frozenset(moves), frozenset(rows))

    def forced_at(self, key: int) -> int:
        """Returns the code of the move that the user forces in a position; 0 if none."""
        row = self._ask(self.user, lambda user: user.position(key), None)
        return row.forced if row else 0

    def look_up(self, board: chess.Board, settings: ChoiceSettings | None = None) -> tuple[BookMove, ...]:
        """Returns everything that the book panel shows of a position, best flag first. Probabilities are those of
        `settings`."""
        key = position_key(board)
        found = self.moves_on(board)
        forced = self.forced_at(key)
        chances = self._chances(board, [entry for _, entry in found], forced, settings or ChoiceSettings())
        return tuple(
            book_move(board, move, entry, forced == entry.code, chances.get(entry.code, 0.0)) for move, entry in found
        )

    def probability(self, board: chess.Board, move: chess.Move, settings: ChoiceSettings | None = None) -> float:
        """Returns the share (0-1) with which the engine would play `move` here now."""
        moves = [entry for _, entry in self.moves_on(board)]
        chances = self._chances(board, moves, self.forced_at(position_key(board)), settings or ChoiceSettings())
        return chances.get(encode(board, move), 0.0)

    def chances_at(self, key: int, settings: ChoiceSettings | None = None) -> dict[int, float]:
        """Returns the share (0-1) of each playable move of a position, by its code and from the rows alone: for
        comparing whole books, which have keys but no boards."""
        asked = settings or ChoiceSettings()
        found = contenders(self.moves_at(key), asked)
        return {move.code: share for move, share in zip(found, probabilities(found, asked), strict=True)}

    def comment_at(self, board: chess.Board) -> str:
        """Returns the user's comment on a position, otherwise the shipped book's; empty if none."""
        return self.position_at(position_key(board)).comment or ""

    def chapters(self) -> list[str]:
        """Returns the chapters of the studies in the user's active books, each a game in PGN."""
        files = [file for layer, file in self._layers if layer in (Layer.USER, Layer.BOOK)]
        nothing: list[str] = []
        return [text for file in files for text in self._ask(file, lambda book: book.chapters(), nothing)]

    def chapters_of(self, names: Collection[str]) -> list[str]:
        """Returns the same of the books of these paths."""
        nothing: list[str] = []
        chosen = [file for path, file in self._others if str(path) in names]
        return [text for file in chosen for text in self._ask(file, lambda book: book.chapters(), nothing)]

    def comments(self) -> list[tuple[int, str]]:
        """Returns every comment on a position with its key, the user's first."""
        found: dict[int, str] = {}
        for _, file in self._layers:
            for key, comment in file.comments():
                found.setdefault(key, comment)
        return list(found.items())

    def name_of(self, board: chess.Board) -> OpeningName | None:
        """Returns the name of the opening: the last named position on the way to `board` (its move stack)."""
        return self.names.of_board(board)

    def chooser(self, settings: ChoiceSettings | None = None, source: random.Random | None = None) -> Chooser:
        """Returns a chooser over this library; a seeded `source` repeats its choices."""
        return Chooser(self, settings, source)

    def forcing(self) -> bool:
        """Whether any position has a forced move."""
        found = self._ask(self.user, _rows_of("SELECT 1 FROM positions WHERE forced != 0 LIMIT 1"), None)
        return bool(found)

    def switched_off(self) -> frozenset[tuple[int, int]]:
        """Returns the moves whose lines are switched off, each as the key of its position and its code."""
        return self._ask(self.user, lambda book: book.switched_off(), frozenset[tuple[int, int]]())

    def undo(self, progress: Progress = silent) -> EditInfo | None:
        """Undoes the user's latest edit. Returns it; None if there is nothing to undo."""
        done = [file for file, edit in self._edits() if edit.state is EditState.DONE]
        return journal.undo(done[0] if done else self.own(), progress)

    def redo(self) -> EditInfo | None:
        """Redoes the edit that was undone last. Returns it; None if there is nothing to redo."""
        undone = [file for file, edit in self._edits() if edit.state is EditState.UNDONE]
        return journal.redo(undone[-1] if undone else self.own())

    def history(self, limit: int = 200) -> list[EditInfo]:
        """Returns the user's edits, newest first."""
        return [edit for _, edit in self._edits(limit)][:limit]

    def _edits(self, limit: int = 200) -> list[tuple[BookFile, EditInfo]]:
        """Returns the edits of the user's own book and of the book that takes the edits, newest first."""
        files = [file for file in dict.fromkeys((self._edited, self.user)) if file is not None]
        nothing: list[EditInfo] = []
        found = [
            (file, e) for file in files for e in self._ask(file, lambda book: journal.history(book, limit), nothing)
        ]
        return sorted(found, key=lambda pair: pair[1].time, reverse=True) if len(files) > 1 else found

    def listed_books(self) -> tuple[ListedBook, ...]:
        """Returns the user's other books in their order."""
        return self._ask(self.user, lambda user: BookList(user).entries(), ())

    def layers(self) -> tuple[LayerEntry, ...]:
        """Returns the layers that have a file, most important first."""
        files = ((Layer.USER, self.user), (Layer.LEARNED, self.learned), (Layer.SHIPPED, self.shipped))
        return tuple(LayerEntry(layer, file.path, layer not in self._off) for layer, file in files if file)

    def titles(self) -> dict[str, str]:
        """Returns the titles of the user's other books that are open, by path, in their order."""
        return {str(path): self._titles[path] for path, _ in self._others}

    def title_of_value(self, key: int) -> str:
        """Returns the title of the first of the user's other books that values a position; empty if none does."""
        for path, file in self._others:
            row = self._ask(file, lambda book: book.position(key), None)
            if row is not None and row.worth is not None:
                return self._titles[path]
        return ""

    def own_files(self) -> tuple[BookFile, ...]:
        """Returns the active books of the user and the learned book."""
        return tuple(file for layer, file in self._layers if layer is not Layer.SHIPPED)

    def let_go(self, path: Path) -> None:
        """Closes one of the user's other books until it is read again: Windows replaces and deletes no open file."""
        for library in (self, *self._levels.values()):
            for file in {file for file in (*dict(library._others).values(), *library._retired) if file.path == path}:
                file.close()

    def replaced(self, path: Path) -> None:
        """Reads one of the user's other books from now on from the file that has replaced it, or with its new title."""
        for library in (self, *self._levels.values()):
            library.reload_books(path)

    def reload_books(self, anew: Path | None = None) -> None:
        """Opens the active books again, those that are open only if their file is `anew`. Files in use by other threads stay
        open."""
        wanted = [entry.path for entry in self.listed_books() if entry.active]
        edited = self._ask(self.user, lambda user: BookList(user).edited(), None)
        kept = {
            path: file
            for path, file in self._others
            if path in wanted and path != anew and (path != edited or file.writable)
        }
        self._retired += tuple(file for path, file in self._others if path not in kept)
        access = {edited: (Access.WRITE, Access.READ)} if self.user is not None and self.user.writable else {}
        opened = [(path, kept.get(path) or self._open(path, *access.get(path, (Access.READ,)))) for path in wanted]
        self._others = tuple((path, file) for path, file in opened if file)
        for path, file in self._others:
            self._titles[path] = self._ask(file, lambda book: book.meta("title"), None) or path.stem
            side = self._ask(file, lambda book: book.meta(SIDE), None)
            self._sides[file] = side == SIDES[True] if side else None
        self._edited = next((file for path, file in self._others if path == edited and file.writable), None)
        layers = [(Layer.USER, self.user), *((Layer.BOOK, file) for _, file in self._others)]
        layers += [(Layer.LEARNED, self.learned), (Layer.SHIPPED, self.shipped)]
        nothing: frozenset[Layer] = frozenset()
        self._off = self._ask(self.user, lambda user: BookList(user).layers_off(), nothing)
        self._layers = tuple((layer, file) for layer, file in layers if file and layer not in self._off)
        self._reloads += 1

    def arrange_books(self, entries: Sequence[ListedBook]) -> None:
        """Sets the user's other books, which are active, and their order."""
        BookList(self.own_flags()).arrange(entries)
        for library in (self, *self._levels.values()):
            library.reload_books()

    def switch_layer(self, layer: Layer, active: bool) -> None:
        """Switches the user's own, the learned or the shipped book on or off for lookups; learning continues.
        :raises BookError: it cannot be written."""
        BookList(self.own_flags()).switch(layer, active)
        for library in (self, *self._levels.values()):
            library.reload_books()

    def list_book(self, path: Path) -> None:
        """Adds a book file as the last of the user's books, active."""
        BookFile(path, Access.READ).close()  # fails here instead of at the next start
        kept = [entry for entry in self.listed_books() if entry.path != path.absolute()]
        self.arrange_books([*kept, ListedBook(path, True)])

    def edit_in(self, path: Path | None) -> None:
        """Sends the edits from now on into one of the user's active books; None: into the user's own.
        :raises BookError: it cannot be written."""
        if path is not None:
            BookFile(path, Access.WRITE).close()  # fails here instead of at the first edit
        BookList(self.own_flags()).edit(path)
        for library in (self, *self._levels.values()):
            library.reload_books()

    @property
    def edited(self) -> Path | None:
        """The path of the book that takes the edits; None: the user's own."""
        return self._edited.path if self._edited is not None else None

    def files(self) -> tuple[BookFile, ...]:
        """Returns the open books that are switched on, most important first."""
        return tuple(file for _, file in self._layers)

    def own(self) -> BookFile:
        """Returns the book that takes the edits. :raises ReadOnlyBookError: it cannot be changed."""
        return self._edited or self.own_flags()

    def own_flags(self) -> BookFile:
        """Returns the user's own book. :raises ReadOnlyBookError: it cannot be changed."""
        if self.user is None:
            raise ReadOnlyBookError("Your own book cannot be changed: %1", self._why_no_user or Text("it is not open"))
        return self.user

    def _chances(
        self, board: chess.Board, moves: Sequence[LayeredMove], forced: int, settings: ChoiceSettings
    ) -> dict[int, float]:
        if forced:
            return {forced: 1.0}
        candidates = Chooser(self, settings).candidates(board, moves)
        if not candidates:
            return {}
        return {
            move.code: share for move, share in zip(candidates, probabilities(candidates, settings, board), strict=True)
        }

    def _rows_in(self, layer: Layer, file: BookFile, key: int, white: bool | None) -> list[MoveRow]:
        rows = self._entitled(layer, file, file.rows(key))
        if layer is Layer.BOOK and white is not None and self._sides.get(file) is (not white):
            return [as_reply(row) for row in rows]
        return rows

    def _entitled(self, layer: Layer, file: BookFile, rows: list[MoveRow]) -> list[MoveRow]:
        """Returns rows of a book; the reason for a flag names one of the user's other books, from which it comes."""
        if layer is Layer.BOOK:
            return [row._replace(source=self._titles[file.path]) for row in rows]
        return rows

    def _ask(self, file: BookFile | None, question: Callable[[BookFile], T], otherwise: T) -> T:
        """Returns a book's answer; `otherwise` if the book is missing or cannot be read."""
        if file is None:
            return otherwise
        try:
            return question(file)
        except BookError as error:
            self._leave_out(file, error)
            return otherwise

    def _leave_out(self, file: BookFile, error: BookError) -> None:
        """Continues without a book that cannot be read. A book that is only busy stays in use."""
        with self._guard:
            if str(error) not in map(str, self.problems):
                _log.warning("%s", error)
                self.problems += (error,)
            if isinstance(error, BookBusyError) or file in self._failed:
                return
            self._failed += (file,)
            self._layers = tuple(layer for layer in self._layers if layer[1] is not file)
            self._others = tuple(other for other in self._others if other[1] is not file)
            if file is self.user:
                self.user, self._why_no_user = None, error
            self.learned = None if file is self.learned else self.learned
            self.shipped = None if file is self.shipped else self.shipped

    def _open(self, path: Path, *accesses: Access) -> BookFile | None:
        """Opens the file with the first access that works. The first error becomes a problem, unless a second way of
        reading works as well."""
        file: BookFile | None = None
        first: BookError | None = None
        for access in accesses:
            try:
                file = BookFile(path, access)
            except BookError as error:
                first = first or error
                if not isinstance(error, ReadOnlyBookError):
                    break
            else:
                _log.info("book %s, %s", path, access.name.lower())
                break
        if first and (file is None or accesses[0] is Access.WRITE):
            _log.warning("%s", first)
            self.problems += (first,)
        return file


def _rows_of(sql: str) -> Callable[[BookFile], list[tuple[Any, ...]]]:
    """Returns a question for `Library._ask`: the rows of a SELECT."""
    return lambda file: file.query(sql)
