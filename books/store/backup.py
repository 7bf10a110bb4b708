"""Backups of a user's book: copies made through SQLite (never of a live file) in the folder `backups` beside it,
thinned with age."""

import time
from pathlib import Path

from books.errors import BookDiskError
from books.store.book_file import BookFile

DAY_S = 86_400
KEPT_DAYS = 7  # one a day
KEPT_MONTHS = 12  # then one a month


def back_up(book: BookFile, now: float | None = None) -> Path | None:
    """Makes today's backup if it is missing, and thins older ones. Returns its path; None if nothing was to be done.
    :raises BookError: it cannot be written (BookDiskError); the book is unchanged."""
    moment = time.time() if now is None else now
    folder = book.path.parent / "backups"
    target = folder / f"{book.path.stem}-{time.strftime('%Y%m%d', time.gmtime(moment))}{book.path.suffix}"
    if target.exists() or (book.count() == 0 and not book.query("SELECT 1 FROM games LIMIT 1")):
        return None
    try:
        folder.mkdir(exist_ok=True)
        book.backup_to(target)
        _thin(folder, book.path, moment)
    except OSError as error:
        raise BookDiskError("No backup of %1 could be made in %2 (%3).", book.path, folder, error) from error
    return target


def _thin(folder: Path, book: Path, now: float) -> None:
    """Removes old copies: the last days stay, and one a month before that."""
    copies = sorted(folder.glob(f"{book.stem}-????????{book.suffix}"), reverse=True)
    oldest_day = time.strftime("%Y%m%d", time.gmtime(now - KEPT_DAYS * DAY_S))
    months: set[str] = set()
    for copy in copies:
        day = copy.stem[-8:]
        if day >= oldest_day:
            continue
        if day[:6] in months or len(months) >= KEPT_MONTHS:
            copy.unlink()
        months.add(day[:6])
