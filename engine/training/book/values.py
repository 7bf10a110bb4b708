"""What each move of the book is worth: the value of the position it reaches, backed up through the graph."""

from collections.abc import Mapping
from typing import NamedTuple

from books.analysis import LONGEST_MATE, MATE_CP
from books.building.searches import Search
from engine.training.book.frontier import Node

AS_DEEP = 0.5
"""The nodes of a search that may correct another, as a share of the other's."""


class Worth(NamedTuple):
    """A value in centipawns for the side that moves, and the nodes of the search that it comes from."""

    value: int
    nodes: int


def backed_up(nodes: Mapping[int, Node], searches: Mapping[int, Search]) -> dict[int, Worth]:
    """The value of every position for its side to move: the best of its moves by the positions they reach and, where its own
    search prefers a move that leads out of the book (drop-out), of that; or its own search, if that looked deeper.

    The deepest positions come first. Where a move leads back to a position nearer to the start, that one's own search
    counts, and so circles end.
    """
    backed: dict[int, Worth] = {}
    for node in sorted(nodes.values(), key=lambda node: -node.ply):
        search = searches.get(node.key)
        if search is not None:
            best = max(worths(node, search, searches, backed).values())
            own = own_worth(search)
            backed[node.key] = best if best.nodes >= own.nodes else own
    return backed


def worths(node: Node, search: Search, searches: Mapping[int, Search], backed: Mapping[int, Worth]) -> dict[int, Worth]:
    """The worth of each move (by code) of which anything is known. A search behind a move that is much shorter than that of
    the position does not make the move better than what that one found: it looked at this move too."""
    own = own_worth(search)
    found = {move: Worth(value, own.nodes) for move, value in search.lines}
    for move, child in node.children.items():
        after = searches.get(child)
        if after is not None:
            value, deep = backed.get(child) or own_worth(after)
            worth = -_nearer(value)
            found[move] = Worth(min(worth, own.value) if deep < AS_DEEP * own.nodes else worth, deep)
    return found


def own_worth(search: Search) -> Worth:
    """The value of a search; its lines share its nodes."""
    return Worth(search.value, search.nodes // len(search.lines))


def _nearer(value: int) -> int:
    """A mate is a move farther away where it is looked at from a move before."""
    if MATE_CP - abs(value) < LONGEST_MATE:
        return value - 1 if value > 0 else value + 1
    return value
