"""The window as a process is ended at every moment of its start, and started several times at once."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from desktop.model.stored_values import session_from
from tests.helpers.program import ROOT
from tests.system.test_window import SESSION, start, user

STAGES = (
    "log", "folders", "lock", "application", "other window", "crash report", "garbage", "settings", "shell",
    "game", "imports", "services", "window", "door", "files", "rest",
)  # fmt: skip
PAINTED = STAGES[STAGES.index("game") :]  # whose turn comes while the event loop runs
ENDS = [*((stage, "SIGTERM") for stage in STAGES), *((stage, "button") for stage in PAINTED)]
QUICK_ENDS = (("shell", "SIGTERM"), ("files", "button"))
LONGEST_S = 180

# The real program, ended at one stage, before it looks at the flag. Only a caller in Python can hand that hook over.
ENDED_AT = """
import os, signal, sys
from desktop import main
where, how, files = sys.argv[1], sys.argv[2], sys.argv[3:]
def close_windows():
    from PySide6.QtWidgets import QApplication
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            window.close()
def at_stage(name):
    if name != where:
        return
    if how == "SIGTERM":
        os.kill(os.getpid(), signal.SIGTERM)
    else:
        from PySide6.QtCore import QTimer
        QTimer.singleShot(0, close_windows)
raise SystemExit(main.run(files, at_stage))
"""


def pgn(folder: Path, name: str, moves: str) -> Path:
    path = folder / f"{name}.pgn"
    path.write_text(f'[Event "{name}"]\n\n{moves} *\n')
    return path


def errors_of(home: Path) -> str:
    log = home / "state" / "ratsu" / "errors.log"
    return log.read_text("utf-8") if log.exists() else ""


def session_of(home: Path) -> list[str]:
    settings = json.loads((home / "config" / "ratsu" / "settings.json").read_text("utf-8"))
    return [game.path for game in session_from(settings.get("session", ""))]


@pytest.fixture(scope="module")
def left_open(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user whose last run ended with a file, an unsaved game, and a match under way; all are opened again at the start."""
    home = tmp_path_factory.mktemp("user")
    opened = pgn(home, "opened", "1. Nf3 d5 2. g3")
    play = SESSION.replace(
        "QTimer.singleShot(200",
        f"import pathlib; self._window.open_files([pathlib.Path({str(opened)!r})])\n        QTimer.singleShot(1500",
    )
    run = start(play, home, "play")
    _, errors = run.communicate(timeout=LONGEST_S)
    assert (run.returncode, errors) == (0, "")
    assert session_of(home) == [str(opened)]
    return home


def assert_nothing_is_lost(home: Path, opened: str) -> None:
    """The next start opens what the last whole run had open."""
    assert session_of(home) == [opened]
    kept = [path.read_text("utf-8") for path in (home / "state" / "ratsu" / "open games").glob("*/*.json")]
    assert len(kept) == 3, "one each of the match and the two pasted games"


@pytest.mark.parametrize(
    ("where", "how"),
    [pytest.param(*end, marks=() if end in QUICK_ENDS else pytest.mark.long) for end in ENDS],
)
def test_closing_at_any_stage_ends_the_process_and_loses_nothing(
    left_open: Path, tmp_path: Path, where: str, how: str
) -> None:
    home = tmp_path / "user"
    shutil.copytree(left_open, home)
    run = start(ENDED_AT, home, where, how)
    output, errors = run.communicate(timeout=LONGEST_S)
    assert (run.returncode, output, errors) == (0, "", "")
    assert errors_of(home) == ""
    assert_nothing_is_lost(home, session_of(left_open)[0])


def end_at(home: Path, after_s: float, variables: Mapping[str, str] | None = None) -> None:
    """Starts the window, ends it after a while, and looks that nothing is left."""
    run = starts(home, variables=variables)
    time.sleep(after_s)
    run.terminate()
    output, errors = run.communicate(timeout=LONGEST_S)
    # Before Python has come to our first line a signal ends the process as it ends any.
    assert run.returncode in (0, -signal.SIGTERM), f"after {after_s:.2f} s"
    assert (output, errors, errors_of(home)) == ("", "", ""), f"after {after_s:.2f} s"


def starts(
    home: Path, *files: Path, code: str = "", variables: Mapping[str, str] | None = None, without: tuple[str, ...] = ()
) -> "subprocess.Popen[str]":
    """The window as `ratsu FILES` opens it."""
    environment = {name: value for name, value in user(home).items() if name not in without} | dict(variables or {})
    command = [sys.executable, *(("-c", code) if code else ("-m", "desktop.command")), *map(str, files)]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_sigterm_at_a_random_time_ends_the_process(tmp_path: Path) -> None:
    rng = random.Random(1)
    for number in range(2):
        end_at(tmp_path / str(number), rng.uniform(0, 2))


