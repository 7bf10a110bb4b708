"""Fields that dialogs share."""

from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox

from desktop.views import theme


def number_field(value: int, lowest: int, highest: int, suffix: str = "") -> QSpinBox:
    """A whole number with its unit."""
    box = QSpinBox()
    box.setRange(lowest, highest)
    box.setValue(value)
    box.setSuffix(suffix)
    box.lineEdit().setTextMargins(theme.SPACE + 2, 0, 0, 0)  # the style sheet's padding does not reach this inner field
    return box


def choice_field() -> QComboBox:
    """A choice that may be narrower than its longest text: the list that opens shows the whole of it."""
    box = QComboBox()
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(10)
    return box


def search_field(hint: str) -> QLineEdit:
    """A line to search with; `hint` stands in it while it is empty and is its name for screen readers."""
    line = QLineEdit()
    line.setPlaceholderText(hint)
    line.setAccessibleName(hint)
    line.setClearButtonEnabled(True)
    return line
