"""Help, What is this?: answers for the control with the focus, then for each control that is clicked or reached by Tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from desktop.views.help.bubble import Bubble
from desktop.views.window.window_context import WindowContext

if TYPE_CHECKING:
    from desktop.views.help.answers import ControlHelp

KEY = "Shift+F1"
_PRESSES = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.ContextMenu,
)
_KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
_ENDS = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class WhatIsThis(QObject):
    """The mode in which a click asks and does nothing else. Escape ends it; F1 opens the handbook at the chapter."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self.bubble: Bubble | None = None
        self.shown: ControlHelp | None = None
        context.on({"what_is_this": self.begin})
        QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]

    @Slot()
    def begin(self) -> None:
        """Answers for the control with the focus, and waits for clicks."""
        if self.bubble is not None:
            self.end()
            return
        focused = QApplication.focusWidget() or self._context.body.panel.board
        QApplication.setOverrideCursor(Qt.CursorShape.WhatsThisCursor)
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        self.bubble = Bubble(focused.window(), floating=True)
        self._answer(focused)

    @Slot()
    def end(self) -> None:
        """Leaves the mode."""
        if self.bubble is None:
            return
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
        QApplication.restoreOverrideCursor()
        self.bubble.leave()
        self.bubble, self.shown = None, None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes clicks and the keys of the mode from every widget of the program."""
        if self.bubble is None or not isinstance(watched, QWidget):
            return False
        if event.type() in _PRESSES:
            if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
                self._answer(watched, event.position().toPoint())
            return True
        if event.type() in _KEYS and isinstance(event, QKeyEvent):
            return self._key(event)
        if event.type() == QEvent.Type.WindowDeactivate and QApplication.activeWindow() is None:
            self.end()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() not in (*_ENDS, Qt.Key.Key_F1):
            return False
        event.accept()
        if event.type() == QEvent.Type.ShortcutOverride:
            return True
        chapter = self.shown.chapter if self.shown is not None else ""
        window = QApplication.activeWindow() or self._context.window
        self.end()
        if event.key() == Qt.Key.Key_F1 and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            from desktop.views.window.handbook_dialog import HandbookDialog

            HandbookDialog(window, chapter).open()
        return True

    def _answer(self, widget: QWidget, at: QPoint | None = None) -> None:
        from desktop.views.help.answers import help_for
        from desktop.views.window.handbook_dialog import chapter_title

        assert self.bubble is not None
        if widget is self.bubble or self.bubble.isAncestorOf(widget):
            return
        self.shown = help_for(widget, at)
        last = self.tr("F1: handbook, “%1”. Tab or a click: another control. Esc: end.")
        title = chapter_title(self.shown.chapter)
        self.bubble.say(self.shown.name, "\n".join(self.shown.sentences), last.replace("%1", title), widget)

    @Slot(QWidget, QWidget)
    def _focus_moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Answers for the control that Tab has reached, and gives each dialog the key, which Qt keeps from the window below."""
        if new is None:
            return
        dialog = new.window()
        if isinstance(dialog, QDialog) and not dialog.findChild(QShortcut, KEY):
            QShortcut(QKeySequence(KEY), dialog, self.begin).setObjectName(KEY)
        if self.bubble is not None and self.bubble.isVisible():
            self._answer(new)
