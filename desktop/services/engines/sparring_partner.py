"""The mover that plays an opponent's openings, made for the duration of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.play.sources.faults import SourceFaults

if TYPE_CHECKING:
    from engine.play.mover import RatsuMover
    from engine.play.sources.sparring import SparringBook


class SparringPartner:
    """Holds one opponent at a time. Use it under its owner's lock."""

    def __init__(self, faults: SourceFaults) -> None:
        """`faults` collects files that cannot be read."""
        self._faults = faults
        self._path = ""
        self._book: SparringBook | None = None
        self._mover: RatsuMover | None = None

    def mover(self, path: str) -> RatsuMover:
        """The mover for a file of openings. :raises BookError: it cannot be read."""
        from engine.play.mover import RatsuMover
        from engine.play.sources.sparring import SparringBook

        if self._mover is None or path != self._path:
            book = SparringBook(Path(path))
            self.close()
            self._path, self._book = path, book
            self._mover = RatsuMover(shared=book.sources, faults=self._faults)
        return self._mover

    def close(self) -> None:
        if self._book is not None:
            self._book.close()
        self._book = self._mover = None
