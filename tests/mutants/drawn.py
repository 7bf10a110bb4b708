"""Tries mutants that nobody chose: `python -m tests.mutants.drawn [FILE or FOLDER ...] --count 200 --seed 1`.

Cosmic Ray's operators make them; a seed draws among the places of the files, then among the changes of a place. With `--changed
REV` only lines that differ from that commit have mutants, and all of them are tried (`make mutants`). The tests are those
beside the file in `tests/` and those that import it, nearest first. Results are kept in `--state`, and a repeated command
continues. Survivors are printed as a change of lines; those of `equivalent.diff` are known to change nothing.
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
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from itertools import chain
from operator import itemgetter
from pathlib import Path

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator

from tests.helpers.shared import REPOSITORY
from tests.mutants.forks import Trial
from tests.mutants.trial import Copy, copied_tree

RESULTS = REPOSITORY / "build" / "mutants" / "drawn.jsonl"
PATIENCE_S = 100  # with a test that waits for what a mutant prevents; without the mutant it has nine times as long
EQUIVALENT = Path(__file__).with_name("equivalent.diff")
# What must not break unseen: files, journals, imports, books, clocks, draws, trainers, matches, ratings, network answers.
ROOMS = (
    "engine/ground", "engine/game", "engine/drill", "engine/jobs", "engine/night", "engine/play/match", "engine/play/tactics",
    "engine/play/sources", "engine/play/review", "engine/play/world", "engine/play/people", "books/choice", "books/collection",
    "books/learning", "books/repertoire", "books/store", "desktop/services/game", "desktop/services/files",
)  # fmt: skip
NO_MUTANT = re.compile(
    r"RemoveDecorator|_(Is|IsNot)$|Is_|IsNot_|VariableReplacer|VariableInserter|ReplaceBinaryOperator_BitOr"
)
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
def _naming(*folders: str) -> dict[str, list[str]]:
    """The files below these folders that name each module."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(chain.from_iterable((REPOSITORY / folder).rglob("*.py") for folder in folders)):
        for module in set(re.findall(r"\b(?:engine|books|tablebases|desktop)(?:\.\w+)+", path.read_text("utf-8"))):
            found[module].append(path.relative_to(REPOSITORY).as_posix())
    return found


def _own_test(file: str) -> list[str]:
    """The test file of the same path, if there is one."""
    path = Path(file)
    own = Path("tests") / path.parent / f"test_{path.stem.strip('_')}.py"
    return [own.as_posix()] if (REPOSITORY / own).exists() else []


def tests_of(file: str) -> list[list[str]]:
    """The tests that shall find a mutant of a file: rounds, nearest first: its own, those that import it, those of its room,
    and those of the modules that import it."""
    module = file.removesuffix(".py").replace("/", ".")
    naming = [test for test in _naming("tests").get(module, []) if Path(test).name.startswith("test_")]
    folder = Path("tests") / Path(file).parent
    while not (REPOSITORY / folder).is_dir():
        folder = folder.parent
    room = [path.relative_to(REPOSITORY).as_posix() for path in sorted((REPOSITORY / folder).glob("test_*.py"))]
    users = _naming("engine", "books", "tablebases", "desktop").get(module, [])
    seen: set[str] = set()
    rounds: list[list[str]] = []
    for tests in (_own_test(file), naming[:12], room, list(chain.from_iterable(map(_own_test, users)))[:12]):
        rounds.append([test for test in dict.fromkeys(tests) if test not in seen])
        seen |= set(tests)
    return [one for one in rounds if one]


def draw(files: list[str], count: int, seed: int) -> list[DrawnMutant]:
    """`count` mutants of different places. A place has its number from the seed and its line, so that a change of a file
    changes nothing in the draw of the others, and little in its own."""
    found: list[tuple[bytes, DrawnMutant]] = []
    for file in files:
        lines = (REPOSITORY / file).read_text("utf-8").splitlines()
        drawn_before: Counter[str] = Counter()
        for place in places_of(file):
            name = f"{file} {lines[place[0].line - 1].strip()} {place[0].operator.split('_')[0]}"
            drawn_before[name] += 1
            number = hashlib.sha256(f"{seed} {name} {drawn_before[name]}".encode()).digest()
            found.append((number, place[int.from_bytes(number[:4]) % len(place)]))
    return [mutant for _, mutant in sorted(found, key=itemgetter(0))[:count]]


def equivalents() -> dict[str, str]:
    """Why a survivor changes nothing that anybody can see, by its file and changed lines.

    Each block of `equivalent.diff`: the reason behind `#`, the file behind `=`, then what `difference` shows.
    """
    found: dict[str, str] = {}
    for block in EQUIVALENT.read_text("utf-8").split("\n\n"):
        reason = " ".join(line[1:].strip() for line in block.splitlines() if line.startswith("#"))
        change = [line.rstrip() for line in block.splitlines() if not line.startswith("#")]
        if change:
            found["\n".join(change)] = reason
    return found


def _print(*files: str) -> str:
    return hashlib.sha256(b"".join((REPOSITORY / file).read_bytes() for file in files)).hexdigest()[:24]


@dataclass(frozen=True)
class Result:
    """What was found of a mutant: `test` killed it. It holds for the files of `of` and `by` as they were then."""

    found: str  # killed, survives, equivalent, or why nothing is decided
    file: str
    line: int
    difference: str
    test: str
    seconds: float
    of: str
    by: str


