"""Only files are read and written: a pipe, a folder or a device in the place of one is told at once and waits for nobody."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from books.errors import BookError
from books.formats.polyglot import read_entries
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.evaluation.network import NetworkError, load
from engine.evaluation.styles import read_style
from engine.ground import files
from engine.ground.errors import OptionError, RatsuError
from engine.pgn.errors import PgnError
from engine.pgn.index import GameList
from engine.pgn.streams import blocks
from engine.search.position_learning import LearnedError, LearnedFile
from tests.helpers.program import ROOT, spent_by_programs

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
WAYS: dict[str, Callable[[Path], object]] = {
    "network": load,
    "style": read_style,
    "learned": lambda path: LearnedFile(path).read(),
    "book": lambda path: BookFile(path, Access.WRITE),
    "book for reading": lambda path: BookFile(path, Access.IMMUTABLE),
    "Polyglot": lambda path: list(read_entries(path)),
    "PGN": lambda path: list(blocks(path)),
    "list": GameList,
}
ERRORS = (NetworkError, OptionError, LearnedError, BookError, PgnError)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_a_reader_refuses_what_is_no_file_at_once(tmp_path: Path, way: str, kind: str) -> None:
    path = tmp_path / "it"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path = Path("/dev/zero")
    begun = time.thread_time()
    with pytest.raises(RatsuError) as error:
        WAYS[way](path)
    assert isinstance(error.value, ERRORS) and str(path) in str(error.value)
    assert time.thread_time() - begun < 2  # who waits for the pipe waits for ever


@pytest.mark.parametrize("write", [files.write_atomically, files.append_durably])
def test_a_writer_neither_waits_for_a_pipe_nor_replaces_it(
    tmp_path: Path, write: Callable[[Path, bytes], object]
) -> None:
    path = tmp_path / "it"
    os.mkfifo(path)
    with pytest.raises(OSError, match=r"pipe|No such device"):
        write(path, b"new")
    assert path.is_fifo() and [other for other in tmp_path.iterdir() if other.is_file()] == []


def test_a_name_that_no_file_can_have_is_an_ordinary_error() -> None:
    for name in ("a\0b", "half a \ud800 character"):
        with pytest.raises(OSError, match="this is not a valid file name"):
            files.opened(Path(name))


@pytest.mark.parametrize("private", [True, False])
def test_private_files_are_the_users_alone(tmp_path: Path, private: bool) -> None:
    written, added = tmp_path / "written", tmp_path / "added"
    files.write_atomically(written, b"old")
    files.append_durably(added, b"old")
    usual = written.stat().st_mode & 0o777
    files.write_atomically(written, b"new", private)
    files.append_durably(added, b"new", private)
    assert [path.stat().st_mode & 0o777 for path in (written, added)] == [0o600 if private else usual] * 2


def test_a_pipe_as_a_network_does_not_hold_uci_up(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    options = "".join(
        f"setoption name {name} value {pipe}\n" for name in ("EvalFile", "Style", "SyzygyPath", "Learning File")
    )
    typed = f"uci\n{options}setoption name Position Learning value true\nposition startpos\nisready\ngo depth 2\n"
    told, errors = said_until_the_move(typed)
    assert "bestmove" in told and errors == ""
    assert told.count("a pipe, not a file") >= 3


def test_more_threads_than_processors_can_serve_still_give_a_move_soon() -> None:
    begun = spent_by_programs()
    told, _ = said_until_the_move("uci\nsetoption name Threads value 256\nposition startpos\nisready\ngo depth 3\n")
    assert "bestmove" in told and "threads search, not 256" in told
    assert spent_by_programs() - begun < 15


def said_until_the_move(typed: str) -> tuple[str, str]:
    """What `ratsu uci` says, and its errors. It ends after its move: a `quit` that comes earlier ends it without one."""
    command, pipe = [sys.executable, "-m", "desktop.command", "uci"], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT) as program:
        assert program.stdin is not None and program.stdout is not None
        program.stdin.write(typed)
        program.stdin.flush()
        told = ""
        while "bestmove" not in told and (line := program.stdout.readline()):
            told += line
        rest, errors = program.communicate("quit\n", timeout=300)
    assert program.returncode == 0
    return told + rest, errors


@pytest.mark.parametrize("write", [files.write_atomically, files.append_durably])
def test_no_other_file_is_written_over_a_book_or_collection(
    tmp_path: Path, write: Callable[[Path, bytes], object]
) -> None:
    path, link = tmp_path / "my.collection", tmp_path / "link.pgn"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE games (number)")
    link.symlink_to(path)
    before = path.read_bytes()
    for name in (path, link):
        with pytest.raises(OSError, match="it is a database"):
            write(name, b"1. e4 *")
    assert path.read_bytes() == before and not list(tmp_path.glob("*.part"))
