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
import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import chess

from books import key as book_key
from books.choice import judging
from books.choice.choose import ChoiceSettings, Chooser, contenders, probabilities
from books.choice.judging import Lost
from books.choice.layers import FULL_WEIGHT, LayeredMove, first_evaluated, joined_row
from books.choice.open_books import OpenBooks
from books.choice.user_books import BookList, ListedBook
from books.entry import BookMove, Flag, Layer, MoveRow, PositionRow, Presence
from books.errors import ReadOnlyBookError
from books.folder import LEARNED_BOOK, USER_BOOK
from books.key import decode, encode, position_key
from books.openings import OpeningName, shipped_names
from books.store import journal
from books.store.book_file import BookFile
from books.store.connecting import Access
from books.store.journal import EditInfo
from engine.ground.text import Text

SHIPPED_BOOK = Path(str(resources.files("books"))) / "data" / "shipped.ratsubook"


def library_in(folder: Path, told: bool = False) -> "Library":
    """The library of a folder, which is made if it is missing. Where it cannot be made or written, the shipped book and
    the books that are there for reading, with one problem that says that nothing is kept and why (none if the user was
    `told` before). Never raises."""
    user, learned = folder / USER_BOOK, folder / LEARNED_BOOK
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unkept = None if _is_writable(folder) else ReadOnlyBookError("the folder %1 cannot be written to", folder)
    except OSError as error:
        unkept = ReadOnlyBookError("the folder %1 cannot be made (%2)", folder, error)
    if unkept is None:
        return Library(user, learned)
    there = Library(
        user if _is_there(user) else None, learned if _is_there(learned) else None, SHIPPED_BOOK, str(unkept)
    )
    if told:
        there.problems = there.problems[1:]
    return there


def _is_writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # its folder may not be looked into
        return False


class Library(OpenBooks):
    """The user's books, the learned book and the shipped book as one."""

    def __init__(
        self, user: Path | None, learned: Path | None, shipped: Path | None = SHIPPED_BOOK, unkept: str = ""
    ) -> None:
        """Opens the layers; `user` and `learned` are created if missing (their folder must exist). None: without.
        `unkept`: why nothing can be kept, empty where it can.

        Never raises for a bad file: see `problems`.
        """
        super().__init__(user, learned, shipped, unkept)
        self.names = shipped_names()
        self._levels: dict[int, Library] = {}

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
        super().close()

    # Looking up

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
        return tuple(self._book_move(board, move, entry, forced, chances.get(entry.code, 0.0)) for move, entry in found)

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

    def _book_move(
        self, board: chess.Board, move: chess.Move, entry: LayeredMove, forced: int, chance: float
    ) -> BookMove:
        rows = [row for _, row in entry.rows]
        position = entry.reached.position if entry.reached is not None and entry.reached.worth is not None else None
        judged = position or first_evaluated(entry)
        learned = entry.learned()
        san = board.san(move)
        board.push(move)
        name = self.names.at(position_key(board))
        board.pop()
        return BookMove(
            move=move,
            san=san,
            flag=entry.flag,
            decided_by=entry.decision.layer,
            reason=entry.decision.reason(bool(board.turn)),
            layers=tuple(dict.fromkeys(layer for layer, _ in entry.rows)),
            weight=entry.weight,
            wins=sum(row.wins for row in rows),
            draws=sum(row.draws for row in rows),
            losses=sum(row.losses for row in rows),
            evaluation=entry.worth,
            depth=judged.depth if judged else None,
            engine=judged.engine if judged else None,
            evaluated=judged.evaluated if judged else None,
            times_played=sum(row.times_played for row in rows),
            last_played=max((row.last_played for row in rows if row.last_played), default=None),
            locked=entry.locked,
            forced=forced == entry.code,
            comment=next((row.comment for row in rows if row.comment), ""),
            better=decode(board, learned.better) if learned and learned.better else None,
            name=name.name if name else "",
            probability=chance,
            added=entry.only_added,
        )


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
