"""The evaluation of the shown position by terms: White's and Black's values, weights and totals."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QModelIndex, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeView, QVBoxLayout, QWidget

from desktop.model.explanation import ExplainRow, ExplainState
from desktop.services.engines.explain_service import ExplainService
from desktop.views.analysis.explain_model import ExplainModel
from desktop.views.kit import theme, words
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.messages import plain_label

_WIDTHS = (64, 64, 72, 72)
_WEIGHT = 3  # number of the column
_EVEN = 0.6  # pawns; up to this a position is about equal: the network gives the start position +0.51
_ROOMY = 440  # width of the panel in pixels


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

    def __init__(self, explain: ExplainService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explain = explain
        self.setProperty("look", "card")
        self.total = plain_label()
        self.total.setProperty("look", "heading")
        self.total.setWordWrap(True)  # two numbers and an assessment: in Finnish too wide for a small window
        self._view = plain_label()
        self._view.setProperty("look", "quiet")
        self._view.setWordWrap(True)
        self.model = ExplainModel(
            (self.tr("Term"), self.tr("White"), self.tr("Black"), self.tr("Weight"), self.tr("Total")), self
        )
        self.table = QTreeView()
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.tr("Terms of the evaluation"))
        self.table.setUniformRowHeights(True)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setMinimumHeight(theme.scaled(150))
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
        column_layout = QVBoxLayout(self)
        column_layout.setContentsMargins(3 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE)
        column_layout.setSpacing(theme.SPACE)
        for part in (self.total, self._view):
            column_layout.addWidget(part)
        column_layout.addWidget(self.table, 1)
        explain.changed.connect(self._update_explanation)
        self._update_explanation(explain.state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hides the weights in a narrow panel; they are in the tool tips too."""
        self.table.setColumnHidden(_WEIGHT, event.size().width() < theme.scaled(_ROOMY))

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
        self.total.setText(self._heading(state))
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

    def _explained(self, state: ExplainState) -> str:
        share = str(round(100 * state.opening_share))
        terms = self.tr(
            "Without search, in pawns; totals are White's. Middlegame values count %1 % here, endgame values the rest."
        )
        who = self.tr("Full strength plays by the network; levels and styles by the classical terms.")
        if state.style is not None:
            who = self.tr("The style %1 plays by its own terms; their sum is what a leaf of its search is worth.")
            who = who.replace("%1", QCoreApplication.translate("Styles", state.style.name))
        elif not state.counts:
            who = self.tr("Here the classical terms are what counts.")
        return f"{terms.replace('%1', share)} {who}"

    def _heading(self, state: ExplainState) -> str:
        if state.total is None:
            return self.tr("No evaluation")
        named = [(self.tr("Classical"), state.total)]
        if state.network is not None and state.network.total is not None:
            named.insert(0 if state.counts else 1, (self.tr("Network"), state.network.total))
        if state.style is not None and state.style.total is not None:
            named.insert(0, (QCoreApplication.translate("Styles", state.style.name), state.style.total))
        total = named[0][1]  # of the evaluation in use
        side = self.tr("White is better") if total > _EVEN else self.tr("Black is better")
        even = self.tr("About even") if abs(total) <= _EVEN else side
        return "  ".join([*(f"{name} {words.decimal(worth, signed=True)}" for name, worth in named), even])

    def _opened(self) -> set[str]:
        return {str(group.data()) for group in self._groups() if self.table.isExpanded(group)}

    def _groups(self) -> list[QModelIndex]:
        return [self.model.index(row, 0) for row in range(self.model.rowCount())]
