"""Fields that dialogs share."""

from PySide6.QtWidgets import QSpinBox

from desktop.views import theme


def number_field(value: int, lowest: int, highest: int, suffix: str = "") -> QSpinBox:
    """A whole number with its unit."""
    box = QSpinBox()
    box.setRange(lowest, highest)
    box.setValue(value)
    box.setSuffix(suffix)
    box.lineEdit().setTextMargins(theme.SPACE + 2, 0, 0, 0)  # the style sheet's padding does not reach this inner field
    return box
