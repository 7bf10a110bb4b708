"""The worth of each book move: the value of the position it leads to, backed up through the graph."""

from collections.abc import Mapping
from typing import NamedTuple

from books.analysis import LONGEST_MATE, MATE_CP
from books.building.searches import Search
from engine.training.book.frontier import BookNode

AS_DEEP = 0.5
"""The nodes of a search that may correct another, as a share of the other's."""


class SearchedValue(NamedTuple):
    """A value in centipawns for the side that moves, and the nodes of the search that it comes from."""

    value: int
    nodes: int


def backed_up(nodes: Mapping[int, BookNode], searches: Mapping[int, Search]) -> dict[int, SearchedValue]:
    """The value of every position for its side to move: the best of its moves and, if its own search prefers a move out of the
    book (drop-out), of that; or its own search, if it was deeper.

    The deepest positions come first. A move back to a position nearer to the start counts by that position's own search, which
    ends cycles.
    """
    backed: dict[int, SearchedValue] = {}
    for node in sorted(nodes.values(), key=lambda node: -node.ply):
        search = searches.get(node.key)
        if search is not None:
            best = max(move_values(node, search, searches, backed).values())
            own = search_value(search)
            backed[node.key] = best if best.nodes >= own.nodes else own
    return backed


def move_values(
    node: BookNode, search: Search, searches: Mapping[int, Search], backed: Mapping[int, SearchedValue]
) -> dict[int, SearchedValue]:
    """The worth of each known move (by code). A much shorter search after a move does not raise it above the value found by the
    position's own search, which examined the move too."""
    own = search_value(search)
    found = {move: SearchedValue(value, own.nodes) for move, value in search.lines}
    for move, child in node.children.items():
        after = searches.get(child)
        if after is not None:
            value, deep = backed.get(child) or search_value(after)
            worth = -_nearer(value)
            found[move] = SearchedValue(min(worth, own.value) if deep < AS_DEEP * own.nodes else worth, deep)
    return found


def search_value(search: Search) -> SearchedValue:
    """The value of a search; its lines share its nodes."""
    return SearchedValue(search.value, search.nodes // len(search.lines))


def _nearer(value: int) -> int:
    """A mate is a move farther away one move earlier."""
    if MATE_CP - abs(value) < LONGEST_MATE:
        return value - 1 if value > 0 else value + 1
    return value
