"""Tries mutants that nobody chose: `python -m tests.mutants.drawn [FILE or FOLDER ...] --count 200 --seed 1`.

Cosmic Ray's operators make them; a seed draws among the places of the files, then among the changes of a place. With `--changed
REV` only lines that differ from that commit have mutants, and all of them are tried (`make mutants`). The tests are those
beside the file in `tests/` and those that import it, nearest first. Results are kept in build/mutants/drawn.jsonl, and a
repeated command continues. Survivors are printed as a change of lines.
"""

import argparse
import ast
import difflib
import hashlib
import json
import random
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator

from tests.helpers.shared import REPOSITORY
from tests.mutants.trial import Copy, copied_tree

RESULTS = REPOSITORY / "build" / "mutants" / "drawn.jsonl"
# What must not break unseen: files, journals, imports, books, clocks, draws, trainers, matches, ratings, network answers.
ROOMS = (
    "engine/ground", "engine/game", "engine/drill", "engine/jobs", "engine/night", "engine/play/match", "engine/play/tactics",
    "engine/play/sources", "engine/play/review", "engine/play/world", "engine/play/people", "books/choice", "books/collection",
    "books/learning", "books/repertoire", "books/store", "desktop/services/game", "desktop/services/files",
)  # fmt: skip
NO_MUTANT = re.compile(r"_(Is|IsNot)$|Is_|IsNot_|VariableReplacer|VariableInserter|ReplaceBinaryOperator_BitOr")
_NEVER = frozenset(
    {"name", "string", "newline", "atom_expr", "trailer", "param", "import_name", "dotted_name"}
)  # no operator's
_PUNCTUATION = frozenset("()[]{},.:=;")
_HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


@dataclass(frozen=True)
class DrawnMutant:
    """One change of a file: the operator that makes it, and the number of the place among all that it can change."""

    file: str
    operator: str
    occurrence: int
    line: int

    def text(self) -> str:
        """The file with the change."""
        source = (REPOSITORY / self.file).read_text("utf-8")
        return str(mutate_code(source, _operators()[self.operator], self.occurrence))

    def difference(self) -> str:
        """The changed lines, with `-` and `+`."""
        old, new = (REPOSITORY / self.file).read_text("utf-8").splitlines(), self.text().splitlines()
        lines = difflib.unified_diff(old, new, n=0, lineterm="")
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def _not_computed(source: str) -> set[tuple[int, int]]:
    """Where types and decorators stand: `|` does not compute there, and a frozen dataclass need not be tested."""
    found: set[tuple[int, int]] = set()
    for node in ast.walk(ast.parse(source)):
        kinds = [getattr(node, name, None) for name in ("annotation", "returns")]
        kinds += getattr(node, "decorator_list", [])
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            kinds += [node.test]
        for kind in (one for one in kinds if isinstance(one, ast.expr)):
            found |= {(part.lineno, part.col_offset) for part in ast.walk(kind) if isinstance(part, ast.expr)}
    return found


@cache
def _operators() -> dict[str, Operator]:
    """The operators in use, by name."""
    names = (name for name in plugins.operator_names() if not NO_MUTANT.search(name))
    return {name: plugins.get_operator(name)() for name in names}


def places_of(file: str, lines: set[int] | None = None) -> Iterator[list[DrawnMutant]]:
    """The mutants of each place in a file; with `lines` only of places on these."""
    source = (REPOSITORY / file).read_text("utf-8")
    tree, types = get_ast(source), _not_computed(source)
    nodes = [
        node for node in ast_nodes(tree) if node.type not in _NEVER and getattr(node, "value", "") not in _PUNCTUATION
    ]
    found: dict[tuple[int, int, str], list[DrawnMutant]] = defaultdict(list)
    for name, operator in _operators().items():
        occurrence = -1
        for node in nodes:
            for (line, column), _ in operator.mutation_positions(node):
                occurrence += 1
                if (lines is None or line in lines) and (line, column) not in types:
                    kind = name.split("_")[0]
                    found[line, column, kind].append(DrawnMutant(file, name, occurrence, line))
    yield from found.values()


def files_of(wanted: Iterable[str]) -> list[str]:
    """The modules in these files and folders of the product."""
    found: set[Path] = set()
    for name in wanted:
        path = REPOSITORY / name
        found |= set(path.rglob("*.py")) if path.is_dir() else {path}
    return sorted(path.relative_to(REPOSITORY).as_posix() for path in found if path.name != "__init__.py")


