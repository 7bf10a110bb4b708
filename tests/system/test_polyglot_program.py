"""Debian's polyglot (Fabien Letouzey's, 2.0.4) opens the books that we write: it dumps their lines and plays from them.
So does xboard (4.9.1) with its own reader.
"""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from books.entry import Flag
from books.formats.polyglot import export_rows
from tests.books.helpers import line

PATH = f"/usr/games{os.pathsep}{os.environ.get('PATH', '')}"
POLYGLOT, STOCKFISH, XBOARD, FAIRYMAX, XVFB = (
    shutil.which(name, path=PATH) for name in ("polyglot", "stockfish", "xboard", "fairymax", "xvfb-run")
)
GIUOCO = "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.O-O Nf6"
STRANGE = "1.a4 h5 2.a5 h4 3.Ra3 Rh5 4.Rh3 Rxa5"  # no engine thinks of it
needs_polyglot = pytest.mark.skipif(POLYGLOT is None, reason="needs Debian's polyglot (apt-get install polyglot)")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A line with castling, and a bad first move that must not be played."""
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line(GIUOCO), Flag.STRONG)
    library.set_flag(chess.Board(), chess.Move.from_uci("a2a3"), Flag.BAD)
    path = tmp_path / "ours.bin"
    export_rows(library.all_rows(unsigned=True), path)
    library.close()
    return path


@needs_polyglot
def test_polyglot_reads_our_lines_with_their_castling(book: Path) -> None:
    command = [str(POLYGLOT), "dump-book", "-bin", str(book), "-color", "white", "-out", "lines.txt"]
    subprocess.run(command, cwd=book.parent, check=True, capture_output=True, timeout=300)
    dumped = (book.parent / "lines.txt").read_text()
    assert "1. e4{100%}" in dumped
    assert "4. O-O{100%}" in dumped
    assert "a3{100%}" not in dumped


@needs_polyglot
@pytest.mark.skipif(STOCKFISH is None, reason="polyglot needs a UCI engine behind it (apt-get install stockfish)")
def test_polyglot_plays_from_our_book_on_a_pipe(book: Path) -> None:
    settings = book.parent / "polyglot.ini"
    settings.write_text(
        f"[PolyGlot]\nEngineDir = .\nEngineCommand = {STOCKFISH}\nBook = true\nBookFile = {book}\nLog = false\n[Engine]\n"
    )
    process = subprocess.Popen(
        [str(POLYGLOT), str(settings)],
        cwd=book.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write("xboard\nprotover 2\nnew\nst 1\ngo\n")
        process.stdin.flush()
        answers = iter(process.stdout.readline, "")
        assert next(answer for answer in answers if answer.startswith("move ")) == "move e2e4\n"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.stdin.close()
        process.stdout.close()
        process.wait()


@pytest.mark.skipif(None in (XBOARD, FAIRYMAX, XVFB), reason="needs xboard, fairymax and xvfb-run")
def test_xboard_plays_both_sides_from_our_book(tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line(STRANGE), Flag.STRONG)
    export_rows(library.all_rows(unsigned=True), tmp_path / "ours.bin")
    library.close()
    log = tmp_path / "xboard.debug"
    options = f"-usePolyglotBook true -polyglotBook {tmp_path / 'ours.bin'} -fNoOwnBookUCI -sNoOwnBookUCI -bookDepth 12"
    programs = f"-fcp {FAIRYMAX} -scp {FAIRYMAX} -fd {tmp_path} -sd {tmp_path} -mode TwoMachines -st 1"
    debug = f"-debug -debugfile {log}"
    process = subprocess.Popen(
        [str(XVFB), "-a", str(XBOARD), *options.split(), *programs.split(), *debug.split()],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path), "PATH": PATH},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    wanted = [f"book hit = {move.uci()}" for move in line(STRANGE)]
    try:
        deadline = time.monotonic() + 90
        found: list[str] = []
        while found != wanted and time.monotonic() < deadline:
            time.sleep(0.2)
            said = log.read_text(errors="replace").splitlines() if log.exists() else []
            found = [words for words in said if words.startswith("book hit") and "NULL" not in words]
        assert found == wanted
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
