"""The positions and moves that a check of the book looks at."""

import chess

from books.choice.layers import LayeredMove
from books.choice.library import Library
from books.entry import Flag, Layer
from books.repertoire.book_check import BookFinding, BookProblem, Visit, unreachable
from engine.game.reason import Reason, ReasonKind


def is_own(entry: LayeredMove) -> bool:
    """Whether another book than the shipped one has the move."""
    return any(layer is not Layer.SHIPPED for layer, _ in entry.rows)


def is_any(_entry: LayeredMove) -> bool:
    return True


def has_own_word(visit: Visit) -> bool:
    """Whether another book than the shipped one judges a move of the position."""
    return any(
        layer is not Layer.SHIPPED and row.flag is not Flag.UNCHECKED
        for _, entry in visit.moves
        for layer, row in entry.rows
    )


def own_keys(library: Library) -> set[int]:
    """Returns the positions that the user's or the learned books contain."""
    return {row.key for file in library.own_files() for row in file.all_rows() if row.flag is not Flag.UNCHECKED}


def most_positions(library: Library) -> int:
    """Returns the number of positions of the largest book."""
    files = (library.shipped, *library.own_files())
    return max((file.count_positions() for file in files if file is not None), default=0)


def unreached_rows(library: Library, reached: set[int]) -> list[BookFinding]:
    """Returns one finding for all own positions that no line reaches; none if there are none."""
    files = (library.user, library.learned)
    keys = {row.key for file in files if file for row in file.all_rows() if row.flag is not Flag.UNCHECKED}
    lost = unreachable(keys, reached)
    reason = Reason(ReasonKind.UNREACHED, (len(lost),))
    return [BookFinding(BookProblem.UNREACHABLE, "", chess.Move.null(), reason)] if lost else []
