"""A bench or a test that is killed leaves no process at work: a worker that lived on was found by the next bench."""

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.helpers.own_processes import ended, started

SLEEPER = ("timeit", "-n", "1", "-r", "1", "-s", "import time", "time.sleep(60)")
PARENT = f"""import time
from tests.helpers.own_processes import started
print(started(*{SLEEPER}).pid, flush=True)
time.sleep(60)"""


def runs(pid: int) -> bool:
    """Whether it is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_process_ends_with_a_killed_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert runs(child)
        parent.kill()
    until = time.monotonic() + 30
    while runs(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert not runs(child)


def test_one_that_has_ended_by_itself_may_be_ended_again() -> None:
    process = started("timeit", "-n", "1", "-r", "1", "pass", env=os.environ)
    process.wait()
    ended(process)
