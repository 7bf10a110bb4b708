"""The window's ground: rail, board, side, and how they share the width. The board comes first."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop.services.bundle import Services
from desktop.views import controls, rail, side_panel, theme
from desktop.views.board_panel import BoardPanel
from desktop.views.controls import ControlRow
from desktop.views.messages import MessageBar
from desktop.views.rail import Rail
from desktop.views.side_panel import SidePanel

_GAP = 2 * theme.SPACE
_WIDEST_SIDE = 1600  # a line of notation wider than this is hard to read; the rest goes around the board


class Desk(QWidget):
    """Lays out by hand: a layout manager cannot say "a square as large as the height allows, if the side keeps its least"."""

    def __init__(self, services: Services, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.messages = MessageBar(self)
        self.rail = Rail(actions, self)
        services.openings.changed.connect(lambda state: self.rail.show_due(state.due))
        self.panel = BoardPanel(services, self)
        self.side = SidePanel(services, actions, self)
        self.panel.turned.connect(self.side.set_flipped)
        self.side.set_flipped(self.panel.board.flipped)
        self.controls = ControlRow(actions, self)
        self._side_shown = True
        self._page: QWidget | None = None
        self.messages.installEventFilter(self)
        self.panel.installEventFilter(self)
        self.setMinimumSize(rail.WIDTH + 320 + side_panel.LEAST_WIDTH, 420)

    @property
    def side_shown(self) -> bool:
        """Whether the right side is unfolded."""
        return self._side_shown

    def show_side(self, shown: bool) -> None:
        """Folds the right side away, or unfolds it. The controls stay."""
        self._side_shown = shown
        self.side.setVisible(shown and self._page is None)
        self._arrange()

    def show_page(self, page: QWidget | None) -> None:
        """Lays a page over board and side, or (None) shows these again."""
        if self._page is not None and self._page is not page:
            self._page.hide()
        self._page = page
        for shown in (self.panel, self.controls):
            shown.setVisible(page is None)
        self.side.setVisible(page is None and self._side_shown)
        if page is not None:
            page.setParent(self)
            page.show()
        self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lays out anew when a notice or the evaluation bar comes or goes."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lays out."""
        self._arrange()

    def _arrange(self) -> None:
        notices = self.messages.height_for(self.width() - rail.WIDTH)
        self.messages.setGeometry(rail.WIDTH, 0, self.width() - rail.WIDTH, notices)
        self.rail.setGeometry(0, 0, rail.WIDTH, self.height())
        left, top = rail.WIDTH + _GAP, notices + theme.SPACE
        width, height = self.width() - left - _GAP, self.height() - top - theme.SPACE
        if self._page is not None:
            self._page.setGeometry(rail.WIDTH, notices, self.width() - rail.WIDTH, self.height() - notices)
        elif self._side_shown:
            self._arrange_beside(left, top, width, height)
        else:
            self._arrange_folded(left, top, width, height)

    def _arrange_beside(self, left: int, top: int, width: int, height: int) -> None:
        least = side_panel.LEAST_WIDTH
        board = max(self.panel.minimumSizeHint().width(), min(self.panel.width_for(height), width - least - _GAP))
        side = min(width - board - _GAP, _WIDEST_SIDE)
        spare = width - board - _GAP - side
        left += spare // 2
        self.panel.setGeometry(left, top, board, height)
        x = left + board + _GAP
        foot = controls.HEIGHT + _GAP
        self.side.setGeometry(x, top + theme.SPACE, side, height - foot - theme.SPACE)
        row = min(side, 560)
        self.controls.setGeometry(x, top + height - controls.HEIGHT, row, controls.HEIGHT)

    def _arrange_folded(self, left: int, top: int, width: int, height: int) -> None:
        height -= controls.HEIGHT + theme.SPACE
        self.panel.setGeometry(left, top, width, height)
        row = min(width, 560)
        self.controls.setGeometry(left + (width - row) // 2, top + height + theme.SPACE, row, controls.HEIGHT)
