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
# Every room reads and writes files, and there is one way of doing that.
GROUND_FLOOR = (
    "engine.errors",
    "engine.files",
    "engine.json_text",
    "engine.leftovers",
    "engine.text",
    "engine.version",
)
RULES = ("engine.rules", *GROUND_FLOOR)
GAMES = ("engine.game", "engine.pgn", *RULES)
# Which rooms each room may import besides itself. What is not listed here is held by the layers of pyproject.toml alone.
MAY_IMPORT = {
    "engine.rules": RULES,
    "engine.game": ("engine.options", *RULES),
    "engine.pgn.text": RULES,
    "engine.pgn": ("engine.game", *RULES),
    "engine.evaluation": ("engine.game", *RULES),
    "engine.human": ("engine.evaluation", "engine.game", *RULES),
    "engine.search": ("engine.evaluation", "engine.game", *RULES),
    "engine.coach.checker": ("engine.coach.claims", *GROUND_FLOOR),  # shares nothing with those who find the claims
    "engine.coach": ("engine.game", *RULES),
    "books": GAMES,
    "tablebases": GAMES,
}

Arrow = tuple[str, str]  # importer, imported


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def breaks_the_rooms(importer: str, imported: str) -> bool:
    """Whether this arrow crosses a wall: see MAY_IMPORT; and nothing below the window knows the window."""
    if is_in(imported, "desktop"):
        return not is_in(importer, "desktop")
    for room, allowed in MAY_IMPORT.items():
        if is_in(importer, room):
            return not any(is_in(imported, one) for one in (room, *allowed))
    return False


def imports() -> list[Arrow]:
    graph = grimp.build_graph(*ROOMS, cache_dir=None)
    return [(one, other) for one in sorted(graph.modules) for other in graph.find_modules_directly_imported_by(one)]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def cimports_of_python(text: str) -> set[str]:
    """Modules of ours that a .py cimports: `from cython.cimports.engine.rules.x import ...` gives engine.rules.x."""
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
        ("books.store.book_file", "tablebases.probe.rank"),
        ("books.learning.learn", "engine.search.searcher"),
        ("tablebases.generate.retrograde", "engine.rules_of_thumb"),
        ("tablebases.probe.rank", "engine.player"),
        ("engine.search.alpha_beta", "tablebases.probe.probe"),
        ("engine.search.searcher", "engine.play.chain"),
        ("engine.evaluation.nnue", "engine.search.worker"),
        ("engine.rules.board", "engine.game.limits"),
        ("engine.pgn.text.scan", "engine.pgn.tree"),
        ("engine.play.chain", "desktop.model.game.state"),
    ],
)
def test_the_checks_see_offenders(importer: str, imported: str) -> None:
    assert breaks_the_rooms(importer, imported)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("books.collection.game_collection", "engine.pgn.postings"),
        ("tablebases.errors", "engine.errors"),
        ("engine.play.chain", "books.choice.choose"),
        ("engine.protocols.uci", "engine.search.ticks"),
        ("desktop.services.kit.engine_service", "engine.player"),
    ],
)
def test_the_checks_let_the_allowed_arrows_be(importer: str, imported: str) -> None:
    assert not breaks_the_rooms(importer, imported)


def test_every_room_says_what_it_is_for() -> None:
    """A room's folder opens with a docstring: its duty, its door and whom it may know."""
    silent = []
    for room in ROOMS:
        for door in sorted((ROOT / room).rglob("__init__.py")):
            if len(ast.get_docstring(ast.parse(door.read_text(encoding="utf-8"))) or "") < 40:
                silent.append(door.relative_to(ROOT).as_posix())
    assert silent == []


def test_cimports_are_read_in_every_form() -> None:
    text = "from cython.cimports.engine.rules import types\nfrom cython.cimports.engine.rules.bitboard import first\n"
    assert cimports_of_python(text + "from cython.cimports.libc.stdint import uint64_t") == {
        "engine.rules.types",
        "engine.rules.bitboard",
    }
    text = "from engine.rules.types cimport u64\ncimport engine.rules.bitboard\nfrom libc.stdint cimport uint64_t\n"
    assert cimports_of_pxd(text) == {"engine.rules.types", "engine.rules.bitboard"}
