"""Rules of the house that no tool checks: stubs beside compiled modules, no file too long, no folder too full."""

import re
import tomllib
from collections import Counter
from pathlib import Path

from installer.compiled_modules import compiled_sources
from installer.compiled_modules import folders as compiled_folders

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("desktop", "engine", "books", "tablebases", "installer", "tests")
LONGER = {
    "alpha_beta.py": 900,  # one algorithm, told in numbered steps
}
MOST_MODULES = 25  # in one folder
COMPILED = frozenset(compiled_sources())
PYTHON_FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def test_compiled_modules_have_a_stub() -> None:
    # mypy reads the stub and leaves the compiled source alone; without a stub it would read Cython as Python.
    assert [path.name for path in compiled_sources() if not path.with_suffix(".pyi").exists()] == []


def test_every_declaration_is_in_a_folder_that_is_compiled() -> None:
    folders = {ROOT / folder for folder in compiled_folders()}
    declared = [path for room in ("engine", "books", "tablebases") for path in (ROOT / room).rglob("*.pxd")]
    assert [path.relative_to(ROOT).as_posix() for path in declared if path.parent not in folders] == []


def test_no_folder_is_a_corridor() -> None:
    """More than 25 modules in one folder cannot be found in."""
    sizes = {}
    for room in ("desktop", "engine", "books", "tablebases", "installer"):
        for folder in {path.parent for path in (ROOT / room).rglob("*.py")}:
            sizes[folder.relative_to(ROOT).as_posix()] = len(
                [p for p in folder.glob("*.py") if p.name != "__init__.py"]
            )
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def longest_allowed(path: Path) -> int:
    """In lines. Compiled modules may be longer: what is called between two of them is not inlined."""
    if path.name in LONGER:
        return LONGER[path.name]
    if path in COMPILED:
        return 600
    return 500 if path.read_text(encoding="utf-8").count("\nclass ") == 1 else 400  # no class is cut for a number


def test_no_file_is_longer_than_a_reader_bears() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in PYTHON_FILES}
    assert {path.name: lines for path, lines in lengths.items() if lines > longest_allowed(path)} == {}


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert 'Path("engine/ground/version.py")' in (ROOT / "setup.py").read_text(encoding="utf-8")


def test_the_submission_check_is_make_test() -> None:
    run = ROOT / ".ci/run"
    assert run.stat().st_mode & 0o111
    assert run.read_text(encoding="utf-8").rstrip().endswith("exec make test")


def test_the_public_host_has_a_job_for_each_other_machine() -> None:
    jobs = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    for machine in ("Python 3.12", "Python 3.13", "Python 3.14", "no root", "heavy load", "under wine"):
        assert machine in jobs
    assert jobs.count(".ci/machine") == 2  # the comment, and one step for all of them
    assert (ROOT / ".ci/machine").stat().st_mode & 0o111


FILE_NAME = re.compile(r"[\w./-]*\w\.(?:py|pyi|pxd|h)\b")
MADE_UP = {"OLD.py", "NEW.py"}  # placeholders in a command line


def test_the_docs_name_files_that_are_there() -> None:
    """Whole or as the end of a path: `views/kit/words.py` is enough."""
    roots = (*FOLDERS, "docs", ".ci")
    there = [path.relative_to(ROOT).as_posix() for root in roots for path in (ROOT / root).rglob("*") if path.is_file()]
    ends = {
        "/".join(parts[at:]) for parts in (path.split("/") for path in [*there, "setup.py"]) for at in range(len(parts))
    }
    gone = {
        f"{doc.name}: {name}"
        for doc in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
        for name in FILE_NAME.findall(doc.read_text(encoding="utf-8"))
        if name.removeprefix("./") not in ends and name not in MADE_UP
    }
    assert sorted(gone) == []


CLASS = re.compile(r"^\s*class (\w+)", re.MULTILINE)


def test_a_class_name_is_used_once() -> None:
    """Private and nested classes count too. Otherwise a search for a class finds another one."""
    product = [path for path in PYTHON_FILES if path.relative_to(ROOT).parts[0] != "tests"]
    names = Counter(name for path in product for name in CLASS.findall(path.read_text(encoding="utf-8")))
    assert {name for name, count in names.items() if count > 1} == set()
