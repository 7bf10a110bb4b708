"""Imports game files of any kind into a collection: PGN, or a ChessBase database."""

from collections.abc import Callable
from pathlib import Path

from books.collection.chessbase.archive import ARCHIVES
from books.collection.chessbase.base import SUFFIX
from books.collection.chessbase.importing import ChessBaseImport
from books.collection.game_collection import Collection
from books.collection.importing.imports import ImportReport, import_pgn
from engine.ground.text import Text
from engine.pgn.streams import Progress


def import_file(
    collection: Collection,
    path: Path | str,
    progress: Progress | None = None,
    language: str = "",
    on_fault: Callable[[Text], object] = lambda _fault: None,
) -> ImportReport:
    """Adds the games of a file; see `import_pgn`. `on_fault` is called for each ChessBase game that cannot be read.
    :raises RatsuError: the file cannot be read, or the collection cannot be written."""
    path = Path(path)
    if path.suffix.lower() in (SUFFIX, *ARCHIVES):
        return ChessBaseImport(collection, path.resolve(), progress, on_fault).run()
    return import_pgn(collection, path, progress, language)
