"""The tablebases beside the board: the verdict on the shown position and on each of its moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.errors import Message, Severity
from desktop.model.state import GameState, TablebaseRow, TablebaseState
from desktop.services.board_work import board_of
from desktop.services.tasks import Worker

if TYPE_CHECKING:
    from tablebases.door import Tablebases

MOST_MEN = 7  # no larger tables exist for download; the door itself knows how many the user's have


class TablebaseService(QObject):
    """Probes off the GUI thread; the last position asked for wins."""

    changed = Signal(object)  # TablebaseState
    message = Signal(object)  # Message

    def __init__(self, open_tables: Callable[[], Tablebases], parent: QObject | None = None) -> None:
        """`open_tables` is called on the tablebases' thread."""
        super().__init__(parent)
        self._open = open_tables
        self._state = TablebaseState()
        self._told: set[str] = set()
        self._worker = Worker("ratsu-tablebases", self)

    @property
    def state(self) -> TablebaseState:
        """What is shown now."""
        return self._state

    @Slot(object)
    def follow(self, state: GameState) -> None:
        """Probes the shown position if few enough men are left."""
        if state.fen == self._state.fen:
            return
        if sum(map(str.isalpha, state.fen.split(" ", 1)[0])) > MOST_MEN:
            self._worker.drop_all()
            self._show((TablebaseState(state.fen), ()))
            return
        self._worker.submit_latest(partial(self._probe, state), self._show, partial(self._fail, state.fen))

    def close(self) -> bool:
        """Ends the tablebases' thread. Returns whether it ended in time."""
        return self._worker.close()

    def _probe(self, state: GameState) -> tuple[TablebaseState, tuple[str, ...]]:
        from tablebases.rank import rank_root_moves

        tables = self._open()
        board = board_of(state)
        ranking = rank_root_moves(board, tables)
        problems = tuple(map(str, tables.problems))
        if ranking is None:
            return TablebaseState(state.fen), problems
        rows = tuple(
            TablebaseRow(board.uci(row.move), board.san(row.move), row.wdl.words, row.dtz, row.move in ranking.best)
            for row in ranking.moves
        )
        return TablebaseState(state.fen, ranking.reason, rows), problems

    def _show(self, found: tuple[TablebaseState, tuple[str, ...]]) -> None:
        state, problems = found
        unchanged = not state.rows and not self._state.rows and not self._state.problem
        self._state = state
        if not unchanged:
            self.changed.emit(state)
        for problem in problems:
            if problem not in self._told:
                self._told.add(problem)
                self.message.emit(Message(Severity.WARNING, problem))

    def _fail(self, fen: str, problem: str) -> None:
        self._state = TablebaseState(fen, problem=problem)
        self.changed.emit(self._state)
