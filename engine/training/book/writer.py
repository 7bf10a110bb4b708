"""Writes the finished positions into a book file."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from books.building.imports import new_book
from books.entry import Flag, MoveRow, PositionRow
from engine.training.book.maker import BookPage

LEAST_SEEN = 3
"""An unjudged move is in the book if it has this number of games."""


def write(path: Path, pages: Iterable[BookPage], meta: dict[str, str]) -> int:
    """Writes the book, complete or not at all. Returns the number of moves. :raises BookError: it cannot be written."""
    found = list(pages)
    present = {page.node.key for page in found}
    with new_book(path, meta["title"]) as book:
        for name, value in meta.items():
            book.put_meta(name, value)
        book.put_packed((_position(page, present), list(_moves(page))) for page in found)
        return book.count()


def _position(page: BookPage, present: set[int]) -> PositionRow:
    """The row of a position. Its exit is the best move, if that leads out of the book."""
    search = page.search
    move, value = search.lines[0]
    outside = page.node.children.get(move) not in present
    return PositionRow(
        page.node.key,
        value=search.value,
        depth=search.depth,
        nodes=search.nodes,
        second=page.second,
        exit_move=move if outside else None,
        exit_value=value if outside else None,
        backed=page.backed,
    )


def _moves(page: BookPage) -> Iterator[MoveRow]:
    best = page.moves[0].move
    for verdict in page.moves:
        count = verdict.games
        if verdict.flag is Flag.UNCHECKED and (count is None or count.games < LEAST_SEEN):
            continue
        yield MoveRow(
            page.node.key,
            verdict.move,
            verdict.flag,
            verdict.weight,
            *(count[2:5] if count else (0, 0, 0)),
            better=None if verdict.flag.playable or verdict.flag is Flag.UNCHECKED else best,
            inherits=1,
        )
