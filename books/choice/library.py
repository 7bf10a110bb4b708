"""The one door to the opening book, for the window and the player: the layers opened, looked up, chosen from, edited,
undone.

    library = library_in(folder)
    for entry in library.look_up(board): print(entry.san, entry.flag.symbol, entry.name, english(entry.reason))
    choice = library.chooser(settings, random.Random(1)).choose(board)
    library.set_flag(board, move, Flag.BAD); library.undo()

Safe to use from several threads; every change is on disk when the call returns. A book that cannot be opened, or that
turns out damaged when it is read, is left out and named in `problems`: the others work on.
"""

import heapq
import itertools
import logging
import random
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import chess

from books import key as book_key
from books.choice import judging
from books.choice.choose import ChoiceSettings, Chooser, contenders, probabilities
from books.choice.judging import Lost, book_move
from books.choice.layers import FULL_WEIGHT, LayeredMove, join, joined_row
from books.choice.user_books import BookList, LayerEntry, ListedBook
from books.entry import BookMove, Flag, Layer, MoveRow, PositionRow, Presence
from books.errors import BookBusyError, BookError, ReadOnlyBookError
from books.key import encode, position_key
from books.openings import OpeningName, shipped_names
from books.store import journal
from books.store.book_file import BookFile
from books.store.connecting import Access
from books.store.journal import EditInfo
from engine.ground.text import Text

T = TypeVar("T")
_log = logging.getLogger(__name__)
SHIPPED_BOOK = Path(str(resources.files("books"))) / "data" / "shipped.ratsubook"


