"""The mover that plays an opponent's openings: made when a game against him begins, and kept for that game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.play.sources.faults import SourceFaults

if TYPE_CHECKING:
    from engine.play.mover import RatsuMover
    from engine.play.sources.sparring import SparringBook


class SparringPartner:
    """One opponent at a time. Use it under the lock of whoever owns it."""

    def __init__(self, faults: SourceFaults) -> None:
        """`faults`: where a file that cannot be read is noted."""
        self._faults = faults
        self._path = ""
        self._book: SparringBook | None = None
        self._mover: RatsuMover | None = None

    def mover(self, path: str) -> RatsuMover:
        """The mover of a file of openings. :raises BookError: it cannot be read."""
        from engine.play.mover import RatsuMover
        from engine.play.sources.sparring import SparringBook

        if self._mover is None or path != self._path:
            book = SparringBook(Path(path))
            self.close()
            self._path, self._book = path, book
            self._mover = RatsuMover(shared=book.sources, faults=self._faults)
        return self._mover

    def close(self) -> None:
        """Closes the file."""
        if self._book is not None:
            self._book.close()
        self._book = self._mover = None
