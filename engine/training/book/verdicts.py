"""The flags and weights of the moves of one position: what people play and what the judges found, together."""

from collections.abc import Collection, Mapping, Sequence
from math import exp
from typing import NamedTuple

from books.building.build import MoveCount
from books.entry import Flag
from engine.training.book.values import Worth

MARGINS = ((200_000, 30), (60_000, 20), (20_000, 10), (0, 4))
"""How far behind the best (centipawns) a move may be to be played, by the nodes that it was searched with: a short search
errs more."""

WIDEST_MARGIN = max(margin for _, margin in MARGINS)

PRACTICE = ((50, 0.1, 32), (10, 0.3, 20))
"""A move that many people play may be so far behind the best (centipawns), and is `!` then: the judge's scale is finer than
its sight. Games of the move, their share of the position's, and how far; fewer games must agree more."""

STRONG_CP = 18
"""`!` is no farther behind the best than this, if fewer people play it."""

STRONG_GAMES, STRONG_SHARE = 5, 0.05
"""`!` was played so often, and is played (or preferred by the judge) with this share."""

BAD_CP = 75
"""A move that both judges find so much worse than the best is condemned: `$`. It is to lose 60 at least; of ten
with 60 to 75 by both, three lost 42 to 45 by another search."""

CLEARLY_BAD_CP = 100
"""And so much worse: `?`."""

WEIGHT_CP = 20.0
"""A move that much worse than the best is played e times less than people play it."""


class Verdict(NamedTuple):
    """What the book says of a move. `games`: how it did in games (None: in none)."""

    move: int
    flag: Flag
    weight: int
    worth: Worth | None
    games: MoveCount | None


def verdicts(
    counts: Sequence[MoveCount],
    shares: Mapping[int, float],
    worths: Mapping[int, Worth],
    condemned: Mapping[int, int],
    denied: Collection[int] = (),
) -> list[Verdict]:
    """The moves of a position, best first. `condemned`: what each condemned move loses at least, by both judges. `denied`: moves
    that are not played until they are searched again."""
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
        found.append(Verdict(move, flag, max(1, weight), worth, played.get(move)))
    return sorted(found, key=lambda verdict: (-verdict.flag, -verdict.weight))


def _flag(loss: int, share: float, games: int, nodes: int) -> Flag:
    if any(games >= least and share >= of_all and loss <= behind for least, of_all, behind in PRACTICE):
        return Flag.STRONG
    if loss > next(margin for least, margin in MARGINS if nodes >= least):
        return Flag.UNCHECKED
    strong = loss <= STRONG_CP and share >= STRONG_SHARE and games >= STRONG_GAMES
    return Flag.STRONG if strong else Flag.NORMAL
