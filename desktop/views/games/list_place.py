"""Restores the user's position in a list of games after it is read again: after an edit, a deletion, an undo, a search."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QObject
from PySide6.QtWidgets import QAbstractItemView

from desktop.model.game_list import ListState
from desktop.services.files.collected_games import CollectedGames
from desktop.services.files.game_list_service import GameListService
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


@dataclass(frozen=True)
class Selected:
    """The game under the cursor and the selected ones, by their numbers in the collection or in the file."""

    current: int
    games: frozenset[int]


class ListPlace(QObject):
    """Notes the games around a table's cursor. `emptied` saves them, `restore` moves the cursor back. `selected` returns the
    selected games before the rows change, `reselect` selects them afterwards."""

    def __init__(self, table: GamesTable, model: GamesModel, lists: GameListService) -> None:
        super().__init__(table)
        self._table, self._model, self._lists, self._row_of = table, model, lists, lists.row
        self._games = lists.listed
        self._place: _Place | None = None
        self._noted: Games = ()
        table.selectionModel().currentChanged.connect(self._note)

    def selected(self) -> Selected | None:
        """The selected games; None if nothing is under the cursor, or the games of another file or collection follow."""
        before, games = self._games, self._lists.listed
        self._games, current = games, self._table.current_number
        if current is None or before is None:
            return None
        numbers = self._table.selected_numbers()
        if before is games and not isinstance(games, CollectedGames):
            return Selected(current, frozenset(numbers))
        if isinstance(before, CollectedGames) and isinstance(games, CollectedGames):
            if before.collection == games.collection and before.binned == games.binned:
                return Selected(before.number(current), frozenset(map(before.number, numbers)))
        return None

    def reselect(self, chosen: Selected) -> bool:
        """Selects games wherever they are now, and moves the cursor there. Returns whether the cursor's game is listed."""
        order, games = self._model.order, self._games
        number = games.row_of if isinstance(games, CollectedGames) else int
        numbers = {found for game in chosen.games if (found := number(game)) is not None}
        current = number(chosen.current)
        if current is None or current not in order:
            return False
        rows = sorted(numbers) if isinstance(order, range) else [row for row, at in enumerate(order) if at in numbers]
        selection, flag = QItemSelection(), QItemSelectionModel.SelectionFlag
        for first, last in _runs(rows):
            selection.select(self._model.index(first, 0), self._model.index(last, self._model.columnCount() - 1))
        model = self._table.selectionModel()
        model.setCurrentIndex(self._model.index(order.index(current), 0), flag.NoUpdate)
        model.select(selection, flag.ClearAndSelect)
        self._table.scrollTo(model.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)
        return True

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


def _runs(rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yields the first and last of each run of rows that follow each other. `rows`: ascending."""
    for _, run in groupby(enumerate(rows), key=lambda row: row[1] - row[0]):
        run_rows = [row for _, row in run]
        yield run_rows[0], run_rows[-1]
