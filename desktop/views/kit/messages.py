"""Messages in a strip of their own, which covers nothing, and questions. All are shown through here, as plain text.

A comment or a file name may hold anything, and a label that guesses at HTML would open files for it: every label made
here is declared plain text.
"""

from collections import deque
from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QDateTime, QElapsedTimer, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFontMetricsF, QTextLayout
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QStackedLayout,
    QWidget,
)

from desktop.model.errors import Message, Severity
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import icon_button
from desktop.views.kit.dialogs import Dialog, message_box
from desktop.views.kit.dialogs import ask as ask  # with the other messages
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, in_column, in_row

SHOWN_MS = 8_000  # of a message that awaits no answer
_AGAIN_MS = 2_000  # while the mouse or the keyboard is in it
_NEW_MS = 2_000  # a message this young goes along to another game or page: the gesture that caused it led there
_MOST_LINES = 4  # of text; the rest is in the list of messages
_PAST = 200  # messages remembered
_BESIDE = 560  # pixels at a text size of 100 %; in a narrower strip the answers are below the text

Answer = tuple[str, Callable[[], None]]


def announce(widget: QWidget, text: str) -> None:
    """Speaks a text through a screen reader, if one runs."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def plain_label(
    text: str = "", parent: QWidget | None = None, *, look: str = "", wrap: bool = False, name: str = ""
) -> QLabel:
    """A label that shows any text literally, as plain text. `look`: see the style sheet; `name`: for screen readers."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setWordWrap(wrap)
    if look:
        label.setProperty("look", look)
    if name:
        label.setAccessibleName(name)
    return label


