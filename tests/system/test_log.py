"""The log of the whole program, as a user writes one for a bug report."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.program import ROOT, engine_spec, run_ratsu

SEARCH = "position startpos moves e2e4\ngo nodes 500\n"


def searched(*arguments: str, typed: str) -> list[str]:
    """What `ratsu ARGUMENTS` says until its search is over, without times. `quit` comes only then, for it ends a search."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "desktop.command", *arguments]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(typed)
        process.stdin.flush()
        said = []
        for line in process.stdout:
            said.append(line.split(" time ")[0].split(" nps ")[0].rstrip())
            if line.startswith("bestmove"):
                break
        assert process.communicate("quit\n", timeout=300) == ("", "")
    assert process.returncode == 0
    return said


def test_uci_is_the_same_with_a_log(tmp_path: Path) -> None:
    log = tmp_path / "ratsu.log"
    typed = f"setoption name OwnBook value true\nsetoption name OwnBook value false\nisready\n{SEARCH}"
    with_log = searched("uci", "--log", str(log), "--log-level", "debug", typed=typed)
    assert with_log[0] == "readyok" and with_log[-1].startswith("bestmove")
    assert with_log == searched("uci", typed=typed)
    text = log.read_text(encoding="utf-8")
    for part in ("option OwnBook = true", "book ", "search of rnbqkbnr", "nodes 500", "search ended", "move "):
        assert part in text


def test_xboard_has_a_log_too(tmp_path: Path) -> None:
    log = tmp_path / "ratsu.log"
    told = run_ratsu("--log", str(log), "xboard", typed="xboard\nprotover 2\nnew\nsd 3\ngo\nquit\n")
    assert told.returncode == 0 and "search of rnbqkbnr" in log.read_text(encoding="utf-8")


@pytest.mark.parametrize("before", [("uci",), ("analyse", "startpos"), ()])
def test_a_log_that_cannot_be_written_is_told_and_nothing_starts(tmp_path: Path, before: tuple[str, ...]) -> None:
    told = run_ratsu(*before, "--log", str(tmp_path / "none" / "ratsu.log"), typed=SEARCH)
    assert (told.returncode, told.stdout) == (2, "")
    assert "cannot be written" in told.stderr and "Traceback" not in told.stderr


@pytest.mark.skipif(os.name == "nt", reason="a full disk is injected by the shell's limit for the size of a file")
def test_a_full_disk_ends_the_log_with_one_sentence_and_nothing_else(tmp_path: Path) -> None:
    limited = ("sh", "-c", 'ulimit -f 1; exec "$@"', "sh")
    told = run_ratsu("uci", "--log", str(tmp_path / "ratsu.log"), typed=8 * SEARCH, before=limited)
    assert told.returncode == 0 and told.stdout.count("bestmove") == 8
    assert told.stderr.count("the log ends") == 1 and "Traceback" not in told.stderr


def test_an_external_engine_is_heard_at_level_debug(tmp_path: Path) -> None:
    log = tmp_path / "ratsu.log"
    fake = f"{engine_spec(sys.executable, ROOT / 'tests/helpers/fake_engine.py', 'uci', 'dies')} name=fake"
    arguments = ("match", "--engine", "ratsu", "--engine", fake, "--games", "1", "--nodes", "50")
    run_ratsu(*arguments, "--pgn", str(tmp_path / "games.pgn"), "--log", str(log), "--log-level", "debug")
    text = log.read_text(encoding="utf-8")
    for part in ("fake: started as process", "fake < uci", "fake > uciok", "fake: ended with exit code"):
        assert part in text


WINDOW = """
import os
import subprocess
import sys
from pathlib import Path
from desktop import main
from engine.ground import log_file
log_file.begin(log_file.LogOptions(Path(sys.argv[1])))
def close_once_opened():
    from PySide6.QtWidgets import QApplication
    if any(" opened " in line for line in log_file.recent_lines()):
        for window in QApplication.topLevelWidgets():
            window.close()
def at_stage(name):
    if name == "rest":
        from PySide6.QtCore import QTimer, qWarning
        from PySide6.QtWidgets import QApplication
        qWarning("a word of Qt")
        QTimer.singleShot(0, lambda: 1 // 0)
        timer = QTimer(QApplication.instance())
        timer.timeout.connect(close_once_opened)
        timer.start(50)
raise SystemExit(main.run([sys.argv[2]], at_stage))
"""


def test_the_window_logs_its_start_its_files_its_faults_and_what_qt_says(tmp_path: Path) -> None:
    log, game = tmp_path / "ratsu.log", tmp_path / "game.pgn"
    game.write_text('[Event "x"]\n\n1. e4 *\n', encoding="utf-8")
    command = [sys.executable, "-c", WINDOW, str(log), str(game)]
    subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, check=False)
    text = log.read_text(encoding="utf-8")
    for part in (
        "start: services, ",
        "start: rest, ",
        f"opened {game}",
        "Qt: a word of Qt",
        "ZeroDivisionError",
        ": end",
    ):
        assert part in text, part
