"""The rooms of the program: modules, lines, door, and which rooms each knows.

`python -m tests.helpers.rooms` prints the table; tests/test_rooms.py holds what each room's `__init__.py` says.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grimp

from tests.helpers.cimports import ROOMS, ROOT, add_cimports

WHOLE = ("desktop.model", "desktop.services", "desktop.views", "engine", "books", "tablebases")
SOURCES = (".py", ".pyi", ".pxd", ".h")


@dataclass(frozen=True)
class Room:
    """A package. `said` is its docstring; `knows`: the rooms that its modules import, those of its own family left out."""

    name: str
    modules: int
    lines: int
    said: str
    knows: frozenset[str]

    @property
    def doors(self) -> list[str]:
        """What it names as its door: modules, or names in them."""
        return re.findall(r"`([^`]+)`", _part(self.said, "Door"))

    @property
    def said_to_know(self) -> set[str]:
        """The rooms that it names; `engine` may stand for all of its rooms."""
        return set(re.findall(r"[a-z]+(?:\.[a-z]+)*", _part(self.said, "Knows"))) - {"no", "other", "room"}


def rooms() -> list[Room]:
    """Every package of the program but its data."""
    folders = sorted(init.parent for top in ROOMS for init in (ROOT / top).rglob("__init__.py"))
    names = {_name(folder): folder for folder in folders if "resources" not in folder.parts}
    known = _imports(names)
    return [
        Room(
            name,
            len([path for path in folder.glob("*.py") if path.name != "__init__.py"]),
            sum(len(path.read_text("utf-8").splitlines()) for path in _sources(folder)),
            ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or "",
            frozenset(known[name]),
        )
        for name, folder in names.items()
    ]


def covers(entry: str, room: str) -> bool:
    """Whether an entry after "Knows" names this room: itself, or a room that it is in."""
    return room == entry or room.startswith(entry + ".")


def table() -> Iterator[str]:
    """Rows for a page: room, modules, lines, door."""
    found = rooms()
    yield "| room | modules | lines | door |"
    yield "|---|---|---|---|"
    for room in found:
        yield f"| `{room.name}` | {room.modules} | {room.lines} | {', '.join(f'`{door}`' for door in room.doors)} |"
    yield f"| all | {sum(room.modules for room in found)} | {sum(room.lines for room in found)} | |"


def _part(said: str, word: str) -> str:
    """The list after `word:`, up to the next full stop that ends a sentence."""
    found = re.search(rf"\b{word}: (.*?)\.(?=\s|$)", said, re.DOTALL)
    return found[1] if found else ""


def _imports(names: dict[str, Path]) -> dict[str, set[str]]:
    graph = add_cimports(grimp.build_graph(*ROOMS, cache_dir=None))
    known: dict[str, set[str]] = {name: set() for name in names}
    for module in graph.modules:
        own = _room_of(module, names)
        for other in graph.find_modules_directly_imported_by(module):
            room = _room_of(other, names)
            if (
                room not in ("engine", "engine.ground") and not covers(own, room) and not covers(room, own)
            ):  # text, errors, files: everybody's
                known[own].add(room)
    return known


def _room_of(module: str, names: dict[str, Path]) -> str:
    while module not in names:
        module = module.rpartition(".")[0]
    return module


def _name(folder: Path) -> str:
    return ".".join(folder.relative_to(ROOT).parts)


def _sources(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix in SOURCES]


if __name__ == "__main__":
    print("\n".join(table()))
