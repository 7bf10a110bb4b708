"""Finds the moves of a game that are in the user's own lines. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop.model.book.panel import OwnMoves
from engine.game.node import NULL_UCI

if TYPE_CHECKING:
    from books.choice.library import Library
    from engine.game.tree import Game

MOST_NODES = 3000  # half a second of work; later moves of larger games are not marked
MOST_KEPT = 30_000


class OwnMoveFinder:
    """Looks up each move once; for one thread."""

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open = open_library
        self._version: tuple[object, ...] = ()
        self._known: dict[int, tuple[bool, bool]] = {}  # by the key of the node: mine, off

    def find(self, game: Game) -> OwnMoves:
        """Returns the own moves of a game. :raises RatsuError: the books cannot be opened."""
        from books.choice.layers import is_own
        from books.key import from_core, signed

        library = self._open()
        version = library.version()
        if version != self._version or len(self._known) > MOST_KEPT:
            self._version, self._known = version, {}
        mine, off = set[int](), set[int]()
        queue = [(child, False) for child in game.children()]
        for node, led_off in queue:
            if node.key not in self._known and node.uci != NULL_UCI:
                board = game.board(node.parent)
                code = from_core(node.move)
                found = library.moves_at(signed(board.key), board.white_to_move)
                entry = next((one for one in found if one.code == code), None)
                self._known[node.key] = (entry is not None and is_own(entry.rows), entry is not None and entry.off)
            own, switched = self._known.get(node.key, (False, False))
            if own:
                mine.add(node.id)
            if switched or (led_off and own):
                off.add(node.id)
            if len(queue) < MOST_NODES:
                queue += [(child, led_off or switched) for child in game.children(node.id)]
        return OwnMoves(frozenset(mine), frozenset(off))
