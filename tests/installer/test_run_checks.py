"""`make test` runs the few tests that failed once more, alone, and only those; what fails twice fails."""

import sys
from pathlib import Path

import pytest

from installer import run_checks

FLAKY = """
from pathlib import Path
def test_of_chance():
    seen = Path("seen")
    again = seen.exists()
    seen.touch()
    assert again
"""
BROKEN = """
def test_that_never_passes():
    assert False
"""
MANY = "".join(f"def test_{number}():\n    assert False\n" for number in range(run_checks.MOST_AGAIN + 1))


@pytest.mark.parametrize(
    ("tests", "code", "told"),
    [
        (FLAKY, 0, "these failed once and passed alone, look at them: test_it.py::test_of_chance"),
        (BROKEN, 1, "once more, alone: test_it.py::test_that_never_passes"),
        (FLAKY + BROKEN, 1, "once more, alone: test_it.py::test_of_chance test_it.py::test_that_never_passes"),
        (MANY, 1, "pytest failed"),
    ],
)
def test_what_failed_is_run_once_more(
    tests: str, code: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_it.py").write_text(tests)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    monkeypatch.setattr(run_checks, "ROOT", tmp_path)
    monkeypatch.setattr(run_checks, "LAST_FAILED", tmp_path / ".pytest_cache" / "v" / "cache" / "lastfailed")
    monkeypatch.setattr(run_checks, "steps", lambda _: [("pytest", [sys.executable, "-m", "pytest", "-q"])])
    monkeypatch.setattr(sys, "argv", ["run_checks"])
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # Qt's alone takes a second
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    monkeypatch.chdir(tmp_path)
    assert run_checks.main() == code
    output = "".join(capfd.readouterr())
    assert told in output
    assert ("once more" in output) == (tests != MANY)
