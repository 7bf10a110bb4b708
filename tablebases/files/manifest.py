"""A folder's manifest: the SHA-256 of every table file that was found right there, so that later damage is noticed."""

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
class Entry:
    """What a file must be: its size in bytes and its SHA-256 in hexadecimal."""

    size: Annotated[int, Within(0, 1 << 62)]
    sha256: str


def read_manifest(folder: Path) -> dict[str, Entry]:
    """The folder's manifest by file name; empty where there is none.

    Raises TablebaseError if there is one that cannot be read.
    """
    path = folder / MANIFEST_NAME
    try:
        files = parse(read_file(path, MAX_MANIFEST_BYTES), MAX_MANIFEST_BYTES)["files"]
        return {name: of_json(Entry, entry) for name, entry in files.items()}
    except FileNotFoundError:
        return {}
    except (OSError, JsonError) as error:
        raise TablebaseError(
            "the tablebase manifest %1 is unreadable (%2); delete it, then run `ratsu tablebases verify`", path, error
        ) from error


def write_manifest(folder: Path, entries: Mapping[str, Entry]) -> None:
    """Writes the folder's manifest, names sorted. Raises OSError if the folder cannot be written."""
    files = {name: as_json(entry) for name, entry in sorted(entries.items())}
    write_atomically(folder / MANIFEST_NAME, (json.dumps({"files": files}, indent=1) + "\n").encode())


def entry_of(content: bytes) -> Entry:
    """The manifest entry that fits a file's content."""
    return Entry(len(content), hashlib.sha256(content).hexdigest())