def changed_lines(since: str) -> dict[str, set[int]]:
    """The lines of each module of the product that differ from a commit."""
    roots = ("engine", "books", "tablebases", "desktop")
    command = ["git", "diff", "--unified=0", since, "--", *(f"{root}/*.py" for root in roots)]
    told = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    found: dict[str, set[int]] = {}
    for part in told.split("\n+++ b/")[1:]:
        numbers: set[int] = set()
        for first, count in _HUNK.findall(part):
            numbers |= set(range(int(first), int(first) + int(count or 1)))
        found[part.split("\n", 1)[0]] = numbers
    return found


@cache
def _imports() -> dict[str, list[str]]:
    """The test files that name each module."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((REPOSITORY / "tests").rglob("test_*.py")):
        for module in set(re.findall(r"\b(?:engine|books|tablebases|desktop)(?:\.\w+)+", path.read_text("utf-8"))):
            found[module].append(path.relative_to(REPOSITORY).as_posix())
    return found


def tests_of(file: str) -> list[list[str]]:
    """The tests that shall find a mutant of a file: rounds, nearest first."""
    path, module = Path(file), file.removesuffix(".py").replace("/", ".")
    folder = Path("tests") / path.parent
    own = folder / f"test_{path.stem.strip('_')}.py"
    nearest = [own.as_posix()] if (REPOSITORY / own).exists() else []
    naming = [test for test in _imports().get(module, []) if test not in nearest]
    while not (REPOSITORY / folder).is_dir():
        folder = folder.parent
    room = [path.relative_to(REPOSITORY).as_posix() for path in sorted((REPOSITORY / folder).glob("test_*.py"))]
    return [
        one for one in (nearest, naming[:12], [test for test in room if test not in {*nearest, *naming[:12]}]) if one
    ]


def draw(files: list[str], count: int, seed: int) -> list[DrawnMutant]:
    """`count` mutants of different places, always the same for a seed."""
    places = [place for file in files for place in places_of(file)]
    seeded = random.Random(seed)
    return [seeded.choice(place) for place in seeded.sample(places, min(count, len(places)))]


def _key(mutant: DrawnMutant) -> str:
    text = (REPOSITORY / mutant.file).read_bytes() + repr(mutant).encode()
    for test in (one for tests in tests_of(mutant.file) for one in tests):
        text += (REPOSITORY / test).read_bytes()
    return hashlib.sha256(text).hexdigest()[:24]


def _found(copy: Copy, mutant: DrawnMutant, sound: dict[str, bool]) -> str:
    """`killed`, `survives` or why nothing is decided; `sound` remembers which tests pass without a mutant."""
    for tests in tests_of(mutant.file):
        try:
            with copy.changed(mutant.file, mutant.text()):
                passed = copy.passes(*tests)
            if passed:
                continue
            name = " ".join(tests)
            if name not in sound:
                sound[name] = copy.passes(*tests)
        except subprocess.TimeoutExpired:
            return "not decided: the machine is too busy"
        except ValueError as error:
            return "killed" if "compiled" in str(error) else f"not decided: {error}"
        return "killed" if sound[name] else "not decided: its tests fail without it, too"
    return "survives"


def main() -> int:
    """Command line. The exit code is 1 if a mutant survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.drawn", description=__doc__)
    parser.add_argument("places", nargs="*", default=ROOMS, metavar="FILE or FOLDER")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--changed", metavar="REV", help="every mutant of the lines that differ from this commit")
    wanted = parser.parse_args()
    if wanted.changed:
        lines = changed_lines(wanted.changed)
        seeded = random.Random(wanted.seed)
        chosen = [seeded.choice(place) for file in sorted(lines) for place in places_of(file, lines[file])]
        seeded.shuffle(chosen)
        chosen = chosen[: wanted.count]
    else:
        chosen = draw(files_of(wanted.places), wanted.count, wanted.seed)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    known = (
        {row["key"]: row["found"] for row in map(json.loads, RESULTS.read_text().splitlines())}
        if RESULTS.exists()
        else {}
    )
    results: list[str] = []
    sound: dict[str, bool] = {}
    with copied_tree("drawn") as copy, RESULTS.open("a", encoding="utf-8") as kept:
        for mutant in chosen:
            key, began = _key(mutant), time.monotonic()
            found = known.get(key)
            if found is None:
                found = _found(copy, mutant, sound)
                kept.write(json.dumps({"key": key, "found": found, "file": mutant.file, "line": mutant.line}) + "\n")
                kept.flush()
            results.append(found)
            print(f"{mutant.file}:{mutant.line} {found} ({time.monotonic() - began:.0f} s)", flush=True)
            if found == "survives":
                print(mutant.difference(), flush=True)
    survived, killed = results.count("survives"), results.count("killed")
    print(f"{len(results)} tried, {killed} killed, {survived} survived, {len(results) - killed - survived} not decided")
    return survived > 0


if __name__ == "__main__":
    sys.exit(main())
