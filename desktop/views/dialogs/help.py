"""The page of keys and the about box."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop.views import theme
from desktop.views.board_pieces import PieceSet
from desktop.views.messages import plain_label
from engine.version import VERSION


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


class AboutDialog(QDialog):
    """What Ratsu is, its version and licence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Ratsu"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setSpacing(2 * theme.SPACE)
        picture = QLabel()
        picture.setPixmap(PieceSet().picture("N", 96, self.devicePixelRatioF()))
        name = QLabel("Ratsu")
        name.setFont(theme.font(theme.DISPLAY, bold=True))
        for part in (picture, name):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        for text in (
            self.tr("Version %1").replace("%1", VERSION),
            self.tr("A chess program with its own engine, a learning opening book and endgame tablebases."),
            self.tr("Free software under the GNU General Public License, version 3 or later."),
            self.tr("Pieces by Colin M. L. Burnett; icons from Phosphor."),
        ):
            label = plain_label(text)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setWordWrap(True)
            column.addWidget(label)
        _finish(self, page)
        self.setFixedWidth(420)


def _finish(dialog: QDialog, page: QWidget) -> None:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(4 * theme.SPACE, 4 * theme.SPACE, 4 * theme.SPACE, 4 * theme.SPACE)
    column.addWidget(page, 1)
    column.addWidget(buttons)
