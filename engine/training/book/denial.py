"""Moves not played although they look good: the search of the position after them denies the value promised by the search
before."""

from collections.abc import Mapping

from books.building.searches import Search
from engine.training.book.frontier import LATE_PLY, BookNode, SearchEffort
from engine.training.book.values import AS_DEEP, SearchedValue, search_value

SHORTFALL_CP = 40
"""A move with this much less value than promised is denied: of 44 three lost 50 or more in another search, of 685 others five."""

LATE_SHORTFALL_CP = 30
"""The same from `LATE_PLY` on. Short searches err most there: of 200 moves five lost 50 or more in another search, of 529
earlier ones three."""

UNPLAYED_SHORTFALL_CP = 20
"""The same for a move not played in the collection: of 121 with 20 less than promised two lost 60 or more in another search, of
420 others one, of 1,215 played moves none."""

CONFIRMED = SearchEffort(100_000, 1)
"""The search that confirms the positions before and after a doubtful move. If both have this depth, 20 cp deny nothing, and the
move need not be among the lines of the position's search: of 205 such moves in positions with 40,000 nodes five lost 50 or more
in another search, of 941 moves two; of 481 moves the two others that lost 60 had 15,000 and 60,000 nodes, their positions
100,000 and 200,000."""

PRACTISED_GAMES = 10
"""A move played this often counts as examined, and cannot be denied once it is confirmed: of 122 such moves none lost 30 in
another search."""

SETTLED = SearchEffort(1_000_000, 1)
"""The depth of the positions before and after other moves at which they can no longer be denied: of 19 confirmed moves with 40
less than promised two lost 50 or more in another search, one of them 60."""


def denied(
    node: BookNode,
    search: Search,
    searches: Mapping[int, Search],
    known: Mapping[int, SearchedValue],
    played: Mapping[int, int],
) -> set[int]:
    """The moves of a position that are not played until a deeper search clears them: moves without a search, moves that neither
    the position's search nor people chose, and moves whose search, of similar depth, denies the promised value.

    `known`: the worth of each move. `played`: the number of its games.
    """
    listed = {move for move, _ in search.lines}
    found = set()
    for move, worth in known.items():
        after = searches.get(node.children.get(move, 0))
        if after is None or _doubtful(
            (search, after), worth, played.get(move, 0), move in listed, node.ply >= LATE_PLY
        ):
            found.add(move)
    return found


def _doubtful(both: tuple[Search, Search], worth: SearchedValue, games: int, listed: bool, late: bool) -> bool:
    """True if a move is doubtful, by the searches before and after it and its worth through the graph."""
    promised, behind = map(search_value, both)
    nodes, practised = min(both[0].nodes, behind.nodes), games >= PRACTISED_GAMES
    if nodes >= (CONFIRMED if practised else SETTLED).nodes:
        return False
    least = LATE_SHORTFALL_CP if late else SHORTFALL_CP
    if nodes < CONFIRMED.nodes:
        if not (listed or practised):
            return True
        least = least if games else UNPLAYED_SHORTFALL_CP
    return any(falls_short(one, promised, least) for one in (worth, SearchedValue(-behind.value, behind.nodes)))


def falls_short(worth: SearchedValue, promised: SearchedValue, least: int) -> bool:
    """True if the search of a move finds at least `least` centipawns less than promised, at a similar depth."""
    return promised.value - worth.value >= least and worth.nodes >= AS_DEEP * promised.nodes
