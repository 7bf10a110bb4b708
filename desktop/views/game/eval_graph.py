"""The evaluation graph: White's expected score after every move, signs, and thinking times; and its card below the moves."""

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from desktop.model.eval_graph import known_points, points_of
from desktop.model.game.state import GameState
from desktop.model.job import JobPhase
from desktop.model.review import GraphPoint, ReviewState
from desktop.model.settings import Settings
from desktop.services.engines.review_service import ReviewService
from desktop.services.game.game_service import GameService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit import theme, words
from desktop.views.kit.foreign_text import ForeignText
from engine.game.tree import Game

HEIGHT = 104
_TIMES = 18  # of its height, below the curve
_PAD = 6
_FAULTS = ("?!", "?", "??")


class EvalGraph(QWidget):
    """The graph: White's share is light and below the curve, Black's dark and above, as in the evaluation bar.

    Mistakes have different shapes: `?!` a ring, `?` a diamond, `??` a square. Left, Right, Home and End walk through
    the moves, Up and Down from mistake to mistake.
    """

    node_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.points: tuple[GraphPoint, ...] = ()
        self._current = -1  # index of the point of the shown position
        self._hovered = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Evaluation graph"))
        theme.theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(280, HEIGHT)

    def show_points(self, points: tuple[GraphPoint, ...], current: int) -> None:
        """Shows the points of a game; `current` is the shown node."""
        found = next((index for index, point in enumerate(points) if point.node == current), -1)
        if points == self.points and found == self._current:
            return
        self.points, self._current = points, found
        self._describe()
        self.update()

    @property
    def current(self) -> GraphPoint | None:
        """The point of the shown position; None outside the main line."""
        return self.points[self._current] if 0 <= self._current < len(self.points) else None

    def place_of(self, index: int) -> QPointF:
        """Returns the place of a point; one without evaluation is on the middle line."""
        share = self.points[index].share
        area = self._area()
        step = area.width() / max(1, len(self.points) - 1)
        return QPointF(area.left() + index * step, area.bottom() - area.height() * (0.5 if share is None else share))

    # Painting

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_PAD, 2, -_PAD, -2 - (_TIMES if self._has_times() else 0))

    def _has_times(self) -> bool:
        return any(point.spent_ms is not None for point in self.points)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints background, both shares, middle line, marks, times, and the current position."""
        c = theme.colours()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            area = self._area()
            shape = QPainterPath()
            shape.addRoundedRect(area.adjusted(-_PAD, 0, _PAD, 0), theme.RADIUS, theme.RADIUS)
            painter.save()
            painter.setClipPath(shape)
            painter.fillPath(shape, QColor(c.hover))
            for start, end in self._stretches():
                self._paint_stretch(painter, area, start, end)
            painter.setPen(QPen(QColor(c.accent), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(0, area.center().y()), QPointF(self.width(), area.center().y()))
            painter.restore()
            self._paint_times(painter)
            self._paint_line(painter, area, self._hovered, c.quiet, 1)
            self._paint_line(painter, area, self._current, c.accent, 2)
            for index, point in enumerate(self.points):
                if point.sign in _FAULTS:
                    self._paint_fault(painter, self.place_of(index), point.sign)
            if self.hasFocus():
                painter.setPen(QPen(QColor(c.accent), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)

    def _stretches(self) -> list[tuple[int, int]]:
        """Returns runs of evaluated points, as first and last index.

        The curve continues over one missing point, because a game's own evaluations may be of one side only.
        """
        runs: list[tuple[int, int]] = []
        for index, point in enumerate(self.points):
            if point.share is None:
                continue
            if runs and runs[-1][1] >= index - 2:
                runs[-1] = (runs[-1][0], index)
            else:
                runs.append((index, index))
        return runs

    def _paint_stretch(self, painter: QPainter, area: QRectF, start: int, end: int) -> None:
        c = theme.colours()
        curve = QPainterPath(self.place_of(start))
        for index in range(start + 1, end + 1):
            if self.points[index].share is not None:
                curve.lineTo(self.place_of(index))
        left = area.left() - _PAD if start == 0 else self.place_of(start).x()
        right = area.right() + _PAD if end == len(self.points) - 1 else self.place_of(end).x()
        painter.fillRect(QRectF(left, area.top(), max(1.0, right - left), area.height()), QColor(c.bar_black))
        below = QPainterPath(QPointF(left, area.bottom()))
        below.lineTo(left, self.place_of(start).y())
        below.connectPath(curve)
        below.lineTo(right, self.place_of(end).y())
        below.lineTo(right, area.bottom())
        painter.fillPath(below, QColor(c.bar_white))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(c.quiet), 1.5))
        painter.drawPath(curve)

    def _paint_line(self, painter: QPainter, area: QRectF, index: int, colour: str, width: int) -> None:
        if 0 <= index < len(self.points):
            x = self.place_of(index).x()
            painter.setPen(QPen(QColor(colour), width))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, self.height() - 2))

    def _paint_fault(self, painter: QPainter, place: QPointF, sign: str) -> None:
        c = theme.colours()
        size = {"?!": 3.5, "?": 4.5, "??": 4.5}[sign]
        painter.setPen(QPen(QColor(c.card), 1.5))
        painter.setBrush(QColor(c.warning if sign == "?!" else c.bad))
        if sign == "?!":
            painter.drawEllipse(place, size, size)
        elif sign == "?":
            diamond = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
            painter.drawPolygon([place + corner for corner in diamond])
        else:
            painter.drawRect(QRectF(place.x() - size, place.y() - size, 2 * size, 2 * size))

    def _paint_times(self, painter: QPainter) -> None:
        """Paints a bar for each move, its height proportional to the root of its time: White's filled, Black's hollow."""
        most = max((point.spent_ms or 0 for point in self.points), default=0)
        if not self._has_times() or most == 0:
            return
        c = theme.colours()
        foot, room = self.height() - 2.0, _TIMES - 4
        step = self._area().width() / max(1, len(self.points) - 1)
        width = max(1.0, min(6.0, 0.6 * step))
        for index, point in enumerate(self.points):
            if point.spent_ms:
                height = max(2.0, room * math.sqrt(point.spent_ms / most))
                stroke = QRectF(self.place_of(index).x() - width / 2, foot - height, width, height)
                white = point.ply % 2 == 1
                painter.setPen(QPen(QColor(c.quiet), 1))
                painter.setBrush(QColor(c.card if white else c.quiet))
                painter.drawRect(stroke)

    # Actions

    def _index_at(self, x: float) -> int:
        if not self.points:
            return -1
        area = self._area()
        step = area.width() / max(1, len(self.points) - 1)
        return max(0, min(len(self.points) - 1, round((x - area.left()) / max(0.001, step))))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self._index_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Marks the position under the mouse; with the button pressed, shows it."""
        hovered = self._index_at(event.position().x())
        self.setCursor(Qt.CursorShape.PointingHandCursor if hovered >= 0 else Qt.CursorShape.ArrowCursor)
        if hovered != self._hovered:
            self._hovered = hovered
            if event.buttons() & Qt.MouseButton.LeftButton:
                self._choose(hovered)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = -1
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walks through the positions, or from mistake to mistake."""
        last = len(self.points) - 1
        goals = {
            Qt.Key.Key_Left: max(0, self._current - 1),
            Qt.Key.Key_Right: min(last, self._current + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
            Qt.Key.Key_Up: self._fault(-1),
            Qt.Key.Key_Down: self._fault(1),
        }
        goal = goals.get(Qt.Key(event.key()))
        if goal is None or not self.points:
            super().keyPressEvent(event)
        else:
            self._choose(goal)

    def _fault(self, step: int) -> int:
        """Returns the index of the next mistake in a direction; the current index if there is none."""
        index = self._current + step
        while 0 <= index < len(self.points):
            if self.points[index].sign in _FAULTS:
                return index
            index += step
        return self._current

    def _choose(self, index: int) -> None:
        if 0 <= index < len(self.points):
            self.node_chosen.emit(self.points[index].node)

    def event(self, event: QEvent) -> bool:
        """Shows the position under the mouse as a tool tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self._index_at(event.pos().x())
            QToolTip.showText(
                event.globalPos(), ForeignText(self._words(self.points[index])).tip if index >= 0 else "", self
            )
            return True
        return super().event(event)

    def _words(self, point: GraphPoint) -> str:
        parts = [words.moves(point.label) + point.sign if point.label else self.tr("Start")]
        if point.score is not None:
            parts.append(words.score_in_full(point.score))
        if point.share is not None:
            parts.append(self.tr("White %1 %").replace("%1", str(round(100 * point.share))))
        if point.spent_ms is not None:
            parts.append(self.tr("%1 s").replace("%1", words.decimal(point.spent_ms / 1000, 1)))
        return "  ".join(parts)

    def _describe(self) -> None:
        known = sum(point.share is not None for point in self.points)
        faults = [words.moves(point.label) + point.sign for point in self.points if point.sign in _FAULTS]
        said = [words.filled(self.tr("%1 of %2 positions evaluated"), known, len(self.points))]
        if faults:
            said.append(", ".join(faults))
        if self.current is not None:
            said.insert(0, self._words(self.current))
        self.setAccessibleDescription(". ".join(said))


