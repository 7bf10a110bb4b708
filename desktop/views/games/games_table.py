"""The table of games. Of thousands of rows only the visible ones are read. Every command has a key."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDrag,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
)

from desktop.model.game_list import LABELS, ListState
from desktop.views.games.games_model import CHAPTERS, COLUMNS, JUDGED, LABELLED, ROOM, SIDES, GamesModel
from desktop.views.kit import theme, words
from desktop.views.kit.rows_view import menu_place
from engine.ground.text import Text

_ROW = 28
_MARGINS = 24  # pixels left and right of the text of a cell
# Chapters of a study begin alike, so an event is shortened in the middle.
_ELIDED = [
    Qt.TextElideMode.ElideMiddle if name == "Event" else Qt.TextElideMode.ElideRight for _, name, _, _ in COLUMNS
]
_PLACE = {name: place for place, (_, name, _, _) in enumerate(COLUMNS)}
_PADDING = 11  # pixels left and right of the text of a cell
_INSIDE = (_PADDING, 0, -_PADDING, 0)
_MOST_PICTURES = 100  # of rows: 16 MB at 1,400 pixels
_KEYS = QKeySequence.StandardKey
_OWN_KEYS = (_KEYS.Copy, _KEYS.SelectAll, _KEYS.Undo, _KEYS.Redo)


class GamesTable(QTableView):
    """Enter or a double click: `chosen`. Delete: `removed`. Ctrl+C: `copied`. Slash: `sought`. Escape: `left`.

    Ctrl+Z and Ctrl+Shift+Z: `taken_back`. F2: `renamed`. Alt with up or down: `moved`. F: `starred`. L: `labelled`.
    """

    chosen = Signal(int)  # number of the game
    removed = Signal()
    copied = Signal()
    taken_back = Signal(bool)  # True: undo, False: redo
    renamed = Signal()
    moved = Signal(int)  # one up (-1) or down (1)
    sought = Signal()
    starred = Signal()
    labelled = Signal()
    left = Signal()
    menu_wanted = Signal(QPoint)  # at this place on the screen, for the selected games

    def __init__(self, model: GamesModel) -> None:
        super().__init__()
        self.games = model
        self.setModel(model)
        self._incomplete: set[tuple[int, bool, bool]] = set()
        self._pictures: dict[tuple[int, bool, bool], QPixmap] = {}  # of rows, as they were painted
        self._cells: list[tuple[int, QRect]] = []  # of such a picture
        self.setAccessibleName(self.tr("Games of the file"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setAlternatingRowColors(True)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(theme.scaled(_ROW))
        titles = self.horizontalHeader()
        titles.setHighlightSections(False)
        titles.setSectionsClickable(True)
        titles.setSortIndicatorShown(True)
        titles.setSortIndicatorClearable(True)
        titles.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        titles.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._hidden: set[str] = set()
        self._fitting = False
        self._fitted = True  # until the user chooses a width
        self._figures, self._number_width = 0, theme.scaled(COLUMNS[0][2])  # of the last game's number
        for place, (_, _, width, _) in enumerate(COLUMNS):
            self.setColumnWidth(place, theme.scaled(width))
        for at, name in enumerate((*CHAPTERS, LABELS), 1):  # labels are the user's own, too
            titles.moveSection(titles.visualIndex(_PLACE[name]), at)
        self.setDragEnabled(True)
        self.show_columns(ListState())
        titles.sectionResized.connect(self._width_chosen)
        self.horizontalScrollBar().valueChanged.connect(self._forget_pictures)
        titles.geometriesChanged.connect(self._forget_pictures)
        titles.sectionMoved.connect(self._forget_pictures)
        model.completed.connect(self._complete)
        for changed in (model.dataChanged, model.modelReset, model.rowsInserted):
            changed.connect(self._forget_pictures)
        self.doubleClicked.connect(self._choose)

    def show_columns(self, state: ListState) -> None:
        """Shows the columns that have values: accuracies and labels if any are known, chapters of a study in place of events."""
        hidden = set(state.empty)
        if state.study:
            hidden.add("Event")
        else:
            hidden = (hidden - {"White", "Black", "Result"}) | {*CHAPTERS}
        if not state.labelled:
            hidden.add(COLUMNS[LABELLED][1])
        if not state.judged:
            hidden |= {COLUMNS[place][1] for place in JUDGED}
        hidden.discard("ECO")  # found from the moves
        if hidden != self._hidden:
            self._hidden = hidden
            for place, (_, name, _, _) in enumerate(COLUMNS):
                self.setColumnHidden(place, name in hidden)
            if self._fitted:
                self._fit()

    def fit_numbers(self, total: int) -> None:
        """Makes the first column wide enough for the number of each of `total` games."""
        figures = len(str(total))
        if figures == self._figures:
            return
        self._figures = figures
        longest = self.fontMetrics().horizontalAdvance(words.whole(10**figures - 1))
        self._number_width = max(theme.scaled(COLUMNS[0][2]), longest + _MARGINS)
        if self._fitted:
            self._fit()
        elif self.columnWidth(0) < self._number_width:
            self._set_width(0, self._number_width)

    @property
    def current_number(self) -> int | None:
        index = self.currentIndex()
        return self.games.number(index.row()) if index.isValid() else None

    def selected_numbers(self) -> list[int]:
        """The numbers of the selected games, from top to bottom."""
        selection = self.selectionModel().selection()
        ranges = (selection.at(place) for place in range(selection.count()))
        rows = {row for found in ranges for row in range(found.top(), found.bottom() + 1)}
        return [self.games.number(row) for row in sorted(rows)]

    def go_to(self, number: int | None) -> None:
        """Moves the cursor to a game, or to the first row if the game is not shown, and selects only that row.
        `setCurrentIndex` would add the row or take it away where Shift or Ctrl is held, as after Ctrl+Z."""
        if not self.games.rowCount():
            return
        order, flag = self.games.order, QItemSelectionModel.SelectionFlag
        row = order.index(number) if number is not None and number in order else 0
        self.selectionModel().setCurrentIndex(self.games.index(row, 0), flag.ClearAndSelect | flag.Rows)
        if row:
            self.scrollTo(self.games.index(row, 0), QAbstractItemView.ScrollHint.PositionAtCenter)

    @Slot()
    def _forget_pictures(self) -> None:
        self._pictures.clear()
        self._incomplete.clear()
        self._cells.clear()

    @Slot()
    def _complete(self) -> None:
        """Paints the rows again whose texts were not all known."""
        for key in self._incomplete:
            self._pictures.pop(key, None)
        self._incomplete.clear()
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints each row as one picture, which is made once: scrolling shows the pictures at other places."""
        with QPainter(self.viewport()) as painter:
            last = self.rowAt(event.rect().bottom())
            focus = self.currentIndex() if self.hasFocus() else QModelIndex()
            selection, root = self.selectionModel(), QModelIndex()
            any_chosen = selection.hasSelection()
            for row in range(
                max(0, self.rowAt(event.rect().top())), (last if last >= 0 else self.games.rowCount() - 1) + 1
            ):
                chosen = (any_chosen and selection.isRowSelected(row, root)) or row == focus.row()
                key = (self.games.number(row), bool(row % 2), chosen)
                picture = self._pictures.get(key)
                if picture is None:
                    while len(self._pictures) >= _MOST_PICTURES:
                        del self._pictures[next(iter(self._pictures))]
                    if not self.games.is_read(row):  # asked first: a page may arrive while the row is painted
                        self._incomplete.add(key)
                    picture = self._pictures[key] = self._picture(row, chosen=chosen)
                painter.drawPixmap(0, self.rowViewportPosition(row), picture)

    def _picture(self, row: int, *, chosen: bool) -> QPixmap:
        height, ratio, colours = self.rowHeight(row), self.devicePixelRatioF(), theme.colours()
        picture = QPixmap(QSize(self.viewport().width(), height) * ratio)
        picture.setDevicePixelRatio(ratio)
        width = min(self.viewport().width(), self.horizontalHeader().length() - self.horizontalHeader().offset())
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            if chosen or row % 2:
                painter.fillRect(0, 0, width, height, QColor(colours.accent_soft if chosen else colours.window))
            painter.setFont(self.font())
            painter.setPen(QColor(colours.ink))
            metrics = self.fontMetrics()
            cells = self._cells = self._cells or self._shown_cells(height)
            for text, (place, cell) in zip(self.games.texts(row, [place for place, _ in cells]), cells, strict=True):
                if text:
                    painter.drawText(cell, SIDES[place], metrics.elidedText(text, _ELIDED[place], cell.width()))
        return picture

    def _shown_cells(self, height: int) -> list[tuple[int, QRect]]:
        """Returns the shown columns, each with the place of its text in the picture of a row."""
        wide = [place for place in range(len(COLUMNS)) if self.columnWidth(place) > 2 * _PADDING]
        return [
            (place, QRect(self.columnViewportPosition(place), 0, self.columnWidth(place), height).adjusted(*_INSIDE))
            for place in wide
        ]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Selects a row without scrolling; Qt would move the columns until all of the pressed cell is seen."""
        self.setAutoScroll(False)
        super().mousePressEvent(event)
        self.setAutoScroll(True)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Asks for the menu of the selected games; a right press outside the selection has moved it to its row."""
        index, place = menu_place(self, event)
        if index.isValid():
            self.menu_wanted.emit(place)

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drags the selected games under a small picture. Qt's own, of whole rows, would hide the collections."""
        drag = QDrag(self)
        drag.setMimeData(self.games.mimeData([]))
        drag.setPixmap(self.drag_picture())
        drag.setHotSpot(QPoint(-_PADDING, -_PADDING))
        drag.exec(actions)

    def drag_picture(self) -> QPixmap:
        text = words.text_of(Text("%1 {game|games}", len(self.selected_numbers())))
        ratio, colours = self.devicePixelRatioF(), theme.colours()
        size = QSize(self.fontMetrics().horizontalAdvance(text) + 2 * _PADDING, theme.scaled(_ROW))
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(QColor(colours.accent_soft))
        with QPainter(picture) as painter:
            painter.setFont(self.font())
            painter.setPen(QColor(colours.ink))
            painter.drawText(QRect(QPoint(), size), Qt.AlignmentFlag.AlignCenter, text)
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives surplus width to the columns with the longest texts."""
        super().resizeEvent(event)
        self._forget_pictures()
        if self._fitted:
            self._fit()

    def _fit(self) -> None:
        least = [self._number_width, *(theme.scaled(width) for _, _, width, _ in COLUMNS[1:])]
        left = self.viewport().width() - sum(width for at, width in enumerate(least) if not self.isColumnHidden(at))
        shares = max(1, sum(ROOM.get(COLUMNS[at][1], 0) for at in range(len(COLUMNS)) if not self.isColumnHidden(at)))
        for place, (_, name, _, _) in enumerate(COLUMNS):
            self._set_width(place, least[place] + max(0, left) * ROOM.get(name, 0) // shares)

    def _set_width(self, place: int, width: int) -> None:
        """Sets a width that does not count as the user's choice."""
        self._fitting = True
        self.setColumnWidth(place, width)
        self._fitting = False

    def _width_chosen(self) -> None:
        self._fitted = self._fitted and self._fitting

    def event(self, event: QEvent) -> bool:
        """Claims plain keys for the table: some are also shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
            own = any(event.matches(key) for key in _OWN_KEYS)
            if own or (plain and not Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F12):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End go to the first and last row; other keys as in the class docstring."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
        elif key == Qt.Key.Key_Delete:
            self.removed.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        elif event.matches(_KEYS.Undo):
            self.taken_back.emit(True)
        elif event.matches(_KEYS.Redo):
            self.taken_back.emit(False)
        elif key == Qt.Key.Key_F2:
            self.renamed.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.moved.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif key in (Qt.Key.Key_F, Qt.Key.Key_L) and not event.modifiers():
            (self.starred if key == Qt.Key.Key_F else self.labelled).emit()
        elif key == Qt.Key.Key_Slash:
            self.sought.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers() and self.games.rowCount():
            self.setCurrentIndex(self.games.index(0 if key == Qt.Key.Key_Home else self.games.rowCount() - 1, 0))
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.games.number(index.row()))
