"""The heading above the score sheet: players with Elo and result; below, event, date and opening."""

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.model.game.heading import SheetHeading, heading_of
from desktop.model.game.match import MatchPlayer
from desktop.model.game.results import printed_result
from desktop.model.game.state import GameState
from desktop.services.game.game_service import GameService
from desktop.views.kit import theme, words
from desktop.views.kit.foreign_text import ForeignText
from engine.game.tree import Game

_MARGIN = 10
HEIGHT = 46


class GameHeading(QWidget):
    """Two lines, shortened if they do not fit. Hidden if the game names no player and no event."""

    def __init__(self, games: GameService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Game | None = None
        self._heading = SheetHeading()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        games.state_changed.connect(self._update)
        theme.theme().changed.connect(self.update)
        self._update(games.state)

    def sizeHint(self) -> QSize:
        return QSize(200, theme.scaled(HEIGHT))

    @property
    def lines(self) -> tuple[str, str]:
        """The full text: `Ann (2100) – Bob (1950) 1–0` and `Open, 2024 · C65 Ruy Lopez`.

        Without players' names, the event comes first: `Endings: Lucena`, the chapter of a study.
        """
        shown = self._heading
        if shown.white is None and shown.black is None:
            return words.text_of(shown.event), " · ".join(
                filter(None, (words.date(shown.date), words.opening(shown.opening)))
            )
        names = f"{_player(shown.white, shown.white_elo)} – {_player(shown.black, shown.black_elo)}"
        result = printed_result(shown.result)
        when = ", ".join(filter(None, (words.text_of(shown.event), words.date(shown.date))))
        return f"{names}  {result}".rstrip(), " · ".join(filter(None, (when, words.opening(shown.opening))))

    @Slot(object)
    def _update(self, state: GameState) -> None:
        before, self._game = self._game, state.game
        if before is not None and _same_heading(before, state.game):
            return
        self._heading = heading_of(state.game)
        self.setVisible(not self._heading.empty)
        self._say()

    def _say(self) -> None:
        text = "\n".join(filter(None, self.lines))
        self.setAccessibleName(text)
        self.setToolTip(ForeignText(text).tip)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            colours = theme.colours()
            first, second = self.lines
            top, height = 4, (self.height() - 8) // 2
            room = self.width() - 2 * _MARGIN
            fonts = (theme.font(theme.BODY, bold=True), theme.font(theme.SMALL))
            for line, font, ink in zip((first, second), fonts, (colours.ink, colours.quiet), strict=True):
                painter.setFont(font)
                painter.setPen(ink)
                shown = QFontMetrics(font).elidedText(line, Qt.TextElideMode.ElideRight, room)
                painter.drawText(_MARGIN, top, room, height, _LEFT, shown)
                top += height


def _same_heading(before: Game, game: Game) -> bool:
    """Whether the headings are equal: they depend on tags and moves."""
    same_tags = game.headers == before.headers
    return game is before or (same_tags and game.root.key == before.root.key and game.plays_as(before))


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def _player(who: MatchPlayer | None, elo: str) -> str:
    name = words.player(who) if who is not None else "?"
    return f"{name} ({elo})" if elo else name
