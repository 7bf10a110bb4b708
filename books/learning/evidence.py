"""What the result of a game proves, and when it proves nothing.

A game that was mated on the board was lost. One that was given up, lost on time, abandoned, adjudicated or broken off may
have been lost in a good position: its result is believed only where the last position is bad as well.
"""

from books.analysis import Analyser, value_after
from books.learning.mistakes import DEEPER
from books.learning.played import PlayedGame, Ply, evaluations_by_ply
from engine.game.outcome import by_rules

LOST_CP = -80
"""A last position worth this or less (centipawns, for the side that is said to have lost) agrees with the result."""

_NOT_PLAYED_OUT = (
    *("time", "abandon", "adjudicat", "illegal", "infraction", "unterminated", "emergency"),
    *("death", "disconnect", "forfeit", "stall", "crash"),
)


def result_counts(game: PlayedGame, walked: list[Ply]) -> bool | None:
    """Whether the result can be believed at once; None: it is a loss of which only the analysis of the last position
    can tell.
    """
    if game.points is None or not walked:
        return False
    last = walked[-1].board.copy(stack=False)
    last.push(walked[-1].move)
    outcome = by_rules(last, claims=False)
    if outcome is not None:
        return outcome.result == game.result
    if game.points > 0:
        return not any(word in game.termination.lower() for word in _NOT_PLAYED_OUT)
    own = evaluations_by_ply(game, walked)
    final = own.get(max((index for index, ply in enumerate(walked) if ply.own), default=-1))
    return True if final is not None and final <= LOST_CP else None


def last_position(walked: list[Ply], analyse: Analyser) -> int:
    """What the last position of a game is worth for our side (centipawns). Raises CancelledError."""
    last = walked[-1]
    value = value_after(last.board, last.move, analyse, DEEPER).centipawns
    return value if last.own else -value
