"""Where a game fell, by the engine's own evaluations: what it threw away, whatever the result was in the end.

A draw from a won position teaches as much as a loss, and so does a lost position that the opponent let go: without a lesson a
reproducible engine plays the same game again.
"""

from collections.abc import Sequence
from itertools import pairwise

from books.entry import LOSING_CP
from books.learning.mistakes import MISTAKE_CP, Stretch
from books.learning.played import PlayedGame, Ply, evaluations_by_ply

HOPELESS_CP = -300
"""Own evaluations (centipawns) from here down are lost; at the end of a lost game they need no analysis."""

HELD_AGAIN_CP = LOSING_CP + MISTAKE_CP
"""Above this a lost position was held again."""

BETTER_CP = -LOSING_CP
"""From here up (centipawns) we stood clearly better: a draw gave something away."""


def falls(game: PlayedGame, walked: Sequence[Ply]) -> list[Stretch]:
    """The stretches of a lost or drawn game in which it fell, in their order.

    A fall to lost that ends a lost game is not among them: it is `last_fall`. A drawn game that was never lost fell from better
    to level, if it was ever better. A won game is not looked at: what wins is to be played again.
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


def last_fall(game: PlayedGame, walked: Sequence[Ply]) -> Stretch:
    """The whole of a lost game, without the hopeless part at its end that the engine saw itself."""
    known = evaluations_by_ply(game, list(walked))
    last = len(walked) - 1
    for index in sorted(known, reverse=True):
        if known[index] > HOPELESS_CP:
            break
        last = index
    return Stretch(last)


def _lost(known: Sequence[tuple[int, int]]) -> tuple[list[Stretch], bool]:
    """Each way from a position that was held to one that was lost: two own evaluations in a row. And whether it was held at the
    end."""
    found, first, held = list[Stretch](), 0, True
    for (index, value), (_, following) in pairwise(known):
        if held and max(value, following) <= HOPELESS_CP:
            found.append(Stretch(index, first))
            held = False
        elif not held and value > HELD_AGAIN_CP:
            first, held = index, True
    return found, held or known[-1][1] > HELD_AGAIN_CP


def _from_better(known: Sequence[tuple[int, int]]) -> Stretch | None:
    """From the first two own evaluations in a row that were clearly better to the last time that the advantage was gone."""
    pairs = (early for early, late in pairwise(known) if min(early[1], late[1]) >= BETTER_CP)
    first = next((index for index, _ in pairs), None)
    if first is None:
        return None
    last_better = max(index for index, value in known if value >= BETTER_CP)
    gone = next((index for index, value in known if index > last_better and value < BETTER_CP - MISTAKE_CP), None)
    return Stretch(known[-1][0] if gone is None else gone, first, BETTER_CP)
