"""The user's rating from rated games: number with error margin, history, and list of games."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QDialogButtonBox, QSizePolicy, QWidget

from desktop.model.game.match import player_of
from desktop.model.rating import RatedResult, RatingState
from desktop.services.engines.rating_service import RatingService
from desktop.views.kit import messages, theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.figures import Figure, Figures
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.read_table import ReadTable
from desktop.views.kit.words import ending, moment, player
from engine.ground.rating import Rating

_SCORES = {1.0: "1", 0.5: "½", 0.0: "0"}


_LEFT, _TOP, _BOTTOM, _RIGHT = 44, 10, 14, 12


class RatingGraph(QWidget):
    """The graph of the rating history; a line needs at least two games."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._history: tuple[Rating[float], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Your Elo after each rated game"))
        theme.theme().changed.connect(self._repaint)

    def sizeHint(self) -> QSize:
        return theme.size(480, 180)

    def show_state(self, state: RatingState) -> None:
        self._history = state.history
        now = state.now
        self.setAccessibleDescription(f"{now.elo:.0f}, {now.low:.0f} – {now.high:.0f}" if now else "")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints lines at every 200 Elo, the error band, the curve, and its last point."""
        if not self._history:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            low = int(min(rating.low for rating in self._history) // 200) * 200
            high = int(max(rating.high for rating in self._history) // 200 + 1) * 200
            left = theme.scaled(_LEFT)
            area = QRectF(left, _TOP, self.width() - left - _RIGHT, self.height() - _TOP - _BOTTOM)
            self._paint_lines(painter, area, low, high)
            points = [self._point(area, index, rating.elo, low, high) for index, rating in enumerate(self._history)]
            upper = [self._point(area, index, rating.high, low, high) for index, rating in enumerate(self._history)]
            lower = [self._point(area, index, rating.low, low, high) for index, rating in enumerate(self._history)]
            accent = QColor(theme.colours().accent)
            band = QColor(accent)
            band.setAlphaF(0.18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(band)
            painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(accent, 2))
            painter.drawPolyline(QPolygonF(points))
            painter.drawLine(upper[-1], lower[-1])
            painter.setBrush(accent)
            painter.drawEllipse(points[-1], 4, 4)

    def _paint_lines(self, painter: QPainter, area: QRectF, low: int, high: int) -> None:
        step = 200 if high - low <= 1_600 else 400
        painter.setFont(theme.font(theme.SMALL, monospaced_digits=True))
        for elo in range(low, high + 1, step):
            y = self._point(area, 0, elo, low, high).y()
            painter.setPen(QColor(theme.colours().line))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(theme.colours().quiet))
            height = theme.scaled(16)
            place = QRectF(0, y - height / 2, area.left() - 6, height)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(elo))

    def _point(self, area: QRectF, index: int, elo: float, low: int, high: int) -> QPointF:
        x = area.left() + area.width() * (index / max(1, len(self._history) - 1) if len(self._history) > 1 else 0.5)
        return QPointF(x, area.bottom() - area.height() * (elo - low) / (high - low))

    @Slot()
    def _repaint(self) -> None:
        self.update()


class RatingDialog(Dialog):
    """The dialog of the user's rating. `game_wanted`: the user wants the first rated game."""

    game_wanted = Signal()

    def __init__(self, rating: RatingService, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Your Elo"), (700, 600))
        self._rating = rating
        self.figures = Figures()
        self.words = plain_label(self.tr("Each game makes it more precise."), look="quiet", wrap=True)
        self.graph = RatingGraph()
        titles = (self.tr("Date"), self.tr("Against"), self.tr("Elo"), self.tr("You"), self.tr("How it ended"))
        self.list = ReadTable(self.tr("Rated games"), titles, numbers=(2,), widths=(150, 176, 64, 104))
        self.play_button = push_button(self.tr("Play a rated game …"), self._play, look="primary")
        self._arrange()
        self._rating.changed.connect(self._update)
        self._update(self._rating.state)

    def _arrange(self) -> None:
        text = self.tr("Your Elo comes from rated games against persons or levels of Ratsu.")
        self.empty = placeholder_card(text, self.play_button, picture="chart-line-up")
        buttons = self.button_box(StandardButton.Close)
        self.forget_button = buttons.addButton(self.tr("Start again …"), QDialogButtonBox.ButtonRole.ResetRole)
        self.forget_button.setAutoDefault(False)
        self.forget_button.clicked.connect(self._ask_to_forget)
        in_column(
            self.figures,
            self.words,
            (self.graph, 2),
            (self.list, 3),
            (self.empty, 1),
            buttons,
            inside=self,
            margins=(5, 4, 5, 4),
            spacing=2,
        )

    @Slot(object)
    def _update(self, state: RatingState) -> None:
        now = state.now
        for part in (self.figures, self.words, self.graph, self.list, self.forget_button):
            part.setVisible(now is not None)
        self.empty.setVisible(now is None)
        self.figures.show_figures(*self._figures(state))
        self.graph.show_state(state)
        self.list.fill([self._cells(game) for game in reversed(state.games)])
        self.list.selectRow(0)

    def _figures(self, state: RatingState) -> tuple[Figure, ...]:
        now = state.now
        if now is None:
            return ()
        return (
            (f"{now.elo:.0f} ± {(now.high - now.low) / 2:.0f}", self.tr("your Elo")),
            (f"{now.low:.0f}–{now.high:.0f}", self.tr("most likely")),
            (str(len(state.games)), self.tr("rated games")),
        )

    def _cells(self, game: RatedResult) -> tuple[str, ...]:
        side = self.tr("White") if game.white else self.tr("Black")
        return (
            moment(game.when),
            player(player_of(game.opponent)),
            str(game.elo),
            f"{_SCORES[game.score]}  {side}",
            ending(game.reason),
        )

    def _play(self) -> None:
        self.accept()
        self.game_wanted.emit()

    def _ask_to_forget(self) -> None:
        question = self.tr("Start again without rated games? The old ones remain in a separate file.")
        messages.ask(self, question, self.tr("Start again"), self._rating.forget)
