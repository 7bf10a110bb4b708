"""Restores the user's position in a list of games after it is read again: after an edit, a deletion, an undo, a search."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from desktop.model.game_list import ListState
from desktop.views.games.games_model import GamesModel
from desktop.views.games.games_table import GamesTable
from engine.ground.values import dataclass

_NEIGHBOURS = 200  # rows on each side of the cursor that may replace it if its game is gone
_FURTHEST = 20_000  # games on each side of the old number that are searched


Games = tuple[tuple[int, tuple[str, ...]], ...]  # number and headers


@dataclass(frozen=True)
class _Place:
    """The game under the cursor and its neighbours, nearest first. `offset`: pixels from the top."""

    path: str
    total: int
    games: Games
    offset: int


class ListPlace(QObject):
    """Notes the games around a table's cursor. `emptied` saves them, `restore` moves the cursor back."""

    def __init__(self, table: GamesTable, model: GamesModel, row_of: Callable[[int], tuple[str, ...]]) -> None:
        super().__init__(table)
        self._table, self._model, self._row_of = table, model, row_of
        self._place: _Place | None = None
        self._noted: Games = ()
        table.selectionModel().currentChanged.connect(self._note)

    def _note(self) -> None:
        """Notes the games around the cursor while the list is still readable."""
        row, order = self._table.currentIndex().row(), self._model.order
        if 0 <= row < len(order) and self._model.listed.path:  # the games of a collection stay where they are
            after = range(row, min(row + _NEIGHBOURS, len(order)))
            before = range(row - 1, max(-1, row - _NEIGHBOURS), -1)
            self._noted = tuple((order[near], self._row_of(order[near])) for near in (*after, *before))

    def emptied(self, state: ListState) -> None:
        """Saves the position when a reload begins. The table still shows the old rows."""
        shown, row = self._model.listed, self._table.currentIndex().row()
        if state.path and state.path == shown.path and shown.total and row >= 0:
            self._place = _Place(state.path, shown.total, self._noted, self._table.rowViewportPosition(row))

    def restore(self, state: ListState) -> bool:
        """Moves the cursor back once the list is complete. Returns whether a position was restored."""
        place = self._place
        if place is None or state.loading or not self._model.rowCount():
            return False
        self._place = None
        if place.path != state.path:
            return False
        number = self._number(place, state)
        if number is None:
            return False
        self._table.go_to(number)
        bar = self._table.verticalScrollBar()
        bar.setValue(bar.value() + self._table.rowViewportPosition(self._table.currentIndex().row()) - place.offset)
        return True

    def _number(self, place: _Place, state: ListState) -> int | None:
        """The new number of the game under the cursor, or of its nearest remaining neighbour."""
        first, row = place.games[0]
        if state.total == place.total:  # the game was edited in place, or moved by one
            near = (number for number in (first, first - 1, first + 1) if 0 <= number < state.total)
            return next((number for number in near if self._row_of(number) == row), first)
        headers = {row: rank for rank, (_, row) in reversed(list(enumerate(place.games)))}
        shift = abs(state.total - place.total) + _NEIGHBOURS
        reach = min(shift, _FURTHEST)
        best: tuple[int, int, int] | None = None
        for number in range(max(0, first - reach), min(state.total, first + reach)):
            rank = headers.get(self._row_of(number))
            if rank is not None:
                found = (rank, abs(number - first), number)
                best = found if best is None else min(best, found)
        return best[2] if best else min(first, state.total - 1)
