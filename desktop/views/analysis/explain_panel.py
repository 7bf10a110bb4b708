"""The evaluation of the shown position by terms: White's and Black's values, weights and totals."""

from collections.abc import Sequence
from dataclasses import field

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractItemModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Slot,
)
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeView, QWidget

from desktop.model.endgame import TablesAnswer
from desktop.model.explanation import ExplainRow, ExplainState
from desktop.services.engines.explain_service import ExplainService
from desktop.services.tables.tablebase_service import TablebaseService
from desktop.views.kit import theme, words
from desktop.views.kit.fields import named
from desktop.views.kit.figures import Figure, Figures
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import in_column
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.messages import plain_label
from desktop.views.tables.tablebase_text import headline
from engine.ground.values import dataclass

_WIDTHS = (64, 64, 72, 72)
_WEIGHT = 3  # number of the column
_EVEN = 0.6  # pawns; up to this a position is about equal: the network gives the start position +0.51
_ROOMY, _LEAST = 440, 280  # widths of the panel in pixels


_NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_COLUMNS = 5
_ROOT = -1
Index = QModelIndex | QPersistentModelIndex


@dataclass
class _ExplainNode:
    """One row: its five texts, its parent and index there, and its children's numbers."""

    texts: tuple[str, ...]
    parent: int
    place: int
    children: list[int] = field(default_factory=list)


