"""Where a game fell, by the engine's own evaluations: what it threw away, whatever the result was in the end.

A draw from a won position teaches as much as a loss, and so does a lost position that the opponent let go: without a lesson a
reproducible engine plays the same game again.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from books.entry import LOSING_CP
from books.learning.mistakes import MISTAKE_CP, Stretch
from books.learning.played import PlayedGame, Ply, evaluations_by_ply

HOPELESS_CP = -300
"""Own evaluations (centipawns) from here down are lost; at the end of a lost game they need no analysis."""

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
    lost = list(_lost(known))
    if game.lost and lost and not _recovered(known, lost[-1].last):
        lost.pop()
    if lost or game.lost:
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


def _lost(known: Sequence[tuple[int, int]]) -> Iterator[Stretch]:
    """Each way from a position that was still held to one that was lost: two own evaluations in a row."""
    first, held = 0, True
    for (index, value), (_, following) in pairwise(known):
        if held and max(value, following) <= HOPELESS_CP:
            yield Stretch(index, first)
            held = False
        elif not held and value > LOSING_CP + MISTAKE_CP:
            first, held = index, True


def _recovered(known: Sequence[tuple[int, int]], lost_at: int) -> bool:
    """Whether the position was held again later."""
    return any(value > LOSING_CP + MISTAKE_CP for index, value in known if index > lost_at)


def _from_better(known: Sequence[tuple[int, int]]) -> Stretch | None:
    """From the first two own evaluations in a row that were clearly better to the last time that the advantage was gone."""
    pairs = (early for early, late in pairwise(known) if min(early[1], late[1]) >= BETTER_CP)
    first = next((index for index, _ in pairs), None)
    if first is None:
        return None
    last_better = max(index for index, value in known if value >= BETTER_CP)
    gone = next((index for index, value in known if index > last_better and value < BETTER_CP - MISTAKE_CP), None)
    return Stretch(known[-1][0] if gone is None else gone, first, BETTER_CP)
