"""The placeholder of an empty page: a card with one sentence and the buttons that add content."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label


def placeholder_card(text: str | QLabel, *buttons: QWidget) -> QFrame:
    """The placeholder card; a label may change its text later. The first button is the main action."""
    card = QFrame()
    card.setProperty("look", "card")
    words = plain_label(text, look="quiet", wrap=True) if isinstance(text, str) else text
    words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    column = in_column(STRETCH, in_row((STRETCH, 1), (words, 2), (STRETCH, 1)), inside=card, margins=3, spacing=3)
    for button in buttons:
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
    column.addStretch(2)
    return card
