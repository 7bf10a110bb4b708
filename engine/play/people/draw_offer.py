"""Whether a draw that is offered is taken: the one rule for window, console and XBoard.

Full strength and levels above people take a draw where they are not better. People agree to draws where an engine sees them
better, the weaker the more so. Of 1,693 games of `data/human` that ended in a draw without stalemate, bare kings, repetition
or a flag, half the last positions of the band 800-1199 were off the balance by 2.5 pawns or more. Of 2000 and above it was
half a pawn. People agree in one game of a hundred at 1000 and in five at 2000, so nobody offers.
"""

from engine.game.info import Score
from engine.game.move_choice import DrawAnswer
from engine.play.people.rating_rows import at_rating

FIRST_PLY = 40  # full strength: before move 20 there is a game to play
PEOPLES_FIRST_PLY = 30  # nine of ten such games were longer, from 1600 on
TAKEN_CP = ((1000, 250.0), (1400, 155.0), (1800, 55.0), (2200, 55.0))  # the median of each band of 400


def answer(ply: int, score: Score | None, elo: int | None = None) -> DrawAnswer:
    """After `ply` plies; `score`: what the side that was asked last thought of its own position, None where it only played by
    heart; `elo`: of a person or a level, None for full strength."""
    if ply < (FIRST_PLY if elo is None else PEOPLES_FIRST_PLY):
        return DrawAnswer.EARLY
    if score is None:
        return DrawAnswer.UNKNOWN
    least = at_rating(TAKEN_CP, elo) if elo is not None and elo <= TAKEN_CP[-1][0] else 0
    return DrawAnswer.TAKEN if score.number <= least else DrawAnswer.BETTER