def _by(mutant: DrawnMutant, test: str) -> str:
    """The state of the test that killed it, else of all its tests."""
    return _print(test.partition("::")[0]) if test else _print(*chain.from_iterable(tests_of(mutant.file)))


def _of(mutant: DrawnMutant) -> str:
    return hashlib.sha256(f"{_print(mutant.file)} {mutant!r}".encode()).hexdigest()[:24]


class _Search:
    """Tries mutants one after the other, and remembers what the last ones told about tests."""

    def __init__(self, copy: Copy) -> None:
        self._copy = copy
        self._sound: dict[tuple[str, ...], bool] = {}  # whether these pass without a mutant
        self._killers: defaultdict[str, list[str]] = defaultdict(list)  # of a file, the latest first
        self._seconds: dict[str, float] = {}  # that a file of tests took at last

    def _rounds(self, file: str) -> Iterator[list[str]]:
        """What killed a mutant of the file comes first, then the nearest; of several files the shortest."""
        if killers := self._killers[file][:8]:
            yield killers
        nearest, *others = tests_of(file) or [[]]
        yield nearest
        for tests in others:
            yield sorted(tests, key=lambda test: self._seconds.get(test, 0))

    def found(self, mutant: DrawnMutant) -> tuple[str, str]:
        """What is found, and the test that killed it."""
        try:
            with self._copy.changed(mutant.file, mutant.text()):
                test, trial = self._first_failure(mutant.file)
        except ValueError:  # it cannot be compiled
            return ("killed" if self._compiles(mutant.file) else "not decided: this machine cannot compile it"), ""
        except TimeoutError:
            return "not decided: the machine is too busy", ""
        if trial is None:
            return "survives", ""
        blamed = (trial.failed,) if "::" in trial.failed else test
        if blamed not in self._sound:
            self._sound[blamed] = self._copy.passes(*blamed)
        if not self._sound[blamed]:
            return f"not decided: {blamed[0]} fails without it, too", ""
        if "::" in trial.failed:
            known = self._killers[mutant.file]
            known[:] = [trial.failed, *(one for one in known if one != trial.failed)]
        return "killed", blamed[0]

    def _compiles(self, file: str) -> bool:
        """Whether the module can be compiled as it is."""
        try:
            with self._copy.changed(file, (REPOSITORY / file).read_text("utf-8")):
                return True
        except ValueError:
            return False

    def _first_failure(self, file: str) -> tuple[tuple[str, ...], Trial | None]:
        for tests in self._rounds(file):
            trial = self._copy.tried(*tests, patience_s=PATIENCE_S)
            self._seconds.update(trial.seconds)
            if not trial.passed:
                return tuple(tests), trial
        return (), None


def _known(state: Path) -> dict[str, Result]:
    rows = map(json.loads, state.read_text("utf-8").splitlines()) if state.exists() else ()
    return {row["of"]: Result(**row) for row in rows}


def _chosen(wanted: argparse.Namespace) -> list[DrawnMutant]:
    if not wanted.changed:
        return draw(files_of(wanted.places), wanted.count, wanted.seed)
    lines, seeded = changed_lines(wanted.changed), random.Random(wanted.seed)
    chosen = [seeded.choice(place) for file in sorted(lines) for place in places_of(file, lines[file])]
    seeded.shuffle(chosen)
    return chosen[: wanted.count]


def main() -> int:
    """Command line. The exit code is 1 if a mutant survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.drawn", description=__doc__)
    parser.add_argument("places", nargs="*", default=ROOMS, metavar="FILE or FOLDER")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--changed", metavar="REV", help="every mutant of the lines that differ from this commit")
    parser.add_argument(
        "--state", type=Path, default=RESULTS, metavar="FILE", help="where results are kept (%(default)s)"
    )
    wanted = parser.parse_args()
    chosen, known, equivalent = _chosen(wanted), _known(wanted.state), equivalents()
    counts: Counter[str] = Counter()
    wanted.state.parent.mkdir(parents=True, exist_ok=True)
    with copied_tree("drawn") as copy, wanted.state.open("a", encoding="utf-8") as kept:
        search = _Search(copy)
        for mutant in chosen:
            of, began, difference = _of(mutant), time.monotonic(), mutant.difference()
            result = known.get(of)
            if f"= {mutant.file}\n{difference}" in equivalent:
                found = "equivalent"
            elif result and result.by == _by(mutant, result.test) and not result.found.startswith("not"):
                found = result.found
            else:
                found, test = search.found(mutant)
                seconds = round(time.monotonic() - began, 1)
                by = _by(mutant, test)
                result = Result(found, mutant.file, mutant.line, difference, test, seconds, of, by)
                kept.write(json.dumps(asdict(result)) + "\n")
                kept.flush()
            counts[found.partition(":")[0]] += 1
            print(f"{mutant.file}:{mutant.line} {found} ({time.monotonic() - began:.0f} s)", flush=True)
            if found == "survives":
                print(difference, flush=True)
    print(f"{len(chosen)} tried: " + ", ".join(f"{count} {found}" for found, count in sorted(counts.items())))
    return counts["survives"] > 0


if __name__ == "__main__":
    sys.exit(main())
