"""The flags and weights of the moves of a position, from games and judges."""

from collections.abc import Collection, Mapping, Sequence
from math import exp
from typing import NamedTuple

from books.building.build import MoveCount
from books.entry import Flag
from engine.training.book.values import SearchedValue

MARGINS = ((200_000, 30), (60_000, 20), (20_000, 10), (0, 4))
"""The margin in centipawns within which a move may be played, by the nodes of its search: a short search errs more."""

WIDEST_MARGIN = max(margin for _, margin in MARGINS)

PRACTICE = ((50, 0.1, 32), (10, 0.3, 20))
"""A popular move may be worse than the best by this (centipawns) and is flagged `!`: the judge's scale is finer than its
accuracy. Games of the move, their share of the position's, and the margin; fewer games must agree more."""

STRONG_CP = 18
"""The largest margin of `!`, if fewer people play the move."""

STRONG_GAMES, STRONG_SHARE = 5, 0.05
"""The fewest games of a `!`, and its smallest share (of games or of the judge's preference)."""

BAD_CP = 75
"""A move that both judges find this much worse than the best is condemned: `$`. It should lose at least 60; of ten with 60 to
75 by both, three lost 42 to 45 in another search."""

CLEARLY_BAD_CP = 100
"""The loss from which the flag is `?`."""

WEIGHT_CP = 20.0
"""A move this much worse than the best is played e times less than people play it."""


class FlaggedMove(NamedTuple):
    """The book's flag and weight of a move. `games`: its record (None: without games)."""

    move: int
    flag: Flag
    weight: int
    worth: SearchedValue | None
    games: MoveCount | None


def flagged_moves(
    counts: Sequence[MoveCount],
    shares: Mapping[int, float],
    worths: Mapping[int, SearchedValue],
    condemned: Mapping[int, int],
    denied: Collection[int] = (),
) -> list[FlaggedMove]:
    """The moves of a position, best first. `condemned`: the smallest loss of each condemned move, by both judges. `denied`:
    moves not played until they are searched again."""
    best = max(worth.value for worth in worths.values())
    played = {count.move: count for count in counts}
    found = []
    for move in dict.fromkeys([*shares, *worths]):
        share = shares.get(move, 0.0)
        worth = worths.get(move)
        lost = condemned.get(move)
        if lost is not None:
            flag = Flag.BAD if lost >= CLEARLY_BAD_CP else Flag.DUBIOUS
        else:
            games = played[move].games if move in played else 0
            flag = Flag.UNCHECKED
            if worth is not None and move not in denied:
                flag = _flag(best - worth.value, share, games, worth.nodes)
        weight = round(1000 * share * exp((worth.value - best) / WEIGHT_CP)) if flag.playable and worth else 0
        found.append(FlaggedMove(move, flag, max(1, weight), worth, played.get(move)))
    return sorted(found, key=lambda verdict: (-verdict.flag, -verdict.weight))


def _flag(loss: int, share: float, games: int, nodes: int) -> Flag:
    if any(games >= least and share >= of_all and loss <= behind for least, of_all, behind in PRACTICE):
        return Flag.STRONG
    if loss > next(margin for least, margin in MARGINS if nodes >= least):
        return Flag.UNCHECKED
    strong = loss <= STRONG_CP and share >= STRONG_SHARE and games >= STRONG_GAMES
    return Flag.STRONG if strong else Flag.NORMAL
