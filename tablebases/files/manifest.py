"""A folder's manifest: the SHA-256 of every table file that was sound when it was written, to detect later damage."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from engine.ground.codec import Within, as_json, of_json
from engine.ground.files import read_file, write_atomically
from engine.ground.json_text import JsonError, parse
from engine.ground.values import dataclass
from tablebases.errors import TablebaseError

MANIFEST_NAME = "manifest.json"
MAX_MANIFEST_BYTES = 1 << 22


@dataclass(frozen=True)
class ManifestEntry:
    """The expected file: its size in bytes and its SHA-256 in hexadecimal."""

    size: Annotated[int, Within(0, 1 << 62)]
    sha256: str


def read_manifest(folder: Path) -> dict[str, ManifestEntry]:
    """Returns the folder's manifest by file name; empty without one. :raises TablebaseError: it cannot be read."""
    path = folder / MANIFEST_NAME
    try:
        files = parse(read_file(path, MAX_MANIFEST_BYTES), MAX_MANIFEST_BYTES)["files"]
        return {name: of_json(ManifestEntry, entry) for name, entry in files.items()}
    except FileNotFoundError:
        return {}
    except (OSError, JsonError) as error:
        raise TablebaseError(
            "the tablebase manifest %1 is unreadable (%2); delete it, then run `ratsu tablebases verify`", path, error
        ) from error


def write_manifest(folder: Path, entries: Mapping[str, ManifestEntry]) -> None:
    """Writes the folder's manifest, sorted by name. :raises OSError: the folder cannot be written."""
    files = {name: as_json(entry) for name, entry in sorted(entries.items())}
    write_atomically(folder / MANIFEST_NAME, (json.dumps({"files": files}, indent=1) + "\n").encode())


def entry_of(content: bytes) -> ManifestEntry:
    return ManifestEntry(len(content), hashlib.sha256(content).hexdigest())
