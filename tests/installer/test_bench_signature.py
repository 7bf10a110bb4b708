"""The bench is compared with the last `Bench: N` of the history; without a history nothing fails, and the reason is said."""

import shutil
import subprocess
from pathlib import Path

import pytest

from installer import bench_signature, run_checks

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(folder: Path, *words: str) -> None:
    """Runs git as somebody without settings."""
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Three commits; the second names the signature 120577, and then speaks of another."""
    folder = tmp_path / "source"
    folder.mkdir()
    git(folder, "init", "-q")
    for message in (
        "First\n\nBench: 1",
        "Search\n\nBench: 99 is what it was.\n\nBench: 120577",
        "Docs\n\n    Bench: 2",
    ):
        git(folder, "commit", "-q", "--allow-empty", "-m", message)
    return folder


def test_the_last_signature_of_the_history_must_be_the_bench(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_signature.compare(120577, repository) == 0
    assert bench_signature.compare(120578, repository) == 1
    said = capsys.readouterr()
    assert said.out.startswith("bench 120577, as commit ")
    assert "says 120577" in said.err
    assert "“Bench: 120578”" in said.err


def test_a_shallow_clone_is_compared_if_it_has_the_line(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for depth, code in (("1", 0), ("2", 1)):
        clone = tmp_path / depth
        git(tmp_path, "clone", "-q", "--depth", depth, f"file://{repository}", str(clone))
        assert bench_signature.compare(5, clone) == code
    assert "not compared: no commit here names a signature; the clone is shallow" in capsys.readouterr().out


def test_a_source_without_a_history_of_its_own_is_not_compared(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "ratsu").mkdir()
    assert bench_signature.compare(5, repository / "ratsu") == 0
    assert bench_signature.compare(5, tmp_path) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith("is not a git repository of its own")
    assert said[1].startswith("bench 5, not compared: git says “fatal: not a git repository")


def test_git_need_not_be_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert bench_signature.compare(5, tmp_path) == 0
    assert capsys.readouterr().out == "bench 5, not compared: git is not installed\n"


def test_make_test_compares_the_bench() -> None:
    assert "bench" in [name for name, _ in run_checks.quick_checkers()]
