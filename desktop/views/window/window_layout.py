"""The body of the window: the bar of modes, the board and the side, and their sizes. The board comes first."""

from PySide6.QtCore import QEvent, QObject, QRect, Slot
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
from desktop.views.window.mode_bar import Mode, ModeBar
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
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.mode_bar = ModeBar(actions, self)
        openings.changed.connect(self._update_due)
        self._games, self._clock = games, clock
        clock.changed.connect(self._update_clock)
        self.panel = make(BoardPanel, parent=self)
        self.side = make(SidePanel, make=make, actions=actions, parent=self)
        self.controls = ControlRow(actions, self)
        self.side_handle = SideHandle(self)
        self._wish = self.side.layout_now.side_width
        self.side_handle.dragged.connect(self._drag)
        self.side_handle.released.connect(lambda: self.side.set_width(self._wish))
        self.side_handle.reset.connect(self._reset)
        self.messages = MessageBar(self)  # last: floats over the rest, so that no message moves anything
        self._side_shown = True
        self._page: QWidget | None = None
        self.messages.installEventFilter(self)
        self.side.changed.connect(self._place_notices)
        self.setMinimumSize(max(760, geometry.least_width()), 420)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Returns the focus to the board if its widget was hidden or disabled. Qt acts as on Tab then, and may end at the first
        button of the bar, with an unexpected focus frame."""
        before = QApplication.focusWidget()
        gone = before is not None and not (before.isVisible() and before.isEnabled())
        moved = super().focusNextPrevChild(forward)
        after = QApplication.focusWidget()
        if gone and after is not None and self.mode_bar.isAncestorOf(after):
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
            self.messages.raise_()
        self._arrange()
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
            geometry.least_side(geometry.room_in(self.size()).width()), self.width() - _GAP - x - side_handle.WIDTH // 2
        )
        self._arrange()

    @Slot()
    def _reset(self) -> None:
        self._wish = 0
        self.side.set_width(0)
        self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Places the notices again when one comes or leaves."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._place_notices()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lays out all parts."""
        self._arrange()

    def _room_of_page(self) -> QRect:
        return QRect(geometry.mode_bar(), 0, self.width() - geometry.mode_bar(), self.height())

    def _arrange(self) -> None:
        self.mode_bar.setGeometry(0, 0, geometry.mode_bar(), self.height())
        inner = geometry.room_in(self.size())
        if self._page is not None:
            self._page.setGeometry(self._room_of_page())
        elif not self._side_shown:
            self._arrange_folded(inner)
        elif geometry.is_upright(inner):
            self._arrange_below(inner)
        else:
            self._arrange_beside(inner)
        self._place_notices()

    @Slot()
    def _place_notices(self) -> None:
        """Places the notices at the lower edge of the side, or of a page, above its buttons. If the side is folded, they cover
        the upper player's name."""
        over = self._page or (self.side if self._side_shown else self.panel)
        place = over.geometry().adjusted(*(_GAP * sign for sign in (1, 1, -1, -1))) if self._page else over.geometry()
        width = min(place.width(), theme.scaled(_WIDEST))
        height = self.messages.height_for(width)
        left = place.x() + (place.width() - width) // (1 if self._page or self._side_shown else 2)
        at_top = self._page is None and not self._side_shown
        foot = (
            place.y() + place.height() - (geometry.controls() + theme.SPACE if self._page else 0)
        )  # leaves its buttons free
        if (
            self._page is None
            and self._side_shown
            and self.side.mode is Mode.TRAIN
            and self.side.sheet.height() >= height
        ):
            foot = place.y() + self.side.sheet.height()  # leaves the trainer's buttons free
        self.messages.setGeometry(left, place.y() if at_top else foot - height, width, height)

    def _arrange_beside(self, room: QRect) -> None:
        height = room.height()
        panel = geometry.panel_beside(room, self._wish)
        side = geometry.side_beside(room, panel.width())
        self.panel.setGeometry(panel)
        x = panel.x() + panel.width() + _GAP
        self.side_handle.setGeometry(x - _GAP, room.y(), _GAP, height)
        foot = geometry.controls() + _GAP
        self.side.setGeometry(x, room.y() + theme.SPACE, side, height - foot - theme.SPACE)
        row = min(side, theme.scaled(_WIDEST))
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
        """Places the row of tools below the board, or beside it if the board is larger then."""
        width, height = room.width(), room.height()
        lower = height - geometry.controls() - theme.SPACE
        beside = min(geometry.panel_width(height), width - geometry.least_side(width) - _GAP)
        if beside > min(geometry.panel_width(lower), width):
            row = min(width - beside - _GAP, theme.scaled(_WIDEST))
            left = room.x() + (width - beside - _GAP - row) // 2
            self.panel.setGeometry(left, room.y(), beside, height)
            self.controls.setGeometry(
                left + beside + _GAP, room.y() + height - geometry.controls(), row, geometry.controls()
            )
            return
        self.panel.setGeometry(room.x(), room.y(), width, lower)
        row = min(width, theme.scaled(_WIDEST))
        self.controls.setGeometry(
            room.x() + (width - row) // 2, room.y() + lower + theme.SPACE, row, geometry.controls()
        )
