"""A player's clock, and the bar with name, captured pieces and clock above and below the board."""

import itertools

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop.model.game.match import PlayerKind
from desktop.model.game.state import ClockState, GameState
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.views.board.board_pieces import PieceSet
from desktop.views.board.board_scene import piece_word
from desktop.views.board.board_style import board_style
from desktop.views.board.position_scene import captured
from desktop.views.game.elided import ElidedLabel
from desktop.views.kit import geometry, theme, words
from desktop.views.kit.icons import paint_glyph
from desktop.views.kit.messages import plain_label
from desktop.views.kit.portraits import face
from engine.game.clock import TENTHS_BELOW_MS, time_text
from engine.game.position import Position
from engine.game.side import Side

_FACE = 34  # of an opponent's portrait
_MARGIN = 12  # left and right of the figures
_LEAD = 28  # for `+12` after the captured pieces


def clock_text(remaining_ms: int) -> str:
    """Formats a time: `1:05:09`, `4:59`, below ten seconds `0:07.3`; `−0:12` if a game continues after the flag has fallen."""
    if remaining_ms <= -1_000:
        over = -remaining_ms // 1000
        return f"−{over // 60}:{over % 60:02d}"
    left = max(0, remaining_ms)
    if left < TENTHS_BELOW_MS:
        point = words.figures(".")
        return f"0:{left // 1000:02d}{point}{left % 1000 // 100}"
    return time_text(left)


def running_text(shown: ClockState) -> str:
    """Returns the time of the running clock; empty if no clock runs."""
    left = shown.clock.remaining(shown.clock.running) if shown.clock.running is not None else None
    return "" if left is None else clock_text(left)


class ClockLabel(QWidget):
    """One clock: plain while stopped, filled while it runs, red with a mark below ten seconds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._remaining: int | None = None
        self._running = False
        self.setFixedSize(theme.scaled(104), theme.scaled(32))
        self.hide()
        theme.theme().changed.connect(self.update)

    @property
    def text(self) -> str:
        """The shown time; empty without a clock."""
        return "" if self._remaining is None else clock_text(self._remaining)

    def show_time(self, remaining_ms: int | None, running: bool) -> None:
        """Shows a time; None hides the clock."""
        before = (self.text, self._running)
        self._remaining, self._running = remaining_ms, running
        self.setVisible(remaining_ms is not None)
        if (self.text, running) != before:
            self.setAccessibleName(self.text)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        c = theme.colours()
        urgent = self._remaining is not None and self._remaining < TENTHS_BELOW_MS
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground, ink = (c.accent, c.on_accent) if self._running else (c.card, c.ink)
            if urgent:
                ground, ink = (c.bad, c.card) if self._running else (c.card, c.bad)
            painter.setPen(QColor(c.line) if not self._running else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS, theme.RADIUS)
            painter.setPen(QColor(ink))
            painter.setFont(theme.font(theme.TITLE, bold=True, monospaced_digits=True))
            # Right-aligned: centred figures would shift whenever the text gets shorter.
            painter.drawText(self.rect().adjusted(0, 0, -theme.scaled(_MARGIN), 0), _RIGHT, self.text)
            if urgent:
                side = theme.scaled(14)
                paint_glyph(painter, "warning", QRectF(6, (self.height() - side) / 2, side, side), QColor(ink))


class CapturedPieces(QWidget):
    """The captured pieces, small and overlapping, and the lead in pawns."""

    def __init__(self, pieces: PieceSet) -> None:
        super().__init__()
        self._side = theme.scaled(20)
        self._pieces = pieces
        self._men, self._lead, self._white_men = "", 0, False
        self._drawn = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(self._side)
        board_style().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Room for the usual number of pieces, or for all of them; more if available."""
        return QSize(max(60, self.minimumSizeHint().width()), self._side)

    def minimumSizeHint(self) -> QSize:
        """Room for all pieces: a long name is shortened first."""
        if not self._drawn:
            return QSize(0, self._side)
        width = self._places()[-1][1] + self._side if self._men else 0
        return QSize(width + (theme.scaled(_LEAD) if self._lead else 0), self._side)

    def show_pieces(self, men: str, lead: int, white_men: bool) -> None:
        """Sets the captured pieces as lower-case letters; `white_men`: their colour."""
        if (men, lead, white_men) != (self._men, self._lead, self._white_men):
            self._men, self._lead, self._white_men = men, lead, white_men
            names = ", ".join(piece_word(letter.upper() if white_men else letter) for letter in men) or "–"
            self.setAccessibleName(words.filled(self.tr("Captured: %1, ahead by %2"), names, lead))
            self.updateGeometry()
            self.update()

    def set_drawn(self, drawn: bool) -> None:
        self._drawn = drawn
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._drawn:
            return
        with QPainter(self) as painter:
            x = 0
            for letter, x in self._places():
                shown = letter.upper() if self._white_men else letter
                if not theme.theme().is_dark or self._white_men:
                    painter.drawPixmap(x, 0, self._pieces.picture(shown, self._side, self.devicePixelRatioF()))
                else:
                    self._paint_dark_man(painter, x, shown)
            if self._lead:
                painter.setFont(theme.font(theme.SMALL, bold=True))
                painter.setPen(QColor(theme.colours().quiet))
                left = x + theme.scaled(24) if self._men else 0
                painter.drawText(QRectF(left, 0, theme.scaled(60), self._side), _LEFT, f"+{self._lead}")

    def _places(self) -> list[tuple[str, int]]:
        """Returns each piece with its left edge: equal pieces overlap, different ones are separated."""
        steps = [theme.scaled(8 if one == before else 14) for before, one in itertools.pairwise(self._men)]
        return list(zip(self._men, itertools.accumulate(steps, initial=0), strict=False))

    def _paint_dark_man(self, painter: QPainter, x: int, letter: str) -> None:
        """Paints a black piece with a lighter rim, for contrast with the dark background."""
        painter.setOpacity(0.9)
        white = self._pieces.picture(letter.upper(), self._side, self.devicePixelRatioF())
        painter.drawPixmap(x, 0, white)
        painter.setOpacity(0.55)
        painter.drawPixmap(x, 0, self._pieces.picture(letter, self._side, self.devicePixelRatioF()))
        painter.setOpacity(1.0)


