"""A picture of the start position, painted at the place of the window's board before that is built."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.model.panel_layout import layout_from
from desktop.model.settings import Settings
from desktop.views.board import board_painter as paint
from desktop.views.board.board_geometry import BoardGeometry, Coordinates
from desktop.views.board.board_style import board_style
from desktop.views.kit import geometry
from desktop.views.kit.theme import colours, theme

_BACK_RANK = "RNBQKBNR"
_LATER = ("own", "letters")  # piece sets that need a folder to be read, or the language to be loaded


class FirstBoard(QWidget):
    """The body of the window until it is filled, in the board colours of the settings. Leaves out what is not known yet: pieces
    from a user's folder, and all pieces if the side is drawn by lot."""

    def __init__(self, settings: Settings, game: bool) -> None:
        """`game`: a game will begin, so the user's side is at the bottom; otherwise White."""
        super().__init__()
        self._coordinates = Coordinates(settings.text("coordinates"))
        side = settings.text("side") if game and settings.flag("flip_for_black") else "white"
        self._flipped, self._known = side == "black", side != "random"
        board_style().choose_theme(settings.text("board_theme"))
        board_style().choose_pieces(settings.text("piece_set"))
        drawn = self._known and settings.text("piece_set") not in _LATER and settings.text("hidden_men") == "none"
        self._pieces = _start_position() if drawn else {}
        self._zoom = settings.number("board_zoom")
        self._side = layout_from(settings.text("window_state"), ()).side_width

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints squares, coordinates and pieces like the window's board."""
        ratio = self.devicePixelRatioF()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            place = geometry.board_at_start(self.size(), self._side, self._zoom, ratio)
            scale = theme().text_size / 100
            where = BoardGeometry.fit(place.width(), place.height(), ratio, self._flipped, self._coordinates, scale)
            painter.translate(place.topLeft())
            look = board_style().theme
            painter.drawPixmap(QPointF(0, 0), paint.ground(place.size(), ratio, where, look))
            if self._known:
                ink = look.ink if self._coordinates is Coordinates.INSIDE else colours().quiet
                paint.paint_coordinates(painter, where, self._coordinates, ink, scale)
            for square, letter in self._pieces.items():
                painter.drawPixmap(
                    where.rect(square).topLeft(), board_style().pieces.picture(letter, where.side, ratio)
                )


def _start_position() -> dict[int, str]:
    """Piece letters by square, as in a `BoardScene`."""
    men = {0: _BACK_RANK, 1: "P" * 8, 6: "p" * 8, 7: _BACK_RANK.lower()}
    return {8 * rank + file: letter for rank, row in men.items() for file, letter in enumerate(row)}
