"""A bubble beside a part of the window, and the frame around that part."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop.views.kit import theme
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import announce, plain_label

_WIDTH = 360  # pixels at a text size of 100 %


class Bubble(QFrame):
    """A heading, a text, a quiet last line, and buttons. It blocks nothing and takes no keyboard focus of its own.

    `floating`: a window of its own, for a part that may be in a small dialog.
    """

    def __init__(self, parent: QWidget, *buttons: QPushButton, floating: bool = False) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip if floating else Qt.WindowType.Widget)
        self.setProperty("look", "good-notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.heading = plain_label(look="heading", wrap=True)
        self.text = plain_label(look="notice-text", wrap=True)
        self.last = plain_label(look="quiet", wrap=True)
        column = in_column(self.heading, self.text, self.last, inside=self, margins=3, spacing=2)
        if buttons:
            column.addLayout(in_row(STRETCH, *buttons, spacing=2))
        self._frame = QFrame(parent)
        self._frame.setProperty("look", "pointed-at")
        self._frame.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._frame.hide()

    def say(self, heading: str, text: str, last: str, target: QWidget) -> None:
        """Shows the texts beside a widget, and frames it."""
        self.heading.setText(heading)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.last.setText(last)
        self.setAccessibleName(f"{heading}. {text}".rstrip())
        self.place(target)
        announce(self, self.accessibleName())

    def place(self, target: QWidget) -> None:
        """Puts the bubble where it leaves most of the widget in sight: below it, above, or over its lower part."""
        window = target.window()
        self._frame.setParent(window)
        self._frame.setGeometry(QRect(target.mapTo(window, QPoint()), target.size()).adjusted(-2, -2, 2, 2))
        self._frame.show()
        self._frame.raise_()
        self.setFixedWidth(min(theme.scaled(_WIDTH), self._room().width()))
        for label in (self.heading, self.text, self.last):
            label.ensurePolished()
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(self.width(), layout.totalHeightForWidth(self.width()))
        self.move(self._place_beside(QRect(target.mapToGlobal(QPoint()), target.size())))
        self.show()
        self.raise_()

    def _room(self) -> QRect:
        """The space for the bubble in global coordinates."""
        parent = self.parentWidget()
        assert parent is not None
        return (
            self.screen().availableGeometry() if self.isWindow() else QRect(parent.mapToGlobal(QPoint()), parent.size())
        )

    def _place_beside(self, target: QRect) -> QPoint:
        room, gap = self._room(), theme.SPACE
        x, y = target.center().x() - self.width() // 2, target.bottom() + gap
        if y + self.height() > room.bottom():
            y = target.top() - gap - self.height()
        if y < room.top():  # as high as the window: beside it
            y = target.center().y() - self.height() // 2
            x = target.right() + gap
            if x + self.width() > room.right():
                x = target.left() - gap - self.width()
        x = max(room.left(), min(x, room.right() - self.width()))
        y = max(room.top(), min(y, room.bottom() - self.height()))
        parent = self.parentWidget()
        return QPoint(x, y) if self.isWindow() or parent is None else parent.mapFromGlobal(QPoint(x, y))

    def leave(self) -> None:
        """Removes the bubble and its frame."""
        self._frame.hide()
        self._frame.deleteLater()
        self.hide()
        self.deleteLater()
