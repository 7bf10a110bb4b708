"""The search of a style, and its phases."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import QCheckBox, QFormLayout, QWidget

from desktop.services.engines.style_service import StyleService
from desktop.views.kit import theme
from desktop.views.kit.fields import ChoiceField, NumberField, caption, number_field
from desktop.views.style.style_words import ORDERING_NAMES
from engine.evaluation.texts.style import ORDERINGS, StyleSearch


class SearchPage(QWidget):
    """Depth, captures, ordering, draws among equals, rounding and phases."""

    def __init__(self, styles: StyleService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._styles = styles
        self.plies = number_field(4, 0, 60)
        self.plies.setSpecialValueText(self.tr("as deep as time allows"))
        self.quiescence = number_field(0, 0, 60)
        self.ordering = ChoiceField()
        for ordering in ORDERINGS:
            self.ordering.addItem(QCoreApplication.translate("Styles", ORDERING_NAMES[ordering]), ordering)
        self.hurry = number_field(0, 0, 100)
        self.rounding = number_field(1, 1, 100)
        self.opening = number_field(8, 0, 500)
        self.ending = number_field(15, 0, 33)
        self.table = QCheckBox(self.tr("Remember positions in a table"))
        self.equals = QCheckBox(self.tr("Draw the move among equally good ones"))
        self.x_rays = QCheckBox(self.tr("Pieces attack through rooks and queens of their side"))
        form = QFormLayout(self)
        form.setContentsMargins(*(2 * theme.SPACE,) * 4)
        self._add(form, self.tr("Depth in half moves"), self.plies)
        self._add(form, self.tr("Captures after that, half moves"), self.quiescence)
        self._add(form, self.tr("Which moves first"), self.ordering)
        self._add(form, self.tr("An advantage shrinks each half move by (centipawns)"), self.hurry)
        self._add(form, self.tr("Round to (centipawns)"), self.rounding)
        self._add(form, self.tr("Moves of the opening"), self.opening)
        self._add(form, self.tr("The ending has fewer pieces and pawns than"), self.ending)
        for box in (self.table, self.equals, self.x_rays):
            form.addRow("", box)
            box.toggled.connect(self._take)
        for field in (self.plies, self.quiescence, self.hurry, self.rounding, self.opening, self.ending):
            field.valueChanged.connect(self._take)
        self.ordering.currentIndexChanged.connect(self._take)
        self._showing = False
        styles.changed.connect(self._update)
        self._update()

    def _add(self, form: QFormLayout, text: str, field: NumberField | ChoiceField) -> None:
        field.setAccessibleName(text)
        form.addRow(caption(text, field), field)

    @Slot()
    def _update(self) -> None:
        style = self._styles.style
        plan = style.search
        self._showing = True
        self.plies.setValue(plan.depth)
        self.quiescence.setValue(plan.quiescence)
        self.ordering.setCurrentIndex(self.ordering.findData(plan.ordering))
        self.hurry.setValue(plan.hurry)
        self.rounding.setValue(style.rounding)
        self.opening.setValue(style.opening_moves)
        self.ending.setValue(style.ending_pieces)
        self.table.setChecked(plan.table)
        self.equals.setChecked(plan.equals)
        self.x_rays.setChecked(style.x_rays)
        self._showing = False

    @Slot()
    def _take(self) -> None:
        if self._showing:
            return
        plan = StyleSearch(
            self.plies.value(),
            self.quiescence.value(),
            str(self.ordering.currentData()),
            self.table.isChecked(),
            self.equals.isChecked(),
            self.hurry.value(),
        )
        self._styles.change(
            replace(
                self._styles.style,
                search=plan,
                rounding=self.rounding.value(),
                opening_moves=self.opening.value(),
                ending_pieces=self.ending.value(),
                x_rays=self.x_rays.isChecked(),
            )
        )
