"""`make test` runs failed tests of time once more, alone, writes that down and says so later; nothing else gets a second try."""

import json
import sys
from pathlib import Path

import pytest

from installer import run_checks

FLAKY = """
from pathlib import Path
import pytest
@pytest.mark.timing
def test_of_time():
    seen = Path("seen")
    again = seen.exists()
    seen.touch()
    assert again
"""
UNMARKED = FLAKY.replace("@pytest.mark.timing\n", "").replace("of_time", "of_chance").replace("seen", "other")
SLOW = """
import pytest
@pytest.mark.timing
def test_that_is_too_slow():
    assert False
"""
MANY = "import pytest\n" + "".join(
    f"@pytest.mark.timing\ndef test_{number}():\n    assert False\n" for number in range(run_checks.MOST_AGAIN + 1)
)


@pytest.mark.parametrize(
    ("tests", "code", "again"),
    [
        (FLAKY, 0, {"test_it.py::test_of_time": "passed alone"}),
        (SLOW, 1, {"test_it.py::test_that_is_too_slow": "failed again"}),
        (UNMARKED, 1, {}),
        (FLAKY + UNMARKED, 1, {}),
        (MANY, 1, {}),
    ],
    ids=["flaky", "slow", "unmarked", "one of each", "many"],
)
def test_only_tests_of_time_are_run_once_more_and_each_rerun_is_recorded(
    tests: str,
    code: int,
    again: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "test_it.py").write_text(tests)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = timing\n")
    monkeypatch.setattr(run_checks, "ROOT", tmp_path)
    monkeypatch.setattr(run_checks, "RERUNS", tmp_path / "build" / "reruns.jsonl")
    monkeypatch.setattr(run_checks, "LAST_FAILED", tmp_path / ".pytest_cache" / "v" / "cache" / "lastfailed")
    monkeypatch.setattr(run_checks, "steps", lambda _: [("pytest", [sys.executable, "-m", "pytest", "-q"])])
    monkeypatch.setattr(sys, "argv", ["run_checks"])
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # Qt's alone takes a second
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    monkeypatch.chdir(tmp_path)
    assert run_checks.main() == code
    output = "".join(capfd.readouterr())
    assert ("once more, alone" in output) == bool(again)
    rows = [json.loads(line) for line in run_checks.RERUNS.read_text().splitlines()] if again else []
    assert {row["test"]: row["ended"] for row in rows} == again
    assert again or not run_checks.RERUNS.exists()
    run_checks.main()
    told = "".join(capfd.readouterr())
    assert all(f"1 times, the last {rows[0]['time']} ({ended}): {test}" in told for test, ended in again.items())


def test_the_bytecode_of_the_tests_is_kept_while_mypy_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_it.py").write_text("def test_it():\n    assert True\n")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    monkeypatch.chdir(tmp_path)
    with run_checks.collecting(["-c", "/dev/null", "--rootdir", str(tmp_path)], run_checks.with_bytecode()):
        pass
    assert list((tmp_path / "__pycache__").glob("test_it*pytest*.pyc"))
