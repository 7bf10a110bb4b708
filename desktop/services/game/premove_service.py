"""Premoves: stores them, and plays the first as soon as it is the user's turn."""

from PySide6.QtCore import QTimer, Signal, Slot

from desktop.model.game.premove import Premoves, may_premove
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.service import StateService


class PremoveService(StateService[Premoves]):
    """Follows the game. An illegal premove removes all that follow it."""

    dropped = Signal()  # an illegal one was thrown away

    def __init__(self, games: GameService, match: MatchService) -> None:
        super().__init__(Premoves())
        self._games, self._match = games, match
        self._enabled = True
        self._turn = QTimer(self)  # not inside the signal of the opponent's move: that is still being made
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._play_first)
        games.state_changed.connect(self.look_at)
        match.taken_back.connect(self.clear)  # else the first would be played in place of what was taken back

    @Slot(object)
    def configure(self, settings: Settings) -> None:
        self._enabled = settings.flag("premoves")
        self.look_at(self._games.state)

    def add(self, uci: str) -> None:
        """Adds a premove in coordinates; ignored if none is possible now."""
        if self._state.possible:
            self._set(self._state.with_move(uci))

    @Slot()
    def clear(self) -> None:
        self._turn.stop()
        if self._state.moves:
            self._set(Premoves(self._state.tab, self._state.side, (), self._state.possible))

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        human = state.match.human_side if state.match is not None else None
        if not self._enabled or human is None or not state.playing or not state.at_live_end:
            self._turn.stop()
            self._set(Premoves())
            return
        kept = self._state.moves if state.tab == self._state.tab and human is self._state.side else ()
        self._set(Premoves(state.tab, human, kept, may_premove(state)))
        if kept and state.user_may_move:
            self._turn.start()

    @Slot()
    def _play_first(self) -> None:
        state = self._games.state
        if not self._state.moves or not state.user_may_move or state.tab != self._state.tab:
            return
        first, *rest = self._state.moves
        if first in state.legal_moves:
            self._set(Premoves(state.tab, self._state.side, tuple(rest), False))
            self._match.user_move(first)
        else:
            self.clear()
            self.dropped.emit()
