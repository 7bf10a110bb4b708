"""What each move of the book is worth: the value of the position it reaches, backed up through the graph."""

from collections.abc import Mapping
from typing import NamedTuple

from books.analysis import LONGEST_MATE, MATE_CP
from books.building.searches import Search
from engine.training.book.frontier import Node


class Worth(NamedTuple):
    """Value of a move in centipawns for the side that plays it, and the nodes of the search that says so."""

    value: int
    nodes: int


def backed_up(nodes: Mapping[int, Node], searches: Mapping[int, Search]) -> dict[int, int]:
    """The value of every position for its side to move: the best of its moves by the positions they reach and, where its own
    search prefers a move that leads out of the book (drop-out), of that.

    The deepest positions come first. Where a move leads back to a position nearer to the start, that one's own search
    counts, and so circles end.
    """
    backed: dict[int, int] = {}
    for node in sorted(nodes.values(), key=lambda node: -node.ply):
        search = searches.get(node.key)
        if search is not None:
            values = worths(node, search, searches, backed)
            backed[node.key] = max((worth.value for worth in values.values()), default=search.value)
    return backed


def worths(node: Node, search: Search, searches: Mapping[int, Search], backed: Mapping[int, int]) -> dict[int, Worth]:
    """The worth of each move (by code) of which anything is known."""
    found = {move: Worth(value, search.nodes // len(search.lines)) for move, value in search.lines}
    for move, child in node.children.items():
        after = searches.get(child)
        if after is not None:
            found[move] = Worth(-_nearer(backed.get(child, after.value)), after.nodes)
    return found


def _nearer(value: int) -> int:
    """A mate is a move farther away where it is looked at from a move before."""
    if MATE_CP - abs(value) < LONGEST_MATE:
        return value - 1 if value > 0 else value + 1
    return value
