"""The signature of an engine: version, search, and all data that answers depend on. Answers of two machines are combined only
if their signatures agree."""

import functools
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.ground.files import read_file
from engine.ground.version import VERSION
from engine.play.bench import run_bench
from engine.player import Player

ROOMS = ("books", "engine", "tablebases")
DATA = (
    "data",
    "parts",
)  # folders of a room: networks, predictor of people's moves, ratings, shipped book, openings, tables
SOURCES = ("*.py", "*.pxd", "*.h")


@functools.cache
def signature() -> str:
    """The signature, such as `0.1.0 bench 138530 data 1a2b3c4d code 5e6f7a8b`. Runs the bench once, in about a second.

    Compiled modules are covered by the bench and by their sources: the libraries themselves differ between processors.
    """
    bench = run_bench(Player(), on_line=lambda _line: None)
    return f"{VERSION} bench {bench} data {digest(_data())} code {digest(_sources())}"


def digest(files: Iterable[tuple[str, Path]]) -> str:
    """A digest of names and contents, independent of their order and of Windows line ends."""
    whole = hashlib.sha256()
    for name, path in sorted(files):
        content = read_file(path)
        if b"\0" not in content:
            content = content.replace(b"\r\n", b"\n")
        whole.update(f"{name}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()[:8]


def _data() -> Iterator[tuple[str, Path]]:
    for room, folder in _rooms():
        for name in DATA:
            for path in (folder / name).glob("*"):
                if path.is_file():
                    yield f"{room}/{name}/{path.name}", path


def _sources() -> Iterator[tuple[str, Path]]:
    """The source files; None in a package without them, whose version is enough."""
    for room, folder in _rooms():
        for pattern in SOURCES:
            for path in folder.rglob(pattern):
                yield f"{room}/{path.relative_to(folder).as_posix()}", path


def _rooms() -> Iterator[tuple[str, Path]]:
    for room in ROOMS:
        yield room, Path(__file__).parents[2] / room
