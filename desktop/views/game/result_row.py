"""What can be done when a game is over: is where the game's words stand, and goes with the next game."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QWidget

from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button

_COLUMNS = 3


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("ResultRow", text))


# Actions by key, with words that fit a third of the narrowest side.
NEXT = (
    ("rematch", _t("Rematch")),
    ("review", _t("Review")),
    ("analysis", _t("Analyse")),
    ("book_report", _t("Book report")),
    ("save", _t("Save")),
    ("new_game", _t("New game")),
)


class ResultRow(QWidget):
    """A button for each action that there is; the first is what most people want."""

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("What next"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2 * theme.SPACE, 0, 0)
        grid.setSpacing(theme.SPACE)
        there = [(key, text) for key, text in NEXT if key in actions]
        for index, (key, text) in enumerate(there):
            button = push_button(QCoreApplication.translate("ResultRow", text), auto_default=False)
            button.setToolTip(actions[key].toolTip())  # own text
            button.setMinimumWidth(0)
            if not index:
                button.setProperty("look", "primary")
            button.clicked.connect(actions[key].trigger)
            grid.addWidget(button, index // _COLUMNS, index % _COLUMNS)
