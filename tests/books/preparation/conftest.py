"""Explorers of PGN files, closed after the test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.explorer.explorer import Explorer

Explored = Callable[[Path], Explorer]


@pytest.fixture
def explored(tmp_path: Path) -> Iterator[Explored]:
    """Makes an explorer of a PGN file or a collection."""
    opened: list[Explorer] = []

    def make(path: Path) -> Explorer:
        if path.suffix == ".pgn":
            index = tmp_path / f"{path.stem}{len(opened)}.ratsugames"
            with Collection(index, create=True) as collection:
                import_pgn(collection, path)
            path = index
        opened.append(Explorer.opened([path]))
        return opened[-1]

    yield make
    for explorer in opened:
        explorer.close()
