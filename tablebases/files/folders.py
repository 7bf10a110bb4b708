"""Finds table files by name and size in the user's folders and in the package.

Only files with a table's name count; a folder may hold anything besides (partial downloads, notes, sub-folders).
"""

import os
from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from engine.ground.values import dataclass
from tablebases import signature as signatures
from tablebases.errors import CorruptTable, TablebaseError
from tablebases.files.manifest import ManifestEntry, read_manifest

BUILT_IN = Path(__file__).resolve().parents[1] / "data"
SMALLEST_TABLE = 80  # header padded to 64 bytes + 16 bytes of checksum
MAX_FOLDER_ENTRIES = 1_000_000


class TableKind(Enum):
    """The content of a file; the value is its suffix."""

    WDL = ".rtbw"
    DTZ = ".rtbz"


class CheckState(Enum):
    """The state of knowledge about a file's content."""

    VERIFIED = "verified"
    UNCHECKED = "unchecked"
    DAMAGED = "damaged"


@dataclass(frozen=True)
class TableFile:
    """One table file found on disk; `expected` is its manifest entry, if its folder has one."""

    path: Path
    signature: str
    kind: TableKind
    size: int
    expected: ManifestEntry | None = None

    @property
    def piece_count(self) -> int:
        """Number of pieces on the board of this table, including kings."""
        return signatures.piece_count(self.signature)


@dataclass(frozen=True)
class FoundTables:
    """The result of a search of folders: usable files (earlier folders first) and the problems of the others."""

    files: tuple[TableFile, ...]
    problems: tuple[TablebaseError, ...]


def find_tables(folders: Iterable[Path]) -> FoundTables:
    """Searches folders (without sub-folders) for table files. Never raises: problems are returned with their files."""
    files: list[TableFile] = []
    problems: list[TablebaseError] = []
    for folder in folders:
        try:
            _search_folder(folder, files, problems)
        except OSError as error:
            problems.append(TablebaseError("tablebase folder %1 cannot be read (%2); check the path", folder, error))
        except TablebaseError as error:
            problems.append(error)
    return FoundTables(tuple(files), tuple(problems))


def _search_folder(folder: Path, files: list[TableFile], problems: list[TablebaseError]) -> None:
    expected = read_manifest(folder)
    with os.scandir(folder) as entries:
        for count, entry in enumerate(entries):
            if count >= MAX_FOLDER_ENTRIES:
                raise TablebaseError("tablebase folder %1 holds too many files; move the tables to their own", folder)
            stem, suffix = os.path.splitext(entry.name)
            stem, suffix = stem.upper().replace("V", "v"), suffix.lower()  # some file systems lose the case
            if suffix not in (TableKind.WDL.value, TableKind.DTZ.value) or not signatures.is_signature(stem):
                continue
            try:
                files.append(_examine(entry, folder / entry.name, stem, TableKind(suffix), expected.get(stem + suffix)))
            except CorruptTable as error:
                problems.append(error)


def _examine(
    entry: "os.DirEntry[str]", path: Path, signature: str, kind: TableKind, expected: ManifestEntry | None
) -> TableFile:
    try:
        regular, size = entry.is_file(), entry.stat().st_size
    except OSError as error:
        raise CorruptTable(path, "cannot be read (%1)", error) from error
    if not regular:
        raise CorruptTable(path, "is not a file")
    if size < SMALLEST_TABLE or size % 64 != 16:
        raise CorruptTable(path, "has %1 bytes, so it is not a complete table", size)
    if expected is not None and expected.size != size:
        raise CorruptTable(path, "has %1 bytes, but its manifest says %2", size, expected.size)
    return TableFile(path, signature, kind, size, expected)
