"""Decides whether the result of a game is evidence.

A game that ended in mate on the board was lost. A game that was resigned, lost on time, abandoned, adjudicated or
broken off may have been lost in a good position: its result counts only if the last position is bad as well. (Before
this rule, eight short games that ended "abandoned" had taken 1.e4 out of the book.)
"""

from books.analysis import Analyser, value_after
from books.learning.mistakes import DEEPER
from books.learning.played import LearnedGame, Ply, evaluations_by_ply
from engine.game.outcome import by_rules

LOST_CP = -80
"""A last position worth this or less (centipawns, for the side with the loss) confirms the result."""

_NOT_PLAYED_OUT = (
    *("time", "abandon", "adjudicat", "illegal", "infraction", "unterminated", "emergency"),
    *("death", "disconnect", "forfeit", "stall", "crash"),
)


def result_counts(game: LearnedGame, walked: list[Ply]) -> bool | None:
    """Whether the result counts at once. None: a loss that only an analysis of the last position can confirm."""
    if game.points is None or not walked:
        return False
    last = walked[-1].board.copy(stack=False)
    last.push(walked[-1].move)
    outcome = by_rules(last, automatic_draws=False)
    if outcome is not None:
        return outcome.result == game.result
    if game.points > 0:
        return not any(word in game.termination.lower() for word in _NOT_PLAYED_OUT)
    own = evaluations_by_ply(game, walked)
    final = own.get(max((index for index, ply in enumerate(walked) if ply.own), default=-1))
    return True if final is not None and final <= LOST_CP else None


def last_position(walked: list[Ply], analyse: Analyser) -> int:
    """Returns the value of a game's last position for our side, in centipawns.
    :raises CancelledError: the user stopped it."""
    last = walked[-1]
    value = value_after(last.board, last.move, analyse, DEEPER).centipawns
    return value if last.own else -value
