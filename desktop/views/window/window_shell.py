"""The empty top-level window, shown before its contents are imported and built, so that a start is visible at once."""

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget

from desktop.views.kit import theme

USUAL = QSize(1280, 840)  # at a text size of 100 %
_MOST_TYPED = 100  # early key presses that are stored; a cat may be asleep on the keyboard
_FRAME = QSize(16, 48)  # pixels for the window manager's frame, estimated


def usual_size(screen: QSize) -> QSize:
    """The window's size at the first start; never larger than the screen."""
    return theme.size(USUAL.width(), USUAL.height()).boundedTo(screen - _FRAME)


class WindowShell(QMainWindow):
    """The top-level window with its geometry, title and closing. A `MainWindow` fills it."""

    closed = Signal()

    def __init__(self, geometry: str) -> None:
        """`geometry`: a value of `place`, or empty."""
        super().__init__()
        self.contents: QMainWindow | None = None
        self._typed: list[QKeyEvent] = []  # pressed before the contents exist
        self.setWindowTitle("Ratsu")
        self.resize(usual_size(self.screen().availableSize()))
        if geometry:
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "ignore")))

    @property
    def place(self) -> str:
        """Position and size as text, for the next start."""
        return bytes(self.saveGeometry().toBase64().data()).decode("ascii")

    def show_first(self, body: QWidget) -> None:
        """Shows a placeholder until the contents are ready. An empty menu bar reserves the space of theirs."""
        self.menuBar().addAction(" ")
        self.setCentralWidget(body)

    def fill(self, contents: QMainWindow) -> None:
        """Inserts the contents. From now on they decide the title and whether the window may close."""
        self.contents = contents
        chosen = contents.focusWidget()
        self.setMenuBar(contents.menuBar())
        self.setCentralWidget(contents)
        if chosen is not None:  # otherwise the first button gets a focus frame when the first dialog closes
            chosen.setFocus(Qt.FocusReason.OtherFocusReason)
        self._follow_title()
        contents.installEventFilter(self)
        QTimer.singleShot(0, self._type)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stores key presses until the contents are ready."""
        if self.contents is None and len(self._typed) < _MOST_TYPED:
            self._typed.append(QKeyEvent(event))
        else:
            super().keyPressEvent(event)

    def _type(self) -> None:
        """Sends the stored key presses to the actions they trigger, or to the widget with the focus."""
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
