"""Book and tablebases that are opened once and used by several movers and panels."""

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
    """Sources that the owner opens and closes; None: the mover opens its own, from the usual folders.

    Each is called before every move, on the search's thread; it may return another object than before, or raise RatsuError.
    `book_choice`: how to choose among the book moves.
    """

    library: Callable[[], Library] | None = None
    tables: Callable[[], Tablebases] | None = None
    book_choice: Callable[[], ChoiceSettings] | None = None
