"""The evaluation's terms of the shown position: what each side has, and what it comes to."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from desktop.model.explanation import ExplainRow, ExplainState
from desktop.services.bundle import Services
from desktop.views import theme, words
from desktop.views.messages import plain_label

_WIDTHS = (60, 60, 62, 60)
_WEIGHT = 3  # the column
_ROOMY = 440  # pixels of the panel's width
_NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Explain", text))


# The names in `model/explanation.py` and in the engine's terms, so that they can be translated.
NAMES = (
    *(_t("Material"), _t("Placement"), _t("Mobility"), _t("Rooks and queen"), _t("Pawns"), _t("Passed pawns")),
    *(_t("King's cover"), _t("King in danger"), _t("Threats"), _t("The move"), _t("Others")),
    *(_t("King danger squared, scaling"), _t("middlegame"), _t("endgame"), _t("material"), _t("squares")),
    *(_t("knight mobility"), _t("bishop mobility"), _t("rook mobility"), _t("queen mobility"), _t("bishop pair")),
    *(_t("bishop pawns"), _t("long diagonal"), _t("outpost"), _t("behind pawn"), _t("king distance")),
    *(_t("rook file"), _t("rook on seventh"), _t("trapped rook"), _t("exposed queen"), _t("doubled")),
    *(_t("isolated"), _t("isolated doubled"), _t("backward"), _t("phalanx"), _t("supported"), _t("candidate")),
    *(_t("passed"), _t("protected passed"), _t("blocked passed"), _t("safe passed"), _t("free passed")),
    *(_t("passed own king"), _t("passed enemy king"), _t("rook behind passed"), _t("square rule"), _t("shelter")),
    *(_t("storm"), _t("threat by pawn"), _t("threat by minor"), _t("threat by rook"), _t("threat by king")),
    *(_t("hanging"), _t("push threat"), _t("restricted"), _t("queen hit"), _t("pinned"), _t("space"), _t("tempo")),
    *(_t("danger base"), _t("danger attacker"), _t("danger ring"), _t("danger weak"), _t("danger safe check")),
    *(_t("danger unsafe check"), _t("danger pinned"), _t("danger no queen"), _t("danger flank")),
    *(_t("danger flank defence"), _t("danger shelter"), _t("danger mobility")),
)


class ExplainPanel(QFrame):
    """A table of groups; a group opens into terms, a term into its middlegame and endgame values."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self.setProperty("look", "card")
        self.total = plain_label()
        self.total.setProperty("look", "heading")
        self._view = plain_label()
        self._view.setProperty("look", "quiet")
        self._view.setWordWrap(True)
        self.table = QTreeWidget()
        self.table.setColumnCount(5)
        self.table.setHeaderLabels(
            [self.tr("Term"), self.tr("White"), self.tr("Black"), self.tr("Weight"), self.tr("Total")]
        )
        self.table.setAccessibleName(self.tr("Terms of the evaluation"))
        self.table.setUniformRowHeights(True)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setMinimumHeight(220)
        header = self.table.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, 5):
            header.resizeSection(column, _WIDTHS[column - 1])
        header.setFont(theme.font(theme.SMALL))
        self.table.setIndentation(2 * theme.SPACE)
        self.table.setFont(theme.font(theme.SMALL, monospaced_digits=True))
        for column in range(1, 5):
            self.table.headerItem().setTextAlignment(column, _NUMBERS)
        column_layout = QVBoxLayout(self)
        column_layout.setContentsMargins(3 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE)
        column_layout.setSpacing(theme.SPACE)
        for part in (self.total, self._view):
            column_layout.addWidget(part)
        column_layout.addWidget(self.table, 1)
        services.explain.changed.connect(self._update_explanation)
        self._update_explanation(services.explain.state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow panel the names need the room more than the weights, which are in the tool tips too."""
        self.table.setColumnHidden(_WEIGHT, event.size().width() < _ROOMY)

    def showEvent(self, event: QShowEvent) -> None:
        """Somebody looks."""
        self._services.explain.want(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks."""
        self._services.explain.want(False)

    @Slot(object)
    def _update_explanation(self, state: ExplainState | None) -> None:
        if state is None:
            self.total.setText(self.tr("Working out …"))
            return
        self.total.setText(self._heading(state))
        share = str(round(100 * state.opening_share))
        text = self.tr(
            "Without search, in pawns; totals are White's. Middlegame values count %1 % here, endgame values the rest."
        )
        self._view.setText(words.sentence(state.problem) or text.replace("%1", share))
        opened = self._opened()
        while self.table.topLevelItemCount():  # clear() crashed in PySide: it deletes items that Python still holds
            self.table.takeTopLevelItem(0)
        for row in state.rows:
            self.table.addTopLevelItem(_item(row))
        if state.formulas:
            text = self.tr("Formulas of the literature (not counted)")
            self.table.addTopLevelItem(_item(ExplainRow(text, None, None, None, None, state.formulas)))
        for item in self._groups():
            item.setExpanded(item.text(0) in opened)

    def _heading(self, state: ExplainState) -> str:
        if state.total is None:
            return self.tr("No evaluation")
        side = self.tr("White is better") if state.total > 0.2 else self.tr("Black is better")
        even = self.tr("About even") if abs(state.total) <= 0.2 else side
        return f"{words.decimal(state.total, signed=True)}  {even}"

    def _opened(self) -> set[str]:
        return {item.text(0) for item in self._groups() if item.isExpanded()}

    def _groups(self) -> list[QTreeWidgetItem]:
        items = (self.table.topLevelItem(index) for index in range(self.table.topLevelItemCount()))
        return [item for item in items if item is not None]


def _item(row: ExplainRow) -> QTreeWidgetItem:
    name = QCoreApplication.translate("Explain", row.name)
    weight = "" if row.weight is None else words.figures(f"{row.weight:g}"[:5])
    total = "" if row.total is None else words.decimal(row.total, signed=True)
    item = QTreeWidgetItem([name, _number(row.white), _number(row.black), weight, total])
    item.setToolTip(0, f"{name}  ×{weight}" if weight else name)  # own text
    for column in range(1, 5):
        item.setTextAlignment(column, _NUMBERS)
    for part in row.parts:
        item.addChild(_item(part))
    return item


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else words.decimal(value)
