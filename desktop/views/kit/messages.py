"""Notices that float over the window without moving its contents, and questions. All messages are shown through here, as plain
text.

A comment or a file name may hold anything, and a label that guesses at HTML would open files for it: every label made
here is declared plain text.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QLabel, QMessageBox, QPushButton, QVBoxLayout, QWidget

from desktop.model.errors import Message, Severity
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import icon_button
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, in_column, in_row

_SHOWN_MS = {Severity.INFORMATION: 6_000, Severity.WARNING: 12_000, Severity.ERROR: 0}  # 0: until the user closes it
_LONGEST = 600  # characters shown of a message; all of it is in its details
_MOST = 3  # notices at a time; a new one removes the oldest

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
    """One notice: icon, sentence, answer buttons and a close button."""

    def __init__(self, message: Message, answers: tuple[Answer, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.dismissed = False
        calm = message.severity is Severity.INFORMATION
        self.setProperty("look", "good-notice" if calm else "notice")
        said = words.message(message)
        self.setAccessibleName(said)
        picture = plain_label()
        picture.setPixmap(
            icon("info" if calm else "warning", "accent" if calm else "warning").pixmap(theme.size(20, 20))
        )
        text = plain_label(said[:_LONGEST], look="notice-text", wrap=True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        cross = icon_button("x", self.tr("Close"), self.dismiss)
        buttons = [self._button(label, action) for label, action in answers]
        if message.details:
            buttons.insert(0, self._button(self.tr("Details"), lambda: show_details(parent, message), close=False))
        head = in_row(picture, (text, 1), cross, spacing=2)
        column = in_column(head, inside=self, margins=(3, 2, 2, 2), spacing=1)
        if buttons:
            column.addLayout(in_row(STRETCH, *buttons, spacing=2))

    def _button(self, label: str, action: Callable[[], None], close: bool = True) -> QPushButton:
        button = QPushButton(label)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click does not take the focus

        def answer() -> None:
            if close:
                self.dismiss()
            action()

        button.clicked.connect(answer)
        return button

    def leave_after(self, milliseconds: int) -> None:
        """Closes the notice after a time."""
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(self.dismiss)
        timer.start(milliseconds)

    def dismiss(self) -> None:
        """Closes the notice. Qt deletes it later, because one of its own buttons may call this."""
        self.dismissed = True
        self.hide()
        self.deleteLater()


class MessageBar(QWidget):
    """The notices, newest at the bottom. Does not block."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notices: list[Notice] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE)

    @property
    def notices(self) -> list[Notice]:
        """The notices on screen, oldest first."""
        self._notices = [notice for notice in self._notices if not notice.dismissed]
        return list(self._notices)

    def height_for(self, width: int) -> int:
        """The height in pixels for a given width; 0 without a notice."""
        if not self.notices:
            return 0
        wraps = self._column.hasHeightForWidth()
        return self._column.heightForWidth(width) if wraps else self._column.sizeHint().height()

    def tell(self, message: Message, answers: tuple[Answer, ...] = (), *, keep: bool = False) -> Notice:
        """Shows a message, with a button for each answer. `keep`: until the user closes it."""
        for old in self.notices:
            if old.accessibleName() == words.message(message):
                old.dismiss()
        while len(self.notices) >= _MOST:
            self.notices[0].dismiss()
        notice = Notice(message, answers, self)
        self._notices.append(notice)
        self._column.addWidget(notice)
        announce(self, notice.accessibleName())
        shown_ms = 0 if keep else _SHOWN_MS[message.severity] * (2 if answers else 1)  # answers take time to choose
        if shown_ms:
            notice.leave_after(shown_ms)
        return notice


def show_details(parent: QWidget, message: Message) -> None:
    """Opens a window with the whole text, ready to copy."""
    box = _box(parent, words.message(message))
    box.setInformativeText(words.text_of(message.details))
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    box.open()


def alone(text: str) -> QMessageBox:
    """A message box for use without a main window. Does not block."""
    box = _box(None, text)
    box.setWindowTitle("Ratsu")
    box.setIcon(QMessageBox.Icon.Warning)
    box.open()
    return box


def ask(
    parent: QWidget,
    question: str,
    yes: str,
    on_yes: Callable[[], object],
    *,
    no: str = "",
    on_no: Callable[[], object] = lambda: None,
) -> QMessageBox:
    """Asks before an action that cannot be undone; Enter means no. Does not block: `on_yes` or `on_no` is called with the
    answer."""
    box = _box(parent, question)
    accept = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(no or box.tr("Cancel"), QMessageBox.ButtonRole.RejectRole))

    def answered() -> None:
        (on_yes if box.clickedButton() is accept else on_no)()

    box.finished.connect(answered)
    box.open()
    return box


def _box(parent: QWidget | None, text: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return box
