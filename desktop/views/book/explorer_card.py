"""The statistics of the user's collection for the shown position: moves, games, score, rating, last year, top games."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.model.book.explorer import ExplorerState
from desktop.model.collection import CollectionState
from desktop.services.book.explorer_service import ExplorerService
from desktop.services.files.collection_service import CollectionService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.views.kit import theme, words
from desktop.views.kit.messages import plain_label

_ROW = 26
_MOST = 12  # moves
_LEAST_IN_SIGHT = 2  # visible rows in a low panel; the others scroll


class ExplorerTable(QTableWidget):
    """The table of moves. Enter or a double click plays the move of the row."""

    played = Signal(int)  # row

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 5, parent)
        titles = (self.tr("Move"), self.tr("Games"), self.tr("White"), self.tr("Ø Elo"), self.tr("Last"))
        for column, title in enumerate(titles):
            item = QTableWidgetItem(title)
            side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
            item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            self.setHorizontalHeaderItem(column, item)
        self.setAccessibleName(self.tr("Moves in the collection"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(theme.scaled(_ROW))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setHighlightSections(False)
        self.doubleClicked.connect(lambda index: self.played.emit(index.row()))

    def event(self, event: QEvent) -> bool:
        """Takes the keys that walk through its rows from the window's shortcuts."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in keys:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plays the move of the row on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self.played.emit(self.currentRow())
        else:
            super().keyPressEvent(event)


class ExplorerCard(QFrame):
    """The card under the book's panel; hidden if the user has no collection."""

    def __init__(
        self,
        games: GameService,
        collection: CollectionService,
        explorer: ExplorerService,
        match: MatchService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._games, self._collection, self._explorer, self._match = games, collection, explorer, match
        self.setProperty("look", "card")
        heading = plain_label(self.tr("Collection"))
        heading.setProperty("look", "heading")
        self.games_button = QPushButton(self.tr("Games"))
        self.games_button.setToolTip(self.tr("Lists the games with this position"))
        self.games_button.setAccessibleName(self.tr("Games with this position"))
        self.note = plain_label()
        self.note.setProperty("look", "quiet")
        self.note.setWordWrap(True)
        self.table = ExplorerTable()
        head = QHBoxLayout()
        head.addWidget(heading)
        head.addStretch(1)
        head.addWidget(self.games_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE)
        column.setSpacing(theme.SPACE)
        column.addLayout(head)
        column.addWidget(self.table)
        column.addWidget(self.note)
        self.table.played.connect(self._play)
        self.table.currentCellChanged.connect(lambda *_: self._update_note())
        self.games_button.clicked.connect(self._list_games)
        explorer.changed.connect(self._update_rows)
        collection.changed.connect(self._update_state)
        self._update_rows(explorer.state)
        explorer.look_at(games.state)

    @Slot(object)
    def _update_state(self, _state: CollectionState) -> None:
        self._update_note()

    @Slot(object)
    def _update_rows(self, state: ExplorerState) -> None:
        rows = state.rows[:_MOST]
        self.table.setRowCount(len(rows))
        for place, row in enumerate(rows):
            score = "" if row.score is None else words.percent(row.score / 100)
            elo, year = str(row.average_elo or ""), str(row.last_year or "")
            for column, text in enumerate((words.moves(row.san), words.whole(row.games), score, elo, year)):
                item = QTableWidgetItem(text)
                side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
                item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(place, column, item)
        head = self.table.horizontalHeader().sizeHint().height()
        self.table.setMinimumHeight(head + theme.scaled(_ROW) * min(len(rows), _LEAST_IN_SIGHT) + 2)
        self.table.setMaximumHeight(head + theme.scaled(_ROW) * len(rows) + 2)
        self.table.setVisible(bool(rows))
        self.games_button.setEnabled(bool(rows))
        self._update_note()

    def _update_note(self) -> None:
        """Shows the best games of the chosen row, or the reason why the table is empty."""
        collection, row = self._collection, self.table.currentRow()
        rows = self._explorer.state.rows
        if not collection.exists:
            text = self.tr("Import PGN files (File menu) to see what was played in this position.")
        elif not rows:
            text = self.tr("No game in the collection continues from this position.")
        else:
            text = "; ".join(rows[max(row, 0)].top[:2])
        self.note.setText(text)

    def _play(self, row: int) -> None:
        shown = self._explorer.state
        if row < len(shown.rows):
            self._match.user_move(shown.rows[row].uci, shown.fen)

    def _list_games(self) -> None:
        from books.collection.query import Query

        self._collection.search(Query(), self._games.state)
