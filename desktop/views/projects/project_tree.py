"""The two trees of an analysis project: its moves, and its best lines, changes and most useful work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from desktop.views.kit import theme, words
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.rows_view import menu_place

if TYPE_CHECKING:
    from engine.play.project.overview import ProjectOverview, ProjectRow

Path = tuple[str, ...]
_PATH = Qt.ItemDataRole.UserRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("ProjectMoves", text))


_SIGNS = {  # of a move: icon and words
    "forced": ("push-pin", _t("forced")),
    "pruned": ("scissors", _t("left out")),
    "candidate": ("", ""),
}
_PASSES = {
    "expand": _t("search %1"),
    "deepen": _t("search %1 deeper"),
    "widen": _t("look for more moves after %1"),
}


def pass_text(overview: ProjectOverview, kind: str, path: Path) -> str:
    """A pass in words: `search 1. e4 e5 deeper`."""
    text = QCoreApplication.translate("ProjectMoves", _PASSES[kind])
    return words.filled(text, line_words(overview, path))


def line_words(overview: ProjectOverview, path: Path) -> str:
    """Moves from the root in the user's letters."""
    from engine.play.project.overview import line_text

    root = QCoreApplication.translate("ProjectMoves", "the first position")
    return words.moves(line_text(overview.project.root, path)) if path else root


class _PathTree(QTreeWidget):
    """Rows with moves from the root. Enter or a double click shows the position."""

    opened = Signal(tuple)  # the moves from the root
    asked = Signal(tuple, QPoint)  # the moves of the row whose menu is wanted, and the place on the screen

    def __init__(self) -> None:
        super().__init__()
        self.setIndentation(3 * theme.SPACE)
        self.itemActivated.connect(self._open)

    @property
    def path(self) -> Path | None:
        """The moves of the current row."""
        item = self.currentItem()
        return item.data(0, _PATH) if item is not None else None

    @Slot(QTreeWidgetItem)
    def _open(self, item: QTreeWidgetItem) -> None:
        if item.data(0, _PATH) is not None:
            self.opened.emit(item.data(0, _PATH))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Asks for the menu of a row."""
        index, place = menu_place(self, event)
        item = self.itemFromIndex(index) if index.isValid() else None
        if item is not None and item.data(0, _PATH) is not None:
            self.setCurrentItem(item)
            self.asked.emit(item.data(0, _PATH), place)


class ProjectMoves(_PathTree):
    """The tree of moves. What is open and chosen stays so while the project grows."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Moves of the project"))
        self.setHeaderLabels([self.tr("Move"), self.tr("Score"), self.tr("Passes")])
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.setMinimumHeight(theme.scaled(24 * theme.SPACE))
        self._name = ""
        self._rows: dict[Path, ProjectRow] = {}
        self._items: dict[Path, QTreeWidgetItem] = {}

    @property
    def row(self) -> ProjectRow | None:
        """The current row."""
        path = self.path
        return self._rows.get(path) if path is not None else None

    def choose(self, path: Path) -> None:
        """Makes a row the current one."""
        if path in self._items:
            self.setCurrentItem(self._items[path])

    def show_project(self, overview: ProjectOverview | None) -> None:
        """Shows a project. Another one starts with its first moves open."""
        rows = overview.rows if overview is not None else ()
        found = {row.path: row for row in rows}
        name = overview.project.name if overview is not None else ""
        if (name, found) == (self._name, self._rows):
            return
        same, current, top = name == self._name, self.path, self.verticalScrollBar().value()
        open_ones = {path for path, item in self._items.items() if item.isExpanded()} if same else {()}
        self._name, self._rows, self._items = name, found, {}
        self.blockSignals(True)
        self.clear()
        for row in rows:
            self._add(row, overview)
        for path in open_ones & set(self._items):
            self._items[path].setExpanded(True)
        self.choose(current if same and current is not None and current in self._items else ())
        self.blockSignals(False)
        self.verticalScrollBar().setValue(top if same else 0)
        self.itemSelectionChanged.emit()

    def _add(self, row: ProjectRow, overview: ProjectOverview | None) -> None:
        parent = self._items[row.path[:-1]] if row.path else self
        text = words.moves(row.san) if row.path else self.tr("First position")
        sign, said = _SIGNS[row.mark.value] if row.mark is not None else ("", "")
        facts = [QCoreApplication.translate("ProjectMoves", said)] if said else []
        facts += [self.tr("locked")] if row.locked else []
        facts += [self.tr("continued at another row")] if row.again else []
        score = words.score(row.score)
        if row.over and row.score is not None and row.score.score.number == 0:
            score = self.tr("draw")
        item = QTreeWidgetItem(parent, [text, score, words.whole(row.visits) if row.visits else ""])
        item.setData(0, _PATH, row.path)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setData(0, _SPOKEN, ", ".join((text, *facts, *([row.comment] if row.comment else []))))
        sign = "lock-simple" if row.locked else sign or ("chat-text" if row.comment else "")
        if sign:
            item.setIcon(0, icon(sign, "quiet"))
        tip = "\n".join((*facts, *([row.comment] if row.comment else []), *self._depth(row)))
        item.setToolTip(0, ForeignText(tip).tip)
        if row.mark is not None and row.mark.value == "pruned":
            font = item.font(0)
            font.setStrikeOut(True)
            item.setFont(0, font)
        self._items[row.path] = item

    def _depth(self, row: ProjectRow) -> list[str]:
        return [self.tr("depth %1").replace("%1", str(row.depth))] if row.depth else []


class ProjectSummary(_PathTree):
    """Best lines, what changed since the user looked, and the most useful work."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Summary of the project"))
        self.setHeaderHidden(True)
        self.setMinimumHeight(theme.scaled(16 * theme.SPACE))
        self._shown: tuple[object, ...] = ()
        self._folded: set[int] = set()

    def show_project(self, overview: ProjectOverview | None) -> None:
        """Shows a project; folded groups stay folded."""
        now = (overview.lines, overview.changes, overview.work) if overview is not None else ()
        if now == self._shown:
            return
        self._folded = {at for at in range(self.topLevelItemCount()) if not self.isExpanded(self.model().index(at, 0))}
        self._shown = now
        self.clear()
        if overview is None:
            return
        lines = [(one.moves[:1], f"{words.score(one.score)}  {words.moves(one.san)}") for one in overview.lines]
        work = [(one.path, pass_text(overview, one.kind.value, one.path)) for one in overview.work]
        changes = []
        for one in overview.changes:
            was = words.score(one.seen) if one.seen is not None else self.tr("new")
            place = line_words(overview, one.path)
            changes.append((one.path, f"{was} → {words.score(one.score)}  {place}"))
        self._group(self.tr("Best lines"), lines)
        self._group(self.tr("Changed since you looked"), changes)
        self._group(self.tr("Most useful work"), work)

    def _group(self, title: str, rows: list[tuple[Path, str]]) -> None:
        head = QTreeWidgetItem(self, [title])
        head.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        for path, text in rows:
            item = QTreeWidgetItem(head, [text])
            item.setData(0, _PATH, path)
            item.setToolTip(0, ForeignText(text).tip)
        if not rows:
            QTreeWidgetItem(head, [self.tr("nothing")])
        head.setExpanded(self.indexOfTopLevelItem(head) not in self._folded)
