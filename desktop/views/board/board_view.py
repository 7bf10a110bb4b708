"""The chess board: draws a scene and turns mouse and keyboard into moves. It knows no chess."""

from PySide6.QtCore import QEvent, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from desktop.views.board.board_canvas import BoardCanvas
from desktop.views.board.board_geometry import square_name
from desktop.views.board.board_scene import BoardScene, BoardShape, Brush, square_words
from desktop.views.board.promotion import PromotionChooser
from desktop.views.kit import messages

_DRAG_START = 6.0  # pixels that the mouse must move before a press becomes a drag
_CURSOR_STEPS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class BoardView(BoardCanvas):
    """Shows a `BoardScene` and asks for moves.

    `move_requested` carries a move in coordinates (`e2e4`, `e7e8q`) that is among the scene's destinations. The board
    does not play it: the owner of the game sends a new scene. `scrolled` is +1 (forwards) or -1 for the wheel.
    """

    move_requested = Signal(str)
    scrolled = Signal(int)
    shapes_changed = Signal()
    premoves_cancelled = Signal()  # the premoves are cancelled
    refused = Signal(str, str)  # the names of the start and target squares of an illegal move

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.always_queen = False  # Alt opens the chooser anyway
        self.click_clears = True  # whether a click removes the drawn arrows and circles
        self._pressed_at: QPointF | None = None
        self._was_selected = False
        self._dropped: tuple[int, int] | None = None
        self._drawn_from: int | None = None
        self._wheel = 0
        self.squares.pressed.connect(self._press_cursor)
        self._chooser = PromotionChooser(self, self._pieces)
        self._chooser.chosen.connect(self._promoted)
        self._chooser.cancelled.connect(self._not_promoted)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Chess board"))

    # The scene

    def show_scene(self, scene: BoardScene, animate: bool = True) -> None:
        """Shows another position. A piece just dropped with the mouse does not slide again."""
        before, dropped = self.scene, self._dropped
        stays = scene.looks == before.looks and not (self._in_hand or self.moving)
        self.scene = scene
        self._dropped = None
        if self._promoting is not None and not self._still_promotes(before):
            self.leave_chooser()
        moved = self._selected is not None and scene.shown.get(self._selected) != before.shown.get(self._selected)
        if moved or (self._selected is not None and scene.place != before.place):
            self._give_up()
        self._slide(before, animate, dropped)
        self._describe()
        if not stays:
            self.update()

    def leave_chooser(self) -> None:
        """Closes the chooser without a choice: the pawn stays on its square."""
        if self._promoting is not None:
            self._chooser.leave()
            self._promoting = None

    def _still_promotes(self, before: BoardScene) -> bool:
        """Whether the promotion of the open chooser can still be entered, now or as a premove: the opponent may have moved."""
        assert self._promoting is not None, "only asked while a piece is chosen"
        start, end = self._promoting
        same = self.scene.place == before.place and self.scene.shown.get(start) == before.shown.get(start)
        return same and end in self.scene.destinations.get(start, ()) and self._promoting in self.scene.promotions

    @property
    def _in_hand(self) -> bool:
        return self._selected is not None or self._promoting is not None or self._dropped is not None

    @property
    def selected(self) -> int | None:
        """The square of the piece that was picked up."""
        return self._selected

    @property
    def chooser(self) -> PromotionChooser:
        """The chooser of the promotion piece, visible while one is chosen."""
        return self._chooser

    def fit(self) -> None:
        """Fits the board into the widget, and the chooser over it."""
        super().fit()
        self._chooser.place(self.geometry_now)

    def set_flipped(self, flipped: bool) -> None:
        """Turns the board. The cursor stays on its square, which is another cell for a screen reader."""
        super().set_flipped(flipped)
        self._focus_cell()

    def leave_cursor(self) -> None:
        """Ends the keyboard cursor, so that the cursor keys step through the moves again."""
        if self._cursor is not None:
            self._cursor = None
            self._describe()
            self.update()

    def _focus_cell(self) -> None:
        if self._cursor is not None and self.hasFocus():
            self.squares.focus_square(self._cursor)

    def event(self, event: QEvent) -> bool:
        """Refits on a screen of another scaling; takes the cursor keys from the window's shortcuts while they move the cursor."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.fit()
        elif event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if self._cursor is not None and event.key() in _CURSOR_STEPS and not event.modifiers():
                event.accept()
                return True
            held = self._cursor is not None or self._selected is not None or bool(self.scene.premoves)
            if event.key() == Qt.Key.Key_Escape and held:
                event.accept()
                return True
        return super().event(event)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left: picks up a piece or drops the one picked up. Right: begins an arrow."""
        square = self.geometry_now.square_at(event.position())
        self._mouse = event.position()
        self._cursor = None
        if event.button() == Qt.MouseButton.RightButton:
            held = self._dragging
            if self._selected is not None:
                self._give_up()
            if self.scene.premoves:
                self.premoves_cancelled.emit()
            elif not held:  # a press that puts a dragged piece back starts no arrow
                self._drawn_from = square
        elif event.button() == Qt.MouseButton.LeftButton:
            if self.shapes and self.click_clears:
                self.set_shapes(())
                self.shapes_changed.emit()
            self._press(square)
        self.update()

    def _press(self, square: int | None) -> None:
        self._pressed_at = self._mouse
        self._was_selected = square is not None and square == self._selected
        if square is not None and self._can_go(square):
            self._drop(square, dragged=False)
        elif square is not None and self.scene.destinations.get(square):
            self._select(square)
        elif self._selected is not None:
            self._drop_or_refuse(square, dragged=False)
        elif square is not None and self._is_movers(square):
            self._select(square)  # without a legal move: its drop is answered with the reason

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drags the piece picked up; marks the square under the mouse."""
        self._mouse = event.position()
        held = bool(event.buttons() & Qt.MouseButton.LeftButton)
        if held and self._selected is not None and self._pressed_at is not None and not self._dragging:
            moved = self._mouse - self._pressed_at
            self._dragging = abs(moved.x()) + abs(moved.y()) >= _DRAG_START
        over = self.geometry_now.square_at(self._mouse)
        movable = over is not None and (bool(self.scene.destinations.get(over)) or self._can_go(over))
        shape = Qt.CursorShape.ClosedHandCursor if self._dragging else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape if movable or self._dragging else Qt.CursorShape.ArrowCursor)
        if self._selected is not None:
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drops a dragged piece; a click on the piece picked up puts it down; right: finishes an arrow."""
        square = self.geometry_now.square_at(event.position())
        if event.button() == Qt.MouseButton.RightButton:
            self._finish_shape(square, event.modifiers())
        elif event.button() == Qt.MouseButton.LeftButton:
            if self._dragging:
                self._dragging = False
                if square != self._selected:
                    self._drop_or_refuse(square, dragged=True)
            elif self._was_selected and square == self._selected:
                self._give_up()
            self._pressed_at = None
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Clears the mark of the square under the mouse."""
        if not self._dragging:
            self._mouse = QPointF(-1, -1)
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Requests the next or the previous move, one for each notch."""
        self._wheel += event.angleDelta().y()
        while abs(self._wheel) >= 120:
            step = 1 if self._wheel > 0 else -1
            self._wheel -= 120 * step
            self.scrolled.emit(-step)
        event.accept()

    def _finish_shape(self, square: int | None, modifiers: Qt.KeyboardModifier) -> None:
        start, self._drawn_from = self._drawn_from, None
        if start is None or square is None:
            return
        shift = bool(modifiers & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier))
        alt = bool(modifiers & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier))
        brush = {(0, 0): Brush.GREEN, (1, 0): Brush.RED, (0, 1): Brush.BLUE, (1, 1): Brush.YELLOW}[shift, alt]
        drawn = BoardShape(start, square, brush)
        others = tuple(s for s in self.shapes if (s.start, s.end) != (start, square))
        self.set_shapes(others if drawn in self.shapes else (*others, drawn))
        self.shapes_changed.emit()

    # Picking up and dropping

    def _can_go(self, square: int) -> bool:
        return self._selected is not None and square in self.scene.destinations.get(self._selected, frozenset())

    def _is_movers(self, square: int) -> bool:
        """Whether a piece of the side that may move now is on the square."""
        piece = self.scene.pieces.get(square, "")
        return bool(piece and self.scene.destinations) and piece.isupper() is self.scene.turn_white

    def _meant(self, square: int | None) -> int | None:
        """Returns the target square of a piece dropped on `square`: a king dropped on its own rook castles."""
        if self._selected is None or square is None or self._can_go(square):
            return square
        castled = self.scene.castlings.get((self._selected, square))
        return castled if castled is not None and self._can_go(castled) else square

    def _drop_or_refuse(self, square: int | None, *, dragged: bool) -> None:
        meant = self._meant(square)
        if meant is not None and self._can_go(meant):
            self._drop(meant, dragged)
        else:
            self._refuse(square)

    def _select(self, square: int) -> None:
        self._selected = square
        self._describe()
        messages.announce(self, self._picked_up(square))

    def _drop(self, square: int, dragged: bool) -> None:
        start = self._selected
        assert start is not None, "only called while a piece is picked up"
        self._selected = None
        self._dragging = False
        if (start, square) in self.scene.promotions and not self._queens_at_once():
            self._promoting = (start, square)
            self._chooser.open(self.geometry_now, square, self.scene.turn_white)
            return
        self._dropped = (start, square) if dragged else None
        queen = "q" if (start, square) in self.scene.promotions else ""
        self.move_requested.emit(square_name(start) + square_name(square) + queen)

    def _queens_at_once(self) -> bool:
        asks = QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier
        return self.always_queen and not asks

    @Slot(str)
    def _promoted(self, piece: str) -> None:
        if self._promoting is not None:
            (start, end), self._promoting = self._promoting, None
            self._focus_cell()
            self.move_requested.emit(square_name(start) + square_name(end) + piece)

    def _refuse(self, square: int | None) -> None:
        start = self._selected
        self._give_up()
        if square is not None and start is not None:
            self.refused.emit(square_name(start), square_name(square))

    @Slot()
    def _not_promoted(self) -> None:
        self._focus_cell()
        self._put_down()

    def _put_down(self) -> None:
        self._give_up()
        messages.announce(self, self.tr("put down"))

    def _give_up(self) -> None:
        self._selected = None
        self._dragging = False
        self._promoting = None
        self._describe()
        self.update()

    # The keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cursor keys move the cursor, Enter or Space picks up and drops, Escape puts the piece down and then leaves
        the board."""
        key = event.key()
        if key in _CURSOR_STEPS and self._cursor is not None:
            self._step_cursor(*_CURSOR_STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self._cursor is None:
                self._show_cursor()
            else:
                self._press_cursor(self._cursor)
        elif key == Qt.Key.Key_Escape and self._selected is not None:
            self._put_down()
        elif key == Qt.Key.Key_Escape and self.scene.premoves:
            self.premoves_cancelled.emit()
        elif key == Qt.Key.Key_Escape and self._cursor is not None:
            self.leave_cursor()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the cursor as soon as the board gets the keyboard focus by Tab."""
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._show_cursor()
        super().focusInEvent(event)

    def _show_cursor(self) -> None:
        last = self.scene.last_move
        self._cursor = last[1] if last is not None else (60 if self._flipped else 4)
        self.squares.focus_square(self._cursor)
        self._describe()
        self.update()

    def _step_cursor(self, files: int, ranks: int) -> None:
        assert self._cursor is not None, "only called while the frame is shown"
        sign = -1 if self._flipped else 1
        file = min(7, max(0, (self._cursor & 7) + sign * files))
        rank = min(7, max(0, (self._cursor >> 3) + sign * ranks))
        self._cursor = rank * 8 + file
        self.squares.focus_square(self._cursor)
        self._describe()
        self.update()

    def _press_cursor(self, square: int) -> None:
        if square == self._selected:
            self._put_down()
        elif self._can_go(square):
            self._drop(square, dragged=False)
        elif self.scene.destinations.get(square):
            self._select(square)
        elif self._selected is not None:
            self._drop_or_refuse(square, dragged=False)
        else:
            self._say(self.tr("no move from %1"), square)
        self.update()

    def _describe(self) -> None:
        """Describes the position, the cursor's square and the piece picked up to a screen reader."""
        words = [self.scene.description] if self.scene.description else []
        if self._cursor is not None:
            words.insert(0, square_words(self._cursor, self.scene.shown.get(self._cursor, "")))
        if self._selected is not None:
            words.insert(0, self._picked_up(self._selected))
        said = ". ".join(words)
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)

    def _picked_up(self, start: int) -> str:
        goals = sorted(square_name(s) for s in self.scene.destinations.get(start, frozenset()))
        if not goals:
            return self.tr("no move from %1").replace("%1", square_name(start))
        text = self.tr("picked up %1, can go to %2")
        return text.replace("%1", square_name(start)).replace("%2", " ".join(goals))

    def _say(self, text: str, *squares: int) -> None:
        """Announces the result of a key press. A screen reader is then at a cell of the board, and reads no description."""
        for number, square in enumerate(squares, 1):
            text = text.replace(f"%{number}", square_name(square))
        messages.announce(self, text)