@pytest.mark.long
def test_sigterm_at_200_random_times_ends_the_process(left_open: Path, tmp_path: Path) -> None:
    rng = random.Random(2)
    for number in range(200):
        home = tmp_path / str(number)
        shutil.copytree(left_open, home)
        end_at(home, rng.uniform(0, 2))
        assert_nothing_is_lost(home, session_of(left_open)[0])
        shutil.rmtree(home)


@pytest.mark.long
def test_closing_200_times_at_a_stage_loses_nothing(left_open: Path, tmp_path: Path) -> None:
    rng = random.Random(3)
    home = tmp_path / "user"
    shutil.copytree(left_open, home)
    for _ in range(200):
        run = start(ENDED_AT, home, rng.choice(STAGES), "SIGTERM")
        output, errors = run.communicate(timeout=LONGEST_S)
        assert (run.returncode, output, errors, errors_of(home)) == (0, "", "", "")
        assert_nothing_is_lost(home, session_of(left_open)[0])


def test_sigterm_of_a_shown_window_writes_no_error(tmp_path: Path) -> None:
    end_at(tmp_path, 3)


BEHIND = """
import atexit, os, signal, threading, time
from desktop import main
def import_late():
    time.sleep(2)
    import concurrent.futures.thread  # cannot be imported any more once Python ends
def at_stage(name):
    if name == "rest":
        atexit.register(time.sleep, 4)
        threading.Thread(target=import_late, daemon=True).start()
        os.kill(os.getpid(), signal.SIGTERM)
raise SystemExit(main.run([], at_stage))
"""


def test_a_thread_that_is_still_at_work_at_the_end_says_nothing(tmp_path: Path) -> None:
    run = start(BEHIND, tmp_path)
    output, errors = run.communicate(timeout=LONGEST_S)
    assert (run.returncode, output, errors, errors_of(tmp_path)) == (0, "", "", "")


# Several starts


class Running:
    """Processes of a test; none is left behind."""

    def __init__(self) -> None:
        self.all: list[subprocess.Popen[str]] = []

    def add(self, process: "subprocess.Popen[str]") -> "subprocess.Popen[str]":
        self.all.append(process)
        return process


@pytest.fixture
def running() -> Iterator[Running]:
    found = Running()
    yield found
    for process in found.all:
        if process.poll() is None:
            process.kill()
        process.communicate()


def close(window: "subprocess.Popen[str]") -> None:
    assert window.poll() is None, "the window is not open any more"
    window.terminate()
    output, errors = window.communicate(timeout=LONGEST_S)
    assert (window.returncode, output, errors) == (0, "", "")


def wait_for_one(processes: list["subprocess.Popen[str]"]) -> "subprocess.Popen[str]":
    """Waits until all but one have ended, without a word. Returns that one."""
    until = time.monotonic() + LONGEST_S
    while len(left := [process for process in processes if process.poll() is None]) > 1:
        assert time.monotonic() < until, f"{len(left)} windows"
        time.sleep(0.1)
    (window,) = left
    for process in processes:
        if process is not window:
            assert (process.returncode, *process.communicate()) == (0, "", "")
    return window


def wait_for_door(home: Path, window: "subprocess.Popen[str]") -> None:
    """Until the process has the lock and answers at its socket."""
    lock = home / "state" / "ratsu" / "window.lock"
    until = time.monotonic() + LONGEST_S
    while time.monotonic() < until:
        with suppress(OSError, ValueError):
            found = json.loads(lock.read_bytes())
            if found["process"] == window.pid and found["socket"]:
                return
        time.sleep(0.05)
    raise TimeoutError("no window has come")


def tabs_when_open(home: Path, window: "subprocess.Popen[str]", files: list[Path]) -> None:
    """The window is asked by an empty start, which ends once all files before it are open; then it keeps its session."""
    wait_for_door(home, window)
    asked = starts(home)
    assert (asked.communicate(timeout=LONGEST_S), asked.returncode) == (("", ""), 0)
    close(window)
    assert sorted(session_of(home)) == sorted(map(str, files))
    assert errors_of(home) == ""


@pytest.mark.parametrize("number", [3, pytest.param(5, marks=pytest.mark.long)])
def test_starts_at_once_open_one_window_with_all_files(tmp_path: Path, running: Running, number: int) -> None:
    files = [pgn(tmp_path, f"file {count}", "1. e4 e5") for count in range(number)]
    all_starts = [running.add(starts(tmp_path, file)) for file in files]
    tabs_when_open(tmp_path, wait_for_one(all_starts), files)


