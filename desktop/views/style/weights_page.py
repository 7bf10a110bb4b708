"""A slider for the weight of each term."""

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QWidget

from desktop.services.engines.style_service import StyleService
from desktop.views.kit import theme, words
from desktop.views.kit.fields import ChoiceField, caption
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import in_column, in_row, scrolled
from desktop.views.kit.messages import plain_label
from engine.evaluation.texts.style import TERMS, Style, Term, Triple

_LOWEST, _HIGHEST = -100, 300  # percent of the weight that the source gives


class Slider(QSlider):
    """Moved by mouse and keys. The wheel scrolls the page."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Left to the page."""
        event.ignore()


class WeightsPage(QWidget):
    """The terms one below the other; their weights are of one phase, or of all."""

    def __init__(self, styles: StyleService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._styles = styles
        self.phase = ChoiceField()
        self.phase.setAccessibleName(self.tr("Weights of"))
        for text, place in (
            (self.tr("all phases"), -1),
            (self.tr("the opening"), 0),
            (self.tr("the middlegame"), 1),
            (self.tr("the ending"), 2),
        ):
            self.phase.addItem(text, place)
        self.phase.currentIndexChanged.connect(self._update)
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setColumnStretch(1, 1)
        grid.setHorizontalSpacing(3 * theme.SPACE)
        self.sliders: dict[str, Slider] = {}
        self._figures: dict[str, QLabel] = {}
        for row, term in enumerate(TERMS):
            self._add(grid, row, term)
        in_column(
            in_row(caption(self.tr("Weights of"), self.phase), self.phase, (None, 1), spacing=2),
            (scrolled(rows), 1),
            inside=self,
            margins=2,
            spacing=2,
        )
        styles.changed.connect(self._update)
        self._update()

    def _add(self, grid: QGridLayout, row: int, term: Term) -> None:
        name = QCoreApplication.translate("Styles", term.name)
        label, figure = plain_label(name), plain_label()
        label.setToolTip(ForeignText(term.source).tip)
        figure.setFont(theme.font(theme.BODY, monospaced_digits=True))
        figure.setMinimumWidth(theme.scaled(64))
        figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        slider = self.sliders[term.name] = Slider(Qt.Orientation.Horizontal)
        slider.setRange(_LOWEST, _HIGHEST)
        slider.setPageStep(10)
        slider.setMinimumWidth(theme.scaled(140))
        slider.setAccessibleName(name)
        slider.valueChanged.connect(partial(self._take, term))
        self._figures[term.name] = figure
        for column, part in enumerate((label, slider, figure)):
            grid.addWidget(part, row, column)

    def _take(self, term: Term, percent: int) -> None:
        weight, place = term.weight * percent / 100, self.phase.currentData()
        before = self._styles.style.weight(term.name)
        first, second, third = (weight if place in (-1, at) else value for at, value in enumerate(before))
        self._styles.change(self._styles.style.with_weight(term.name, (first, second, third)))

    @Slot()
    def _update(self) -> None:
        style: Style = self._styles.style
        for term in TERMS:
            weight = self._shown(style.weight(term.name))
            slider = self.sliders[term.name]
            slider.blockSignals(True)  # a change by the style is not a gesture
            slider.setValue(round(100 * weight / term.weight))
            slider.blockSignals(False)
            self._figures[term.name].setText(words.decimal(weight, places=3))

    def _shown(self, weight: Triple) -> float:
        """Of the phase; of all of them the largest."""
        place = self.phase.currentData()
        return max(weight, key=abs) if place == -1 else weight[place]
