"""The gate between the move source chain and its sources: no fault of a book or a table costs a move.

A source that fails is left out from then on, and why is reported once. Its files may be damaged, their stick pulled
out, or the room may have a bug: the game continues by search in every case.
"""

import logging
import threading
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from engine.game.move_choice import Source
from engine.ground.errors import MoveError, RatsuError
from engine.ground.text import Text

if TYPE_CHECKING:
    import chess

    from engine.play.sources.own_book import OwnBook
    from engine.play.sources.root_tables import RootTables

T = TypeVar("T")
_log = logging.getLogger(__name__)


class SourceError(RatsuError):
    """A book or a table failed in a way that its room does not know: a bug, but none that costs the game."""


def _error(source: Source, fault: Exception) -> SourceError:
    if source is Source.BOOK:
        return SourceError("The opening book failed (%1) and is left out. Please report it.", repr(fault))
    if source is Source.HUMAN:
        return SourceError(
            "The predictor of people's moves failed (%1) and is left out. Please report it.", repr(fault)
        )
    return SourceError("The tablebases failed (%1) and are left out. Please report it.", repr(fault))


class SourceFaults:
    """What went wrong with the sources of one session, each fault told once. May be shared by several chains and threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._silent: set[Source] = set()  # not asked any more
        self._told: set[Text] = set()
        self._news: list[Text] = []

    def ask(self, source: Source, question: Callable[[], T]) -> T | None:
        """The answer of a source; None if it fails, and from then on."""
        if source in self._silent:
            return None
        try:
            return question()
        except RatsuError as error:
            problem = error.text
            _log.warning("%s", problem)
        except Exception as fault:  # noqa: BLE001 - a bug in a book or a table must not cost the game
            _log.exception("%s failed", source.value)
            traceback.print_exc()
            problem = _error(source, fault).text
        self._silent.add(source)
        self.tell(problem)
        return None

    def note(self, source: Source, room: "OwnBook | RootTables | None") -> None:
        """Notes what a source had to leave out."""
        if room is not None:
            for problem in self.ask(source, lambda: tuple(room.problems)) or ():
                self.tell(problem.text)

    def tell(self, problem: Text) -> None:
        """Notes a problem, unless it was noted before."""
        with self._lock:
            if problem not in self._told:
                self._told.add(problem)
                self._news.append(problem)

    def forgive(self, source: Source) -> None:
        """Asks a source again: its files were chosen again."""
        self._silent.discard(source)

    def take(self) -> tuple[Text, ...]:
        """What is to be reported now; it will not be reported again."""
        with self._lock:
            news, self._news = tuple(self._news), []
        return news


def require_legal(name: str, board: "chess.Board", moves: "Sequence[chess.Move]") -> None:
    """:raises MoveError: where a source names a move that cannot be played; `name` is the source's."""
    for move in moves:
        if not board.is_legal(move):
            raise MoveError("The %1 gave %2, which is not legal in %3.", name, move, board.fen())