class Notice(QFrame):
    """One message: icon, text, answer buttons and a close button. `awaits`: it stays until the user has answered or, if it is
    an error, read it."""

    def __init__(self, message: Message, answers: tuple[Answer, ...], keep: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.dismissed, self.is_error = False, message.severity is Severity.ERROR
        self.awaits = keep or self.is_error
        self.owner: object = None  # the game or page to which the message belongs
        self.age = QElapsedTimer()
        self.age.start()
        calm = message.severity is Severity.INFORMATION
        self.setProperty("look", "good-notice" if calm else "notice")
        self.setAccessibleName(words.message(message))
        picture = plain_label()
        picture.setPixmap(
            icon("info" if calm else "warning", "accent" if calm else "warning").pixmap(theme.size(20, 20))
        )
        self._said = " ".join(self.accessibleName().split())
        self._text = plain_label(self._said, look="notice-text", wrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = [self._button(label, action) for label, action in answers]
        if message.details:
            buttons.insert(0, self._button(self.tr("Details"), lambda: show_details(parent, message), close=False))
        self._answered, self.covers = bool(buttons), False  # `covers`: another message waits
        self.more = icon_button("bell", self.tr("All messages"))
        self._cross = icon_button("x", self.tr("Close"), self.dismiss)
        self._buttons, self._tools = QWidget(self), QWidget(self)
        self._buttons.setVisible(self._answered)
        in_row(STRETCH, *buttons, inside=self._buttons, margins=0, spacing=2)
        in_row(self.more, self._cross, inside=self._tools, margins=0, spacing=1)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(3 * theme.SPACE, theme.SPACE, theme.SPACE, theme.SPACE)
        self._grid.setSpacing(theme.SPACE)
        self._grid.setColumnStretch(0, 1)
        self._grid.addLayout(in_row(picture, (self._text, 1), spacing=2), 0, 0)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._leave)
        if not self.awaits:
            self._timer.start(SHOWN_MS)

    def _button(self, label: str, action: Callable[[], None], close: bool = True) -> QPushButton:
        button = QPushButton(label)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click does not take the focus

        def answer() -> None:
            if close:
                self.dismiss()
            action()

        button.clicked.connect(answer)
        return button

    def fit(self, width: int, height: int) -> int:
        """Arranges the parts for a width with as much text as a height allows, and returns the height that is needed."""
        narrow, needed = width < theme.scaled(_BESIDE), 0
        below = (True, False) if narrow and self._answered else (False,)
        for under in below:
            self._grid.addWidget(self._tools, 0, 1 if under else 2)
            if self._answered:
                self._grid.addWidget(self._buttons, *((1, 0, 1, 2) if under else (0, 1, 1, 1)))
            for lines in range(_MOST_LINES, 0, -1):
                needed = self._needed(width, lines, under)
                if needed <= height:
                    return needed
        return needed

    def _needed(self, width: int, most: int, under: bool) -> int:
        text, lines = self._cut(width, most, under, self.covers)
        if text != self._said:  # the list of messages is offered
            text, lines = self._cut(width, most, under, True)
        self._text.setText(text)
        line = QFontMetricsF(self._text.font()).lineSpacing()  # not whole: rounded, it cuts the foot of the last line
        self._text.setFixedHeight(ceil(lines * line) + 1)
        self._text.setToolTip(ForeignText(self._said).tip if text != self._said else "")
        answers = self._buttons.sizeHint().height() if self._answered else 0
        head = max(self._text.height(), self._tools.sizeHint().height(), 0 if under else answers)
        return head + (answers + theme.SPACE if under else 0) + 2 * theme.SPACE + 2  # and the frame

    def _cut(self, width: int, most: int, under: bool, more: bool) -> tuple[str, int]:
        """The text and its lines beside the buttons."""
        self.more.setVisible(more)
        room = width - self._tools.sizeHint().width() - theme.scaled(20) - 9 * theme.SPACE
        if self._answered and not under:
            room -= self._buttons.sizeHint().width() + theme.SPACE
        return _in_lines(self._said, self._text, max(room, theme.scaled(80)), most)

    def _leave(self) -> None:
        focus = QApplication.focusWidget()
        if self.underMouse() or (focus is not None and self.isAncestorOf(focus)):
            self._timer.start(_AGAIN_MS)
        else:
            self.dismiss()

    def dismiss(self) -> None:
        """Closes the notice. Qt deletes it later, because one of its own buttons may call this."""
        self.dismissed = True
        self._timer.stop()
        self.hide()
        self.deleteLater()
        bar = self.parentWidget()
        if isinstance(bar, MessageBar):
            bar.changed.emit()


def _in_lines(text: str, label: QLabel, width: int, most: int) -> tuple[str, int]:
    """A text cut to at most some lines of a width, with an ellipsis, and the number of its lines."""
    layout, start = QTextLayout(text, label.font()), 0
    layout.beginLayout()
    for number in range(most):
        line = layout.createLine()
        line.setLineWidth(width)
        start, end = line.textStart(), line.textStart() + line.textLength()
        if end >= len(text):
            return text, number + 1
    return text[:start] + label.fontMetrics().elidedText(text[start:], Qt.TextElideMode.ElideRight, width), most


class MessageBar(QWidget):
    """A strip with the newest message. Older ones that await an answer come back after it. `past`: time and text of all
    messages."""

    changed = Signal()  # another message is shown, or none

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notices: list[Notice] = []
        self._owner: object = None
        self.past: deque[tuple[str, str]] = deque(maxlen=_PAST)
        self._stack = QStackedLayout(self)
        self.changed.connect(self._show_newest)
        self.hide()

    @property
    def notices(self) -> list[Notice]:
        """The notices that are not closed, oldest first. The last one is visible."""
        self._notices = [notice for notice in self._notices if not notice.dismissed]
        return list(self._notices)

    def fit(self, width: int, height: int) -> int:
        """Arranges the message for a width and at most a height; returns the height in pixels, 0 without a message."""
        return self._notices[-1].fit(width, height) if self.notices else 0

    def minimumSizeHint(self) -> QSize:
        """Empty, since `fit` decides."""
        return QSize(0, 0)

    def tell(self, message: Message, answers: tuple[Answer, ...] = (), *, keep: bool = False) -> Notice:
        """Shows a message, with a button for each answer. `keep`: it awaits an answer, and stays until the user closes it."""
        said = words.message(message)
        self.withdraw(message)
        notice = Notice(message, answers, keep, self)
        notice.owner = self._owner
        notice.more.clicked.connect(self.show_past)
        self._notices.append(notice)
        self._stack.addWidget(notice)
        details = words.text_of(message.details)
        self.past.append((QDateTime.currentDateTime().toString("HH:mm:ss"), f"{said} ({details})" if details else said))
        announce(self, said)
        self.changed.emit()
        return notice

    def withdraw(self, message: Message) -> None:
        """Closes a message that is no longer true."""
        said = words.message(message)
        for notice in self.notices:
            if notice.accessibleName() == said:
                notice.dismiss()

    def follow(self, owner: object) -> None:
        """Closes messages about another game or page than the one now shown, unless they await an answer."""
        if owner == self._owner:
            return
        self._owner = owner
        for notice in self.notices:
            if notice.age.elapsed() < _NEW_MS:
                notice.owner = owner
            elif not notice.awaits and notice.owner != owner:
                notice.dismiss()

    def show_past(self) -> None:
        """Lists the past messages, newest first. Then errors are read."""
        for notice in self.notices:
            if notice.is_error:
                notice.dismiss()
        PastMessages(list(self.past), self.window()).open()

    def _show_newest(self) -> None:
        notices = self.notices
        if notices:
            notices[-1].covers = len(notices) > 1
            self._stack.setCurrentWidget(notices[-1])
        self.setVisible(bool(notices))


class PastMessages(Dialog):
    """The messages since the start of the program, ready to copy."""

    def __init__(self, past: list[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent, "", (640, 420))
        self.setWindowTitle(self.tr("Past messages"))
        self.lines = QPlainTextEdit("\n".join(f"{time}  {text}" for time, text in reversed(past)))
        self.lines.setReadOnly(True)
        self.lines.setPlaceholderText(self.tr("There has been no message yet."))
        self.lines.setAccessibleName(self.windowTitle())
        in_column((self.lines, 1), self.close_box(), inside=self, spacing=2)


def show_details(parent: QWidget, message: Message) -> None:
    """Opens a window with the whole text, ready to copy."""
    box = message_box(parent, words.message(message))
    box.setInformativeText(words.text_of(message.details))
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    box.open()


def alone(text: str) -> QMessageBox:
    """A message box for use without a main window. Does not block."""
    box = message_box(None, text)
    box.setWindowTitle("Ratsu")
    box.setIcon(QMessageBox.Icon.Warning)
    box.open()
    return box
