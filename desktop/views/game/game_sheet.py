"""The score sheets of the open games: tabs, notation of the shown game, and evaluation graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QMenu, QVBoxLayout, QWidget

from desktop.model.book.panel import OwnMoves
from desktop.model.eval_graph import known_points, points_of
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
from desktop.views.game.game_heading import GameHeading
from desktop.views.game.game_tab_bar import GameTabBar
from desktop.views.game.notation_view import NotationView
from desktop.views.kit import theme
from desktop.views.kit.messages import plain_label
from engine.game.tree import Game

if TYPE_CHECKING:
    from desktop.views.game.eval_graph import EvalGraph

LEAST_HEIGHT = 150  # five rows of moves, the minimum of the notation
LEAST_IN_TRAINING = 72  # two rows: a trainer's question needs the room more than the previous moves
MOVE_ACTIONS = (
    "annotate", "good", "mistake", "promote", "demote", "delete", "fold", "fold_all", "play_from_here", "copy_fen", "headers",
)  # fmt: skip


class GraphCard(QFrame):
    """The card with the evaluation graph; created when there is something to draw.

    Hidden if fewer than two positions are evaluated, during a game (it would be a hint), and if the settings say so.
    """

    def __init__(
        self, settings: SettingsStore, games: GameService, review: ReviewService, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
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
    """Owns the notation and the tab bar of games."""

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
        settings.changed.connect(self._update_settings)
        games.state_changed.connect(self._update_game)
        review.changed.connect(self._update_review)
        book.own_moves_found.connect(self._update_own_moves)
        self._update_settings(settings.settings)

    def set_training(self, training: bool) -> None:
        """Sets whether a trainer is shown below in a low window, and needs more room than the moves."""
        least = theme.scaled(LEAST_IN_TRAINING if training else LEAST_HEIGHT)
        if least != self._least:
            self._least = least
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Five rows of moves, or two in training, plus visible tabs, heading and graph."""
        parts = (self.tab_bar, self.heading, self.graph)
        return QSize(
            theme.scaled(200), self._least + sum(part.sizeHint().height() for part in parts if not part.isHidden())
        )

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
        self.notation.show_game(state.game, state.current)
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
        self.notation.set_scores(self._settings.settings.flag("running_scores") or _may_judge(state, review))


def _may_judge(state: GameState, review: ReviewState) -> bool:
    """Whether evaluations are shown: not during a game, and for an adjourned game only if it is reviewed."""
    return not state.unfinished or (state.adjourned and review.phase in (JobPhase.RUNNING, JobPhase.DONE))