class Library:
    """The user's book and other books, the learned and the shipped book as one. `problems`: those that are left out, and why."""

    def __init__(
        self, user: Path | None, learned: Path | None, shipped: Path | None = SHIPPED_BOOK, unkept: str = ""
    ) -> None:
        """Opens the layers; `user` and `learned` are created if missing (their folder must exist). None: without.
        `unkept`: why nothing can be kept, empty where it can.

        Never raises for a bad file: see `problems`.
        """
        self.names = shipped_names()
        self._levels: dict[int, Library] = {}
        nothing_kept = ReadOnlyBookError(
            "Nothing that you change in the opening book is kept: %1. The books that are there are used.", unkept
        )
        self.problems: tuple[BookError, ...] = (nothing_kept,) if unkept else ()
        own = (Access.READ, Access.IMMUTABLE) if unkept else (Access.WRITE, Access.READ, Access.IMMUTABLE)
        self._guard = threading.Lock()
        self._failed: tuple[BookFile, ...] = ()
        self._retired: tuple[BookFile, ...] = ()  # no longer wanted; other threads may still be reading in them
        self.user: BookFile | None = self._open(user, *own) if user else None
        self._why_no_user: BookError | None = next(iter(self.problems), None)
        self.learned = self._open(learned, *own) if learned else None
        self.shipped = self._open(shipped, Access.IMMUTABLE) if shipped else None
        self._others: tuple[tuple[Path, BookFile], ...] = ()
        self._layers: tuple[tuple[Layer, BookFile], ...] = ()  # open, in order of importance
        self._off: frozenset[Layer] = frozenset()  # layers that the user has switched off
        self._titles: dict[Path, str] = {}  # of the user's other books
        self.reload_books()

    def at_level(self, elo: int | None) -> "Library":
        """The same books with the memory of a level of play: what a weakened engine learns stays with its own. None: full
        strength, this library. Closed with this one; opened when it is first asked for.
        """
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
        """Closes every book, also those of the levels. Idempotent."""
        for level in self._levels.values():
            level.close()
        for file in (
            self.user,
            self.learned,
            self.shipped,
            *(file for _, file in self._others),
            *self._failed,
            *self._retired,
        ):
            if file:
                file.close()

    # Looking up

    def moves_at(self, key: int) -> list[LayeredMove]:
        """The joined moves of a position (signed key, books.key), best flag and heaviest first."""
        found = []
        for layer, file in self._layers:
            try:
                rows = self._rows_in(layer, file, key)
            except BookError as error:
                self._leave_out(file, error)
                continue
            if rows:
                found.append((layer, rows))
        return join(found)

    def positions_at(self, keys: Sequence[int]) -> dict[int, list[tuple[Layer, PositionRow]]]:
        """What each layer says of positions, the most important first; those of which none says anything are left out."""
        found: dict[int, list[tuple[Layer, PositionRow]]] = {}
        nothing: list[PositionRow] = []
        for layer, file in self._layers:
            for row in self._ask(file, lambda book: book.positions(keys), nothing):
                found.setdefault(row.key, []).append((layer, row))
        return found

    def all_positions(self) -> Iterator[list[tuple[Layer, PositionRow]]]:
        """What each layer says of every position, position by position in the order of signed keys."""
        streams = [zip(itertools.repeat(layer), file.all_positions()) for layer, file in self._layers]
        every = heapq.merge(*streams, key=lambda pair: pair[1].key)
        for _, rows in itertools.groupby(every, key=lambda pair: pair[1].key):
            yield list(rows)

    def lost_positions(self) -> Sequence[PositionRow]:
        """The positions that were learned as lost, suspected or confirmed; none while that layer is switched off."""
        if Layer.LEARNED in self._off:
            return ()
        return self._ask(self.learned, lambda book: book.lost_positions(), ())

    def moves_on(self, board: chess.Board) -> list[tuple[chess.Move, LayeredMove]]:
        """The legal moves of the books, each judged by the position that it reaches, best flag and heaviest first."""
        return judging.moves_on(self, board)

    def lost_moves(self, board: chess.Board) -> list[Lost]:
        """Every legal move whose position is known as lost, in the books or not."""
        return judging.lost_moves(self, board)

    def position_at(self, key: int) -> PositionRow:
        """What all layers together say of a position; an empty row where none says anything."""
        return judging.merged(self.positions_at([key]).get(key, ()), key)

    def rows(self, key: int) -> list[MoveRow]:
        """The joined moves of a position as plain rows, each with the flag that was decided (for exports)."""
        return [joined_row(key, move) for move in self.moves_at(key)]

    def all_rows(self, unsigned: bool = False) -> Iterator[MoveRow]:
        """Every position's joined rows, in the order of signed (or unsigned) keys."""
        streams = [file.all_rows(unsigned) for _, file in self._layers]
        order = book_key.unsigned if unsigned else int
        merged = heapq.merge(*streams, key=lambda row: order(row.key))
        for key, _ in itertools.groupby(merged, key=lambda row: row.key):
            yield from self.rows(key)

    def version(self) -> tuple[object, ...]:
        """Changes whenever an edit, a lesson or another choice of books may have changed what is looked up."""
        sql = "SELECT max(id), total(state) FROM edits"
        return tuple(
            (str(file.path), *(self._ask(file, _rows_of(sql), [()])[0] if file in (self.user, self.learned) else ()))
            for _, file in self._layers
        )

    def forced_at(self, key: int) -> int:
        """The code of the move the user forces in a position; 0 if none."""
        row = self._ask(self.user, lambda user: user.position(key), None)
        return row.forced if row else 0

    def look_up(self, board: chess.Board, settings: ChoiceSettings | None = None) -> tuple[BookMove, ...]:
        """Everything the book panel shows of a position, best flag first. Probabilities are those of `settings`."""
        key = position_key(board)
        found = self.moves_on(board)
        forced = self.forced_at(key)
        chances = self._chances(board, [entry for _, entry in found], forced, settings or ChoiceSettings())
        return tuple(
            book_move(board, move, entry, forced == entry.code, chances.get(entry.code, 0.0)) for move, entry in found
        )

    def probability(self, board: chess.Board, move: chess.Move, settings: ChoiceSettings | None = None) -> float:
        """The share (0-1) with which the engine would play `move` here now."""
        moves = [entry for _, entry in self.moves_on(board)]
        chances = self._chances(board, moves, self.forced_at(position_key(board)), settings or ChoiceSettings())
        return chances.get(encode(board, move), 0.0)

    def chances_at(self, key: int, settings: ChoiceSettings | None = None) -> dict[int, float]:
        """The share (0-1) of each move that may be played in a position, by its code and by the rows alone: for comparing whole
        books, whose positions have no board."""
        asked = settings or ChoiceSettings()
        found = contenders(self.moves_at(key), asked)
        return {move.code: share for move, share in zip(found, probabilities(found, asked), strict=True)}

    def comment_at(self, board: chess.Board) -> str:
        """The user's comment on a position, else the shipped book's; empty if none."""
        return self.position_at(position_key(board)).comment or ""

    def comments(self) -> list[tuple[int, str]]:
        """Every comment on a position with its key; the user's before the others'."""
        found: dict[int, str] = {}
        for _, file in self._layers:
            for key, comment in file.comments():
                found.setdefault(key, comment)
        return list(found.items())

    def name_of(self, board: chess.Board) -> OpeningName | None:
        """The name of the opening: the last named position on the way to `board` (its move stack)."""
        return self.names.of_board(board)

    def chooser(self, settings: ChoiceSettings | None = None, source: random.Random | None = None) -> Chooser:
        """A chooser over this library; a seeded `source` repeats its choices."""
        return Chooser(self, settings, source)

    # Editing: each call is one edit, undone by `undo`

    def set_flag(self, board: chess.Board, move: chess.Move, flag: Flag) -> None:
        """Gives a move a flag in the user's book (and adds it there if it is new). Raises BookError if it cannot be
        written.
        """
        self.set_flags(board, {move: flag})

    def set_flags(self, board: chess.Board, flags: Mapping[chess.Move, Flag]) -> None:
        """Gives several moves of a position their flags as one edit (see `set_flag`)."""
        label = ", ".join(f"{board.san(move)} -> {flag.symbol or 'normal'}" for move, flag in flags.items())
        given = {move: {"flag": flag, "inherits": 0, "source": "user"} for move, flag in flags.items()}
        self._change_rows(board, label, given)

    def add_move(self, board: chess.Board, move: chess.Move, flag: Flag | None = None) -> None:
        """Adds a move to the user's book, as `add_line` adds many."""
        self.add_line(board, (move,), flag)

    def add_line(self, board: chess.Board, moves: Iterable[chess.Move], flag: Flag | None = None) -> int:
        """Adds a whole variation from `board`; moves that the user's book has already keep their flag. Without a `flag`
        each move inherits the one that is in another layer, and is normal where none does. Returns as `add_lines`."""
        return self.add_lines(board, (moves,), flag)

    def add_lines(self, board: chess.Board, lines: Iterable[Iterable[chess.Move]], flag: Flag | None = None) -> int:
        """Adds several variations from `board` as one edit (see `add_line`). Returns its number, 0 if nothing was new."""
        with journal.edit(self.own(), "user", "line added") as edit:
            for moves in lines:
                walk = board.copy(stack=False)
                for move in moves:
                    edit.put(_added(edit.row(position_key(walk), encode(walk, move)), walk, move, flag))
                    walk.push(move)
            return edit.id if edit.changed else 0

    def mark_line(self, board: chess.Board, moves: Iterable[chess.Move], flag: Flag) -> None:
        """Gives every move of the side to move in `board` along the line this flag, adding what is new."""
        walk = board.copy(stack=False)
        with journal.edit(self.own(), "user", f"line marked {flag.symbol or 'normal'}") as edit:
            for move in moves:
                row = _added(edit.row(position_key(walk), encode(walk, move)), walk, move, None)
                own = walk.turn == board.turn
                edit.put(row._replace(flag=flag, inherits=0, source="user") if own else row)
                walk.push(move)

    def set_comment(self, board: chess.Board, move: chess.Move | None, text: str) -> None:
        """Comments a move, or the position itself where `move` is None; an empty text removes the comment."""
        if move is not None:
            self._change_rows(board, f"comment on {board.san(move)}", {move: {"comment": text or None}})
            return
        with journal.edit(self.own(), "user", "comment on the position") as edit:
            edit.put_position(edit.position(position_key(board))._replace(comment=text or None))

    def set_locked(self, board: chess.Board, move: chess.Move, locked: bool) -> None:
        """Locks a move with the flag it has now: learning never overrides it. Or unlocks it: a flag that the user has not
        chosen himself is then again the one that is stopped elsewhere.
        """
        entry = next((entry for found, entry in self.moves_on(board) if found == move), None)
        label = f"{board.san(move)} {'locked' if locked else 'unlocked'}"
        if not locked:
            self._change_rows(board, label, {move: {"locked": 0}})
            return
        flag = entry.flag if entry and entry.flag is not Flag.UNCHECKED else Flag.NORMAL
        own = next((row for layer, row in entry.rows if layer is Layer.USER), None) if entry else None
        chosen = own is not None and own.flag is not Flag.UNCHECKED and not own.inherits
        self._change_rows(board, label, {move: {"locked": 1, "flag": flag, "inherits": int(not chosen)}})

    def delete(self, board: chess.Board, move: chess.Move) -> None:
        """Takes a move out of the book: deleted from the user's book, struck out where another layer has it."""
        key, code = position_key(board), encode(board, move)
        elsewhere = any(file is not self.user and file.row(key, code) for _, file in self._layers)
        with journal.edit(self.own(), "user", f"{board.san(move)} deleted") as edit:
            if elsewhere:
                edit.put(MoveRow(key, code, source="user", presence=Presence.OUT))
            else:
                edit.delete(key, code)

    def force_line(self, board: chess.Board, moves: Iterable[chess.Move]) -> None:
        """Makes the engine play into this line (whatever the flags), for either side."""
        walk = board.copy(stack=False)
        with journal.edit(self.own(), "user", "line forced") as edit:
            for move in moves:
                edit.put_position(edit.position(position_key(walk))._replace(forced=encode(walk, move)))
                walk.push(move)

    def unforce_all(self) -> None:
        """Ends every forced line."""
        user = self.own()
        keys = user.query("SELECT key FROM positions WHERE forced != 0")
        with journal.edit(user, "user", "forced lines ended") as edit:
            for (key,) in keys:
                edit.put_position(edit.position(key)._replace(forced=0))

    def forcing(self) -> bool:
        """Whether a line is forced anywhere."""
        found = self._ask(self.user, _rows_of("SELECT 1 FROM positions WHERE forced != 0 LIMIT 1"), None)
        return bool(found)

    def undo(self) -> EditInfo | None:
        """Takes the user's latest edit back; None if there is none."""
        return journal.undo(self.own())

    def redo(self) -> EditInfo | None:
        """Makes again what was undone last; None if there is nothing."""
        return journal.redo(self.own())

    def history(self, limit: int = 200) -> list[EditInfo]:
        """The user's edits, newest first."""
        return self._ask(self.user, lambda user: journal.history(user, limit), [])

    # The user's other books

    def listed_books(self) -> tuple[ListedBook, ...]:
        """The user's other books in their order."""
        return self._ask(self.user, lambda user: BookList(user).entries(), ())

    def layers(self) -> tuple[LayerEntry, ...]:
        """The layers that have a file of their own, the most important first."""
        files = ((Layer.USER, self.user), (Layer.LEARNED, self.learned), (Layer.SHIPPED, self.shipped))
        return tuple(LayerEntry(layer, file.path, layer not in self._off) for layer, file in files if file)

    def titles(self) -> dict[str, str]:
        """The titles of the user's other books that are open, by path, in their order."""
        return {str(path): self._titles[path] for path, _ in self._others}

    def title_of_value(self, key: int) -> str:
        """The title of the first of the user's other books that values a position; empty where none does."""
        for path, file in self._others:
            row = self._ask(file, lambda book: book.position(key), None)
            if row is not None and row.worth is not None:
                return self._titles[path]
        return ""

    def own_files(self) -> tuple[BookFile, ...]:
        """The user's books and what was learned, as far as they are looked into."""
        return tuple(file for layer, file in self._layers if layer is not Layer.SHIPPED)

    def reload_books(self) -> None:
        """Opens the active books again; those in use elsewhere in this moment stay usable."""
        wanted = [entry.path for entry in self.listed_books() if entry.active]
        kept = {path: file for path, file in self._others if path in wanted}
        self._retired += tuple(file for path, file in self._others if path not in kept)
        opened = [(path, kept.get(path) or self._open(path, Access.READ)) for path in wanted]
        self._others = tuple((path, file) for path, file in opened if file)
        for path, file in self._others:
            self._titles[path] = self._ask(file, lambda book: book.meta("title"), None) or path.stem
        layers = [(Layer.USER, self.user), *((Layer.BOOK, file) for _, file in self._others)]
        layers += [(Layer.LEARNED, self.learned), (Layer.SHIPPED, self.shipped)]
        nothing: frozenset[Layer] = frozenset()
        self._off = self._ask(self.user, lambda user: BookList(user).layers_off(), nothing)
        self._layers = tuple((layer, file) for layer, file in layers if file and layer not in self._off)

    def arrange_books(self, entries: Sequence[ListedBook]) -> None:
        """Sets which books the user has, which are active, and their order."""
        BookList(self.own()).arrange(entries)
        for library in (self, *self._levels.values()):
            library.reload_books()

    def switch_layer(self, layer: Layer, active: bool) -> None:
        """Looks into the user's own book, the learned or the shipped one, or not; learning continues. Raises BookError."""
        BookList(self.own()).switch(layer, active)
        for library in (self, *self._levels.values()):
            library.reload_books()

    def list_book(self, path: Path) -> None:
        """Adds a book file as the user's next book, active."""
        BookFile(path, Access.READ).close()  # raises here rather than at the next start
        kept = [entry for entry in self.listed_books() if entry.path != path.absolute()]
        self.arrange_books([*kept, ListedBook(path, True)])

    # Inside

    def own(self) -> BookFile:
        """The user's own book. Raises ReadOnlyBookError where it cannot be changed."""
        if self.user is None:
            raise ReadOnlyBookError("Your own book cannot be changed: %1", self._why_no_user or Text("it is not open"))
        return self.user

    def _change_rows(self, board: chess.Board, label: str, changes: Mapping[chess.Move, Mapping[str, Any]]) -> None:
        key = position_key(board)
        with journal.edit(self.own(), "user", label) as edit:
            for move, values in changes.items():
                code = encode(board, move)
                old = edit.row(key, code) or MoveRow(key, code, source="user", presence=Presence.SEEN)
                presence = Presence.IN if "flag" in values else max(old.presence, Presence.SEEN)
                edit.put(old._replace(presence=presence, **values))

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

    def _rows_in(self, layer: Layer, file: BookFile, key: int) -> list[MoveRow]:
        rows = file.rows(key)
        if layer is Layer.BOOK:  # the reason names the book that a flag comes from
            return [row._replace(source=self._titles[file.path]) for row in rows]
        return rows

    def _ask(self, file: BookFile | None, question: Callable[[BookFile], T], otherwise: T) -> T:
        """What a book says; `otherwise` where there is none or it cannot be read."""
        if file is None:
            return otherwise
        try:
            return question(file)
        except BookError as error:
            self._leave_out(file, error)
            return otherwise

    def _leave_out(self, file: BookFile, error: BookError) -> None:
        """Works on without a book that cannot be read; one that is only busy is asked again."""
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
        """Opens with the first access that works; notes the first error, unless all is well by another way of reading."""
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


def _added(old: MoveRow | None, board: chess.Board, move: chess.Move, flag: Flag | None) -> MoveRow:
    """The row of a move that is added to the user's book: what he said of it before stays; presence is not a flag."""
    if old is not None and old.flag is not Flag.UNCHECKED:
        return old
    row = old or MoveRow(position_key(board), encode(board, move), source="user")
    inherits = int(flag is None)
    weight = row.weight if row.weight > 0 else FULL_WEIGHT
    given = Flag.NORMAL if flag is None else flag
    return row._replace(flag=given, weight=weight, inherits=inherits, presence=Presence.IN)


def _rows_of(sql: str) -> Callable[[BookFile], list[tuple[Any, ...]]]:
    """A question for `Library._ask`: the rows of a SELECT."""
    return lambda file: file.query(sql)
