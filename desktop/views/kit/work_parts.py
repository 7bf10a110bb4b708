"""Parts shared by panels and dialogs: head of a panel, labels, progress bar, list of findings, choice of PGN files."""

from PySide6.QtWidgets import QLabel, QProgressBar, QScrollArea, QVBoxLayout, QWidget

from desktop.views.kit import theme, words
from desktop.views.kit.layouts import Flow, in_column, scrolled
from desktop.views.kit.messages import plain_label
from engine.ground.text import Text

PGN = "PGN (*.pgn *.PGN *.pgn.gz *.pgn.zst);;*"
COLLECTED = "PGN, Ratsu (*.pgn *.PGN *.pgn.gz *.pgn.zst *.zip *.ratsugames *.db);;*"


def panel_head(title: str, *tools: QWidget) -> Flow:
    """The first row of a panel: its title, and its tools at the right."""
    head = Flow(plain_label(title, look="heading"), *tools, apart=len(tools))
    head.setSpacing(theme.SPACE)
    return head


def wrapped(text: str = "", look: str = "") -> QLabel:
    label = plain_label(text, wrap=True)
    label.setProperty("look", look)
    return label


def thin_bar() -> QProgressBar:
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setFixedHeight(6)
    return bar


def listing(name: str = "") -> tuple[QScrollArea, QVBoxLayout]:
    """Returns a scrolling list of cards and its column; `name` is for screen readers."""
    inner = QWidget()
    column = in_column(inside=inner, margins=(0, 0, 2, 0), spacing=2)
    area = scrolled(inner, sideways=True)
    area.setAccessibleName(name)
    return area, column


def emptied(column: QVBoxLayout) -> None:
    while (item := column.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def show_status(label: QLabel, problem: Text, text: str, look: str = "") -> None:
    """Shows the problem, if there is one, otherwise `text` with its `look`."""
    label.setProperty("look", "error" if problem else look)
    label.style().polish(label)
    label.setText(words.sentence(problem) or text)
