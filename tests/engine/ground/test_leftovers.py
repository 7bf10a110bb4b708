"""A temporary file replaces its target while a virus scanner or a second thread looks at it."""

import os
import time
from pathlib import Path

import pytest

from engine.ground.files import write_atomically
from engine.ground.leftovers import OLD_S, clear_leftovers, made_beside


def failing(monkeypatch: pytest.MonkeyPatch, times: int, winerror: int) -> list[Path]:
    """Makes the first renames fail as Windows does. Returns the targets that were tried."""
    real, tried = Path.replace, []

    def replace(made: Path, path: Path) -> Path:
        tried.append(path)
        if len(tried) <= times:
            error = PermissionError(13, "in use", str(path))
            setattr(error, "winerror", winerror)  # noqa: B010 - Windows alone has it
            raise error
        return real(made, path)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    return tried


@pytest.mark.parametrize("winerror", [5, 32, 33])
def test_a_file_that_is_open_elsewhere_for_a_moment_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, winerror: int
) -> None:
    tried = failing(monkeypatch, 3, winerror)
    write_atomically(tmp_path / "settings.json", b"new", private=True)
    assert (tmp_path / "settings.json").read_bytes() == b"new"
    assert len(tried) == 4


def test_another_error_is_reported_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = failing(monkeypatch, 9, 19)  # the disk is write-protected
    with pytest.raises(OSError, match="in use"):
        write_atomically(tmp_path / "settings.json", b"new", private=True)
    assert len(tried) == 1
    assert not list(tmp_path.glob("*settings*"))


def test_a_file_being_written_is_not_opened_by_the_search_for_leftovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses to rename a file that is open: the first start reported settings that could not be saved."""
    descriptor, young = made_beside(tmp_path / "settings.json")
    os.close(descriptor)
    descriptor, old = made_beside(tmp_path / "game.pgn")
    os.close(descriptor)
    os.utime(old, (time.time() - 2 * OLD_S,) * 2)
    opened: list[object] = []
    real = os.open

    def seen(path: Path, *more: int, **named: int) -> int:
        opened.append(path)
        return real(path, *more, **named)

    monkeypatch.setattr(os, "open", seen)
    assert clear_leftovers(tmp_path) == (old,)
    assert opened == [old] and young.exists()
