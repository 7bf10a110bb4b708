"""The tour: five bubbles about the parts of the window. It blocks nothing, and each bubble can be skipped."""

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QWidget

from desktop.views.help.bubble import Bubble
from desktop.views.kit.buttons import push_button
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext


class Tour(QObject):
    """One bubble after another, for the parts that are in sight. Only one tour is shown at a time."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._steps: tuple[tuple[QWidget, str, str], ...] = ()
        self.at = 0
        self.bubble: Bubble | None = None
        context.body.mode_bar.mode_shown.connect(self.end)  # whoever goes to another page finds nothing covered there

    def start(self, *, with_keyboard: bool = False) -> None:
        """Shows the first bubble. `with_keyboard`: Next gets the focus; otherwise the board keeps it."""
        self.end()
        self._context.show_mode(Mode.PLAY)
        self._steps = self._all_steps()
        self.next = push_button("", self._go_on, look="primary", auto_default=False)
        self.skip = push_button(self.tr("Skip the tour"), self.end, auto_default=False)
        for button in (self.next, self.skip):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click does not take the focus from the board
        window = self._context.window
        self.bubble = Bubble(window, self.skip, self.next)
        # In the whole window: the board keeps the focus, and Escape still ends the tour.
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self.bubble, self.end, context=Qt.ShortcutContext.WindowShortcut)
        window.installEventFilter(self)
        self._context.body.installEventFilter(self)
        self._show(0)
        if with_keyboard:
            self.next.setFocus()

    def _all_steps(self) -> tuple[tuple[QWidget, str, str], ...]:
        body, window = self._context.body, self._context.window.window()  # the top-level window has the menus
        assert isinstance(window, QMainWindow)
        return (
            (
                body.panel.board,
                self.tr("The board"),
                self.tr("A game is ready: drag a piece, click two squares, or press / and type the move."),
            ),
            (
                body.controls,
                self.tr("Tools for the game"),
                self.tr("Step through the moves here. Ctrl+N begins a new game: choose an opponent and a clock."),
            ),
            (
                body.side,
                self.tr("Moves and panels"),
                self.tr(
                    "A click on a move shows its position. After the game, R reviews it and explains the mistakes."
                ),
            ),
            (
                body.mode_bar,
                self.tr("Seven pages"),
                self.tr(
                    "Play, analyse, learn openings and endgames, train, and find games. Your game stays on the board."
                ),
            ),
            (
                window.menuBar(),
                self.tr("Help"),
                self.tr("Ctrl+K finds any command by a word. Shift+F1 explains a control, and F1 opens the handbook."),
            ),
        )

    def _show(self, at: int) -> None:
        assert self.bubble is not None
        self.at = at
        target, heading, text = self._steps[at]
        is_last = not self._later()
        self.next.setText(self.tr("Done") if is_last else self.tr("Next"))
        self.skip.setVisible(not is_last)
        place = self.tr("%1 of %2").replace("%1", str(at + 1)).replace("%2", str(len(self._steps)))
        self.bubble.say(heading, text, place, target)

    @Slot()
    def _go_on(self) -> None:
        if later := self._later():
            self._show(later[0])
        else:
            self.end()

    def _later(self) -> list[int]:
        """The next steps whose part can be seen; asked at each step, because the start shows the menu last."""
        return [at for at in range(self.at + 1, len(self._steps)) if self._steps[at][0].isVisible()]

    @Slot()
    def end(self) -> None:
        """Removes the bubble; the board has the keyboard again."""
        if self.bubble is None:
            return
        self._context.window.removeEventFilter(self)
        self._context.body.removeEventFilter(self)
        had_focus = any(button.hasFocus() for button in (self.next, self.skip))
        self.bubble.leave()
        self.bubble = None
        if had_focus:
            self._context.body.panel.board.setFocus()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Follows the window's size; ends the tour if a page covers what it is about."""
        if self.bubble is not None and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            target = self._steps[self.at][0]
            if target.isVisible():
                self.bubble.place(target)
            else:
                self.end()
        return False
