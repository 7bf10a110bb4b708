"""The page of keys."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.views import theme
from desktop.views.messages import plain_label


class KeysDialog(QDialog):
    """All actions with their keys, and how the board is steered without a mouse."""

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(520, 640)
        page = QWidget()
        grid = QGridLayout(page)
        grid.setHorizontalSpacing(6 * theme.SPACE)
        grid.setVerticalSpacing(theme.SPACE)
        board = (
            (self.tr("Tab"), self.tr("goes to the board and on to the next part")),
            (self.tr("Cursor keys"), self.tr("move the frame on the board, or walk through the moves")),
            (self.tr("Enter"), self.tr("picks a piece up and drops it")),
            (self.tr("Escape"), self.tr("puts it down, then leaves the board")),
        )
        shown = [(", ".join(k.toString(QKeySequence.SequenceFormat.NativeText) for k in a.shortcuts()),
                  a.text().replace("&", "")) for a in actions.values() if a.shortcuts()]  # fmt: skip
        for row, (keys, text) in enumerate([*board, *shown]):
            key_label = plain_label(keys)
            key_label.setFont(theme.font(theme.BODY, bold=True))
            grid.addWidget(key_label, row, 0)
            words = plain_label(text)
            words.setWordWrap(True)
            grid.addWidget(words, row, 1)
        grid.setColumnStretch(1, 1)
        area = QScrollArea()
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        _finish(self, area)


def _finish(dialog: QDialog, page: QWidget) -> None:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(4 * theme.SPACE, 4 * theme.SPACE, 4 * theme.SPACE, 4 * theme.SPACE)
    column.addWidget(page, 1)
    column.addWidget(buttons)
