"""The empty top-level window, shown before its contents are imported and built, so that a start is visible at once."""

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QInputEvent, QKeyEvent, QKeySequence, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget

from desktop.views.kit import theme

USUAL = QSize(1280, 840)  # at a text size of 100 %
_MOST_EARLY = 400  # early key presses and mouse events that are stored; a cat may be asleep on the keyboard
_FRAME = QSize(16, 48)  # pixels for the window manager's frame, estimated


def usual_size(screen: QSize) -> QSize:
    """The window's size at the first start; never larger than the screen."""
    return theme.size(USUAL.width(), USUAL.height()).boundedTo(screen - _FRAME)


class WindowShell(QMainWindow):
    """The top-level window with its geometry, title and closing. A `MainWindow` fills it."""

    closed = Signal()
    minimised = Signal(bool)  # False: it is shown again

    def __init__(self, geometry: str) -> None:
        """`geometry`: a value of `place`, or empty."""
        super().__init__()
        self.contents: QMainWindow | None = None
        self._early: list[QInputEvent] = []  # keys and mouse events from before the contents are painted, in order
        self._board: QWidget | None = None  # takes the mouse before the contents are there
        self._holder: QWidget | None = None  # its part on which a button was pressed that is still down
        self._painted = False
        self.ready = False  # the contents are painted, and what was typed and clicked before has reached them
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

    def show_board(self, body: QWidget, board: QWidget) -> None:
        """Shows another placeholder, whose `board` gets what is done with the mouse, unless anything before it has to wait."""
        self.setCentralWidget(body)
        self._board = board
        board.setFocus(Qt.FocusReason.OtherFocusReason)
        body.installEventFilter(self)

    @property
    def held(self) -> bool:
        """Whether a mouse button is down on the early board, which may not be replaced then."""
        return self._holder is not None

    def fill(self, contents: QMainWindow) -> None:
        """Inserts the contents. From now on they decide the title and whether the window may close."""
        self.contents = contents
        self._board = None
        chosen = contents.focusWidget()
        self.setMenuBar(contents.menuBar())
        self.setCentralWidget(contents)
        if chosen is not None:  # otherwise the first button gets a focus frame when the first dialog closes
            chosen.setFocus(Qt.FocusReason.OtherFocusReason)
        self._follow_title()
        contents.installEventFilter(self)

    def _hold(self, event: QEvent) -> bool:
        """Stores an event of the keyboard or the mouse. Returns False for all others."""
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()  # no shortcut now: the key press follows
        elif isinstance(event, QMouseEvent) or event.type() is QEvent.Type.KeyPress:
            assert isinstance(event, QInputEvent)
            if isinstance(event, QMouseEvent) and not self._early and self._play(event):
                return True
            moved = event.type() is QEvent.Type.MouseMove and isinstance(event, QMouseEvent) and not event.buttons()
            if len(self._early) < _MOST_EARLY and not moved:
                self._early.append(event.clone())
        else:
            return False
        return True

    def _play(self, event: QMouseEvent) -> bool:
        """Hands an event of the mouse to the early board. Returns False if it is for another part of the window."""
        if self._board is None:
            return False
        if self._holder is None:
            target = self.childAt(event.position().toPoint())
            if target is None or not (target is self._board or self._board.isAncestorOf(target)):
                return False
        self._holder = self._point(event, self._holder)
        return True

    def _play_stored(self) -> None:
        """Hands stored events of the mouse to the early board, up to the first event that has to wait for the contents."""
        while self._early:
            event = self._early[0]
            if not isinstance(event, QMouseEvent) or not self._play(event):
                return
            self._early.pop(0)

    def _replay(self) -> None:
        """Hands the stored events to the contents, in order. Later ones reach these directly."""
        early, self._early = self._early, []
        self.windowHandle().removeEventFilter(self)
        held: QWidget | None = None  # the widget with the pressed button also gets the movements and the release
        for event in early:
            if isinstance(event, QKeyEvent):
                self._type(event)
            elif isinstance(event, QMouseEvent):
                held = self._point(event, held)
        self.ready = True

    def _type(self, event: QKeyEvent) -> None:
        """Sends a key press to the action it triggers, or to the widget with the focus."""
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

    def _point(self, event: QMouseEvent, held: QWidget | None) -> QWidget | None:
        """Sends a mouse event to the widget below it, or to `held`. Returns the widget that holds the mouse afterwards."""
        place = event.position()
        target = held or self.childAt(place.toPoint())
        if target is None:
            return None
        local, window = target.mapFrom(self, place), event.globalPosition()
        QApplication.sendEvent(
            target, QMouseEvent(event.type(), local, window, event.button(), event.buttons(), event.modifiers())
        )
        return target if event.buttons() else None

    def showEvent(self, event: QShowEvent) -> None:
        """Begins to store what is typed and clicked."""
        super().showEvent(event)
        if self.contents is None:
            self.windowHandle().installEventFilter(self)

    def changeEvent(self, event: QEvent) -> None:
        """Reports when the window is minimised and shown again."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.WindowStateChange:
            self.minimised.emit(self.isMinimized())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closes if the contents agree."""
        if self.contents is not None and not self.contents.close():
            event.ignore()
        else:
            self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follows the title of the contents. Until these are painted, stores what is typed and clicked."""
        if watched is self.windowHandle():
            return self._hold(event)
        if self.contents is None:
            if event.type() is QEvent.Type.Paint:
                watched.removeEventFilter(self)
                QTimer.singleShot(0, self._play_stored)
            return False
        if event.type() is QEvent.Type.Paint and not self._painted:
            self._painted = True
            QTimer.singleShot(0, self._replay)
        if event.type() in (QEvent.Type.WindowTitleChange, QEvent.Type.ModifiedChange):
            self._follow_title()
        return False

    def _follow_title(self) -> None:
        if self.contents is not None:
            self.setWindowTitle(self.contents.windowTitle())
            self.setWindowModified(self.contents.isWindowModified())
