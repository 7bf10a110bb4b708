"""Fields that dialogs share."""

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
    QToolTip,
    QWidget,
)

from desktop.views.kit import theme
from desktop.views.kit.messages import plain_label
from desktop.views.kit.outside import Outside

_FIELD_HEIGHT = 32  # see the style sheet


class NumberField(QSpinBox):
    """A whole number. The wheel changes it only where it has the keyboard; else it scrolls the page that the field is on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # Qt's own is given the keyboard by the wheel
        # The style sheet's padding does not reach this inner field.
        self.lineEdit().setTextMargins(theme.SPACE + 2, 0, 0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """See the class."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def number_field(value: int, lowest: int, highest: int, suffix: str = "") -> NumberField:
    """A whole number with its unit."""
    box = NumberField()
    box.setRange(lowest, highest)
    box.setValue(value)
    box.setSuffix(suffix)
    return box


class ChoiceField(QComboBox):
    """A choice as wide as its longest text where there is room. Where there is none the text ends in three dots, the tool tip
    shows the whole of it, and so does the list that opens. The wheel scrolls the page that it is on and chooses nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # Qt's own is given the keyboard by the wheel
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def setAccessibleName(self, name: str) -> None:
        """The label. On Linux Qt gives a screen reader the value in place of the name, so the label is the description."""
        super().setAccessibleName(name)
        self.setAccessibleDescription(name)

    def minimumSizeHint(self) -> QSize:
        """Ten letters and the arrow."""
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), self.fontMetrics().averageCharWidth() * 10 + theme.scaled(48)), whole.height())

    @property
    def shown_text(self) -> str:
        """The chosen text as far as there is room for it."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        inner = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        room = inner.width() - 2  # the style's own distance from the edge of that field
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt's, with the text that fits."""
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Left to the page: a choice has the keyboard still when the page is scrolled on from it."""
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """The tool tip shows a text that is not shown whole."""
        cut = event.type() == QEvent.Type.ToolTip and not self.toolTip() and self.shown_text != self.currentText()
        if cut and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), Outside(self.currentText()).tip, self)
            return True
        return super().event(event)


def search_field(hint: str) -> QLineEdit:
    """A line to search with; `hint` is in it while it is empty and is its name for screen readers."""
    line = QLineEdit()
    line.setPlaceholderText(hint)
    line.setAccessibleName(hint)
    line.setClearButtonEnabled(True)
    name_clear_button(line)
    return line


def name_clear_button(field: QWidget) -> None:
    """Gives the button in a line, which Qt makes without one, a name for screen readers."""
    for button in field.findChildren(QToolButton):
        button.setAccessibleName(QCoreApplication.translate("SearchField", "Clear"))


def caption(text: str, field: QWidget | None = None) -> QLabel:
    """The small words beside a field of a form, as high as the field, so that both stand on one line."""
    label = plain_label(text, look="caption")
    label.setMinimumHeight(theme.scaled(_FIELD_HEIGHT))
    if field is not None:
        label.setBuddy(field)
    return label
