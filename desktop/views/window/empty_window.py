"""The empty top-level window, on the screen before its contents are imported and built: a start shows something at once."""

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget

from desktop.views.kit import theme

USUAL = QSize(1280, 840)  # at a text size of 100 %
_MOST_TYPED = 100  # keys; a cat sleeps on the others
_FRAME = QSize(16, 48)  # what the desktop draws around a window, about


def usual_size(screen: QSize) -> QSize:
    """The size of the first start: no larger than the screen, on which the last row of buttons must be seen."""
    return theme.size(USUAL.width(), USUAL.height()).boundedTo(screen - _FRAME)


class Shell(QMainWindow):
    """Place, size, title and the closing of the window; everything else is the `MainWindow` that fills it."""

    closed = Signal()

    def __init__(self, geometry: str) -> None:
        """`geometry`: place and size as `place` gave them, or nothing."""
        super().__init__()
        self.contents: QMainWindow | None = None
        self._typed: list[QKeyEvent] = []  # before there is anything that keys could be for
        self.setWindowTitle("Ratsu")
        self.resize(usual_size(self.screen().availableSize()))
        if geometry:
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "ignore")))

    @property
    def place(self) -> str:
        """Place and size, to be handed to the next start."""
        return bytes(self.saveGeometry().toBase64().data()).decode("ascii")

    def show_first(self, body: QWidget) -> None:
        """What is seen until the contents come, below a menu bar that keeps the place of theirs."""
        self.menuBar().addAction(" ")
        self.setCentralWidget(body)

    def fill(self, contents: QMainWindow) -> None:
        """Puts the contents in; from now on they say what the title is and whether the window may close."""
        self.contents = contents
        chosen = contents.focusWidget()
        self.setMenuBar(contents.menuBar())
        self.setCentralWidget(contents)
        if chosen is not None:  # else the first button has a frame when the first dialog is closed
            chosen.setFocus(Qt.FocusReason.OtherFocusReason)
        self._follow_title()
        contents.installEventFilter(self)
        QTimer.singleShot(0, self._type)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keeps what is typed until there is somebody to hear it."""
        if self.contents is None and len(self._typed) < _MOST_TYPED:
            self._typed.append(QKeyEvent(event))
        else:
            super().keyPressEvent(event)

    def _type(self) -> None:
        """Hands what was typed early to the action of the key, or to what has the keyboard now."""
        typed, self._typed = self._typed, []
        for event in typed:
            pressed = QKeySequence(event.keyCombination())
            actions = self.contents.actions() if self.contents is not None else []
            action = next((one for one in actions if pressed in one.shortcuts()), None)
            target = self.focusWidget()
            if isinstance(target, QLineEdit) and event.text().isprintable() and event.text():
                QApplication.sendEvent(target, event)
            elif action is not None:
                action.trigger()
            elif target is not None:
                QApplication.sendEvent(target, event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closes if the contents agree."""
        if self.contents is not None and not self.contents.close():
            event.ignore()
        else:
            self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follows the title of the contents."""
        if event.type() in (QEvent.Type.WindowTitleChange, QEvent.Type.ModifiedChange):
            self._follow_title()
        return False

    def _follow_title(self) -> None:
        if self.contents is not None:
            self.setWindowTitle(self.contents.windowTitle())
            self.setWindowModified(self.contents.isWindowModified())
