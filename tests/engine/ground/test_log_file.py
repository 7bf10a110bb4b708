"""`--log FILE`: bounded, private, UTF-8, and never a reason for the program to fail."""

import logging
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.ground import log_file
from engine.ground.files import write_atomically
from engine.ground.log_file import LogError, LogOptions, RecentLines, take_options


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The process's logging and hooks are given back."""
    root = logging.getLogger()
    handlers, level = [*root.handlers], root.level
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    yield
    for handler in [*root.handlers]:
        if handler not in handlers:
            root.removeHandler(handler)
            handler.close()
    root.setLevel(level)


def test_the_options_are_taken_out_wherever_they_are() -> None:
    given = ["analyse", "--log", "a.log", "startpos", "--log-level=DEBUG", "--", "--log", "kept"]
    assert take_options(given) == (LogOptions(Path("a.log"), "debug"), ["analyse", "startpos", "--", "--log", "kept"])
    assert take_options(["games.pgn"]) == (LogOptions(), ["games.pgn"])


@pytest.mark.parametrize("given", [["--log"], ["--log="], ["uci", "--log-level"], ["--log-level", "loud"]])
def test_a_wrong_option_is_refused_in_words(given: list[str]) -> None:
    with pytest.raises(LogError, match=r"FILE|debug"):
        take_options(given)


def test_lines_have_time_level_thread_and_room_and_the_file_is_private(tmp_path: Path) -> None:
    path = tmp_path / "ratsu.log"
    log_file.begin(LogOptions(path))
    logging.getLogger("engine.play.mover").info("Söderström ♞ %d", 7)
    logging.getLogger("engine.play.mover").debug("too fine")
    line = path.read_text(encoding="utf-8").splitlines()[-1]
    assert re.fullmatch(r"[\d-]{10} [\d:]{8}\.\d{3} INFO    MainThread engine\.play\.mover: Söderström ♞ 7", line)
    assert log_file.file_in_use() == path
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o600


def test_the_next_run_adds_to_a_log_but_never_to_another_file(tmp_path: Path) -> None:
    path, game = tmp_path / "ratsu.log", tmp_path / "game.pgn"
    log_file.begin(LogOptions(path))
    log_file.begin(LogOptions(path))
    assert path.read_text(encoding="utf-8").count("command line:") == 3  # the first handler hears the second run too
    game.write_text("1. e4 *\n", encoding="utf-8")
    with pytest.raises(LogError, match="not a log"):
        log_file.begin(LogOptions(game))
    assert game.read_text(encoding="utf-8") == "1. e4 *\n"


@pytest.mark.parametrize("name", [".", "missing/ratsu.log"])
def test_a_file_that_cannot_be_written_is_refused_in_words(tmp_path: Path, name: str) -> None:
    with pytest.raises(LogError, match="cannot be written"):
        log_file.begin(LogOptions(tmp_path / name))


def test_the_size_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_file, "MOST_BYTES", 2_000)
    path = tmp_path / "ratsu.log"
    log_file.begin(LogOptions(path))
    for number in range(200):
        logging.getLogger("engine.x").info("line %d", number)
    assert sorted(file.name for file in tmp_path.glob("ratsu*")) == ["ratsu.log", "ratsu.log.1"]
    assert all(file.stat().st_size <= 2_000 for file in tmp_path.glob("ratsu*"))
    assert path.read_text(encoding="utf-8").endswith("line 199\n")


def test_an_uncaught_exception_is_in_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ratsu.log"
    log_file.begin(LogOptions(path, "error"))
    error = ZeroDivisionError("a bug")
    sys.excepthook(ZeroDivisionError, error, None)
    threading.excepthook(threading.ExceptHookArgs((ZeroDivisionError, error, None, threading.current_thread())))
    assert path.read_text(encoding="utf-8").count("ZeroDivisionError: a bug") == 2
    assert "a bug" in capsys.readouterr().err  # and is told as before


def test_the_window_keeps_the_latest_lines_without_a_file() -> None:
    recent = RecentLines()
    recent.install()
    for number in range(log_file.MOST_LINES + 5):
        logging.getLogger("desktop.x").info("line %d", number)
    lines = log_file.recent_lines()
    recent.close()
    assert len(lines) == log_file.MOST_LINES and lines[-1].endswith(f"line {log_file.MOST_LINES + 4}")
    assert log_file.recent_lines() == ()


def test_files_are_logged_at_level_debug(tmp_path: Path) -> None:
    log_file.begin(LogOptions(tmp_path / "ratsu.log", "debug"))
    write_atomically(tmp_path / "game.pgn", b"1. e4 *")
    assert f"engine.ground.files: wrote {tmp_path / 'game.pgn'}" in (tmp_path / "ratsu.log").read_text(encoding="utf-8")
