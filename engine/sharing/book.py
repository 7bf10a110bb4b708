"""A book of the user as a part: moves, flags, comments, repertoires, and the cards of the opening trainer."""

from __future__ import annotations

from datetime import datetime

from books import shared
from books.store.book_file import BookFile
from engine.drill.deck import Card, Grade, graded_again, is_card
from engine.sharing.exchange import Merge

_SHARED = "shared"  # the property of a book that was shared once
_GRADES = (Grade.WRONG, Grade.HELPED, Grade.RIGHT, Grade.FAST)  # by FSRS' number, from 1


class BookPart:
    """A book that can be written."""

    def __init__(self, name: str, book: BookFile) -> None:
        self.name = name
        self._book = book

    def share(self, merge: Merge) -> None:
        if self._book.meta(_SHARED) is None:  # never shared, or begun again after its file was lost
            merge.rejoin()
        shared.share(self._book, merge.known, merge, _regraded, is_card)
        self._book.put_meta(_SHARED, "1")


def _regraded(card: str, now: datetime, grade: int) -> str:
    return graded_again(Card(card) if card else None, _GRADES[grade - 1], now).text
