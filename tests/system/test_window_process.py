"""The window as a process: it opens, and says in words what keeps it from opening or keeping anything."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.program import run_ratsu

NO_DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def test_a_missing_display_is_told_in_words(tmp_path: Path) -> None:
    told = run_ratsu(without=NO_DISPLAY, cwd=tmp_path)
    assert told.returncode == 1
    assert "display" in told.stderr
    assert "ratsu play" in told.stderr
    assert "Traceback" not in told.stderr
    assert "qt.qpa" not in told.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounting takes root")
@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs unshare (util-linux)")
def test_the_window_opens_where_nothing_can_be_written(user_folders: Path) -> None:
    # A read-only bind mount: permissions alone do not stop root.
    script = f'mount --bind {user_folders} {user_folders} && mount -o remount,ro,bind {user_folders} && exec "$@"'
    before = ("unshare", "--mount", "sh", "-c", script, "sh", "timeout", "5")
    can_mount = subprocess.run([*before, "true"], capture_output=True, check=False).returncode == 0
    if not can_mount:
        pytest.skip("this machine lets nobody mount")
    told = run_ratsu(before=before, variables={"QT_QPA_PLATFORM": "offscreen"})
    assert "Traceback" not in told.stderr
    assert told.returncode == 124, "the window did not stay open until `timeout` closed it"
    assert list(user_folders.rglob("*.*")) == []


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run")
def test_the_window_opens_on_a_real_display() -> None:
    told = run_ratsu(before=("xvfb-run", "-a", "timeout", "6"), without=NO_DISPLAY)
    assert told.returncode == 124, "the window did not stay open until `timeout` closed it"
    assert told.stderr == ""
