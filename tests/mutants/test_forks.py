"""Tests run in a fork: which one failed or hung is told, and the next fork knows nothing of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.shared import REPOSITORY
from tests.mutants.trial import Copy

TEST = "tests/mutants/test_of_a_trial.py"
TEXT = """import signal

import engine.ground.integers


def test_the_first() -> None:
    assert True


def test_the_second() -> None:
    {second}
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    """A tree of one test, with what it imports."""
    folder = tmp_path_factory.mktemp("tree") / "ratsu"
    tree = Copy(folder, ("tests/mutants", "tests/helpers", "engine/ground", "engine/__init__.py", "tests/__init__.py"))
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "conftest.py").write_text("from hypothesis import settings\nsettings.register_profile('found')\n")
    yield tree
    tree.close()


@pytest.mark.parametrize(
    ("second", "failed"),
    [("assert True", False), ("assert False", True), ("signal.raise_signal(signal.SIGXCPU)", True)],
)
def test_a_failed_test_and_one_that_the_limit_of_time_kills_are_named(copy: Copy, second: str, failed: bool) -> None:
    (copy.folder / TEST).write_text(TEXT.format(second=second))
    trial = copy.tried(TEST)
    assert trial.passed is not failed
    assert not failed or trial.failed == f"{TEST}::test_the_second"


def test_a_mutant_that_cannot_be_imported_fails_and_leaves_nothing(copy: Copy) -> None:
    (copy.folder / TEST).write_text(TEXT.format(second="assert True"))
    before = (REPOSITORY / "engine/ground/integers.py").read_text("utf-8")
    with copy.changed("engine/ground/integers.py", "import no_such_module\n"):
        assert not copy.passes(TEST)
    assert copy.passes(TEST)
    assert Path(copy.folder / "engine/ground/integers.py").read_text("utf-8") == before
