"""The evaluation's terms as a model for a tree view.

Nodes are numbers into a list, and not objects owned by Qt: a tree widget with items made in Python crashed when its
items were replaced.
"""

from collections.abc import Sequence
from dataclasses import field

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.model.explanation import ExplainRow
from desktop.views.kit import words
from desktop.views.kit.foreign_text import ForeignText
from engine.ground.values import dataclass

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
