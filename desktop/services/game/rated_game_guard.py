"""Asks before help is used in a rated game, which then counts as lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.model.game.state import GameState
from desktop.services.game.game_service import GameService
from desktop.services.kit.service import Service
from engine.game.outcome import Termination
from engine.game.position import Position
from engine.ground.text import Text

if TYPE_CHECKING:
    from desktop.model.game.match import MatchTerms
    from desktop.services.game.autosave import Autosave

BY_HELP = "help"  # why a rated game was lost, beside the values of `Termination`
_SAME_GAME = 8  # half moves: whose line leads through this position of a rated game is that game, and no common opening
_ONE_MOVE = 4  # squares that castling changes, the most of all moves


class RatedGameGuard(Service):
    """Every action that helps goes through `use`. Panels and analysis show nothing while `helped` names a game."""

    wanted = Signal(object, object)  # GameState of the rated game, and what is done if the user agrees: to be asked
    lost = Signal(object, str)  # MatchTerms of a rated game that is lost without an end on the board, and why

    def __init__(self, games: GameService) -> None:
        super().__init__()
        self._games = games

    def follow(self, autosave: Autosave) -> None:
        """Counts a rated game as lost if it is discarded after a restart."""
        autosave.abandoned.connect(self.abandon)

    def helped(self) -> GameState | None:
        """The rated game under way in which help with the shown position would help, or None. This is the shown game,
        or one in another tab with this position, one move away from it, or past it.
        """
        shown = self._games.state
        if shown.rated:
            return shown
        return next((state for state in self._games.states if state.counts and _meets(shown, state)), None)

    def use(self, then: Callable[[], object]) -> bool:
        """Runs a helping action, after asking the user if it would help in a rated game. Returns whether it ran."""
        game = self.helped()
        if game is not None and game.counts:
            self.wanted.emit(game, then)
            return False
        if game is not None:  # a game without a move by the user does not count as lost
            self._end_rating(game)
            self._inform(Text("You used help, so this game no longer counts for your Elo."))
        then()
        return True

    def agree(self, tab: int, then: Callable[[], object]) -> None:
        """Runs the action after the user has agreed: the game of that tab counts as lost and continues unrated."""
        state = self._games.state_of(tab)
        if state is not None and state.counts:
            self.lost.emit(state.match, BY_HELP)
            self._end_rating(state)
        then()

    @Slot(object)
    def abandon(self, match: MatchTerms) -> None:
        """Counts a rated game that was discarded as lost."""
        self.lost.emit(match, Termination.ABANDONED.value)

    def _end_rating(self, state: GameState) -> None:
        if state.match is not None:
            self._games.set_match(state.tab, replace(state.match, rated=False, finding=False))


def _meets(shown: GameState, rated: GameState) -> bool:
    """Whether the position shown in one game is that of another, at most one move away from it, or earlier in that game."""
    here, there = shown.position, Position.of(rated.game.fen(rated.live), rated.game.chess960)
    differ = {square for square, _ in set(here.pieces.items()) ^ set(there.pieces.items())}
    if not differ or (len(differ) <= _ONE_MOVE and here.white_to_move is not there.white_to_move):
        return True
    if rated.game.node(rated.live).ply < _SAME_GAME:
        return False
    way = (Position.of(shown.game.fen(node.id), shown.game.chess960) for node in shown.game.path(shown.current))
    return any(position.identity == there.identity for position in way)
