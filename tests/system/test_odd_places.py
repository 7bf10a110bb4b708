"""The program started from a folder whose name trips programs: other alphabets, blanks, a quote."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.program import ROOT, run_ratsu

ODD_NAME = "Шахматы é 棋 'x y"


@pytest.fixture(scope="module")
def odd_checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the program in a folder whose name needs care."""
    folder = tmp_path_factory.mktemp("odd") / ODD_NAME
    folder.mkdir()
    for room in ("desktop", "engine", "books", "tablebases"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    yield folder
    shutil.rmtree(folder)


def test_the_program_runs_from_an_oddly_named_folder(odd_checkout: Path) -> None:
    told = run_ratsu("perft", "3", cwd=odd_checkout, variables={"PYTHONPATH": str(odd_checkout)})
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines()[-1] == "nodes 8902"  # source: Chess Programming Wiki, perft results, depth 3
