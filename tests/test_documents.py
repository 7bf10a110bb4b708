"""What the pages name is there: files, modules, sub-commands with their options, and the marked tests."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.command_line import command_names
from tests.helpers.shared import REPOSITORY

PAGES = [
    *sorted((REPOSITORY / "docs").rglob("*.md")),
    *(REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md")),
]
_FILE = re.compile(
    r"`((?:engine|books|tablebases|desktop|installer|tests|docs)/[\w./-]+\.(?:py|md|pxd|toml|json|txt|h))`"
)
_MODULE = re.compile(r"python3? -m ((?:engine|books|tablebases|desktop|installer|tests)(?:\.\w+)+)")
_COMMAND = re.compile(r"^    (?:\.venv/bin/)?ratsu ([a-z][a-z-]*)(.*)$", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_files_and_modules_are_there(page: Path) -> None:
    text = page.read_text("utf-8")
    roots = (REPOSITORY, REPOSITORY / "tests")  # a list of tests may leave `tests/` out
    missing = [name for name in _FILE.findall(text) if not any((root / name).exists() for root in roots)]
    for name in _MODULE.findall(text):
        path = REPOSITORY / name.replace(".", "/")
        if not path.with_suffix(".py").exists() and not (path / "__main__.py").exists():
            missing.append(name)
    assert missing == []


def commands() -> Iterator[tuple[str, str, str]]:
    """(page, sub-command, the rest of the line) of every example."""
    for page in PAGES:
        for name, rest in _COMMAND.findall(page.read_text("utf-8")):
            yield page.name, name, rest


def test_every_example_is_of_a_command_that_exists() -> None:
    wrong = [(page, name) for page, name, _ in commands() if name not in command_names()]
    assert wrong == [] and len(list(commands())) > 40


@pytest.mark.long
def test_every_option_of_an_example_is_in_the_help_of_its_command() -> None:
    texts: dict[str, str] = {}
    wrong = []
    for page, name, rest in commands():
        sub = next((word for word in rest.split() if re.fullmatch("[a-z]+", word)), "")
        key = f"{name} {sub}"
        if key not in texts:
            texts[key] = _help(name) + (_help(name, sub) if sub else "")
        options = re.findall(r"(?<!\S)(--[a-z][a-z-]*)", rest)
        wrong += [(page, name, option) for option in options if option not in texts[key] and option != "--log"]
    assert wrong == []


def _help(*words: str) -> str:
    command = [sys.executable, "-m", "desktop.command", *words, "--help"]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False).stdout


def test_the_page_of_proof_lists_the_tests_that_measure_time() -> None:
    """Each with its reason: they alone may be run again."""
    listed = set(re.findall(r"^\| `(tests/\S+)` \|", (REPOSITORY / "docs/proof.md").read_text("utf-8"), re.MULTILINE))
    marked = set()
    for path in (REPOSITORY / "tests").rglob("test_*.py"):
        if path.name == "test_run_checks.py":
            continue  # it has tests in its texts
        names = re.findall(r"^@pytest\.mark\.timing\n(?:@.*\n)*def (\w+)", path.read_text("utf-8"), re.MULTILINE)
        marked |= {f"{path.relative_to(REPOSITORY).as_posix()}::{name}" for name in names}
    assert listed == marked and marked
