"""The static evaluation of the shown position, term by term, calculated only while a panel shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot

from desktop.model.game.state import GameState
from desktop.services.engines.style_service import StyleService
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.ground.text import Text

if TYPE_CHECKING:
    from desktop.model.explanation import ExplainState
    from engine.evaluation.texts.style import Style

SETTLE_MS = 60


class ExplainService(StateService["ExplainState | None"], ShownPositionService):
    """Follows the shown position while it is wanted."""

    def __init__(self, styles: StyleService) -> None:
        super().__init__(None)
        self._styles = styles
        self._explained_style: Style | None = None
        self._wanted = False
        self._shown: GameState | None = None
        self._worker = Worker("ratsu-explain", self)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._work)

    def follow(self) -> None:
        """A style that plays or is edited is explained again with each change."""
        self._styles.changed.connect(self._style_changed)

    @Slot()
    def _style_changed(self) -> None:
        if self._wanted:
            self._settle.start()

    def want(self, wanted: bool) -> None:
        self._wanted = wanted
        if wanted:
            self._work()

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        if self._shown is not None and self._shown.fen == state.fen and self._shown.match == state.match:
            return
        self._shown = state
        if self._wanted:
            self._settle.start()

    @Slot()
    def _work(self) -> None:
        shown = self._shown
        if shown is None:
            return
        style = self._styles.of_game(shown)
        known = self._state is not None and self._state.fen == shown.fen and style == self._explained_style
        if known and self._state is not None and not self._state.problem:
            self._worker.drop_all()  # what still comes is about another position
            return
        fen, chess960 = shown.fen, shown.game.chess960
        self._explained_style = style
        self._worker.submit_latest(
            lambda: _explained(fen, chess960, style), self._done, lambda text: self._fail(fen, text)
        )

    def _done(self, state: ExplainState) -> None:
        self._state = state
        self.changed.emit(state)

    def _fail(self, fen: str, problem: Text) -> None:
        from desktop.model.explanation import ExplainState

        self._done(ExplainState(fen, problem=problem))


def _explained(fen: str, chess960: bool, style: Style | None) -> ExplainState:
    """Raises RatsuError. Without the network that ships the classical evaluation is shown alone."""
    from desktop.model.explanation import explained
    from engine.evaluation.explain import explain
    from engine.evaluation.network import NetworkError, shipped
    from engine.game.limits import GamePosition

    try:
        network = shipped()
    except NetworkError:
        network = None
    return explained(fen, explain(GamePosition(fen, (), chess960=chess960).board(), network, style))
