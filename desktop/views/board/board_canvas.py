"""Draws the board: position, marks, sliding pieces, arrows. `board_view` adds the gestures."""

from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QPointF, QSize, QVariantAnimation, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.views.board import board_painter as paint
from desktop.views.board.board_geometry import BoardGeometry, Coordinates
from desktop.views.board.board_scene import BoardScene, BoardShape, captured_piece, slides
from desktop.views.board.board_style import board_style
from desktop.views.board.square_table import SquareTable
from desktop.views.kit.theme import colours, theme

_MOST_SLIDES = 6  # pieces; if more have changed it is another game, not a move


class BoardCanvas(QWidget):
    """Paints a `BoardScene` and the state of the gesture: a piece picked up, dragged, or waiting for its promotion."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = BoardScene()
        self.geometry_now = BoardGeometry(0, 0, 1)
        self.squares = SquareTable(self)
        self.animation_ms = 160
        self.show_destinations = True
        self.show_last_move = True
        self.hidden: frozenset[bool] = frozenset()  # colours that are not drawn: True is white
        self.shapes: tuple[BoardShape, ...] = ()
        self.engine_shapes: tuple[BoardShape, ...] = ()
        self._coordinates = Coordinates.INSIDE
        self.coordinate_scale = theme().text_size / 100  # changed for exported pictures, to be readable there
        self._flipped = False
        self._pieces = board_style().pieces
        self._ground: QPixmap | None = None
        self._selected: int | None = None
        self._dragging = False
        self._mouse = QPointF()
        self._cursor: int | None = None
        self._promoting: tuple[int, int] | None = None
        self._sliding: dict[int, int] = {}
        self._fading: dict[int, str] = {}  # the captured piece
        self._alarmed = False  # the check is new: its ring is animated
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self.update)
        self._animation.finished.connect(self._slid)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        board_style().changed.connect(self._repaint_ground)

    # The scene and its display options

    @property
    def scene(self) -> BoardScene:
        """The position that is drawn and described to screen readers."""
        return self._scene

    @scene.setter
    def scene(self, scene: BoardScene) -> None:
        self._scene = scene
        self.squares.show_scene(scene)

    @property
    def flipped(self) -> bool:
        """Whether Black is at the bottom."""
        return self._flipped

    def set_flipped(self, flipped: bool) -> None:
        """Turns the board."""
        if flipped != self._flipped:
            self._flipped = flipped
            self._stop_sliding()
            self.fit()

    @property
    def coordinates(self) -> Coordinates:
        """The position of the file letters and rank numbers."""
        return self._coordinates

    def set_coordinates(self, where: Coordinates) -> None:
        """Places the coordinates inside or outside the squares, or hides them."""
        self._coordinates = where
        self.fit()

    def set_shapes(self, shapes: tuple[BoardShape, ...]) -> None:
        """Replaces the user's arrows and circles."""
        if shapes != self.shapes:
            self.shapes = shapes
            self.update()

    def set_engine_shapes(self, shapes: tuple[BoardShape, ...]) -> None:
        """Replaces the arrows of the analysis."""
        if shapes != self.engine_shapes:
            self.engine_shapes = shapes
            self.update()

    def sizeHint(self) -> QSize:
        """A board of 480 pixels."""
        return QSize(480, 480)

    def minimumSizeHint(self) -> QSize:
        """The smallest playable size: 200 pixels."""
        return QSize(200, 200)

    # Animation: the sliding pieces, a captured one, a new check

    @property
    def moving(self) -> bool:
        """Whether a move is still being animated."""
        return self._animation.state() is not QAbstractAnimation.State.Stopped

    def _slide(self, before: BoardScene, animate: bool, dropped: tuple[int, int] | None) -> None:
        """Animates the change from `before`: the moved piece slides, the captured one fades, the ring of a new check grows."""
        self._stop_sliding()
        if not animate or self.animation_ms <= 0 or not self.isVisible() or not before.shown:
            return
        if (before.shown, before.check) == (self.scene.shown, self.scene.check):
            return  # editing a comment moves nothing
        moved = slides(before.shown, self.scene.shown)
        if len(moved) > _MOST_SLIDES:
            return
        if dropped is not None and moved.get(dropped[1]) == dropped[0]:
            del moved[dropped[1]]
        self._sliding, self._fading = moved, captured_piece(before.shown, self.scene.shown)
        self._alarmed = self.scene.check is not None and before.check != self.scene.check
        if self._sliding or self._fading or self._alarmed:
            self._animation.setDuration(self.animation_ms)
            self._animation.start()

    def _stop_sliding(self) -> None:
        self._animation.stop()
        self._forget_slide()

    @Slot()
    def _slid(self) -> None:
        self._forget_slide()
        self.update()

    def _forget_slide(self) -> None:
        self._sliding, self._fading, self._alarmed = {}, {}, False

    def _progress(self) -> float:
        return float(self._animation.currentValue()) if self.moving else 1.0

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints all layers, from the squares up to the dragged piece."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawPixmap(QPointF(0, 0), self._ground_picture())
            self._paint_marks(painter)
            ink = board_style().theme.ink if self._coordinates is Coordinates.INSIDE else colours().quiet
            paint.paint_coordinates(painter, self.geometry_now, self._coordinates, ink, self.coordinate_scale)
            self._paint_pieces(painter)
            if self.scene.last_move is not None and self.scene.sign:
                paint.paint_sign(painter, self.geometry_now, self.scene.last_move[1], self.scene.sign, colours())
            if self._cursor is not None and self.hasFocus():
                paint.paint_cursor(painter, self.geometry_now, self._cursor)
            for shape in self.engine_shapes + self.shapes:
                paint.paint_shape(painter, self.geometry_now, shape)
            if self._dragging and self._selected is not None:
                side, letter = self.geometry_now.side, self.scene.shown[self._selected]
                if letter.isupper() in self.hidden:
                    return
                picture = self._pieces.picture(letter, side, self.devicePixelRatioF())
                painter.drawPixmap(self._mouse - QPointF(side / 2, side / 2), picture)

    def _ground_picture(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        if self._ground is None or self._ground.devicePixelRatio() != ratio:
            self._ground = paint.ground(self.size(), ratio, self.geometry_now, board_style().theme)
        return self._ground

    def _paint_marks(self, painter: QPainter) -> None:
        geometry, scene, look = self.geometry_now, self.scene, board_style().theme
        if scene.last_move is not None and self.show_last_move:
            paint.paint_last_move(painter, geometry, scene.last_move, look)
        if scene.check is not None:
            paint.paint_check(painter, geometry, scene.check, self._progress() if self._alarmed else 1.0)
        paint.paint_premoves(painter, geometry, scene.premoves, colours())
        if self._selected is None:
            return
        paint.paint_selected(painter, geometry, self._selected, colours())
        if self.show_destinations:
            hovered = geometry.square_at(self._mouse)
            for square in scene.destinations.get(self._selected, frozenset()):
                paint.paint_destination(painter, geometry, square, square in scene.shown, square == hovered, look.goal)

    def _paint_pieces(self, painter: QPainter) -> None:
        geometry, ratio = self.geometry_now, self.devicePixelRatioF()
        progress = self._progress()
        self._paint_taken(painter, 1.0 - progress)
        moving: list[tuple[QPointF, QPixmap]] = []
        for square, letter in self.scene.shown.items():
            if letter.isupper() in self.hidden:
                continue
            picture = self._pieces.picture(letter, geometry.side, ratio)
            corner = geometry.rect(square).topLeft()
            start = self._sliding.get(square)
            if start is not None:
                origin = geometry.rect(start).topLeft()
                moving.append((origin + (corner - origin) * progress, picture))
            elif self._promoting is not None and square == self._promoting[0]:
                continue
            elif self._dragging and square == self._selected:
                painter.setOpacity(0.3)
                painter.drawPixmap(corner, picture)
                painter.setOpacity(1.0)
            else:
                painter.drawPixmap(corner, picture)
        for corner, picture in moving:  # above the pieces at rest
            painter.drawPixmap(corner, picture)

    def _paint_taken(self, painter: QPainter, opacity: float) -> None:
        painter.setOpacity(opacity)
        for square, letter in self._fading.items():
            if letter.isupper() not in self.hidden:
                picture = self._pieces.picture(letter, self.geometry_now.side, self.devicePixelRatioF())
                painter.drawPixmap(self.geometry_now.rect(square).topLeft(), picture)
        painter.setOpacity(1.0)

    @Slot()
    def _repaint_ground(self) -> None:
        self._ground = None
        self.update()

    def fit(self) -> None:
        """Fits the board into the current size of the widget."""
        self.geometry_now = BoardGeometry.fit(
            self.width(),
            self.height(),
            self.devicePixelRatioF(),
            self._flipped,
            self._coordinates,
            self.coordinate_scale,
        )
        self.squares.fit(self.geometry_now)
        self._repaint_ground()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits the board into the new size."""
        self.fit()
