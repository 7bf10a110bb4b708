"""Book and tablebases that are opened once and used by several movers, and by panels beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.ground.values import dataclass

if TYPE_CHECKING:
    from books.choice.choose import ChoiceSettings
    from books.choice.library import Library
    from tablebases.tables import Tablebases


@dataclass(frozen=True)
class SharedSources:
    """What a mover does not open itself; None: it opens its own, of the usual folders.

    Each is called before every move, on the search's thread: what it gives may be another one than before, and it may raise
    RatsuError. The owner closes them. `book_choice`: how to choose among the moves of the book.
    """

    library: Callable[[], Library] | None = None
    tables: Callable[[], Tablebases] | None = None
    book_choice: Callable[[], ChoiceSettings] | None = None
