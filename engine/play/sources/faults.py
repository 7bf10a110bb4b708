"""Protection of a game against faults of its sources: a book or table that fails never costs a move.

A failing source is left out from then on and reported once. Files may be damaged, a stick removed, or the code faulty: the
search chooses the move in each case.
"""

import logging
import threading
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from engine.game.move_choice import ChoiceSource
from engine.ground.errors import MoveError, RatsuError
from engine.ground.text import Text

if TYPE_CHECKING:
    import chess

    from engine.play.sources.own_book import OwnBook
    from engine.play.sources.root_tables import RootTables

T = TypeVar("T")
_log = logging.getLogger(__name__)


class SourceError(RatsuError):
    """An unexpected failure of a book or table: a bug that does not cost the game."""


def _error(source: ChoiceSource, fault: Exception) -> SourceError:
    if source is ChoiceSource.BOOK:
        return SourceError("The opening book failed (%1) and is left out. Please report it.", repr(fault))
    if source is ChoiceSource.HUMAN:
        return SourceError(
            "The predictor of people's moves failed (%1) and is left out. Please report it.", repr(fault)
        )
    return SourceError("The tablebases failed (%1) and are left out. Please report it.", repr(fault))


class SourceFaults:
    """The faults of one session's sources, each reported once. May be shared by several movers and threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._silent: set[ChoiceSource] = set()  # left out from now on
        self._told: set[Text] = set()
        self._news: list[Text] = []

    def ask(self, source: ChoiceSource, question: Callable[[], T]) -> T | None:
        """The answer of a source; None if it fails, now or earlier."""
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

    def note(self, source: ChoiceSource, room: "OwnBook | RootTables | None") -> None:
        if room is not None:
            for problem in self.ask(source, lambda: tuple(room.problems)) or ():
                self.tell(problem.text)

    def tell(self, problem: Text) -> None:
        """Adds a problem, unless it was added before."""
        with self._lock:
            if problem not in self._told:
                self._told.add(problem)
                self._news.append(problem)

    def forgive(self, source: ChoiceSource) -> None:
        """Uses a source again after its files were chosen again."""
        self._silent.discard(source)

    def take(self) -> tuple[Text, ...]:
        """The problems not yet reported; they will not be returned again."""
        with self._lock:
            news, self._news = tuple(self._news), []
        return news


def require_legal(name: str, board: "chess.Board", moves: "Sequence[chess.Move]") -> None:
    """:raises MoveError: a source gave an illegal move; `name` is the source's name."""
    for move in moves:
        if not board.is_legal(move):
            raise MoveError("The %1 gave %2, which is not legal in %3.", name, move, board.fen())
