"""The likely moves of players of a chosen rating in the shown position: rating, sentence, and moves."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QColor,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QListView, QSizePolicy, QToolButton, QWidget

from desktop.model.settings import Settings
from desktop.services.engines.likely_moves_service import LikelyMovesService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit import theme, words
from desktop.views.kit.fields import named
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.messages import plain_label
from desktop.views.kit.rating_field import RatingField
from desktop.views.kit.rows_view import RowsView
from engine.play.people.likely_moves import LikelyHumanMoves, LikelyMove

_HEIGHT = 40  # pixels at a text size of 100 %, as all lengths here
_LEAST_WIDTH = 62  # of a column
_GAP = theme.SPACE
_NOBODY = LikelyHumanMoves()


class LikelyMovesRow(RowsView[LikelyMove]):
    """The row of likely moves: as many columns as fit, the most likely first, always of the same height.

    A click plays a move; Left and Right choose one and Enter plays it. The sign `?` marks mistakes.
    """

    chosen = Signal(str)  # coordinates
    walking = (Qt.Key.Key_Left, Qt.Key.Key_Right)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("What people would play"))
        self.people = _NOBODY
        self._faded = False
        self.setFlow(QListView.Flow.LeftToRight)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoScroll(False)
        self.setFixedHeight(theme.scaled(_HEIGHT))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_people(self, people: LikelyHumanMoves, faded: bool) -> None:
        """Shows likely moves; `faded` ones are of the previous position, until the new ones arrive."""
        if people is self.people and faded is self._faded:  # as at each step while a key is held
            return
        current = self.currentIndex().row() if people.fen == self.people.fen else 0
        self.people, self._faded = people, faded
        self.setAccessibleDescription(words.reason(people.reason) if people.reason is not None else "")
        self._fill(current)

    def _fill(self, current: int) -> None:
        shown = self.people.moves[: self._count()]
        self.set_rows(shown, min(current, len(shown) - 1))

    def _count(self) -> int:
        return max(1, (self.width() + _GAP) // (theme.scaled(_LEAST_WIDTH) + _GAP))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill(self.currentIndex().row())
        self.scheduleDelayedItemsLayout()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Lets the surrounding panel scroll."""
        event.ignore()

    def row_size(self) -> QSize:
        return QSize((self.width() + _GAP) // self._count(), theme.scaled(_HEIGHT))

    def row_text(self, row: LikelyMove) -> str:
        return self.spoken(row)

    def row_tip(self, row: LikelyMove) -> str:
        return ForeignText(self.spoken(row)).tip

    def press(self, row: LikelyMove, event: QMouseEvent | None = None) -> None:
        if not self._faded:
            self.chosen.emit(row.uci)

    def spoken(self, move: LikelyMove) -> str:
        """Returns a move in words: `62 % of players rated 1500 play Nf6, a mistake`."""
        text = self.tr("%1 of players rated %2 play %3, a mistake")
        if not move.mistake:
            text = self.tr("%1 of players rated %2 play %3")
        told = (words.percent(move.chance), str(self.people.elo), words.moves(move.san))
        for number, value in enumerate(told, 1):
            text = text.replace(f"%{number}", value)
        return text

    def sizeHint(self) -> QSize:
        return QSize(4 * (theme.scaled(_LEAST_WIDTH) + _GAP) - _GAP, theme.scaled(_HEIGHT))

    def paint_row(self, painter: QPainter, rect: QRectF, row: LikelyMove, *, hovered: bool, current: bool) -> None:
        painter.setOpacity(0.55 if self._faded else 1.0)
        self._paint_column(painter, rect.adjusted(0, 0, -_GAP, 0), row, current and self.hasFocus())

    @staticmethod
    def _paint_column(painter: QPainter, rect: QRectF, move: LikelyMove, marked: bool) -> None:
        c = theme.colours()
        inner = rect.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.warning_soft if move.mistake else c.accent_soft))
        filled = inner.height() * move.chance
        painter.save()
        painter.setClipRect(QRectF(inner.left(), inner.bottom() - filled, inner.width(), filled + 1))
        painter.drawRoundedRect(inner, theme.RADIUS, theme.RADIUS)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(c.accent if marked else c.line), 2 if marked else 1))
        painter.drawRoundedRect(inner, theme.RADIUS, theme.RADIUS)
        painter.setPen(QColor(c.ink))
        painter.setFont(theme.font(theme.BODY, bold=True))
        san = words.moves(move.san) + ("?" if move.mistake else "")
        painter.drawText(rect.adjusted(2, 2, -2, -theme.scaled(18)), Qt.AlignmentFlag.AlignCenter, san)
        painter.setFont(theme.font(theme.SMALL, monospaced_digits=True))
        painter.drawText(
            rect.adjusted(2, theme.scaled(20), -2, -3), Qt.AlignmentFlag.AlignCenter, words.percent(move.chance)
        )


