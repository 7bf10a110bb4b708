"""What panels and dialogs with work of their own share: what they are for, how far the work is, its findings, its games."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QProgressBar, QScrollArea, QVBoxLayout, QWidget

from desktop.views.kit import words
from desktop.views.kit.boxes import in_column, scrolled
from desktop.views.kit.messages import plain_label
from engine.ground.text import Text

PGN = "PGN (*.pgn *.PGN *.pgn.gz *.pgn.zst);;*"


def wrapped(text: str = "", look: str = "") -> QLabel:
    """Words over as many lines as they need."""
    label = plain_label(text)
    label.setWordWrap(True)
    label.setProperty("look", look)
    return label


def thin_bar() -> QProgressBar:
    """How far the work is, without words."""
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setFixedHeight(6)
    return bar


def listing(name: str = "") -> tuple[QScrollArea, QVBoxLayout]:
    """A list of cards that scrolls, and the column that they are put into; `name` is for screen readers."""
    inner = QWidget()
    column = in_column(inside=inner, margins=(0, 0, 2, 0), spacing=2)
    area = scrolled(inner, sideways=True)
    area.setAccessibleName(name)
    return area, column


def emptied(column: QVBoxLayout) -> None:
    """Takes everything out of a list."""
    while (item := column.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def show_status(label: QLabel, problem: Text, text: str, look: str = "") -> None:
    """The problem, if there is one, else `text` with its `look`."""
    label.setProperty("look", "error" if problem else look)
    label.style().polish(label)
    label.setText(words.sentence(problem) or text)


def ask_games(parent: QWidget, title: str, chosen: Callable[[list[str]], object], *, several: bool = True) -> None:
    """Asks for PGN files; `chosen` gets their names."""
    dialog = QFileDialog(parent, title, "", PGN)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles if several else QFileDialog.FileMode.ExistingFile)
    dialog.filesSelected.connect(chosen)
    dialog.open()
