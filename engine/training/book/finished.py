"""Reads a finished book into memory, and writes it again with what was added."""

from itertools import groupby
from pathlib import Path

from books.building.imports import new_book
from books.entry import MoveRow, PositionRow
from books.store.book_file import BookFile
from books.store.connecting import Access

Pages = dict[int, tuple[PositionRow, list[MoveRow]]]
"""The positions of a book with their moves, by key."""

_META = ("source", "checked", "engine", "second engine")


def read_pages(path: Path) -> tuple[Pages, str, dict[str, str]]:
    """Returns the positions of a book, its title and its other notes. :raises BookError: it cannot be read."""
    with BookFile(path, Access.READ) as book:
        rows = {key: list(found) for key, found in groupby(book.all_rows(), lambda row: row.key)}
        pages = {position.key: (position, rows.get(position.key, [])) for position in book.all_positions()}
        return pages, book.meta("title") or "", {name: value for name in _META if (value := book.meta(name))}


def write_pages(path: Path, pages: Pages, title: str, meta: dict[str, str]) -> int:
    """Writes a book, complete or not at all; returns its number of moves. :raises BookError: it cannot be written."""
    with new_book(path, title) as made:
        for name, value in meta.items():
            made.put_meta(name, value)
        made.put_packed(pages.values())
        return made.count()
