"""The window as a process: it is killed, started again, started twice, started without a display."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from desktop.services.autosave import Autosave
from desktop.services.clock_service import ClockService
from tests.helpers.program import ROOT

# The real program with a hand that plays: it moves whenever it is its turn and prints what is on the board.
PLAYING = """
import random, sys
from PySide6.QtCore import QTimer
from desktop import program
class Playing(program.Program):
    def _after_show(self):
        super()._after_show()
        services = self._composition.services
        services.settings.set("base_minutes", 5)
        self._window.start_game()
        self._rng = random.Random(int(sys.argv[1]))
        self._hand = QTimer(self)
        self._hand.timeout.connect(self._play)
        self._hand.start(30)
        services.game.game_changed.connect(lambda s: print(len(s.game.main_line()), flush=True))
    def _play(self):
        state = self._composition.services.game.state
        if state.playing and state.user_may_move:
            self._composition.services.match.user_move(self._rng.choice(state.legal_moves))
raise SystemExit(Playing(()).run())
"""


def user(home: Path) -> dict[str, str]:
    return {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        **{f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")},
    }


def start(code: str, home: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(
        command, cwd=ROOT, env=user(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def without_display(variables: Mapping[str, str]) -> dict[str, str]:
    return {
        key: value for key, value in variables.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_game_is_offered_back(qapp: object, tmp_path: Path, seed: int) -> None:
    """Reliability P4: after kill -9 every move made more than a second ago is there."""
    game = start(PLAYING, tmp_path, str(seed))
    assert game.stdout is not None
    plies = 0
    while plies < 5 + 2 * seed:
        plies = int(game.stdout.readline())
    time.sleep(0.3)
    os.kill(game.pid, signal.SIGKILL)
    later, _ = game.communicate()
    autosave = Autosave(tmp_path / "state" / "ratsu" / "open games", ClockService())
    (offer,) = autosave.offers()
    kept = json.loads(Path(offer.journal).read_text(encoding="utf-8"))
    assert len(kept["live"]) >= plies
    assert len(kept["live"]) <= max([plies, *map(int, later.split())])
    assert autosave.close()


def test_without_a_display_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "desktop.command"],
        cwd=ROOT,
        env=without_display(user(tmp_path)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 1
    assert "xvfb-run" in run.stderr
    assert "ratsu play" in run.stderr
    assert len(run.stderr.splitlines()) == 1


CLOSING = """
import sys
from PySide6.QtCore import QTimer
from desktop import program
class Closing(program.Program):
    def _after_show(self):
        super()._after_show()
        self._window.tell = print
        QTimer.singleShot(int(sys.argv[1]), self._shell.close)
    def _tell_problems(self):
        self._window.tell = lambda message: print(message.text, flush=True)
        super()._tell_problems()
raise SystemExit(Closing(()).run())
"""


def test_an_unwritable_data_folder_is_told_and_the_program_goes_on(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    run = start(CLOSING, tmp_path, "100")
    output, errors = run.communicate(timeout=60)
    assert run.returncode == 0
    assert "Nothing can be kept" in output
    assert "Traceback" not in errors


def test_a_normal_end_leaves_no_crash_report_and_nothing_to_offer(tmp_path: Path) -> None:
    for _ in range(2):
        run = start(CLOSING, tmp_path, "50")
        output, errors = run.communicate(timeout=60)
        assert (run.returncode, output, errors) == (0, "", "")


def test_sigterm_closes_the_window_as_its_button_does(tmp_path: Path) -> None:
    game = start(PLAYING, tmp_path, "1")
    assert game.stdout is not None
    game.stdout.readline()
    began = time.monotonic()
    game.terminate()
    _, errors = game.communicate(timeout=30)
    assert game.returncode == 0
    assert time.monotonic() - began < 3  # 0.2 s until Python sees the signal, 1 s to close; the rest is a busy machine
    assert "QThread" not in errors
    assert "Traceback" not in errors


def test_a_crash_of_compiled_code_is_told_at_the_next_start(tmp_path: Path) -> None:
    crash = CLOSING.replace(
        "QTimer.singleShot(int(sys.argv[1]), self._shell.close)", "import ctypes; ctypes.string_at(0)"
    )
    first = start(crash, tmp_path, "0")
    first.communicate(timeout=60)
    assert first.returncode == -signal.SIGSEGV
    second = start(CLOSING, tmp_path, "100")
    output, _ = second.communicate(timeout=60)
    assert "ended with a crash" in output
    (log,) = (tmp_path / "state" / "ratsu").glob("crash-*.log")
    assert "Segmentation fault" in log.read_text()
