"""The real program in a session of its own, driven by a user who knows only the accessible tree.

The user is `tests/helpers/screen_reader.py`. It needs what a desktop has: dbus-run-session, at-spi2-core, xvfb-run, openbox, and
the AT-SPI bindings of the system's Python (Debian: python3-gi, gir1.2-atspi-2.0).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.program import ROOT

PYTHON = "/usr/bin/python3"
BINDINGS = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
LONGEST_S = 600  # 13 s on a free machine, 90 with a load of 13
SESSION = """
openbox & manager=$!
"$0" -m desktop.command & program=$!
{python} {user} play_a_game review_it set_up_a_position; result=$?
kill $program; wait $program; ended=$?
kill $manager
echo "ended with $ended"; exit $result
"""


@pytest.fixture
def session(tmp_path: Path) -> list[str]:
    """The command of a session, or a reason why there can be none."""
    for command in ("dbus-run-session", "xvfb-run", "openbox", PYTHON):
        if shutil.which(command) is None:
            pytest.skip(f"{command} is missing")
    if not Path("/usr/libexec/at-spi-bus-launcher").exists():
        pytest.skip("at-spi2-core is missing")
    if subprocess.run([PYTHON, "-c", BINDINGS], capture_output=True, check=False).returncode:
        pytest.skip("the system's Python has no bindings of AT-SPI (python3-gi, gir1.2-atspi-2.0)")
    script = SESSION.format(python=PYTHON, user=ROOT / "tests" / "helpers" / "screen_reader.py")
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x900x24"]
    return [*screen, "dbus-run-session", "--", "bash", "-c", script, sys.executable]


@pytest.mark.long
def test_a_game_a_review_and_a_position_by_the_accessible_tree_alone(session: list[str], tmp_path: Path) -> None:
    variables = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "QT_", "DBUS_"))}
    variables |= {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    (tmp_path / "run").mkdir(mode=0o700)
    variables |= {"XDG_RUNTIME_DIR": str(tmp_path / "run"), "QT_QPA_PLATFORM": "xcb", "LANG": "C.UTF-8"}
    variables["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"  # no desktop here says that a screen reader runs
    run = subprocess.run(
        session, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=LONGEST_S, check=False
    )
    said = run.stdout.splitlines()
    assert run.returncode == 0, run.stdout + run.stderr
    assert "focus: list “Opponent”" in said
    assert "black queen on d8; h4, empty" in said
    sheets = [line for line in said if line.startswith("sheet: ")]
    assert sheets[0].endswith("0–1 checkmate") and "Qh4#" in sheets[0]
    assert any(line.startswith("review: ") and "Blunders ?? 1 0" in line for line in said)
    assert "f3?" in sheets[1] and "g4??" in sheets[1] and "g4 allows 2...Qh4#: mate." in sheets[1]
    assert "FEN: 4k3/8/4K3/8/8/8/8/3Q4 w - - 0 1" in said
    assert "board: black king on e8, white king on e6, white queen on d1" in said
    assert said[-2:] == ["done", "ended with 0"]
