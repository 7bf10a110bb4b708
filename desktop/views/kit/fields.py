"""Number, choice and search fields for forms and dialogs."""

from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QToolButton,
    QToolTip,
    QWidget,
)

from desktop.views.kit import theme
from desktop.views.kit.foreign_text import ForeignText, caption_text
from desktop.views.kit.messages import plain_label

W = TypeVar("W", bound=QWidget)
_FIELD_HEIGHT = 32  # see the style sheet
_EDGES = 6  # pixels


class NumberField(QSpinBox):
    """A field for a whole number. The wheel changes it only if it has the focus; otherwise the page scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # Qt's spin box takes the focus on a turn of the wheel
        # The style sheet's padding does not apply to this inner field.
        self.lineEdit().setTextMargins(theme.SPACE + 2, 0, 0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def named(field: W, name: str) -> W:
    """The field, with its name for screen readers."""
    field.setAccessibleName(name)
    return field


def number_field(value: int, lowest: int, highest: int, suffix: str = "") -> NumberField:
    box = NumberField()
    box.setRange(lowest, highest)
    box.setValue(value)
    box.setSuffix(suffix)
    return box


class ChoiceField(QComboBox):
    """A combo box as wide as its longest text, or narrower if space is short: then the text ends in an ellipsis, and the tool tip
    and the opened list show it all. The wheel scrolls the page and never changes the choice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # Qt's combo box takes the focus on a turn of the wheel
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def setAccessibleName(self, name: str) -> None:
        """Sets the label as the description: on Linux Qt gives a screen reader the value in place of the name."""
        super().setAccessibleName(name)
        self.setAccessibleDescription(name)

    def sizeHint(self) -> QSize:
        """Qt's, with the style's own distance from the edges, which Qt leaves out."""
        whole = super().sizeHint()
        return QSize(whole.width() + theme.scaled(_EDGES), whole.height())

    def minimumSizeHint(self) -> QSize:
        """Ten letters and the arrow, in pixels."""
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), self.fontMetrics().averageCharWidth() * 10 + theme.scaled(48)), whole.height())

    @property
    def shown_text(self) -> str:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        inner = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        room = inner.width() - 2  # the style's own distance from the edge of that field
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the combo box with the shortened text."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text
        with QPainter(self) as painter:
            self.style().drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option, painter, self)
            self.style().drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option, painter, self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leaves the wheel to the page: a combo box still has the focus while the user scrolls past it."""
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Shows a shortened text in full as a tool tip."""
        cut = event.type() == QEvent.Type.ToolTip and not self.toolTip() and self.shown_text != self.currentText()
        if cut and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), ForeignText(self.currentText()).tip, self)
            return True
        return super().event(event)


def search_field(hint: str) -> QLineEdit:
    """A search line. `hint` is the placeholder and the name for screen readers."""
    line = named(QLineEdit(), hint)
    line.setPlaceholderText(hint)
    line.setClearButtonEnabled(True)
    name_clear_button(line)
    return line


def set_example(line: QLineEdit, example: str) -> None:
    """Sets the text of an empty line, and makes the line wide enough to read it."""
    line.setPlaceholderText(example)
    line.ensurePolished()
    line.setMinimumWidth(line.fontMetrics().horizontalAdvance(example) + theme.scaled(_EDGES) + 4 * theme.SPACE)


def name_clear_button(field: QWidget) -> None:
    """Names a field's clear button for screen readers; Qt gives it no name."""
    for button in field.findChildren(QToolButton):
        button.setAccessibleName(QCoreApplication.translate("SearchField", "Clear"))


def caption(text: str, field: QWidget | None = None) -> QLabel:
    """The label beside a field of a form, as high as the field, so that both share a baseline."""
    label = plain_label(text, look="caption")
    label.setMinimumHeight(theme.scaled(_FIELD_HEIGHT))
    if field is not None:
        label.setBuddy(field)
    return label


def form_of(
    *rows: QWidget | tuple[str, QWidget | QLayout], across: int = 4, down: int = 2, grow: bool = False
) -> QFormLayout:
    """A form of captions and fields; a row without caption is as wide as the form. `across`, `down`: distances in
    `theme.SPACE`. `grow`: wide forms have wide fields."""
    made = QFormLayout()
    made.setHorizontalSpacing(across * theme.SPACE)
    made.setVerticalSpacing(down * theme.SPACE)
    if grow:
        made.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    for row in rows:
        if isinstance(row, QWidget):
            made.addRow(row)
        else:
            add_row(made, *row)
    return made


def add_row(to: QFormLayout, text: str, field: QWidget | QLayout) -> None:
    """Adds a field, whose caption is also its name for screen readers."""
    if isinstance(field, QWidget):
        if text:
            field.setAccessibleName(caption_text(text))
        to.addRow(caption(text, field), field)
    else:
        to.addRow(caption(text), field)
