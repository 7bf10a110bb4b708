"""The rooms' rules that import-linter cannot say: "may import only these", and the cimports of compiled modules.

Every check here was seen to fail on a made-up offender (test_the_checks_see_offenders).
"""

import ast
import re
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("desktop", "engine", "books", "tablebases")
# engine.files is there because every room writes files, and there is to be one way of doing that.
GROUND_FLOOR = (
    "engine.core",
    "engine.errors",
    "engine.files",
    "engine.info",
    "engine.json_text",
    "engine.leftovers",
    "engine.limits",
    "engine.version",
)

Arrow = tuple[str, str]  # importer, imported


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def breaks_the_rooms(importer: str, imported: str) -> bool:
    """Whether this arrow crosses a wall: books, tablebases and the engine (but engine.play) do not know each other."""
    if is_in(imported, "desktop"):
        return not is_in(importer, "desktop")
    if is_in(importer, "engine") and not is_in(importer, "engine.play"):
        if is_in(importer, "engine.core"):  # the ground floor stands on nothing but itself
            return not any(is_in(imported, allowed) for allowed in GROUND_FLOOR)
        return not is_in(imported, "engine") or is_in(imported, "engine.play")
    for room in ("books", "tablebases"):
        if is_in(importer, room):
            return not is_in(imported, room) and not any(is_in(imported, allowed) for allowed in GROUND_FLOOR)
    return False


def imports() -> list[Arrow]:
    graph = grimp.build_graph(*ROOMS, cache_dir=None)
    return [(one, other) for one in sorted(graph.modules) for other in graph.find_modules_directly_imported_by(one)]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def cimports_of_python(text: str) -> set[str]:
    """Modules of ours that a .py cimports: `from cython.cimports.engine.core.x import ...` gives engine.core.x."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cython.cimports."):
            base = (node.module or "").removeprefix("cython.cimports.")
            submodules = {f"{base}.{name.name}" for name in node.names}
            found |= {name for name in submodules if exists_as_pxd(name)} or {base}
        elif isinstance(node, ast.Import):
            found |= {
                name.name.removeprefix("cython.cimports.")
                for name in node.names
                if name.name.startswith("cython.cimports.")
            }
    return {name for name in found if name.split(".")[0] in ROOMS}


def exists_as_pxd(module: str) -> bool:
    return (ROOT / Path(*module.split("."))).with_suffix(".pxd").exists()


def cimports_of_pxd(text: str) -> set[str]:
    """Modules of ours that a .pxd cimports, in both forms of the statement."""
    found = set(re.findall(r"^\s*from\s+([\w.]+)\s+cimport\b", text, re.MULTILINE))
    found |= set(re.findall(r"^\s*cimport\s+([\w.]+)", text, re.MULTILINE))
    return {name for name in found if name.split(".")[0] in ROOMS}


def plain_imports(text: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def compiled_files() -> list[Path]:
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.pxd"))


def cimports() -> list[Arrow]:
    arrows = []
    for pxd in compiled_files():
        arrows += [(module_name(pxd), other) for other in cimports_of_pxd(pxd.read_text(encoding="utf-8"))]
        source = pxd.with_suffix(".py")
        if source.exists():
            arrows += [(module_name(pxd), other) for other in cimports_of_python(source.read_text(encoding="utf-8"))]
    return arrows


def test_rooms_import_only_what_they_may() -> None:
    assert [arrow for arrow in imports() if breaks_the_rooms(*arrow)] == []


def test_compiled_modules_cimport_only_what_they_may() -> None:
    assert [arrow for arrow in cimports() if breaks_the_rooms(*arrow)] == []


def test_beside_every_cimport_stands_the_plain_import() -> None:
    lacking = []
    for pxd in compiled_files():
        source = pxd.with_suffix(".py")
        if not source.exists():
            continue
        text = source.read_text(encoding="utf-8")
        for other in sorted(cimports_of_python(text) - plain_imports(text)):
            if (ROOT / Path(*other.split("."))).with_suffix(".py").exists():
                lacking.append(f"{module_name(source)} cimports {other}: add `import {other}  # noqa: F401`")
    assert lacking == []


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("books.store", "tablebases.probe"),
        ("tablebases.generate.retrograde", "engine.core_search"),
        ("tablebases.rank", "engine.player"),
        ("engine.player", "engine.play.chain"),
        ("engine.core.search", "tablebases.probe"),
        ("engine.uci", "books.choose"),
        ("engine.play.chain", "desktop.model.game"),
    ],
)
def test_the_checks_see_offenders(importer: str, imported: str) -> None:
    assert breaks_the_rooms(importer, imported)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("books.collection", "engine.core.pgn"),
        ("tablebases.errors", "engine.errors"),
        ("engine.play.chain", "books.choose"),
        ("engine.uci", "engine.core.search"),
        ("desktop.services.engine_service", "engine.player"),
    ],
)
def test_the_checks_let_the_allowed_arrows_be(importer: str, imported: str) -> None:
    assert not breaks_the_rooms(importer, imported)


def test_cimports_are_read_in_every_form() -> None:
    text = "from cython.cimports.engine.core import types\nfrom cython.cimports.engine.core.bitboard import first\n"
    assert cimports_of_python(text + "from cython.cimports.libc.stdint import uint64_t") == {
        "engine.core.types",
        "engine.core.bitboard",
    }
    text = "from engine.core.types cimport u64\ncimport engine.core.bitboard\nfrom libc.stdint cimport uint64_t\n"
    assert cimports_of_pxd(text) == {"engine.core.types", "engine.core.bitboard"}
