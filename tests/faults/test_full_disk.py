"""A disk that is really full under every writer of the program's own files: the old value or the new one, and a message."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.program import ROOT

SMALL_DISK = 'mount -t tmpfs -o size=2m tmpfs "$2" && exec "$3" -m tests.faults.full_disk.child "$1" "$2" "$4"'

QUIET = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
ROOMS = {"own_files": 12, "collections": 9, "books": 10, "games": 13, "window": 10, "training": 5}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can make a small disk")
@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs unshare (util-linux)")
@pytest.mark.parametrize("left", ["0,524288", pytest.param("8192,32768,131072", marks=pytest.mark.long)])  # bytes
@pytest.mark.parametrize(("room", "writers"), ROOMS.items())
def test_a_full_disk_leaves_the_old_value_or_the_new_one_and_with_room_the_work_goes_on(
    room: str, writers: int, left: str, tmp_path: Path
) -> None:
    command = ["unshare", "-m", "sh", "-c", SMALL_DISK, "sh", room, str(tmp_path), sys.executable, left]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=QUIET)
    if "mount" in done.stderr:
        pytest.skip(f"no small disk can be made here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    told = re.findall(r"^(.+): (\d+) failed, (\d+) wrote$", done.stdout, re.MULTILINE)
    assert len(told) == writers
    assert left[0] != "0" or all(int(failed) and int(wrote) for _, failed, wrote in told), done.stdout
