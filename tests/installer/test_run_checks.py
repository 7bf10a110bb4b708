"""`make test` runs failed tests of time again, alone, writes that down and says so later; no other test is run again."""

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
    before = seen.stat().st_size if seen.exists() else 0
    seen.write_text("x" * (before + 1))
    assert before >= 1
"""
FLAKIER = FLAKY.replace(">= 1", ">= 3").replace("of_time", "of_much_time").replace("seen", "more")
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


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with tests of its own, and no checkers."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = timing\n")
    monkeypatch.setattr(run_checks, "ROOT", tmp_path)
    monkeypatch.setattr(run_checks, "RERUNS", tmp_path / "build" / "reruns.jsonl")
    monkeypatch.setattr(run_checks, "LAST_FAILED", tmp_path / ".pytest_cache" / "v" / "cache" / "lastfailed")
    monkeypatch.setattr(run_checks, "quick_checkers", list)
    monkeypatch.setattr(run_checks, "slow_checkers", list)
    monkeypatch.setattr(run_checks, "pytest_command", lambda _: [sys.executable, "-m", "pytest", "-q"])
    monkeypatch.setattr(sys, "argv", ["run_checks"])
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # Qt's alone takes a second
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("tests", "code", "again"),
    [
        (FLAKY, 0, {"test_of_time": ["passed alone"]}),
        (
            FLAKY + FLAKIER,
            0,
            {"test_of_time": ["passed alone"], "test_of_much_time": ["failed again", "failed again", "passed alone"]},
        ),
        (SLOW, 1, {"test_that_is_too_slow": ["failed again"] * run_checks.MOST_RERUNS}),
        (UNMARKED, 1, {}),
        (FLAKY + UNMARKED, 1, {}),
        (MANY, 1, {}),
    ],
    ids=["flaky", "flakier", "slow", "unmarked", "one of each", "many"],
)
def test_only_tests_of_time_are_run_again_and_each_rerun_is_recorded(
    tests: str,
    code: int,
    again: dict[str, list[str]],
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(run_checks, "collect", lambda *_: None)  # that has a test of its own
    (project / "test_it.py").write_text(tests)
    assert run_checks.main() == code
    output = "".join(capfd.readouterr())
    assert output.count(", alone: ") == max(map(len, again.values()), default=0)
    rows = [json.loads(line) for line in run_checks.RERUNS.read_text().splitlines()] if again else []
    recorded = {test: [row for row in rows if row["test"] == f"test_it.py::{test}"] for test in again}
    assert {test: [row["ended"] for row in each] for test, each in recorded.items()} == again
    assert sum(map(len, recorded.values())) == len(rows)
    assert again or not run_checks.RERUNS.exists()
    monkeypatch.setattr(run_checks, "pytest_command", lambda _: [sys.executable, "-c", ""])
    run_checks.main()
    told = "".join(capfd.readouterr())
    for test, each in recorded.items():
        last = each[-1]
        assert f"{len(each)} times, the last {last['time']} ({last['ended']}): test_it.py::{test}\n" in told


def test_the_bytecode_of_new_tests_is_written_before_they_run(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "tests").mkdir()
    (project / "tests" / "test_it.py").write_text("def test_it():\n    assert True\n")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    run_checks.collect([], run_checks.surroundings())
    (written,) = (project / "tests" / "__pycache__").glob("test_it*pytest*.pyc")
    written.write_bytes(b"")
    run_checks.collect([], run_checks.surroundings())
    assert written.read_bytes() == b"", "it was there"


def checker(name: str, code: int) -> run_checks.Command:
    """One that prints its name."""
    return (name, [sys.executable, "-c", f"print('{name} found this'); raise SystemExit({code})"])


def test_a_slow_checker_that_fails_ends_the_tests_and_the_run(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_checks, "slow_checkers", lambda: [checker("first", 0), checker("second", 3)])
    (project / "test_it.py").write_text("import time\ndef test_it():\n    time.sleep(300)\n")
    assert run_checks.main() == 3
    printed, told = capfd.readouterr()
    assert printed.index("== pytest") < printed.index("first found this") < printed.index("== first: ok")
    assert printed.index("== first: ok") < printed.index("second found this") and "== second: ok" not in printed
    assert told == "== make test: second failed (exit code 3)\n"


def test_the_run_waits_for_a_slow_checker_and_says_that_it_passed(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    wait = "import time\nfrom pathlib import Path\nwhile not Path('ran').exists(): time.sleep(0.01)"
    monkeypatch.setattr(run_checks, "slow_checkers", lambda: [("slow", [sys.executable, "-c", wait])])
    (project / "test_it.py").write_text("from pathlib import Path\ndef test_it():\n    Path('ran').touch()\n")
    assert run_checks.main() == 0
    printed = capfd.readouterr().out
    assert printed.index("== pytest: ok") < printed.index("== slow: ok") < printed.index("everything passed")


def test_tests_that_fail_stop_a_slow_checker(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    endless = ("endless", [sys.executable, "-c", "import time; time.sleep(300)"])
    monkeypatch.setattr(run_checks, "slow_checkers", lambda: [endless])
    (project / "test_it.py").write_text("def test_it(:\n")
    assert run_checks.main() == 2
    assert "endless" not in "".join(capfd.readouterr())