class LikelyMovesStrip(QWidget):
    """The strip; requests moves while visible, and exists if the setting is on. Its height never changes."""

    def __init__(
        self,
        panel: str,
        settings: SettingsStore,
        games: GameService,
        people: LikelyMovesService,
        match: MatchService,
        actions: dict[str, QAction],
        parent: QWidget,
        *,
        in_words: bool = False,
    ) -> None:
        """`panel`: the key of the panel that contains it. `in_words`: adds the whole sentence below, in panels that have room."""
        super().__init__(parent)
        self._settings, self._games, self._people, self._match = settings, games, people, match
        self._panel, self._in_words, self._wanted = panel, in_words, True
        self.rating = RatingField(settings)
        self.sentence = plain_label(look="quiet", wrap=in_words)
        self.moves = LikelyMovesRow()
        self.moves.chosen.connect(self._play)
        arrows = named(QToolButton(), actions["people_arrows"].toolTip())
        arrows.setDefaultAction(actions["people_arrows"])
        arrows.setIconSize(theme.size(20, 20))
        if in_words:  # there is room for two lines
            self.sentence.setMinimumHeight(2 * self.sentence.fontMetrics().lineSpacing())
        head = in_row(self.rating, STRETCH if in_words else (self.sentence, 1), arrows, spacing=2)
        column = in_column(head, self.moves, inside=self, margins=0, spacing=1)
        if in_words:
            column.addWidget(self.sentence)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        people.changed.connect(self._update_people)
        games.state_changed.connect(self._update_game)
        settings.changed.connect(self._update_settings)
        self._update_settings(settings.settings)
        self._update_people(people.state)

    def showEvent(self, event: QShowEvent) -> None:
        self._people.want(self._panel, True)

    def hideEvent(self, event: QHideEvent) -> None:
        if is_alive(self._people):
            self._people.want(self._panel, False)

    @Slot(str)
    def _play(self, uci: str) -> None:
        self._match.user_move(uci, self._people.state.fen)

    @Slot(object)
    def _update_settings(self, settings: Settings) -> None:
        self.setVisible(self._wanted and settings.flag("people_moves"))

    def set_wanted(self, wanted: bool) -> None:
        self._wanted = wanted
        self._update_settings(self._settings.settings)

    @Slot(object)
    def _update_game(self, _state: object) -> None:
        self._update_people(self._people.state)

    @Slot(object)
    def _update_people(self, people: LikelyHumanMoves) -> None:
        """Shows the moves; those of the previous position stay, faded, until new ones arrive."""
        if not people.fen:
            return
        fits = people.fen == self._games.state.fen
        self.moves.show_people(people, not fits)
        if fits:
            self._say(people)

    def _say(self, people: LikelyHumanMoves) -> None:
        reason = people.reason if self._in_words else people.wrong_reason
        text = words.reason(reason) if reason is not None else ""
        if not people.moves:
            text = words.sentence(people.problem) or self.tr("The game is over here.")
        self.sentence.setText(text)
