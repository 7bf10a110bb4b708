"""An interrupted `make test` ends within ten seconds, however its tests hang."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from installer import run_checks
from installer.environment import ROOT

HANGS = """
import subprocess, sys, time
from pathlib import Path
def test_that_hears_nothing():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path("child").write_text(str(child.pid))
    while True:
        try:
            time.sleep(600)
        except KeyboardInterrupt:
            pass
"""
RUN = """
import sys
from pathlib import Path
from installer import run_checks
run_checks.ROOT = Path(sys.argv[1])
run_checks.TO_END_S = float(sys.argv[2]) or run_checks.TO_END_S
run_checks.quick_checkers = run_checks.slow_checkers = list
run_checks.collect = lambda *_: None
run_checks.pytest_command = lambda _: [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider"]
run_checks.take_endings_for_interrupts()
sys.exit(run_checks.main())
"""


@pytest.mark.timing
@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are POSIX")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_ends_in_ten_seconds_and_leaves_nothing_behind(
    tmp_path: Path, ending: signal.Signals
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_one.py").write_text(HANGS)
    kept = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": ""}
    to_end_s = 0.0 if ending is signal.SIGINT else 1.0  # one of the three takes as long as a person would wait
    command = [sys.executable, "-c", RUN, str(tmp_path), str(to_end_s)]
    with subprocess.Popen(command, env=kept, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        while not (tmp_path / "child").exists() or not (tmp_path / "child").read_text():
            assert run.poll() is None
            time.sleep(0.05)
        child = int((tmp_path / "child").read_text())
        run.send_signal(ending)
        begun = time.monotonic()
        _, said = run.communicate(timeout=60)
        waited_s = time.monotonic() - begun
    assert run.returncode == run_checks.INTERRUPTED
    assert b"interrupted" in said and b"Traceback" not in said
    assert waited_s < 10
    while Path(f"/proc/{child}").exists() and "Z" not in Path(f"/proc/{child}/stat").read_text().split()[2]:
        time.sleep(0.05)  # the test's own time limit ends this if the child stays
