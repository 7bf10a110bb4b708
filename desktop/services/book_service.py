"""The book beside the board: what it knows about the shown position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.analysis import Evaluation
from desktop.model.errors import Message, Severity
from desktop.model.state import BookRow, BookState, GameState
from desktop.services.board_work import board_of
from desktop.services.tasks import Worker

if TYPE_CHECKING:
    from books.entry import BookMove
    from books.library import Library


class BookService(QObject):
    """Looks positions up off the GUI thread; the last position asked for wins."""

    changed = Signal(object)  # BookState
    message = Signal(object)  # Message

    def __init__(self, open_library: Callable[[], Library], parent: QObject | None = None) -> None:
        """`open_library` is called on the book's thread."""
        super().__init__(parent)
        self._open = open_library
        self._state = BookState()
        self._told: set[str] = set()
        self._worker = Worker("ratsu-book", self)

    @property
    def state(self) -> BookState:
        """What is shown now."""
        return self._state

    @Slot(object)
    def follow(self, state: GameState) -> None:
        """Looks the shown position up."""
        if state.fen != self._state.fen:
            self._worker.submit_latest(partial(self._look_up, state), self._show, partial(self._fail, state.fen))

    def close(self) -> bool:
        """Ends the book's thread. Returns whether it ended in time."""
        return self._worker.close()

    def _look_up(self, state: GameState) -> tuple[BookState, tuple[str, ...]]:
        library = self._open()
        board = board_of(state)
        name = library.name_of(board)
        rows = tuple(_row(move, board.uci(move.move), bool(board.turn)) for move in library.look_up(board))
        return BookState(state.fen, str(name or ""), rows), tuple(map(str, library.problems))

    def _show(self, found: tuple[BookState, tuple[str, ...]]) -> None:
        self._state, problems = found
        self.changed.emit(self._state)
        for problem in problems:
            if problem not in self._told:
                self._told.add(problem)
                self.message.emit(Message(Severity.WARNING, problem))

    def _fail(self, fen: str, problem: str) -> None:
        self._state = BookState(fen, problem=problem)
        self.changed.emit(self._state)


def _row(move: BookMove, uci: str, white_to_move: bool) -> BookRow:
    evaluation = ""
    if move.evaluation is not None:
        sign = 1 if white_to_move else -1
        evaluation = Evaluation(centipawns=sign * move.evaluation).text
    return BookRow(
        uci=uci,
        san=move.san,
        flag=move.flag.symbol,
        layer=move.decided_by.value,
        wins=round(move.wins),
        draws=round(move.draws),
        losses=round(move.losses),
        chance=move.probability,
        evaluation=evaluation,
        comment=move.comment or move.reason,
        opening=move.name,
    )
