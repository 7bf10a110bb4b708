"""Writes the rows of another book into one of ours: as a new file that appears only when complete, or merged as one
edit."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import chess

from books.entry import SIDE, SIDES, Flag, MoveRow, PositionRow, Presence
from books.errors import BookDiskError, BookError, BookMissingError, NotABookError
from books.folder import SUFFIX
from books.formats import any_format as source
from books.formats.study import study_of
from books.key import decode, position_key
from books.progress import Progress, report, silent
from books.store import journal
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.ground.leftovers import claim, made_beside
from engine.ground.text import Text, joined
from engine.ground.values import dataclass
from engine.ground.write_targets import check_replaceable, replace_database, unwritten

_BESIDE = ("-wal", "-shm", "-journal")  # files that SQLite makes beside a database
MOST_CHECKED = 50_000  # positions: a few seconds of work


@contextmanager
def new_book(path: Path, title: str) -> Iterator[BookFile]:
    """Builds a new book in a temporary file beside `path`, which replaces `path` when the block ends well. After an
    error nothing remains. A link is followed: its target is replaced. If several books are built for one path, the last
    to finish wins.

    :raises BookError: `path` holds something that may not be replaced (`check_replaceable_book`).
    :raises NotABookError: the name does not end in .ratsubook.
    :raises BookMissingError: the folder does not exist.
    :raises BookDiskError: it cannot be written.
    """
    if path.suffix.lower() != SUFFIX:
        raise NotABookError("%1: the file name of a book ends in .ratsubook. Choose such a name.", path)
    path = Path(os.path.realpath(path))
    if not path.parent.is_dir():
        raise BookMissingError("The folder %1 does not exist. Create it first, or choose another one.", path.parent)
    check_replaceable_book(path)
    try:
        with _room_beside(path) as beside:
            with _claimed(beside), BookFile(beside) as book:
                book.relax()
                book.put_meta("title", title)
                yield book
                book.seal()
            put_in_place(beside, path)
    except OSError as error:
        raise BookDiskError(unwritten(path, error)) from error


@contextmanager
def _room_beside(path: Path) -> Iterator[Path]:
    """Yields an empty file of a unique name in the same folder; removed at the end unless it was moved.
    :raises OSError: it cannot be made."""
    descriptor, beside = made_beside(path, _BESIDE)
    os.close(descriptor)
    try:
        yield beside
    finally:
        _remove(beside)


@contextmanager
def _claimed(path: Path) -> Iterator[None]:
    """Locks the file, so that no other process removes it as a leftover. Must enclose SQLite's use of the file: closing
    any descriptor of a file drops its POSIX locks."""
    with path.open("rb") as file:
        claim(file.fileno())
        yield


def put_in_place(made: Path, path: Path) -> None:
    """Replaces a book by a finished one; a link is followed. SQLite's side files that a killed program left are removed
    first: they would be applied to the new book.
    :raises BookError: the old book may not be replaced, or it cannot be written."""
    path = Path(os.path.realpath(path))
    check_replaceable_book(path)  # checked again: building may have taken hours
    try:
        _remove(path, _BESIDE)
        replace_database(path, made)
    except OSError as error:
        raise BookDiskError(unwritten(path, error)) from error


def check_replaceable_book(path: Path) -> None:
    """Checks that a new book may replace what is at `path`: only a built book without edits by hand may be replaced.
    :raises BookError: it may not be replaced."""
    try:
        check_replaceable(path)
    except OSError as error:
        raise BookDiskError(unwritten(path, error)) from error
    if not path.exists():
        return
    try:
        with BookFile(path, Access.READ) as there:
            by_hand = 0 if there.is_packed else int(there.query("SELECT count(*) FROM edits")[0][0])
    except BookError as error:
        raise BookError("%1 already exists (%2). Choose another name, or remove that file.", path, error) from error
    if by_hand:
        raise BookError("%1 holds %2 edits made by hand. Choose another name for the new book.", path, by_hand)


@dataclass(frozen=True)
class ImportResult:
    """The result of an import: the number of rows, and the illegal moves among them in the positions that can be
    reached from the start position. Illegal rows stay in the file, so that an export is lossless, but they are never
    shown or played. `chapters` of a study; `left_out`: games with a fault in their moves."""

    rows: int
    illegal: int
    chapters: int = 0
    left_out: int = 0

    @property
    def text(self) -> Text:
        parts = [Text("%1 {move|moves} imported", self.rows)]
        parts += [Text("%1 {chapter|chapters}", self.chapters)] if self.chapters else []
        if self.illegal:
            parts.append(Text("%1 {move|moves} {is|are} illegal and will not be played", self.illegal))
        if self.left_out:
            parts.append(Text("%1 {game|games} left out, because of a fault in {its|their} moves", self.left_out))
        return Text("%1.", joined(*parts, by="; "))


def import_file(path: Path, target: Path, progress: Progress = silent) -> ImportResult:
    """Reads another program's book into a new one of ours, which appears when it is complete.

    :raises BookError: as raised by the reader of that format, or BookDiskError; nothing remains.
    :raises CancelledError: the user stopped it; nothing remains.
    """
    with new_book(target, path.stem) as book:
        book.put_rows(source.read_rows(path, progress))
        book.put_positions(source.read_positions(path, progress))
        chapters = source.read_chapters(path, progress)
        describe(book, chapters.texts)
        illegal = illegal_rows(book.rows, progress)
        return ImportResult(book.count(), illegal, len(chapters.texts), chapters.left_out)


def describe(book: BookFile, chapters: Sequence[str]) -> None:
    """Writes the chapters of a study into a new book, with the study's name as the title, and the side if all chapters
    are seen from it."""
    study = study_of(chapters)
    if not study.chapters:
        return
    book.put_chapters(chapters)
    if study.name:
        book.put_meta("title", study.name)
    if len(study.sides) == 1:
        book.put_meta(SIDE, SIDES[study.sides[0]])


def illegal_rows(rows_at: Callable[[int], Sequence[MoveRow]], progress: Progress = silent) -> int:
    """Counts illegal rows in the positions that the rows reach from the start position (the MOST_CHECKED nearest ones).
    A key alone does not give its position, so the other rows are checked only when they are used."""
    start = chess.Board()
    queue, seen, illegal = [start], {position_key(start)}, 0
    for number, board in enumerate(queue):
        report(progress, number, len(queue))
        for row in rows_at(position_key(board)):
            move = decode(board, row.move)
            if move is None:
                illegal += 1
            elif len(queue) < MOST_CHECKED:
                after = board.copy(stack=False)
                after.push(move)
                key = position_key(after)
                if key not in seen:
                    seen.add(key)
                    queue.append(after)
    return illegal


def merge(
    rows: Iterable[MoveRow],
    book: BookFile,
    label: str,
    progress: Progress = silent,
    positions: Iterable[PositionRow] = (),
    name: str = "",
    chapters: Iterable[str] = (),
) -> int:
    """Merges rows, positions and chapters into a book as one edit that can be undone. Returns the number of changes.

    Existing data wins: flags, weights, comments and evaluations only fill gaps; results add up. `name` is the title of
    the imported book, shown as the source of its flags.
    """
    with journal.edit(book, "import", label) as edit:
        for number, row in enumerate(rows):
            row = row._replace(source=name or row.source)
            old = edit.row(row.key, row.move)
            edit.put(merged(old, row) if old else row)
            if number % 1000 == 0:
                report(progress, number, 0)
        for position in positions:
            edit.put_position(merged_position(edit.position(position.key), position))
        edit.add_chapters(chapters)
        return edit.changed


def merged(old: MoveRow, new: MoveRow) -> MoveRow:
    """Returns the old row, completed from the new one. A flag that the other book's author chose wins over mere
    presence."""
    keep_evaluation = old.evaluation is not None
    judged = old.flag is not Flag.UNCHECKED
    keep_flag = new.flag is Flag.UNCHECKED or (judged and (not old.inherits or bool(new.inherits)))
    keep_flag = keep_flag or old.presence is Presence.OUT
    return old._replace(
        flag=old.flag if keep_flag else new.flag,
        inherits=old.inherits if keep_flag else new.inherits,
        source=old.source if keep_flag else new.source,
        presence=old.presence if old.presence is Presence.OUT else max(old.presence, new.presence),
        weight=old.weight or new.weight,
        wins=old.wins + new.wins,
        draws=old.draws + new.draws,
        losses=old.losses + new.losses,
        evaluation=old.evaluation if keep_evaluation else new.evaluation,
        depth=old.depth if keep_evaluation else new.depth,
        engine=old.engine if keep_evaluation else new.engine,
        evaluated=old.evaluated if keep_evaluation else new.evaluated,
        comment=old.comment or new.comment,
    )


def merged_position(old: PositionRow, new: PositionRow) -> PositionRow:
    """Returns the old row, completed from the new one. The verdicts that another player's games proved are not taken
    over."""
    comment = old.comment or new.comment
    if old.worth is not None:
        return old._replace(comment=comment)
    return new._replace(comment=comment, forced=old.forced, verdict=old.verdict, lost=old.lost, game=old.game)


def _remove(path: Path, suffixes: Sequence[str] = ("", *_BESIDE)) -> None:
    for suffix in suffixes:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
