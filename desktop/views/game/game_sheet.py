"""The score sheets of the open games: tabs, notation of the shown game, and evaluation graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QVBoxLayout, QWidget

from desktop.model.book.panel import OwnMoves
from desktop.model.game.heading import SheetHeading, heading_of
from desktop.model.game.match import MatchPlayer
from desktop.model.game.results import printed_result
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.game.game_tab_bar import GameTabBar
from desktop.views.game.notation_view import NotationView
from desktop.views.kit import theme, words
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.messages import MessageBar, plain_label
from engine.game.tree import Game

if TYPE_CHECKING:
    from desktop.model.review import ReviewState
    from desktop.services.book.book_service import BookService
    from desktop.services.engines.coach_service import CoachService
    from desktop.services.engines.review_service import ReviewService

LEAST_HEIGHT = 150  # five rows of moves, the minimum of the notation
LEAST_IF_LOW = 76  # two rows: a panel needs the room more than the previous moves, and above all a trainer's question
_ROW = 26  # pixels of a row of moves at a text size of 100 %
_ANY = (1 << 24) - 1  # Qt's limit of a height
MOVE_ACTIONS = (
    "annotate", "good", "mistake", "promote", "demote", "delete", "fold", "fold_all", "play_from_here", "copy_fen", "headers",
)  # fmt: skip


_MARGIN = 10
HEIGHT = 46


class GameHeading(QWidget):
    """Two lines, shortened if they do not fit. Hidden if the game names no player and no event."""

    def __init__(self, games: GameService, parent: QWidget) -> None:
        """`parent`: without one it would be shown as a window of its own."""
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


class GameSheet(QFrame):
    """Owns the notation and the tab bar of games. A message takes its strip from the notation. What reviews, coach and book have
    to say, and menus, are added by `join`."""

    resized = Signal()

    def __init__(
        self,
        settings: SettingsStore,
        games: GameService,
        clock: ClockService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._games = settings, games
        self._review: ReviewService | None = None
        self._actions: dict[str, QAction] = {}
        self._own: tuple[Game | None, OwnMoves] = None, OwnMoves()
        self._least = theme.scaled(LEAST_HEIGHT)
        self.setProperty("look", "card")
        self.notation = NotationView()
        self.notation.setMinimumHeight(1)  # `minimumSizeHint` has its rows; Qt's minimum would push a message out
        self.notation.node_chosen.connect(games.go_to)
        self.notation.menu_wanted.connect(self._show_menu)
        self.tab_bar = GameTabBar(games, clock)
        self.tabs = self.tab_bar.bar
        inner = QVBoxLayout(self)
        inner.setContentsMargins(1, 1, 1, 1)
        inner.setSpacing(0)
        inner.addWidget(self.tab_bar)
        self.heading = GameHeading(games, self)
        inner.addWidget(self.heading)
        inner.addWidget(self.notation, 1)
        hidden = self.tr("The moves are hidden until you resume the game.")
        self.cover = plain_label(hidden, look="quiet", wrap=True)
        self.cover.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.cover.hide()
        inner.addWidget(self.cover, 1)
        self._parts: tuple[QWidget, ...] = (self.tab_bar, self.heading)  # above and below the moves
        self._inner = inner
        settings.changed.connect(self._update_settings)
        games.state_changed.connect(self._update_game)
        self._update_settings(settings.settings)

    def join(self, coach: CoachService, review: ReviewService, book: BookService, actions: dict[str, QAction]) -> None:
        """Adds the evaluation graph, scores of reviews, the user's own moves, proofs and menus. Called once."""
        from desktop.views.game.eval_graph import GraphCard

        self._review, self._actions, self.tab_bar.actions_by_key = review, actions, actions
        self.notation.proof_wanted.connect(coach.show)
        self.graph = GraphCard(self._settings, self._games, review)
        self._inner.addWidget(self.graph)
        self._parts = (*self._parts, self.graph)
        review.changed.connect(self._update_review)
        book.own_moves_found.connect(self._update_own_moves)
        self._update_game(self._games.state)

    def set_low(self, low: bool) -> None:
        """Sets whether the window is low, so that a panel below needs the room more than previous moves."""
        least = theme.scaled(LEAST_IF_LOW if low else LEAST_HEIGHT)
        if least != self._least:
            self._least = least
            self.updateGeometry()

    def usual_least(self) -> int:
        """The minimum height unless the window is low."""
        return theme.scaled(LEAST_HEIGHT) + self._around()

    def minimumSizeHint(self) -> QSize:
        """Five rows of moves, or two in a low window, plus visible tabs, heading and graph."""
        return QSize(theme.scaled(200), self._least + self._around())

    def height_of(self, moves: int) -> int:
        """The height that shows a number of moves."""
        return self._around() + theme.scaled(_ROW) * (moves // 2 + 2)

    def _around(self) -> int:
        """The height of what is shown around the moves."""
        return sum(part.sizeHint().height() for part in self._parts if not part.isHidden())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Announces a new size, to which the message is fitted."""
        super().resizeEvent(event)
        self.resized.emit()

    def hold(self, bar: MessageBar) -> None:
        """Shows the message below the moves, in part of their room."""
        if self._inner.indexOf(bar) < 0:
            self._inner.insertWidget(self._inner.indexOf(self.graph), bar)
        room = self.height() - self._around() - 2
        height = min(bar.fit(self.width() - 2, room), room)
        bar.setFixedHeight(max(height, 0))
        bar.setVisible(height > 0)

    def release(self, bar: MessageBar, parent: QWidget) -> None:
        """Hands the message to another parent."""
        self._inner.removeWidget(bar)
        bar.setParent(parent)
        bar.setMinimumHeight(0)
        bar.setMaximumHeight(_ANY)

    @Slot(object)
    def _show_menu(self, place: QPoint) -> None:
        """Opens the menu of the chosen move."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._actions[key] for key in MOVE_ACTIONS])
        menu.popup(place)

    @Slot(object)
    def _update_settings(self, settings: Settings) -> None:
        self.notation.set_running(settings.text("notation") == "running")
        self._update_game(self._games.state)

    @Slot(object)
    def _update_review(self, _review: ReviewState) -> None:
        self._update_scores(self._games.state)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        self._update_scores(state)
        self.notation.show_game(state.game, state.current, state.playing)
        self._mark_own(state)
        self.notation.setHidden(state.hidden)
        self.cover.setVisible(state.hidden)

    @Slot(object, object)
    def _update_own_moves(self, game: Game, found: OwnMoves) -> None:
        self._own = game, found
        self._mark_own(self._games.state)

    def _mark_own(self, state: GameState) -> None:
        """Marks the user's own moves, which during a game would be help. Until a changed game is looked up, the marks of the
        game before stay."""
        game, found = self._own
        known = game is not None and game.root.key == state.game.root.key
        self.notation.mark_own(found if known and self._may_judge(state) else OwnMoves())

    def _update_scores(self, state: GameState) -> None:
        settings = self._settings.settings
        shown = settings.flag("running_scores") or self._may_judge(state)
        self.notation.set_scores(shown and not settings.flag("children"))
        self.notation.set_times(not settings.flag("children"))

    def _may_judge(self, state: GameState) -> bool:
        if self._review is None:
            return not state.unfinished
        from desktop.views.game.eval_graph import may_judge

        return may_judge(state, self._review.state)
