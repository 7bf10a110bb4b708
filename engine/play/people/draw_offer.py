"""The answer to a draw offer, the same rule for window, console and XBoard.

Full strength and levels above human ones accept a draw unless they are better. People agree to draws in positions that an
engine calls better for them, the weaker the more so: in 1,693 drawn games of `data/human` (without stalemate, bare kings,
repetition and flags) half the final positions were unequal by 2.5 pawns or more at 800-1199, by half a pawn from 2000 on.

An opponent offers a draw itself in a position that has long been equal, or dead: when its last `EQUAL_MOVES` searched moves were
all within `EQUAL_CP`, or the last `DEAD_MOVES` of them drawn to the centipawn. People agree in one game of a hundred at 1000 and
in five at 2000; at a weak level a game is seldom equal for that long. A declined offer is repeated after `AGAIN` moves.
"""

from collections.abc import Iterable
from itertools import takewhile

from engine.game.info import Score
from engine.game.move_choice import DrawAnswer
from engine.play.people.rating_rows import at_rating

FIRST_PLY = 40  # full strength plays at least 20 moves
PEOPLES_FIRST_PLY = 30  # from 1600 on, nine of ten agreed draws are longer
EQUAL_MOVES, EQUAL_CP = 12, 20
DEAD_MOVES = 6
AGAIN = 20  # moves
ENDGAME_PIECES = 12
"""Both sides together: a set-up endgame is not early, whatever its move number."""
TAKEN_CP = ((1000, 250.0), (1400, 155.0), (1800, 55.0), (2200, 55.0))  # the median of each band of 400


def age(ply: int, pieces: int) -> int:
    """The plies that count as played for `answer` and `offers`: those of the game, and those that lead to an endgame. `pieces`:
    on the board, kings included."""
    return ply + FIRST_PLY if pieces <= ENDGAME_PIECES else ply


def answer(ply: int, score: Score | None, elo: int | None = None) -> DrawAnswer:
    """The answer after `ply` plies (`age`). `score`: the asked side's view of its position, None if it only played from the book.
    `elo`: of a person or level, None for full strength."""
    if ply < (FIRST_PLY if elo is None else PEOPLES_FIRST_PLY):
        return DrawAnswer.EARLY
    if score is None:
        return DrawAnswer.UNKNOWN
    least = at_rating(TAKEN_CP, elo) if elo is not None and elo <= TAKEN_CP[-1][0] else 0
    return DrawAnswer.TAKEN if score.number <= least else DrawAnswer.BETTER


def offers(ply: int, numbers: Iterable[int | None]) -> bool:
    """Whether the side that has just made the move of that ply (`age`) offers a draw. `numbers`: its evaluations at its moves, in
    centipawns, the last one first; None for a move that was not searched."""
    late = max(0, (ply - FIRST_PLY) // 2 + 1)  # the side's moves that count; a FEN may name any move number
    equal = list(takewhile(lambda one: one is not None and abs(one) <= EQUAL_CP, numbers))[:late]
    dead = next((at for at, one in enumerate(equal) if one), len(equal))
    wanted, run = (DEAD_MOVES, dead) if dead >= DEAD_MOVES else (EQUAL_MOVES, len(equal))
    return run >= wanted and (run - wanted) % AGAIN == 0
