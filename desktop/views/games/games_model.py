"""The Qt table model for the games of a file. It stores no cells: each is read when it becomes visible."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QCoreApplication,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)

from desktop.model.game.heading import event_of
from desktop.model.game.match import player_of
from desktop.model.game_list import (
    BLACK_ACCURACY,
    BOTTOM,
    CHAPTER,
    COMMENT,
    LABELS,
    MOVES,
    NUMBER,
    OPENING,
    WHITE_ACCURACY,
    ListState,
)
from desktop.model.shorten import shortened_header
from desktop.services.files.game_list_service import GameListService
from desktop.views.kit import words
from engine.pgn.study import names_of

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("GamesModel", text))


# (title, header in the file, width in pixels, aligned to the right)
COLUMNS: tuple[tuple[str, str, int, bool], ...] = (
    ("No.", NUMBER, 60, True),
    ("White", "White", 148, False),
    ("Elo", "WhiteElo", 58, True),
    ("Black", "Black", 148, False),
    ("Elo", "BlackElo", 58, True),
    ("Result", "Result", 68, False),
    ("Date", "Date", 112, False),
    ("Moves", MOVES, 68, True),
    ("ECO", "ECO", 56, False),
    ("Opening", OPENING, 220, False),
    ("Event", "Event", 184, False),
    ("Site", "Site", 108, False),
    ("Round", "Round", 64, False),
    (_t("White %"), WHITE_ACCURACY, 72, True),
    (_t("Black %"), BLACK_ACCURACY, 72, True),
    (_t("Labels"), LABELS, 140, False),
    (_t("Chapter"), CHAPTER, 200, False),
    (_t("Comment"), COMMENT, 180, False),
    (_t("Below"), BOTTOM, 72, False),
)
CHAPTERS = (CHAPTER, COMMENT, BOTTOM)
"""The columns of a study."""
JUDGED = tuple(at for at, column in enumerate(COLUMNS) if column[1] in (WHITE_ACCURACY, BLACK_ACCURACY))
"""The columns of accuracies, shown where some are known."""
HIGHEST_FIRST = frozenset(("WhiteElo", "BlackElo", "Date", MOVES, WHITE_ACCURACY, BLACK_ACCURACY))
"""The columns whose first click shows the highest values, or the latest."""
LABELLED = next(at for at, column in enumerate(COLUMNS) if column[1] == LABELS)
"""The column of labels, likewise."""
DRAGGED = "application/x-ratsu-games"
"""The kind of the data that are dragged: the selected games of the list."""
# The columns that take up surplus width, and their shares of it.
ROOM = {CHAPTER: 4, COMMENT: 5, "White": 2, "Black": 2, OPENING: 4, "Event": 3, "Site": 2}
# The place of each header in a row of the list (the order of engine.pgn.index.COLUMNS).
_PLACES = {
    name: place
    for place, name in enumerate(
        (
            *("White", "WhiteElo", "Black", "BlackElo", "Result", "Date", "Event", "Site", "Round", "ECO"),
            *(WHITE_ACCURACY, BLACK_ACCURACY, LABELS),
        )
    )
}
# Looked up once: Python's flags and enumerations are slow.
_DISPLAY, _ACCESSIBLE = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole
_ALIGNMENT = Qt.ItemDataRole.TextAlignmentRole
SIDES = [
    (Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter
    for *_, right in COLUMNS
]
_SHOWN = {"1/2-1/2": "½–½", "1-0": "1–0", "0-1": "0–1", "?": "", "????.??.??": ""}


class GamesModel(QAbstractTableModel):
    """Rows are the games of a `ListState`, in its order."""

    completed = Signal()  # the texts of rows that were shown incomplete may be known

    def __init__(self, lists: GameListService) -> None:
        super().__init__(lists)
        self._lists = lists
        self._state = lists.state
        lists.rows_changed.connect(self._update_rows)
        lists.rows_read.connect(self.completed)

    @property
    def order(self) -> Sequence[int]:
        return self._state.order

    @property
    def listed(self) -> ListState:
        return self._state

    def show_state(self, state: ListState) -> bool:
        """Shows a list in a new order or with more rows. Returns whether the old rows are unchanged."""
        before, self_order = self._state, self._state.order
        in_order = isinstance(self_order, range) or not self_order  # the order of a sorted list outlasts its column
        grows = state.path == before.path and state.everything and before.everything and in_order
        if grows and len(state.order) >= len(self_order):
            added = len(state.order) - len(self_order)
            if added:
                self.beginInsertRows(QModelIndex(), len(self_order), len(state.order) - 1)
            self._state = state
            if added:
                self.endInsertRows()
            return True
        if state.order is self_order and state.path == before.path:
            self._state = state
            return True
        self.beginResetModel()
        self._state = state
        self.endResetModel()
        return False

    def is_read(self, row: int) -> bool:
        number = self.number(row)
        return bool(self._lists.row(number)) and self._lists.fact(number) is not None

    def number(self, row: int) -> int:
        return self._state.order[row]

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._state.order)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == _ALIGNMENT:
            return SIDES[index.column()]
        if role not in (_DISPLAY, _ACCESSIBLE):
            return None
        if role == _ACCESSIBLE and index.column() == 0:
            return self._row_text(index.row())
        return self.text(index.row(), index.column())

    def _row_text(self, game: int) -> str:
        """The game as a screen reader speaks it at the first cell of its row: number, players, result, date, event."""
        names = [COLUMNS[section][1] for section in range(len(COLUMNS))]
        texts = self.texts(game, [names.index(name) for name in (NUMBER, "White", "Black", "Result", "Date", "Event")])
        return ", ".join(text for text in (texts[0], f"{texts[1]} – {texts[2]}", *texts[3:]) if text.strip(" –"))

    def text(self, game: int, section: int) -> str:
        """Returns the text of a cell."""
        return self.texts(game, (section,))[0]

    def texts(self, game: int, sections: Iterable[int]) -> list[str]:
        """Returns the texts of cells of a row. Its headers are read once: that took half of the time of painting."""
        number = self._state.order[game]
        row = self._lists.row(number)
        return [self._cell(number, row, COLUMNS[section][1]) for section in sections]

    def _cell(self, number: int, row: Sequence[str], column: str) -> str:
        if column == NUMBER:
            return words.whole(number + 1)
        place = _PLACES.get(column, len(row))
        text = row[place] if place < len(row) else ""
        if column in (MOVES, OPENING) or (column == "ECO" and text in ("", "?")):
            fact = self._lists.fact(number)
            if fact is None:
                return ""
            return (
                fact.eco
                if column == "ECO"
                else words.opening(fact.opening)
                if column == OPENING
                else f"{(fact.plies + 1) // 2}"
            )
        if column in CHAPTERS:
            return self._of_chapter(number, column, row)
        if column in (WHITE_ACCURACY, BLACK_ACCURACY):
            return words.figures(text)
        if column == "Date":
            return words.date(text)
        if column in ("White", "Black"):
            text = words.player(player_of(text))
        elif column == "Event":
            text = words.text_of(event_of(text))
        return _SHOWN[text] if text in _SHOWN else shortened_header(text)

    def _of_chapter(self, number: int, column: str, row: Sequence[str]) -> str:
        """The text of a chapter's column; the name is in the Event until the game is read."""
        if not self._state.study or not row:
            return ""
        fact = self._lists.fact(number)
        chapter = fact.chapter if fact is not None else None
        if column == CHAPTER:
            return shortened_header(chapter.name if chapter is not None else names_of(row[_PLACES["Event"]])[1])
        if chapter is None:
            return ""
        if column == COMMENT:
            return shortened_header(chapter.comment)
        return self.tr("White") if chapter.white_below else self.tr("Black")

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles of the columns, and the order of their first click."""
        if role == _ALIGNMENT and orientation == Qt.Orientation.Horizontal:
            return SIDES[section]
        if role == _DISPLAY and orientation == Qt.Orientation.Horizontal:
            return QCoreApplication.translate("GamesModel", COLUMNS[section][0])
        if role == Qt.ItemDataRole.InitialSortOrderRole and COLUMNS[section][1] in HIGHEST_FIRST:
            return Qt.SortOrder.DescendingOrder.value
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Rows can be dragged to a collection."""
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        """See `DRAGGED`."""
        return [DRAGGED]

    def mimeData(self, _indexes: Sequence[QModelIndex]) -> QMimeData:
        """A mark that games of the list are dragged; who takes them asks the table for its selection."""
        data = QMimeData()
        data.setData(DRAGGED, b"")
        return data

    @Slot()
    def _update_rows(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(COLUMNS) - 1))
