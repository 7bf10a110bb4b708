"""The body of the window: the bar of modes, the board and the side, and their sizes. The board comes first."""

from PySide6.QtCore import QRect, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop.model.game.state import ClockState
from desktop.model.training import TrainingState
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.views.game.board_panel import BoardPanel
from desktop.views.game.controls import ControlRow
from desktop.views.game.player_bar import running_text
from desktop.views.kit import geometry, theme
from desktop.views.kit.messages import MessageBar
from desktop.views.kit.view_factory import ViewFactory
from desktop.views.window import side_handle
from desktop.views.window.early_board import EarlyBoard
from desktop.views.window.mode_bar import ModeBar
from desktop.views.window.side_handle import SideHandle
from desktop.views.window.side_panel import SidePanel

_GAP = geometry.GAP
_WIDEST = 560  # pixels; of a notice and of the row of tools, at a text size of 100 %


class WindowBody(QWidget):
    """Computes its layout by hand: no layout manager can express "a square as high as possible that leaves the side its minimum
    width"."""

    def __init__(
        self,
        make: ViewFactory,
        games: GameService,
        clock: ClockService,
        openings: OpeningTrainer,
        actions: dict[str, QAction],
        early: EarlyBoard | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`early`: holds the board and the sheet of moves that are already on the screen. They are taken from it."""
        super().__init__(parent)
        self.mode_bar = ModeBar(actions, self)
        openings.changed.connect(self._update_due)
        self._update_due(openings.state)  # counted already if the window is built again
        self._games, self._clock = games, clock
        clock.changed.connect(self._update_clock)
        self.panel = early.panel if early is not None else make(BoardPanel)
        self.panel.setParent(self)
        make(self.panel.join)
        self.side = make(
            SidePanel, make=make, actions=actions, sheet=early.sheet if early is not None else None, parent=self
        )
        self.controls = ControlRow(actions, self)
        self.side_handle = SideHandle(self)
        self._wish = self.side.layout_now.side_width
        self.side_handle.dragged.connect(self._drag)
        self.side_handle.released.connect(lambda: self.side.set_width(self._wish))
        self.side_handle.reset.connect(self._reset)
        self.messages = MessageBar(self)
        self._side_shown = True
        self._page: QWidget | None = None
        self._strip = QRect()  # for messages on a page, or while the side is folded
        self.messages.changed.connect(self._place_messages)
        self.side.sheet.resized.connect(self._place_messages)
        games.state_changed.connect(self._follow)
        self.setMinimumSize(max(760, geometry.least_width()), 420)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Returns the focus to the board if its widget was hidden or disabled. Qt acts as on Tab then, and may end at the first
        button of the bar, with an unexpected focus frame, or in the move line, which takes `h` for a letter."""
        before = QApplication.focusWidget()
        gone = before is not None and not (before.isVisible() and before.isEnabled())
        moved = super().focusNextPrevChild(forward)
        after = QApplication.focusWidget()
        if gone and after is not None and (after is self.controls.entry or self.mode_bar.isAncestorOf(after)):
            self.panel.board.setFocus()
        return moved

    @property
    def side_shown(self) -> bool:
        """Whether the right side is unfolded."""
        return self._side_shown

    @property
    def page(self) -> QWidget | None:
        """The page over board and side, or None."""
        return self._page

    @property
    def page_shown(self) -> bool:
        """Whether a page covers board and side."""
        return self._page is not None

    def show_side(self, shown: bool) -> None:
        """Unfolds or folds the right side. The row of tools stays."""
        self._side_shown = shown
        self._update_shown()
        self._arrange()

    def prepare_page(self, page: QWidget) -> None:
        """Gives a page its size and style before it is shown, which takes a while."""
        if page is self._page:
            return
        page.hide()
        page.setParent(self)
        page.setGeometry(self._room_of_page())
        for part in (page, *page.findChildren(QWidget)):
            part.ensurePolished()
        if (layout := page.layout()) is not None:
            layout.activate()

    def show_page(self, page: QWidget | None) -> None:
        """Shows a page over board and side, or (None) board and side again."""
        before, self._page = self._page, page
        self._update_shown()
        if before is not None and before is not page:
            before.hide()  # only now can the board take the focus
        if page is not None:
            page.setParent(self)
            page.show()
        self._arrange()
        self._follow()
        running = self._clock.running
        self._update_clock(self._clock.state_of(running))

    def _update_shown(self) -> None:
        on_board: tuple[QWidget, ...] = (self.panel, self.controls)
        beside: tuple[QWidget, ...] = (self.side, self.side_handle)
        for part in on_board:
            part.setVisible(self._page is None)
        for part in beside:
            part.setVisible(self._page is None and self._side_shown)

    @Slot(object)
    def _update_clock(self, shown: ClockState) -> None:
        """Shows the running clock in the bar of modes if it is out of sight."""
        on_board = self._games.state.tab if self._page is None else 0
        running = self._clock.running
        if not running or running == on_board:
            self.mode_bar.show_clock("")
        elif shown.tab == running:
            self.mode_bar.show_clock(running_text(shown))

    @Slot(object)
    def _update_due(self, state: TrainingState) -> None:
        self.mode_bar.show_due(state.due or 0)

    @Slot(int)
    def _drag(self, x: int) -> None:
        self._wish = max(
            geometry.least_side(geometry.room_in(self.size())), self.width() - _GAP - x - side_handle.WIDTH // 2
        )
        self._arrange()

    @Slot()
    def _reset(self) -> None:
        self._wish = 0
        self.side.set_width(0)
        self._arrange()

    @Slot()
    def _follow(self) -> None:
        """Takes the messages of another game or page away."""
        state = self._games.state
        self.messages.follow(self._page or (state.tab, state.game.root.key))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lays out all parts."""
        self._arrange()

    def _room_of_page(self) -> QRect:
        bar = geometry.mode_bar()
        return QRect(bar, 0, self.width() - bar, self.height() - geometry.strip() - theme.SPACE)

    def _arrange(self) -> None:
        self.mode_bar.setGeometry(0, 0, geometry.mode_bar(), self.height())
        inner = geometry.room_in(self.size())
        if self._page is not None:
            room = self._room_of_page()
            self._page.setGeometry(room)
            self._strip = QRect(room.x() + 2 * _GAP, room.bottom() + 1, room.width() - 4 * _GAP, geometry.strip())
        elif not self._side_shown:
            self._arrange_folded(inner)
        elif geometry.is_upright(inner):
            self._arrange_below(inner)
        else:
            self._arrange_beside(inner)
        self._place_messages()

    @Slot()
    def _place_messages(self) -> None:
        """Gives the message its strip: between notation and panels, whose buttons do not move; below a page; and beside or
        below the board if the side is folded."""
        if self._page is None and self._side_shown:
            self.side.sheet.hold(self.messages)
            return
        if self.messages.parentWidget() is not self:
            self.side.sheet.release(self.messages, self)
        place = self._strip
        height = self.messages.fit(place.width(), place.height())
        self.messages.setGeometry(place.x(), place.bottom() + 1 - height, place.width(), height)
        self.messages.setVisible(height > 0)
        self.messages.raise_()

    def _arrange_beside(self, room: QRect) -> None:
        height = room.height()
        panel = geometry.panel_beside(room, self._wish)
        side = geometry.side_beside(room, panel.width())
        self.panel.setGeometry(panel)
        x = panel.x() + panel.width() + _GAP
        self.side_handle.setGeometry(x - _GAP, room.y(), _GAP, height)
        foot = geometry.controls() + _GAP
        self.side.setGeometry(x, room.y() + theme.SPACE, side, height - foot - theme.SPACE)
        row = side if side >= self.controls.worded_width() else min(side, theme.scaled(_WIDEST))
        self.controls.setGeometry(x, room.y() + height - geometry.controls(), row, geometry.controls())

    def _arrange_below(self, room: QRect) -> None:
        """Places the board at the top, the row of tools below it, the side at the bottom."""
        panel = geometry.panel_above(room)
        self.panel.setGeometry(panel)
        row = min(room.width(), theme.scaled(_WIDEST))
        top = room.y() + panel.height() + _GAP
        self.controls.setGeometry(room.x() + (room.width() - row) // 2, top, row, geometry.controls())
        top += geometry.controls() + _GAP
        self.side_handle.setGeometry(0, 0, 0, 0)
        self.side.setGeometry(room.x(), top, room.width(), room.y() + room.height() - top)

    def _arrange_folded(self, room: QRect) -> None:
        """Places strip and row of tools below the board, or beside it if the board is larger then."""
        width, height = room.width(), room.height()
        tools, strip = geometry.controls(), geometry.strip()
        lower = height - tools - strip - 2 * theme.SPACE
        beside = min(geometry.panel_width(height), width - geometry.least_side(room) - _GAP)
        if beside > min(geometry.panel_width(lower), width):
            row = min(width - beside - _GAP, theme.scaled(_WIDEST))
            left = room.x() + (width - beside - _GAP - row) // 2
            self.panel.setGeometry(left, room.y(), beside, height)
            left, top = left + beside + _GAP, room.y() + height - tools
            self._strip = QRect(left, room.y(), row, height - tools - theme.SPACE)
        else:
            self.panel.setGeometry(room.x(), room.y(), width, lower)
            row = min(width, theme.scaled(_WIDEST))
            left, top = room.x() + (width - row) // 2, room.y() + lower + theme.SPACE
            self._strip = QRect(left, top + tools + theme.SPACE, row, strip)
        self.controls.setGeometry(left, top, row, tools)