class ExplainModel(QAbstractItemModel):
    """Groups, their terms, and the terms' parts, in five columns of text."""

    def __init__(self, titles: Sequence[str], parent: QObject | None = None) -> None:
        """`titles`: the five column titles."""
        super().__init__(parent)
        self._titles = tuple(titles)
        self._nodes: list[_ExplainNode] = []
        self._top: list[int] = []

    def show(self, rows: Sequence[ExplainRow]) -> None:
        self.beginResetModel()
        self._nodes, self._top = [], []
        for place, row in enumerate(rows):
            self._top.append(self._add(row, _ROOT, place))
        self.endResetModel()

    def _add(self, row: ExplainRow, parent: int, place: int) -> int:
        number = len(self._nodes)
        node = _ExplainNode(_texts(row), parent, place)
        self._nodes.append(node)
        node.children = [self._add(part, number, index) for index, part in enumerate(row.parts)]
        return number

    def _children(self, parent: Index) -> list[int]:
        return self._nodes[parent.internalId()].children if parent.isValid() else self._top

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 -- Qt's signature
        """Returns the index of a cell, as required by Qt."""
        children = self._children(parent)
        if not (0 <= row < len(children) and 0 <= column < _COLUMNS):
            return QModelIndex()
        return self.createIndex(row, column, children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        """Returns the index of the parent row, as required by Qt."""
        number = self._nodes[index.internalId()].parent if index.isValid() else _ROOT
        return QModelIndex() if number == _ROOT else self.createIndex(self._nodes[number].place, 0, number)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 -- Qt's signature
        """Returns the number of rows under `parent`."""
        return 0 if parent.column() > 0 else len(self._children(parent))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 -- Qt's signature
        """Five: term, White, Black, weight, total."""
        return _COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Returns text or alignment; for names also a tool tip with the weight, whose column a narrow panel hides."""
        if not index.isValid():
            return None
        texts = self._nodes[index.internalId()].texts
        if role == Qt.ItemDataRole.DisplayRole:
            return texts[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 0:
            return ForeignText(f"{texts[0]}  ×{texts[3]}" if texts[3] else texts[0]).tip
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() > 0:
            return _NUMBERS
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self._titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section > 0:
            return _NUMBERS
        return None


def _texts(row: ExplainRow) -> tuple[str, ...]:
    name = QCoreApplication.translate("Explain", row.name)
    weight = "" if row.weight is None else words.figures(f"{row.weight:g}"[:5])
    total = "" if row.total is None else words.decimal(row.total, signed=True)
    return (name, _number(row.white), _number(row.black), weight, total)


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else words.decimal(value)


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Explain", text))


# Names of groups (`model/explanation.py`), listed for translation. Names of terms come from the evaluation.
NAMES = (
    *(_t("Material"), _t("Placement"), _t("Mobility"), _t("Rooks and queen"), _t("Pawns"), _t("Passed pawns")),
    *(_t("King's cover"), _t("King in danger"), _t("Threats"), _t("The move"), _t("Others")),
    *(_t("Network by piece"), _t("King danger squared, scaling"), _t("middlegame"), _t("endgame")),
)


class ExplainPanel(QFrame):
    """A tree of groups; a group opens into terms, a term into its middlegame and endgame values."""

    def __init__(self, explain: ExplainService, tablebases: TablebaseService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explain, self._tablebases = explain, tablebases
        self.setProperty("look", "card")
        self.total = plain_label(look="heading", wrap=True)
        self.figures = Figures()
        self._view = plain_label(look="quiet", wrap=True)
        self.model = ExplainModel(
            (self.tr("Term"), self.tr("White"), self.tr("Black"), self.tr("Weight"), self.tr("Total")), self
        )
        self.table = named(QTreeView(), self.tr("Terms of the evaluation"))
        self.table.setModel(self.model)
        self.table.setUniformRowHeights(True)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setMinimumHeight(theme.scaled(96))
        header = self.table.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, 5):
            header.resizeSection(column, theme.scaled(_WIDTHS[column - 1]))
        header.setFont(theme.font(theme.SMALL))
        self.table.setIndentation(2 * theme.SPACE)
        self.table.setFont(theme.font(theme.SMALL, monospaced_digits=True))
        in_column(self.total, self.figures, self._view, (self.table, 1), inside=self, margins=(3, 2, 3, 2), spacing=2)
        explain.changed.connect(self._update_explanation)
        tablebases.changed.connect(self._update_tables)
        self._update_explanation(explain.state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hides the weights in a narrow panel; they are in the tool tips too. In a still narrower one only totals fit."""
        self.table.setColumnHidden(_WEIGHT, event.size().width() < theme.scaled(_ROOMY))
        for column in (1, 2):
            self.table.setColumnHidden(column, event.size().width() < theme.scaled(_LEAST))

    def showEvent(self, event: QShowEvent) -> None:
        """Requests the evaluation while the panel is visible."""
        self._explain.want(True)

    def hideEvent(self, event: QHideEvent) -> None:
        if is_alive(self._explain):
            self._explain.want(False)

    @Slot(object)
    def _update_explanation(self, state: ExplainState | None) -> None:
        if state is None:
            self.total.setText(self.tr("Calculating …"))
            return
        figures = self._figures(state)
        self.total.setText(self._verdict(state, figures))
        self.figures.show_figures(
            *((words.decimal(worth, signed=True), name) for worth, name in figures), *self._share(state)
        )
        self._view.setText(words.sentence(state.problem) or self._explained(state))
        opened = self._opened()
        rows = [row for row in (state.style, state.network) if row]
        rows += state.rows
        if state.formulas:
            text = self.tr("Formulas of the source texts (not counted)")
            rows.append(ExplainRow(text, None, None, None, None, state.formulas))
        self.model.show(rows)
        if state.formulas:  # a sentence without values
            self.table.setFirstColumnSpanned(len(rows) - 1, QModelIndex(), True)
        for group in self._groups():
            self.table.setExpanded(group, str(group.data()) in opened)

    @Slot()
    def _update_tables(self) -> None:
        self._update_explanation(self._explain.state)

    def _explained(self, state: ExplainState) -> str:
        """Says which evaluation the engine plays by."""
        if state.style is not None:
            text = self.tr("The style %1 plays by its own terms. In pawns, for White.")
            return text.replace("%1", QCoreApplication.translate("Styles", state.style.name))
        if not state.counts:
            return self.tr("Here the classical terms count. In pawns, for White.")
        return self.tr("Full strength plays by the network. In pawns, for White.")

    def _figures(self, state: ExplainState) -> list[tuple[float, str]]:
        """The evaluations in pawns with their names; first the one that the engine plays by."""
        if state.total is None:
            return []
        named = [(state.total, self.tr("Classical"))]
        if state.network is not None and state.network.total is not None:
            named.insert(0 if state.counts else 1, (state.network.total, self.tr("Network")))
        if state.style is not None and state.style.total is not None:
            named.insert(0, (state.style.total, QCoreApplication.translate("Styles", state.style.name)))
        return named

    def _share(self, state: ExplainState) -> list[Figure]:
        """The weight of the middlegame values."""
        return [] if state.total is None else [(words.percent(state.opening_share), self.tr("middlegame values"))]

    def _verdict(self, state: ExplainState, figures: list[tuple[float, str]]) -> str:
        tables = self._tablebases.state
        if (
            tables.answer is TablesAnswer.KNOWN and tables.fen == state.fen
        ):  # what is proved comes before what is estimated
            return self.tr("By the endgame tables: %1").replace("%1", headline(tables))
        if not figures:
            return self.tr("No evaluation")
        total = figures[0][0]
        side = self.tr("White is better") if total > _EVEN else self.tr("Black is better")
        return self.tr("About even") if abs(total) <= _EVEN else side

    def _opened(self) -> set[str]:
        return {str(group.data()) for group in self._groups() if self.table.isExpanded(group)}

    def _groups(self) -> list[QModelIndex]:
        return [self.model.index(row, 0) for row in range(self.model.rowCount())]
