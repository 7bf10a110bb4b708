"""XDG_RUNTIME_DIR is taken only where it is what its specification says."""

import os
import tempfile
from pathlib import Path

import pytest

from desktop.services.kit.runtime_folder import folder_of_last_resort, is_private, runtime_folder


def named(folder: Path | str) -> dict[str, str]:
    return {"XDG_RUNTIME_DIR": str(folder)}


@pytest.fixture
def private(tmp_path: Path) -> Path:
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    return folder


def test_the_named_folder_is_taken(private: Path, tmp_path: Path) -> None:
    assert runtime_folder(named(private), tmp_path / "none") == private


@pytest.mark.parametrize("fault", ["missing", "open to others", "a file", "relative", "empty"])
def test_a_folder_that_is_none_is_passed_over(private: Path, tmp_path: Path, fault: str) -> None:
    wanted: Path | str = private
    if fault == "missing":
        private.rmdir()
    elif fault == "open to others":
        private.chmod(0o755)
    elif fault == "a file":
        private.rmdir()
        private.touch(mode=0o600)
    elif fault == "relative":
        wanted = os.path.relpath(private)
    else:
        wanted = ""
    assert runtime_folder(named(wanted), tmp_path / "none") is None


def test_a_shell_without_the_variable_finds_the_folder_of_the_login(tmp_path: Path) -> None:
    folder = tmp_path / "logins" / str(os.getuid())
    folder.mkdir(parents=True, mode=0o700)
    assert runtime_folder({}, tmp_path / "logins") == folder


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_somebody_else_is_not_private(private: Path) -> None:
    os.chown(private, 65534, -1)
    assert not is_private(private)


def test_the_last_resort_is_private_and_never_what_another_has_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = folder_of_last_resort()
    assert made is not None and is_private(made)
    assert folder_of_last_resort() == made
    made.chmod(0o777)
    assert folder_of_last_resort() is None
    made.rmdir()
    (tmp_path / "other").mkdir(mode=0o700)
    made.symlink_to(tmp_path / "other")
    assert folder_of_last_resort() is None
