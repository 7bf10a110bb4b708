"""The shipped book is read through every door without a file beside it: an installed program may not write there."""

from pathlib import Path

import pytest

from books.choice.library import SHIPPED_BOOK
from books.store.book_file import BookFile
from books.store.connecting import Access


@pytest.mark.parametrize("access", [Access.READ, Access.IMMUTABLE])
def test_reading_the_shipped_book_leaves_nothing_beside_it(access: Access) -> None:
    def beside() -> list[Path]:
        return sorted(SHIPPED_BOOK.parent.glob("shipped.ratsubook-*"))

    for left in beside():
        left.unlink()
    with BookFile(SHIPPED_BOOK, access) as book:
        assert next(book.all_rows()).move
        assert beside() == []
    assert beside() == []
