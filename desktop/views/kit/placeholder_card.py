"""The placeholder of an empty page or panel: a picture, one sentence, and the buttons that add content."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from desktop.views.kit import theme
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label

_PICTURE = 48  # pixels at a text size of 100 %
_WIDEST = 460  # of the sentence


def placeholder_card(text: str | QLabel, *buttons: QWidget, picture: str = "") -> QFrame:
    """The placeholder card; a label may change its text later. The first button is the main action."""
    card = QFrame()
    card.setProperty("look", "card")
    words = plain_label(text, wrap=True) if isinstance(text, str) else text
    words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    words.setMaximumWidth(theme.scaled(_WIDEST))
    column = in_column(STRETCH, inside=card, margins=(1, 1, 1, 1), spacing=2)
    if picture:
        shown = plain_label()
        shown.setPixmap(icon(picture, "quiet").pixmap(theme.size(_PICTURE, _PICTURE)))
        column.addWidget(shown, 0, Qt.AlignmentFlag.AlignHCenter)
    column.addLayout(in_row((STRETCH, 1), (words, 20), (STRETCH, 1)))
    for button in buttons:
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
    column.addStretch(2)
    return card