class GraphCard(QFrame):
    """The card with the evaluation graph; created when there is something to draw.

    Hidden if fewer than two positions are evaluated, during a game (it would be a hint), and if the settings say so.
    """

    def __init__(self, settings: SettingsStore, games: GameService, review: ReviewService) -> None:
        super().__init__()
        self._settings, self._games, self._review = settings, games, review
        self.graph: EvalGraph | None = None
        self._asked: Game | None = None  # the last game searched for evaluations, and the result
        self._tells = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.SPACE, theme.SPACE, theme.SPACE, theme.SPACE)
        self.hide()
        games.state_changed.connect(self._update_game)
        review.changed.connect(self._update_review)
        settings.changed.connect(self._update_settings)
        self._show(games.state, review.state)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        self._show(state, self._review.state)

    @Slot(object)
    def _update_review(self, review: ReviewState) -> None:
        self._show(self._games.state, review)

    @Slot(object)
    def _update_settings(self, _settings: Settings) -> None:
        self._show(self._games.state, self._review.state)

    def _show(self, state: GameState, review: ReviewState) -> None:
        running = review.phase is JobPhase.RUNNING
        wanted = self._settings.settings.flag("evaluation_graph") and may_judge(state, review)
        if not wanted or (not running and not self._may_tell(state.game)):
            self.hide()
            return
        points = points_of(state.game, review if review.phase is not JobPhase.FAILED else None)
        if not running and known_points(points) < 2:
            self.hide()
            return
        if self.graph is None:
            self.graph = EvalGraph()
            self.graph.node_chosen.connect(self._games.go_to)
            self._column.addWidget(self.graph)
        self.graph.show_points(points, state.current)
        self.show()

    def _may_tell(self, game: Game) -> bool:
        """Whether the game has any evaluation in its main line; most games have none.

        This is asked at every step through a game, and searches the whole main line, so the answer is cached.
        """
        if game is not self._asked:
            self._asked = game
            commands = game.table.commands  # without any commands, the game need not be searched
            self._tells = commands > 0 and any(node.evaluation is not None for node in game.main_line())
        return self._tells


def may_judge(state: GameState, review: ReviewState) -> bool:
    """Whether evaluations are shown: not during a game, and for an adjourned game only if it is reviewed."""
    return not state.unfinished or (state.adjourned and review.phase in (JobPhase.RUNNING, JobPhase.DONE))
