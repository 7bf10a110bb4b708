"""Friendly words about the game at its end against an engine that is not a person."""

from desktop.model.game.state import GameState
from engine.game.outcome import Termination
from engine.ground.text import NOTHING, Text

_SHORT = 25  # whole moves: a mate up to here is called a quick one


def parting_word(state: GameState) -> Text:
    """The words; nothing while the game continues, without exactly one human, or if an engine failed."""
    outcome, match = state.outcome, state.match
    human = match.human_side if match is not None else None
    if outcome is None or human is None or state.playing:
        return NOTHING
    moves = (state.game.node(state.live).ply + 1) // 2
    if outcome.winner is None:
        return _DRAWS.get(outcome.termination, NOTHING)
    won = outcome.winner is human
    if outcome.termination is Termination.CHECKMATE and won:
        if moves == 1:
            return Text("Mate in one move: quick work!")
        quick = Text("Mate in %1 moves: quick work!", moves)
        return quick if moves <= _SHORT else Text("Mate after %1 moves. Well played!", moves)
    return (_WINS if won else _LOSSES).get(outcome.termination, NOTHING)


_WINS = {
    Termination.RESIGNATION: Text("Your opponent saw no way out. Well played!"),
    Termination.FLAG: Text("You were faster. A win on time counts as much as a mate."),
}
_LOSSES = {
    Termination.CHECKMATE: Text("It happens to everybody. A review (R) shows where the game turned."),
    Termination.RESIGNATION: Text("A new game, a new chance. A review (R) shows what there was to find."),
    Termination.FLAG: Text("The clock was stronger this time. An increment leaves more time for the end."),
}
_DRAWS = {
    Termination.STALEMATE: Text("Stalemate! Half a point, though a king without moves was near."),
    Termination.INSUFFICIENT: Text("Nothing was left to fight with. An honest draw."),
    Termination.THREEFOLD: Text("The moves went in a circle: a draw."),
    Termination.FIVEFOLD: Text("The moves went in a circle: a draw."),
    Termination.AGREEMENT: Text("Peace was made. Half a point each."),
    Termination.FIFTY_MOVES: Text("Fifty moves without a capture or a pawn move: a draw by patience."),
}
