"""Hints for the shown position; each request reveals more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.model.errors import Message, Severity
from desktop.model.game.match import FULL_RATSU
from desktop.model.game.referee import hint_of
from desktop.model.game.state import HINT_STEPS, GameState, Hint
from desktop.services.game.engine_search import EngineSearch
from desktop.services.game.game_service import GameService
from engine.game.limits import GamePosition, Limits

if TYPE_CHECKING:
    from engine.game.move_choice import MoveChoice
    from engine.ground.text import Text

HINT_MS = 1_500


class HintService(QObject):
    """One hint at a time, from the search that also chooses the moves of matches."""

    ready = Signal(object)  # Hint
    message = Signal(object)  # Message

    def __init__(self, games: GameService, search: EngineSearch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._games, self._search = games, search
        self._given: Hint | None = None  # the last one
        self._tab = -1  # its game: in another one the same position is hinted at from the beginning
        self._fen = ""  # for which a hint is being searched
        self.at_once = False  # the move itself, by its arrow alone

    def ask(self, seed: int, refused: Callable[[GameState], bool]) -> None:
        """Requests a hint for the shown position, or the next step of the present one. Does nothing while the engine
        thinks.
        """
        state, given = self._games.state, self._given
        if given is not None and (self._tab, given.fen) == (state.tab, state.fen) and not refused(state):
            self._given = replace(given, step=min(given.step + 1, HINT_STEPS))
            self.ready.emit(self._given)
            return
        if self._search.running or not state.legal_moves or refused(state):
            return
        position = GamePosition(state.game.start_fen, state.game.moves(state.current), chess960=state.game.chess960)
        self._fen = state.fen
        self._search.ask(FULL_RATSU, seed, position, Limits(move_time_ms=HINT_MS), self._found, self._not_found)

    def drop(self) -> None:
        if self._fen:
            self._fen = ""
            self._search.drop()

    def _found(self, choice: MoveChoice) -> None:
        fen, self._fen = self._fen, ""
        if self._games.state.fen == fen:
            given, self._tab = hint_of(self._games.state, choice), self._games.state.tab
            self._given = replace(given, step=HINT_STEPS, alone=True) if self.at_once else given
            self.ready.emit(self._given)

    def _not_found(self, problem: Text) -> None:
        self._fen = ""
        self.message.emit(Message(Severity.ERROR, problem))