_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class PlayerBar(QWidget):
    """Name, captured pieces and clock of the player of `side`."""

    def __init__(
        self, games: GameService, clock: ClockService, pieces: PieceSet, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._games, self._clock = games, clock
        self.side = Side.WHITE
        self._timed = True
        self._named: tuple[object, ...] = ()  # inputs of the shown name and pieces
        self._counted: tuple[object, ...] = ()
        self._face = plain_label()
        self._face.setFixedSize(theme.size(_FACE, _FACE))
        self._name = ElidedLabel()
        self._name.setFont(theme.font(theme.LARGE, bold=True))
        self._thinking = plain_label(self.tr("thinking …"), look="quiet")
        self._men = CapturedPieces(pieces)
        self.clock = ClockLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 0, 0)
        row.setSpacing(2 * theme.SPACE)
        row.addWidget(self._face)
        row.addWidget(self._name)
        row.addWidget(self._thinking)
        row.addWidget(self._men, 1)
        row.addWidget(self.clock)
        self.setFixedHeight(geometry.player())
        games.state_changed.connect(self._update_game)
        clock.changed.connect(self._update_clock)

    def set_side(self, side: Side) -> None:
        """Shows the other player after the board was turned."""
        self.side = side
        self._update_game(self._games.state)

    def show_captured(self, shown: bool) -> None:
        """Shows or hides the captured pieces; their space remains."""
        self._men.set_drawn(shown)

    def show_clock(self, shown: bool) -> None:
        """Shows or hides the times that a loaded game records. The clock of a game that is played stays: it may run out."""
        self._timed = shown
        self._update_clock(self._clock.state)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        named = self.side, state.match, state.game.headers, self.devicePixelRatioF()
        if named != self._named:
            self._named = named
            self._update_name(state)
        engine = state.match is not None and state.match.contestant(self.side).kind is PlayerKind.ENGINE
        live_turn = state.game.node(state.live).side_to_move is self.side if state.live in state.game else False
        self._thinking.setVisible(state.thinking and engine and live_turn)
        counted = self.side, state.position, state.game.start_fen
        if counted != self._counted:
            self._counted = counted
            white = self.side is Side.WHITE
            men, lead = captured(state.position, Position.of(state.game.start_fen, state.game.chess960), by_white=white)
            self._men.show_pieces(men, lead, white_men=not white)
        self._update_clock(self._clock.state)

    def _update_name(self, state: GameState) -> None:
        person = state.match.contestant(self.side).person if state.match is not None else ""
        self._face.setVisible(bool(person))
        self._face.setPixmap(face(person, theme.scaled(_FACE), self.devicePixelRatioF()))
        self._name.setText(words.player(state.player(self.side)))
        side = words.side(str(self.side))
        self.setAccessibleName(side if side == self._name.text() else f"{side}: {self._name.text()}")
        self.clock.setAccessibleDescription(self.tr("Clock of %1").replace("%1", side))

    @Slot(object)
    def _update_clock(self, shown: ClockState) -> None:
        state = self._games.state
        if shown.tab != state.tab:
            return
        if state.match is None:
            self.clock.show_time(clock_at(state, self.side) if self._timed else None, running=False)
            return
        self.clock.show_time(shown.clock.remaining(self.side), shown.clock.running is self.side)


def clock_at(state: GameState, side: Side) -> int | None:
    """Returns a side's remaining time in ms at the shown position, as recorded in a loaded game."""
    node = state.node
    mover = node if node.side_to_move is not side else state.game.node(node.parent)
    return mover.clock_ms
