"""The edits of the user's books: each call is one edit, which can be undone."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import chess

from books.choice.layers import FULL_WEIGHT, LayeredMove
from books.entry import Flag, MoveRow, Presence
from books.key import encode, position_key
from books.store import journal
from books.store.book_file import BookFile


class BookEdits:
    """The edits of a library."""

    def own(self) -> BookFile:
        raise NotImplementedError

    def own_flags(self) -> BookFile:
        """Returns the user's own book, which every library has."""
        raise NotImplementedError

    def files(self) -> Sequence[BookFile]:
        """Returns the open books, most important first."""
        raise NotImplementedError

    def moves_on(self, board: chess.Board) -> list[tuple[chess.Move, LayeredMove]]:
        raise NotImplementedError

    def set_flag(self, board: chess.Board, move: chess.Move, flag: Flag) -> None:
        """Sets a move's flag in the user's book, and adds the move if it is new.
        :raises BookError: it cannot be written."""
        self.set_flags(board, {move: flag})

    def set_flags(self, board: chess.Board, flags: Mapping[chess.Move, Flag]) -> None:
        """Sets the flags of several moves of a position as one edit (see `set_flag`)."""
        label = ", ".join(f"{board.san(move)} -> {flag.symbol or 'normal'}" for move, flag in flags.items())
        given = {move: {"flag": flag, "inherits": 0, "source": "user"} for move, flag in flags.items()}
        self._change_rows(board, label, given)

    def add_move(self, board: chess.Board, move: chess.Move, flag: Flag | None = None) -> None:
        """Adds one move to the user's book (see `add_line`)."""
        self.add_line(board, (move,), flag)

    def add_line(self, board: chess.Board, moves: Iterable[chess.Move], flag: Flag | None = None) -> int:
        """Adds a whole variation from `board`. Moves that are already in the user's book keep their flag. Without a
        `flag`, each new move inherits the flag of another layer, or is normal. Returns as `add_lines`."""
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
        """Sets this flag on every move of the side to move in `board` along the line, and adds new moves."""
        walk = board.copy(stack=False)
        with journal.edit(self.own(), "user", f"line marked {flag.symbol or 'normal'}") as edit:
            for move in moves:
                row = _added(edit.row(position_key(walk), encode(walk, move)), walk, move, None)
                own = walk.turn == board.turn
                edit.put(row._replace(flag=flag, inherits=0, source="user") if own else row)
                walk.push(move)

    def set_comment(self, board: chess.Board, move: chess.Move | None, text: str) -> None:
        """Comments a move, or without a `move` the position. An empty text removes the comment."""
        if move is not None:
            self._change_rows(board, f"comment on {board.san(move)}", {move: {"comment": text or None}})
            return
        with journal.edit(self.own(), "user", "comment on the position") as edit:
            edit.put_position(edit.position(position_key(board))._replace(comment=text or None))

    def set_locked(self, board: chess.Board, move: chess.Move, locked: bool) -> None:
        """Locks a move with its present flag, so that learning never changes it, or unlocks it. After unlocking, a flag
        that the user did not choose is again inherited."""
        entry = next((entry for found, entry in self.moves_on(board) if found == move), None)
        label = f"{board.san(move)} {'locked' if locked else 'unlocked'}"
        if not locked:
            self._change_rows(board, label, {move: {"locked": 0}})
            return
        flag = entry.flag if entry and entry.flag is not Flag.UNCHECKED else Flag.NORMAL
        own = self.own().row(position_key(board), encode(board, move))
        chosen = own is not None and own.flag is not Flag.UNCHECKED and not own.inherits
        self._change_rows(board, label, {move: {"locked": 1, "flag": flag, "inherits": int(not chosen)}})

    def delete(self, board: chess.Board, move: chess.Move) -> None:
        """Removes a move: deleted from the user's book, and struck out if another layer has it."""
        key, code = position_key(board), encode(board, move)
        own = self.own()
        elsewhere = any(file is not own and file.row(key, code) for file in self.files())
        with journal.edit(own, "user", f"{board.san(move)} deleted") as edit:
            if elsewhere:
                edit.put(MoveRow(key, code, source="user", presence=Presence.OUT))
            else:
                edit.delete(key, code)

    def force_line(self, board: chess.Board, moves: Iterable[chess.Move]) -> None:
        """Makes the engine play into this line, for either side and whatever the flags."""
        walk = board.copy(stack=False)
        with journal.edit(self.own_flags(), "user", "line forced") as edit:
            for move in moves:
                edit.put_position(edit.position(position_key(walk))._replace(forced=encode(walk, move)))
                walk.push(move)

    def unforce_all(self) -> None:
        user = self.own_flags()
        keys = user.query("SELECT key FROM positions WHERE forced != 0")
        with journal.edit(user, "user", "forced lines ended") as edit:
            for (key,) in keys:
                edit.put_position(edit.position(key)._replace(forced=0))

    def switch_line(self, board: chess.Board, move: chess.Move, off: bool) -> None:
        """Switches the line that begins with a move off, or on again: until then it is neither asked nor played. Its
        moves, flags and comments stay."""
        with journal.edit(self.own_flags(), "user", f"{board.san(move)} switched {'off' if off else 'on'}") as edit:
            edit.switch(position_key(board), encode(board, move), off)

    def _change_rows(self, board: chess.Board, label: str, changes: Mapping[chess.Move, Mapping[str, Any]]) -> None:
        key = position_key(board)
        with journal.edit(self.own(), "user", label) as edit:
            for move, values in changes.items():
                code = encode(board, move)
                old = edit.row(key, code) or MoveRow(key, code, source="user", presence=Presence.SEEN)
                presence = Presence.IN if "flag" in values else max(old.presence, Presence.SEEN)
                weight = old.weight if self.own() is self.own_flags() else old.weight or FULL_WEIGHT
                edit.put(old._replace(presence=presence, weight=weight, **values))


def _added(old: MoveRow | None, board: chess.Board, move: chess.Move, flag: Flag | None) -> MoveRow:
    """Returns the row of a move that is added to the user's book. Its earlier row is reused; presence is not a flag."""
    if old is not None and old.flag is not Flag.UNCHECKED:
        return old
    row = old or MoveRow(position_key(board), encode(board, move), source="user")
    inherits = int(flag is None)
    weight = row.weight if row.weight > 0 else FULL_WEIGHT
    given = Flag.NORMAL if flag is None else flag
    return row._replace(flag=given, weight=weight, inherits=inherits, presence=Presence.IN)
