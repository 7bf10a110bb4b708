"""Draw offers and their answers, the same rule for window, console and XBoard.

Full strength and levels above human ones accept a draw unless they are better, and offer one in a position that has long been
equal or dead: when the last `EQUAL_MOVES` searched moves were all within `EQUAL_CP`, or the last `DEAD_MOVES` of them drawn to
the centipawn. A declined offer is repeated after `AGAIN` moves.

Levels up to `PEOPLE_TO` offer as rarely as people do. In 7,656 lichess games with evaluations of every move, 118 ended by
agreement: mostly equal endgames of few pieces, and above 2000 also some openings (docs/levels.md).
"""

import math
import random
from collections.abc import Iterable
from itertools import takewhile

from engine.game.info import Score
from engine.game.move_choice import DrawAnswer
from engine.play.people.rating_rows import at_rating

FIRST_PLY = 40  # full strength plays at least 20 moves
PEOPLES_FIRST_PLY = 30  # from 1600 on, nine of ten agreed draws are longer
PEOPLE_TO = 2200
EQUAL_MOVES, EQUAL_CP = 12, 20
DEAD_MOVES = 6
AGAIN = 20  # moves
ENDGAME_PIECES = 12
"""Both sides together: a set-up endgame is not early, whatever its move number."""

TAKEN_CP = 87
"""Lichess' pawn on Ratsu's scale: 97 of the 99 agreements within 2.5 pawns were also within it, at every rating."""

AGREED = ((1000, 0.23e-4), (1400, 0.24e-4), (1800, 0.55e-4), (2200, 1.26e-4))
"""The share of half moves after which an equal position of `MANY_PIECES` pieces is agreed drawn, by rating."""
MANY_PIECES, EACH_PIECE = 26, 0.17
"""Each piece less makes it more frequent by this logarithm: by 48 with at most six pieces."""
LEVEL_CP, UNEQUAL = 26, 0.6
"""Beyond the first, three tenths of lichess' pawn, agreements are rarer by this factor."""
ACCEPTED = 0.5
"""The share of offers that people accept. Refused offers are not in the games; hand-set."""


def _early(ply: int, pieces: int, first: int) -> bool:
    """Whether the game is too young after `ply` plies: never in an endgame. `pieces`: on the board, kings included."""
    return pieces > ENDGAME_PIECES and ply < first


def answer(ply: int, pieces: int, score: Score | None, elo: int | None = None, table: int | None = None) -> DrawAnswer:
    """The answer after `ply` plies with `pieces` on the board. `score`: the asked side's view of its position, None if it only
    played from the book. `elo`: of a person or level, None for full strength. `table`: the value of the position for the asked
    side by the endgame tables (positive: a win), None if they do not know it. A set-up endgame needs no score then."""
    if table is not None:
        return DrawAnswer.BETTER if table > 0 else DrawAnswer.TAKEN
    person = elo is not None and elo <= PEOPLE_TO
    if _early(ply, pieces, PEOPLES_FIRST_PLY if elo is not None else FIRST_PLY):
        return DrawAnswer.EARLY
    if score is None:
        return DrawAnswer.UNKNOWN
    return DrawAnswer.TAKEN if score.number <= (TAKEN_CP if person else 0) else DrawAnswer.BETTER


def offers(fen: str, ply: int, pieces: int, numbers: Iterable[int | None], elo: int | None = None) -> bool:
    """Whether the side that has just made the move of that ply offers a draw, always the same for a position.

    `fen`: the position after it; `numbers`: the side's evaluations at its moves, in centipawns, the last one first; None for
    a move that was not searched. `elo`: of a person or level, None for full strength.
    """
    if elo is not None and elo <= PEOPLE_TO:
        last = next(iter(numbers), None)
        return last is not None and random.Random(f"{fen} draw").random() < offer_chance(elo, pieces, last)
    ply += FIRST_PLY if pieces <= ENDGAME_PIECES else 0
    late = max(0, (ply - FIRST_PLY) // 2 + 1)  # the side's moves that count; a FEN may name any move number
    equal = list(takewhile(lambda one: one is not None and abs(one) <= EQUAL_CP, numbers))[:late]
    dead = next((at for at, one in enumerate(equal) if one), len(equal))
    wanted, run = (DEAD_MOVES, dead) if dead >= DEAD_MOVES else (EQUAL_MOVES, len(equal))
    return run >= wanted and (run - wanted) % AGAIN == 0


def offer_chance(elo: int, pieces: int, number: int) -> float:
    """The probability that a person offers a draw with a move, by its evaluation in centipawns."""
    if abs(number) > TAKEN_CP:
        return 0.0
    agreed = at_rating(AGREED, elo) * math.exp(EACH_PIECE * (MANY_PIECES - pieces))
    return agreed * (1.0 if abs(number) <= LEVEL_CP else UNEQUAL) / ACCEPTED
