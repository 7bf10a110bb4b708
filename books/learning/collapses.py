"""Finds where a game collapsed, by the engine's own evaluations, whatever its result.

A draw from a won position teaches as much as a loss, and so does a lost position that the opponent let slip: without a
lesson, a deterministic engine repeats the game: 18 times in 400 against Stockfish at 500 nodes. Learning from such games raised
the gain of learning from 8.0 to 12.8 (+- 2.5) percentage points (tests.bench.learning_match, last half).
"""

from collections.abc import Sequence
from itertools import pairwise

from books.entry import LOSING_CP
from books.learning.mistakes import MISTAKE_CP, Stretch
from books.learning.played import LearnedGame, Ply, evaluations_by_ply

# A piece. The engine has seen by itself that such a position is lost.
HOPELESS_CP = -300
"""Own evaluations (centipawns) down to this are lost; at the end of a lost game they need no analysis."""

HELD_AGAIN_CP = LOSING_CP + MISTAKE_CP
"""Above this value a lost position counts as held again."""

BETTER_CP = -LOSING_CP
"""From this value up (centipawns) we were clearly better: a draw then gave something away."""


def collapses(game: LearnedGame, walked: Sequence[Ply]) -> list[Stretch]:
    """Returns the stretches of a lost or drawn game in which it collapsed, in order.

    A final collapse that ended in a loss is excluded: see `last_collapse`. A drawn game that was never lost may have fallen
    from better to level. Won games are skipped: what wins is to be repeated.
    """
    if game.points not in (0.0, 0.5):
        return []
    known = sorted(evaluations_by_ply(game, list(walked)).items())
    lost, held = _lost(known)
    if game.lost:
        return lost if held else lost[:-1]
    if lost:
        return lost
    from_better = _from_better(known)
    return [from_better] if from_better is not None else []


def last_collapse(game: LearnedGame, walked: Sequence[Ply]) -> Stretch:
    """Returns the whole of a lost game, without the hopeless part at its end that the engine recognised itself."""
    known = evaluations_by_ply(game, list(walked))
    last = len(walked) - 1
    for index in sorted(known, reverse=True):
        if known[index] > HOPELESS_CP:
            break
        last = index
    return Stretch(last)


def _lost(known: Sequence[tuple[int, int]]) -> tuple[list[Stretch], bool]:
    """Returns each stretch from a held position to a lost one (two own evaluations in a row), and whether the game was
    held at the end."""
    found, first, held = list[Stretch](), 0, True
    for (index, value), (_, following) in pairwise(known):
        if held and max(value, following) <= HOPELESS_CP:
            found.append(Stretch(index, first))
            held = False
        elif not held and value > HELD_AGAIN_CP:
            first, held = index, True
    return found, held or known[-1][1] > HELD_AGAIN_CP


def _from_better(known: Sequence[tuple[int, int]]) -> Stretch | None:
    """Returns the stretch from the first two consecutive own evaluations that were clearly better to the end of that
    advantage."""
    pairs = (early for early, late in pairwise(known) if min(early[1], late[1]) >= BETTER_CP)
    first = next((index for index, _ in pairs), None)
    if first is None:
        return None
    last_better = max(index for index, value in known if value >= BETTER_CP)
    gone = next((index for index, value in known if index > last_better and value < BETTER_CP - MISTAKE_CP), None)
    return Stretch(known[-1][0] if gone is None else gone, first, BETTER_CP)
