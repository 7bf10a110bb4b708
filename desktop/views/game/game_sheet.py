"""The score sheets of the open games: tabs, notation of the shown game, and evaluation graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QVBoxLayout, QWidget

from desktop.model.book.panel import OwnMoves
from desktop.model.eval_graph import known_points, points_of
from desktop.model.game.heading import SheetHeading, heading_of
from desktop.model.game.match import MatchPlayer
from desktop.model.game.results import printed_result
from desktop.model.game.state import GameState
from desktop.model.job import JobPhase
from desktop.model.review import ReviewState
from desktop.model.settings import Settings
from desktop.services.book.book_service import BookService
from desktop.services.engines.coach_service import CoachService
from desktop.services.engines.review_service import ReviewService
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
    from desktop.views.game.eval_graph import EvalGraph

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

    def __init__(self, games: GameService) -> None:
        super().__init__()
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
        wanted = self._settings.settings.flag("evaluation_graph") and _may_judge(state, review)
        if not wanted or (not running and not self._may_tell(state.game)):
            self.hide()
            return
        points = points_of(state.game, review if review.phase is not JobPhase.FAILED else None)
        if not running and known_points(points) < 2:
            self.hide()
            return
        if self.graph is None:
            from desktop.views.game.eval_graph import EvalGraph

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


class GameSheet(QFrame):
    """Owns the notation and the tab bar of games. A message takes its strip from the notation."""

    resized = Signal()

    def __init__(
        self,
        settings: SettingsStore,
        games: GameService,
        clock: ClockService,
        coach: CoachService,
        review: ReviewService,
        book: BookService,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._games, self._review = settings, games, review
        self._actions = actions
        self._own: tuple[Game | None, OwnMoves] = None, OwnMoves()
        self._least = theme.scaled(LEAST_HEIGHT)
        self.setProperty("look", "card")
        self.notation = NotationView()
        self.notation.setMinimumHeight(1)  # `minimumSizeHint` has its rows; Qt's minimum would push a message out
        self.notation.node_chosen.connect(games.go_to)
        self.notation.proof_wanted.connect(coach.show)
        self.notation.menu_wanted.connect(self._show_menu)
        self.tab_bar = GameTabBar(games, clock, actions)
        self.tabs = self.tab_bar.bar
        inner = QVBoxLayout(self)
        inner.setContentsMargins(1, 1, 1, 1)
        inner.setSpacing(0)
        inner.addWidget(self.tab_bar)
        self.heading = GameHeading(games)
        inner.addWidget(self.heading)
        inner.addWidget(self.notation, 1)
        hidden = self.tr("The moves are hidden until you resume the game.")
        self.cover = plain_label(hidden, look="quiet", wrap=True)
        self.cover.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.cover.hide()
        inner.addWidget(self.cover, 1)
        self.graph = GraphCard(settings, games, review)
        inner.addWidget(self.graph)
        self._inner = inner
        settings.changed.connect(self._update_settings)
        games.state_changed.connect(self._update_game)
        review.changed.connect(self._update_review)
        book.own_moves_found.connect(self._update_own_moves)
        self._update_settings(settings.settings)

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
        parts = (self.tab_bar, self.heading, self.graph)
        return sum(part.sizeHint().height() for part in parts if not part.isHidden())

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
    def _update_review(self, review: ReviewState) -> None:
        self._update_scores(self._games.state, review)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        self._update_scores(state, self._review.state)
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
        self.notation.mark_own(found if known and _may_judge(state, self._review.state) else OwnMoves())

    def _update_scores(self, state: GameState, review: ReviewState) -> None:
        settings = self._settings.settings
        shown = settings.flag("running_scores") or _may_judge(state, review)
        self.notation.set_scores(shown and not settings.flag("children"))


def _may_judge(state: GameState, review: ReviewState) -> bool:
    """Whether evaluations are shown: not during a game, and for an adjourned game only if it is reviewed."""
    return not state.unfinished or (state.adjourned and review.phase in (JobPhase.RUNNING, JobPhase.DONE))
