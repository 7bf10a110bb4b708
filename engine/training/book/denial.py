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

CONFIRMED = Effort(100_000, 1)
"""How a position is searched again that denies the move to it. Where the position before a move and the one after it are both
searched so deeply, nothing is denied: what is known then decides. Otherwise a move is played only if the search of the position
looked at it: of 205 others in positions with 40,000 nodes five lost 50 or more by another search, of 941 moves two; of 481 moves
the two others that lost 60 had 15,000 and 60,000 nodes behind them, their positions 100,000 and 200,000."""

PRACTISED_GAMES = 10
"""Or if it was played so often: of 122 such moves none lost 30 by another search."""


def denied(
    node: Node, search: Search, searches: Mapping[int, Search], known: Mapping[int, Worth], played: Mapping[int, int]
) -> set[int]:
    """The moves of a position that are not played until a deeper search clears them: those behind which nothing was searched,
    those that neither the search of the position looked at nor people play, and those of which a search about as deep denies
    what was promised. `known`: what each move is worth; `played`: in how many games it was."""
    promised, late = own_worth(search), node.ply >= LATE_PLY
    seen = {move for move, _ in search.lines} | {move for move, games in played.items() if games >= PRACTISED_GAMES}
    found = set()
    for move, worth in known.items():
        after = searches.get(node.children.get(move, 0))
        behind = None if after is None else own_worth(after)
        if behind is None:
            doubtful = True
        elif min(search.nodes, behind.nodes) >= CONFIRMED.nodes:
            doubtful = False
        else:
            both = (worth, Worth(-behind.value, behind.nodes))
            doubtful = move not in seen or any(unkept(one, promised, late) for one in both)
        if doubtful:
            found.add(move)
    return found


def unkept(worth: Worth, promised: Worth, late: bool = False) -> bool:
    """Does a search behind a move deny what was promised, and was it about as deep?"""
    least = LATE_UNKEPT_CP if late else UNKEPT_CP
    return promised.value - worth.value >= least and worth.nodes >= AS_DEEP * promised.nodes
