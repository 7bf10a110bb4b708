"""A collection of games as a part: its games and labels. A game that is deleted on one computer goes to the bin of the others."""

from __future__ import annotations

from books.collection import shared
from books.collection.game_collection import Collection
from engine.sharing.exchange import GAMES, Merge


class CollectionPart:
    """An open collection."""

    def __init__(self, name: str, collection: Collection) -> None:
        self.name = f"{GAMES}{name}"
        self._collection = collection

    def share(self, merge: Merge) -> None:
        shared.share(self._collection, merge.known, merge)
