"""The evaluation graph of the shown game, below its moves, where there is something to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop.model.eval_graph import known_points, points_of
from desktop.model.game.state import GameState
from desktop.model.review import ReviewPhase, ReviewState
from desktop.model.settings import Settings
from desktop.services.all_services import Services
from desktop.views.kit import theme
from engine.game.tree import Game

if TYPE_CHECKING:
    from desktop.views.game.eval_graph import EvalGraph


class GraphCard(QFrame):
    """Hidden while fewer than two positions are evaluated, while a game is played (it would tell), and where the settings
    say so. The graph itself is made when there is something to draw."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self.graph: EvalGraph | None = None
        self._asked: Game | None = None  # the game that was looked through last, and what was found
        self._tells = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.SPACE, theme.SPACE, theme.SPACE, theme.SPACE)
        self.hide()
        services.game.state_changed.connect(self._update_game)
        services.review.changed.connect(self._update_review)
        services.settings.changed.connect(self._update_settings)
        self._show(services.game.state, services.review.state)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        self._show(state, self._services.review.state)

    @Slot(object)
    def _update_review(self, review: ReviewState) -> None:
        self._show(self._services.game.state, review)

    @Slot(object)
    def _update_settings(self, _settings: Settings) -> None:
        self._show(self._services.game.state, self._services.review.state)

    def _show(self, state: GameState, review: ReviewState) -> None:
        running = review.phase is ReviewPhase.RUNNING
        wanted = self._services.settings.settings.flag("evaluation_graph") and not state.playing
        if not wanted or (not running and not self._may_tell(state.game)):
            self.hide()
            return
        points = points_of(state.game, review if review.phase is not ReviewPhase.FAILED else None)
        if not running and known_points(points) < 2:
            self.hide()
            return
        if self.graph is None:
            from desktop.views.game.eval_graph import EvalGraph

            self.graph = EvalGraph()
            self.graph.node_chosen.connect(self._services.game.go_to)
            self._column.addWidget(self.graph)
        self.graph.show_points(points, state.current)
        self.show()

    def _may_tell(self, game: Game) -> bool:
        """Whether a game of more than one move was evaluated at all; most games that are played through were not.

        Asked at every step through a game, and answered by its whole main line: once for each game.
        """
        if game is not self._asked:
            self._asked = game
            commands = game.table.commands  # without any, a large game need not be walked through
            self._tells = commands > 0 and any(node.evaluation is not None for node in game.main_line())
        return self._tells
