"""The evaluation graph of the shown game, in a card that is there when there is something to draw."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop.model.eval_graph import known_points, points_of
from desktop.model.game import Game
from desktop.model.review import ReviewPhase, ReviewState
from desktop.model.state import GameState
from desktop.services.bundle import Services
from desktop.views import theme
from desktop.views.eval_graph import EvalGraph


class GraphCard(QFrame):
    """Hidden while fewer than two positions are evaluated, and while a game is played: it would tell."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._game: Game | None = None
        self._wanted = False
        self.setProperty("look", "card")
        self.graph = EvalGraph()
        self.graph.node_chosen.connect(services.game.go_to)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE, theme.SPACE, theme.SPACE, theme.SPACE)
        column.addWidget(self.graph)
        services.game.state_changed.connect(self._update_game)
        services.review.changed.connect(self._update_review)
        self._update_game(services.game.state)

    def want(self, wanted: bool) -> None:
        """Whether the mode has room for a graph."""
        self._wanted = wanted
        self._update_game(self._services.game.state)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        review = self._services.review.state
        if not self._wanted or state.playing:
            self.setVisible(False)
            return
        self._show(state, review)

    @Slot(object)
    def _update_review(self, review: ReviewState) -> None:
        if self._wanted and not self._services.game.state.playing:
            self._show(self._services.game.state, review)

    def _show(self, state: GameState, review: ReviewState) -> None:
        points = points_of(state.game, review if review.phase is not ReviewPhase.FAILED else None)
        self.graph.show_points(points, state.current)
        self.setVisible(known_points(points) >= 2 or review.phase is ReviewPhase.RUNNING)