def test_a_start_while_the_first_window_is_being_filled_hands_its_file_over(tmp_path: Path, running: Running) -> None:
    files = [pgn(tmp_path, name, "1. e4 e5") for name in ("one", "two")]
    slow = """
import sys, time
from desktop import main
raise SystemExit(main.run(sys.argv[1:], lambda name: time.sleep(2 if name == "services" else 0)))
"""
    first = running.add(starts(tmp_path, files[0], code=slow))
    wait_for_door(tmp_path, first)
    second = running.add(starts(tmp_path, files[1]))
    tabs_when_open(tmp_path, wait_for_one([first, second]), files)


@pytest.mark.parametrize("missing", [pytest.param("both", marks=pytest.mark.long), "the second"])
def test_without_a_runtime_folder_there_is_one_window_too(tmp_path: Path, running: Running, missing: str) -> None:
    files = [pgn(tmp_path, name, "1. e4 e5") for name in ("one", "two")]
    lacking = ("XDG_RUNTIME_DIR",)
    first = running.add(starts(tmp_path, files[0], without=lacking if missing == "both" else ()))
    wait_for_door(tmp_path, first)
    second = running.add(starts(tmp_path, files[1], without=lacking))
    tabs_when_open(tmp_path, wait_for_one([first, second]), files)


def test_two_users_data_have_two_windows(tmp_path: Path, running: Running) -> None:
    windows = {name: running.add(starts(tmp_path / name)) for name in ("one", "two")}
    for name, window in windows.items():
        wait_for_door(tmp_path / name, window)
    for window in windows.values():
        close(window)


def test_a_start_after_a_kill_opens_a_window(tmp_path: Path, running: Running) -> None:
    first = running.add(starts(tmp_path))
    wait_for_door(tmp_path, first)
    first.kill()
    first.communicate()
    file = pgn(tmp_path, "file", "1. e4 e5")
    tabs_when_open(tmp_path, running.add(starts(tmp_path, file)), [file])


def test_a_start_while_the_last_window_closes_waits_and_opens_its_own(tmp_path: Path, running: Running) -> None:
    first = running.add(starts(tmp_path))
    wait_for_door(tmp_path, first)
    first.terminate()
    file = pgn(tmp_path, "file", "1. e4 e5")
    second = running.add(starts(tmp_path, file))
    assert (first.communicate(timeout=LONGEST_S), first.returncode) == (("", ""), 0)
    tabs_when_open(tmp_path, second, [file])


def test_a_mistyped_command_is_told_while_a_window_is_open(tmp_path: Path, running: Running) -> None:
    first = running.add(starts(tmp_path))
    wait_for_door(tmp_path, first)
    mistyped = running.add(starts(tmp_path, Path("nosuch")))
    output, errors = mistyped.communicate(timeout=LONGEST_S)
    assert (mistyped.returncode, output) == (2, "")
    assert errors.startswith("ratsu: 'nosuch' is not a command or a file.")
    close(first)


NO_PATIENCE = """
import sys
from desktop import main
from desktop.services.kit import instance_socket
instance_socket.PATIENCE_S = 1.0
raise SystemExit(main.run(sys.argv[1:]))
"""


def test_a_window_that_does_not_answer_is_told_and_no_second_one_opens(tmp_path: Path, running: Running) -> None:
    first = running.add(starts(tmp_path))
    wait_for_door(tmp_path, first)
    os.kill(first.pid, signal.SIGSTOP)
    second = running.add(starts(tmp_path, code=NO_PATIENCE))
    assert second.stderr is not None
    told = second.stderr.readline()
    assert told.startswith(f"ratsu: Ratsu is already open (process {first.pid}), but its window does not answer.")
    second.terminate()  # the box with the same text
    second.communicate(timeout=LONGEST_S)
    assert second.returncode == 1
    os.kill(first.pid, signal.SIGCONT)
    close(first)


# A stage that fails

FAILS = """
import sys
from desktop import main
where = sys.argv[1]
def at_stage(name):
    if name == where:
        raise LookupError("a fault of ours")
    if name == "rest":
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication
        QTimer.singleShot(500, QApplication.closeAllWindows)
def alone(text):
    from PySide6.QtWidgets import QMessageBox
    from PySide6.QtCore import QTimer
    box = QMessageBox()
    QTimer.singleShot(300, box.accept)
    print(text)
    box.open()
    return box
from desktop.views.kit import messages
messages.alone = alone
raise SystemExit(main.run([], at_stage))
"""


@pytest.mark.parametrize(
    "where",
    ["services", *(pytest.param(where, marks=pytest.mark.long) for where in ("settings", "game", "imports", "window"))],
)
def test_a_start_that_fails_is_told_in_a_box_and_ends(left_open: Path, tmp_path: Path, where: str) -> None:
    home = tmp_path / "user"
    shutil.copytree(left_open, home)
    run = start(FAILS, home, where)
    output, _ = run.communicate(timeout=LONGEST_S)
    assert run.returncode == 1
    assert "a fault of ours" in output
    assert "a fault of ours" in errors_of(home)
    assert_nothing_is_lost(home, session_of(left_open)[0])
