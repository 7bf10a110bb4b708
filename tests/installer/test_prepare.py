"""What a machine lacks is installed where that is possible, and told in one exact line where it is not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installer import environment, prepare, system_libraries
from installer.errors import PrepareError
from installer.system_libraries import Need

CLOCKWORK = Need("clockwork-dev", "the header clockwork.h", lambda: False)


@pytest.fixture
def debian(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Debian machine on which sudo would ask for a password."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(shutil, "which", lambda command: f"/usr/bin/{command}")

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command == ["sudo", "-n", "true"], "nothing may be installed here"
        return subprocess.CompletedProcess(command, 1, "", "")

    monkeypatch.setattr(subprocess, "run", run)


@pytest.mark.usefixtures("debian")
def test_without_rights_the_exact_line_is_told() -> None:
    with pytest.raises(PrepareError, match="sudo apt-get install -y --no-install-recommends clockwork-dev"):
        system_libraries.ensure([CLOCKWORK])


def test_where_nothing_is_missing_nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("ran something"))
    system_libraries.ensure([Need("clockwork-dev", "the header clockwork.h", lambda: True)])


def test_elsewhere_than_on_debian_the_missing_things_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda command: None)
    with pytest.raises(PrepareError, match=r"lacks:\n  the header clockwork.h \(Debian: clockwork-dev\)"):
        system_libraries.ensure([CLOCKWORK])


def test_an_interrupted_installation_leaves_no_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "PYTHON", tmp_path / ".venv/bin/python")
    calls: list[str] = []

    def interrupted(*words: str, **_: str) -> None:
        calls.append(words[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(environment, "_make_venv", lambda: False)
    monkeypatch.setattr(environment, "_pip", interrupted)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            environment.ensure()
    assert calls == ["install", "install"]


def test_an_environment_that_is_made_again_gets_its_extras_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make docs` in a checkout that was moved once left .venv without the packages of the tests."""
    venv = tmp_path / ".venv"
    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment, "PYTHON", venv / "bin/python")
    venv.mkdir()
    (venv / ".ratsu-packages-test").write_text("of another place")
    installed: set[str] = set()

    def made() -> bool:
        (venv / ".ratsu-packages-test").unlink()
        return True

    monkeypatch.setattr(environment, "_make_venv", made)
    monkeypatch.setattr(environment, "_pip", lambda *words, **_variables: installed.update(words))
    environment.ensure(("docs",))
    assert {str(environment.LOCKED / "docs.txt"), str(environment.LOCKED / "test.txt")} <= installed
    assert (venv / ".ratsu-packages-test").exists() and (venv / ".ratsu-packages-docs").exists()


def test_without_a_display_run_offers_what_works(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(prepare, "_prepare", lambda goal: None)
    monkeypatch.setattr(sys, "argv", ["make", "run"])
    assert prepare.main() == 1
    told = capsys.readouterr().err
    assert "xvfb-run -a make run" in told
    assert "ratsu play" in told
