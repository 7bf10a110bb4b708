"""Moves that are not played although they look good: a search behind them denies what the search of their position promised."""

from collections.abc import Mapping

from books.building.searches import Search
from engine.training.book.frontier import LATE_PLY, Effort, Node
from engine.training.book.values import AS_DEEP, Worth, own_worth

UNKEPT_CP = 40
"""A move that keeps so much less than was promised is denied: of 44 three lost 50 or more by another search, of 685 others
five."""

LATE_UNKEPT_CP = 30
"""The same from `LATE_PLY` on. Short searches err most there: of 200 moves five lost 50 or more by another search, of 529 before
three."""

UNPLAYED_UNKEPT_CP = 20
"""The same of a move that nobody in the collection played: of 121 that kept 20 less two lost 60 or more by another search, of 420
others one, of 1,215 that somebody played none."""

CONFIRMED = Effort(100_000, 1)
"""How a position is searched again that denies the move to it. Where the position before a move and the one after it are both
searched so deeply, 20 cp deny nothing, and a move needs not be one that the search of the position looked at: of 205 others in
positions with 40,000 nodes five lost 50 or more by another search, of 941 moves two; of 481 moves the two others that lost 60 had
15,000 and 60,000 nodes behind them, their positions 100,000 and 200,000."""

PRACTISED_GAMES = 10
"""What was played so often counts as looked at, and nothing denies it once it is confirmed: of 122 such moves none lost 30 by
another search."""

SETTLED = Effort(1_000_000, 1)
"""How deep the positions before and after other moves must be searched until nothing denies them: of 19 confirmed moves that kept
40 less than was promised two lost 50 or more by another search, one of them 60."""


def denied(
    node: Node, search: Search, searches: Mapping[int, Search], known: Mapping[int, Worth], played: Mapping[int, int]
) -> set[int]:
    """The moves of a position that are not played until a deeper search clears them: those behind which nothing was searched,
    those that neither the search of the position looked at nor people play, and those of which a search about as deep denies
    what was promised. `known`: what each move is worth; `played`: in how many games it was."""
    listed = {move for move, _ in search.lines}
    found = set()
    for move, worth in known.items():
        after = searches.get(node.children.get(move, 0))
        if after is None or _doubtful(
            (search, after), worth, played.get(move, 0), move in listed, node.ply >= LATE_PLY
        ):
            found.add(move)
    return found


def _doubtful(both: tuple[Search, Search], worth: Worth, games: int, listed: bool, late: bool) -> bool:
    """Is there doubt about a move, by the searches before and after it and its worth through the graph?"""
    promised, behind = map(own_worth, both)
    nodes, practised = min(both[0].nodes, behind.nodes), games >= PRACTISED_GAMES
    if nodes >= (CONFIRMED if practised else SETTLED).nodes:
        return False
    least = LATE_UNKEPT_CP if late else UNKEPT_CP
    if nodes < CONFIRMED.nodes:
        if not (listed or practised):
            return True
        least = least if games else UNPLAYED_UNKEPT_CP
    return any(unkept(one, promised, least) for one in (worth, Worth(-behind.value, behind.nodes)))


def unkept(worth: Worth, promised: Worth, least: int) -> bool:
    """Does a search behind a move find so much less (centipawns) than was promised, and was it about as deep?"""
    return promised.value - worth.value >= least and worth.nodes >= AS_DEEP * promised.nodes
