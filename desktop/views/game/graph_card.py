"""The card with the evaluation graph below the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QVBoxLayout

from desktop.model.eval_graph import known_points, points_of
from desktop.model.game.state import GameState
from desktop.model.job import JobPhase
from desktop.model.review import ReviewState
from desktop.model.settings import Settings
from desktop.services.engines.review_service import ReviewService
from desktop.services.game.game_service import GameService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit import theme
from engine.game.tree import Game

if TYPE_CHECKING:
    from desktop.views.game.eval_graph import EvalGraph


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


def may_judge(state: GameState, review: ReviewState) -> bool:
    """Whether evaluations are shown: not during a game, and for an adjourned game only if it is reviewed."""
    return not state.unfinished or (state.adjourned and review.phase in (JobPhase.RUNNING, JobPhase.DONE))
