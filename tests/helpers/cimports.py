"""The cimports of compiled modules, which no tool reads: import-linter gets them as arrows beside the imports.

Its contracts are named in `contract_types` of pyproject.toml; each is the one of import-linter on a graph with more arrows.
"""

import ast
import re
from pathlib import Path

from grimp import ImportGraph
from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.independence import IndependenceContract
from importlinter.contracts.layers import LayersContract
from importlinter.domain.contract import Contract, ContractCheck

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("desktop", "engine", "books", "tablebases")
Arrow = tuple[str, str]  # importer, imported


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def exists_as_pxd(module: str) -> bool:
    return (ROOT / Path(*module.split("."))).with_suffix(".pxd").exists()


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


def cimports_of_pxd(text: str) -> set[str]:
    """Modules of ours that a .pxd cimports, in both forms of the statement."""
    found = set(re.findall(r"^\s*from\s+([\w.]+)\s+cimport\b", text, re.MULTILINE))
    found |= set(re.findall(r"^\s*cimport\s+([\w.]+)", text, re.MULTILINE))
    return {name for name in found if name.split(".")[0] in ROOMS}


def cimports() -> list[Arrow]:
    """Every arrow between compiled modules."""
    arrows = []
    for pxd in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.pxd")):
        arrows += [(module_name(pxd), other) for other in cimports_of_pxd(pxd.read_text(encoding="utf-8"))]
        source = pxd.with_suffix(".py")
        if source.exists():
            arrows += [(module_name(pxd), other) for other in cimports_of_python(source.read_text(encoding="utf-8"))]
    return [(one, other) for one, other in arrows if one != other]


def add_cimports(graph: ImportGraph) -> ImportGraph:
    """Draws the cimports into the graph, those between modules that it has."""
    for importer, imported in cimports():
        if {importer, imported} <= graph.modules:
            graph.add_import(importer=importer, imported=imported, line_number=1, line_contents=f"cimport {imported}")
    return graph


class _SeesCimports(Contract):
    """A contract that is checked on imports and cimports."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        return super().check(add_cimports(graph), verbose)  # type: ignore[safe-super]


class Layers(_SeesCimports, LayersContract):
    pass


class Forbidden(_SeesCimports, ForbiddenContract):
    pass


class Independence(_SeesCimports, IndependenceContract):
    pass


class AcyclicSiblings(_SeesCimports, AcyclicSiblingsContract):
    pass
