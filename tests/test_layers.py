"""The rooms' rules that import-linter cannot say: "may import only these", and the cimports of compiled modules.

Every check here was seen to fail on a made-up offender (test_the_checks_see_offenders).
"""

import ast
import tomllib

import grimp
import pytest
from importlinter.configuration import configure

from tests.helpers.cimports import ROOMS, ROOT, Arrow, Forbidden, cimports, cimports_of_pxd, cimports_of_python

# Every room reads and writes files, and there is one way of doing that.
GROUND_FLOOR = ("engine.ground",)
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
    "engine.coach.checker": (
        "engine.coach.claims",
        "engine.coach.sources",
        *GROUND_FLOOR,
    ),  # shares nothing with those who find the claims
    "engine.coach": ("engine.game", *RULES),
    "books": GAMES,
    "tablebases": GAMES,
}


# Work is spread by `engine.play.worker_pool` alone; pools of the standard library are for these, which spread none.
POOLS = {"concurrent.futures", "multiprocessing", "multiprocessing.pool", "multiprocessing.dummy"}
MAY_HAVE_POOLS = {
    "engine/play/book/analyser.py",  # one search beside the main thread, which hears Ctrl+C
    "engine/training/human/position_records.py",  # processes that write files, each its own
}


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


def test_rooms_import_only_what_they_may() -> None:
    assert [arrow for arrow in imports() if breaks_the_rooms(*arrow)] == []


def test_compiled_modules_cimport_only_what_they_may() -> None:
    assert [arrow for arrow in cimports() if breaks_the_rooms(*arrow)] == []


def test_import_linter_sees_what_compiled_modules_cimport() -> None:
    """With a made-up contract that the core breaks by a cimport alone."""
    configure()  # as `lint-imports` does
    options = {"source_modules": ["engine.search.alpha_beta"], "forbidden_modules": ["engine.rules.movegen"]}
    contract = Forbidden("made-up", {"root_packages": ["engine"]}, options)
    graph = grimp.build_graph("engine", cache_dir=None)
    assert not graph.direct_import_exists(importer="engine.search.alpha_beta", imported="engine.rules.movegen")
    assert not contract.check(graph, verbose=False).kept


def test_every_contract_sees_the_cimports() -> None:
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    seeing = {line.split(":")[0] for line in lint["contract_types"] if "tests.helpers.cimports." in line}
    assert {contract["type"] for contract in lint["contracts"]} <= seeing


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("books.store.book_file", "tablebases.probe.rank"),
        ("books.learning.learn", "engine.search.searcher"),
        ("tablebases.generate.retrograde", "engine.rules_of_thumb"),
        ("tablebases.probe.rank", "engine.player"),
        ("engine.search.alpha_beta", "tablebases.probe.probe"),
        ("engine.search.searcher", "engine.play.mover"),
        ("engine.evaluation.nnue", "engine.search.worker"),
        ("engine.rules.board", "engine.game.limits"),
        ("engine.pgn.text.scan", "engine.pgn.tree"),
        ("engine.play.mover", "desktop.model.game.state"),
    ],
)
def test_the_checks_see_offenders(importer: str, imported: str) -> None:
    assert breaks_the_rooms(importer, imported)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("books.collection.game_collection", "engine.pgn.postings"),
        ("tablebases.errors", "engine.ground.errors"),
        ("engine.play.mover", "books.choice.choose"),
        ("engine.protocols.uci", "engine.search.ticks"),
        ("desktop.services.game.match_service", "engine.player"),
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


def pools_in(source: str) -> set[str]:
    """The pools of the standard library that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
    return found & POOLS


def test_work_is_spread_in_one_way() -> None:
    sources = {str(path.relative_to(ROOT)): path for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    texts = {name: path.read_text("utf-8") for name, path in sources.items()}
    named = {name: text for name, text in texts.items() if "concurrent" in text or "multiprocessing" in text}
    assert {name for name, text in named.items() if pools_in(text)} == MAY_HAVE_POOLS


@pytest.mark.parametrize(
    "line", ["import multiprocessing", "from concurrent.futures import wait", "from concurrent import futures"]
)
def test_a_pool_is_seen_in_every_form(line: str) -> None:
    assert pools_in(line)


def test_cimports_are_read_in_every_form() -> None:
    text = "from cython.cimports.engine.rules import types\nfrom cython.cimports.engine.rules.bitboard import first\n"
    assert cimports_of_python(text + "from cython.cimports.libc.stdint import uint64_t") == {
        "engine.rules.types",
        "engine.rules.bitboard",
    }
    text = "from engine.rules.types cimport u64\ncimport engine.rules.bitboard\nfrom libc.stdint cimport uint64_t\n"
    assert cimports_of_pxd(text) == {"engine.rules.types", "engine.rules.bitboard"}
