"""Edits that go into another of the user's books than the one that takes the edits."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from books.choice.library import Library


@contextmanager
def edits_into(library: Library, path: Path | None) -> Iterator[None]:
    """Sends the edits of the block into one of the user's active books; None: into the usual one.

    :raises BookError: it cannot be written.
    """
    before, own = library.edited, library.own_flags().path
    if path is None or path == (before or own):
        yield
        return
    library.edit_in(path if path != own else None)
    try:
        yield
    finally:
        library.edit_in(before)
