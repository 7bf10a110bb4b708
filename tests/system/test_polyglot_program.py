"""Debian's polyglot (Fabien Letouzey's, 2.0.4) opens the books that we write: it dumps their lines and plays from them."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import chess
import pytest

from books.entry import Flag
from books.library import Library
from books.polyglot import export_rows
from tests.books.helpers import line

POLYGLOT = shutil.which("polyglot", path=f"/usr/games{os.pathsep}{os.environ.get('PATH', '')}")
STOCKFISH = shutil.which("stockfish", path=f"/usr/games{os.pathsep}{os.environ.get('PATH', '')}")
GIUOCO = "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.O-O Nf6"

pytestmark = pytest.mark.skipif(POLYGLOT is None, reason="needs Debian's polyglot (apt-get install polyglot)")


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


def test_polyglot_reads_our_lines_with_their_castling(book: Path) -> None:
    command = [str(POLYGLOT), "dump-book", "-bin", str(book), "-color", "white", "-out", "lines.txt"]
    subprocess.run(command, cwd=book.parent, check=True, capture_output=True, timeout=60)
    dumped = (book.parent / "lines.txt").read_text()
    assert "1. e4{100%}" in dumped
    assert "4. O-O{100%}" in dumped
    assert "a3{100%}" not in dumped


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
