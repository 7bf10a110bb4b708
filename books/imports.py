"""Puts rows of another book into one of ours: as a new file that appears only when it is whole, or merged into a book
as one edit.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from books import journal
from books.entry import MoveRow
from books.errors import BookDiskError
from books.progress import Progress, report, silent
from books.store import BookFile


@contextmanager
def new_book(path: Path, title: str) -> Iterator[BookFile]:
    """A new book that is built beside `path` and takes its place when the block ends well; otherwise nothing is left.

    :raises BookDiskError: if it cannot be written.
    """
    beside = path.with_name(path.name + ".part")
    _remove(beside)
    try:
        with BookFile(beside) as book:
            book.relax()
            book.put_meta("title", title)
            yield book
            book.seal()
        beside.replace(path)
    except OSError as error:
        raise BookDiskError(f"The book {path} could not be written ({error.strerror}). Nothing was changed.") from error
    finally:
        _remove(beside)


def merge(rows: Iterable[MoveRow], book: BookFile, label: str, progress: Progress = silent) -> int:
    """Merges rows into a book as one edit that can be undone. Returns how many rows changed.

    What the book says already stays: a flag, weight, comment or evaluation is only filled in where there is none;
    results add up.
    """
    with journal.edit(book, "import", label) as edit:
        for number, row in enumerate(rows):
            old = edit.row(row.key, row.move)
            edit.put(merged(old, row) if old else row)
            if number % 1000 == 0:
                report(progress, number, 0)
        return edit.changed


def merged(old: MoveRow, new: MoveRow) -> MoveRow:
    """The old row filled up from the new one."""
    keep_evaluation = old.evaluation is not None
    return old._replace(
        flag=new.flag if old.flag is None else old.flag,
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


def _remove(beside: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        beside.with_name(beside.name + suffix).unlink(missing_ok=True)
