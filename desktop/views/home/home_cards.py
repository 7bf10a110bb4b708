"""The parts of a Home card: a frame with a heading, rows that act as buttons, and a foot."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop.views.home.card_decoration import CardDecoration
from desktop.views.kit import theme
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label

TALL = 48  # pixels


class HomeRow(QPushButton):
    """A clickable line that is shortened to fit."""

    def __init__(self, text: str, clicked: Callable[[], object], picture: str = "") -> None:
        super().__init__()
        self._whole, self._picture_side = "", 0
        self.setProperty("look", "row")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if picture:
            self.setIcon(icon(picture))
        self.set_tall(False)
        self.clicked.connect(lambda: clicked())
        self.say(text)

    def set_tall(self, tall: bool) -> None:
        """Sets the row to one and a half lines high, or to one."""
        self._picture_side = theme.scaled(24 if tall else 18)
        self.setIconSize(QSize(self._picture_side, self._picture_side))
        self.setMinimumHeight(theme.scaled(TALL) if tall else 0)

    def say(self, text: str) -> None:
        """Replaces the text; the focus is unchanged."""
        self._whole = text
        self.setAccessibleName(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shortens the text to fit; the tool tip shows all of it."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.width() - 20 - (self._picture_side + 8 if not self.icon().isNull() else 0)
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room)
        self.setText(ForeignText(shown).caption)
        self.setToolTip(ForeignText(self._whole).tip if shown != self._whole else "")


class HomeCard(QFrame):
    """A heading, a quiet sentence, and the contents below. `fill` replaces the rows."""

    def __init__(self, heading: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        self.setAccessibleName(heading)
        self.sentence = plain_label(look="quiet", wrap=True)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._foot = QVBoxLayout()
        self.rest = CardDecoration()
        title = plain_label(heading, look="heading")
        parts = (title, self.sentence, self._rows, self._foot, (self.rest, 1))
        self._column = in_column(*parts, inside=self, margins=(4, 3, 4, 3), spacing=2)

    def say(self, sentence: str) -> None:
        """Sets the sentence below the heading; empty hides it."""
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))

    def fill(self, rows: list[QWidget]) -> None:
        """Replaces the rows."""
        for old in self.rows():
            self._rows.removeWidget(old)
            old.hide()
            old.setParent(None)
            old.deleteLater()
        for row in rows:
            self._rows.addWidget(row)

    def rows(self) -> list[QWidget]:
        """The rows shown."""
        return [widget for widget in self.findChildren(QWidget) if self._rows.indexOf(widget) >= 0]

    def foot_buttons(self) -> list[QAbstractButton]:
        """The buttons at the foot, from left to right."""
        shown = self.rows()
        return [button for button in self.findChildren(QAbstractButton) if button not in shown]

    def grow(self, foot: bool) -> None:
        """Gives the foot the remaining height, for drawings that can use it."""
        self._column.setStretchFactor(self._foot, int(foot))
        self._column.setStretchFactor(self.rest, int(not foot))

    def add_foot(self, part: QWidget) -> None:
        """Adds a widget to the foot of the card."""
        self._foot.addWidget(part)
