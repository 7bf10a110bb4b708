"""What can be done when a game is over: stands where the game's words stand, and goes with the next game."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QToolButton, QWidget

from desktop.views import theme

KEYS = ("rematch", "review", "analysis", "book_report", "save", "new_game")


class ResultRow(QWidget):
    """A button for each action that there is."""

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("What next"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2 * theme.SPACE, 0, 0)
        grid.setSpacing(theme.SPACE)
        for index, key in enumerate(key for key in KEYS if key in actions):
            button = QToolButton()
            button.setDefaultAction(actions[key])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setProperty("look", "next")
            button.setMinimumHeight(32)
            button.setSizePolicy(button.sizePolicy().Policy.Expanding, button.sizePolicy().verticalPolicy())
            grid.addWidget(button, index // 2, index % 2)
