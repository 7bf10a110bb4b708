"""The books of a repertoire: the moves that it takes from them."""

from collections.abc import Mapping, Sequence

from books.choice.layers import LayeredMove
from books.entry import Flag, Layer, MoveRow, Presence
from books.repertoire.trainer_values import MINE, OWN_BOOK


class ChosenBooks:
    """The books of a repertoire, as layers."""

    def __init__(self, books: Sequence[str], titles: Mapping[str, str]) -> None:
        """`titles`: titles of the user's other books, by path."""
        self._user = MINE in books or OWN_BOOK in books
        self._every = MINE in books
        self._titles = {titles[path] for path in books if path in titles}
        self._rest = {layer for layer in (Layer.LEARNED, Layer.SHIPPED) if layer.value in books}

    def has(self, entry: LayeredMove) -> bool:
        return any(self._chosen(layer, row) or layer in self._rest for layer, row in _said(entry))

    def has_as_own(self, entry: LayeredMove) -> bool:
        return any(self._chosen(layer, row) for layer, row in _said(entry))

    def meets(self, entry: LayeredMove) -> bool:
        """Whether a book that was chosen by itself has games with the move, as preparation for an opponent has."""
        return not entry.off and any(
            row.presence is Presence.SEEN and row.games and row.source in self._titles
            for layer, row in entry.rows
            if layer is Layer.BOOK
        )

    def leaves_open(self, entry: LayeredMove) -> bool:
        """Whether a chosen book of the user has the move unchecked."""
        return not entry.off and any(
            row.flag is Flag.UNCHECKED and row.presence is Presence.IN and self._chosen(layer, row)
            for layer, row in entry.rows
        )

    def _chosen(self, layer: Layer, row: MoveRow) -> bool:
        if layer is Layer.USER:
            return self._user
        return layer is Layer.BOOK and (self._every or row.source in self._titles)


def _said(entry: LayeredMove) -> list[tuple[Layer, MoveRow]]:
    """Returns the rows that make a move part of a repertoire; none if its line is switched off."""
    return [
        (layer, row)
        for layer, row in (() if entry.off else entry.rows)
        if row.presence is Presence.REPLY or (row.flag is not Flag.UNCHECKED and row.presence is Presence.IN)
    ]
