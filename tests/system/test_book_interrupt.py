"""`ratsu book` at a terminal: each long command shows how far it is, and Ctrl+C ends it soon and leaves nothing half
written.
"""

import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from books.building.imports import merge
from books.formats.polyglot import PolyglotEntry, read_rows, write_entries
from books.store.book_file import BookFile
from books.store.connecting import Access
from tests.helpers.program import ROOT

pty = pytest.importorskip("pty", reason="needs a terminal")

GAME = '[White "Ratsu"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 {x} Qh4# 0-1\n\n'
MANY, MANY_ENTRIES, IMPORTED = 120_000, 150_000, 25_000
# As the script `ratsu` does. With `-m` Python ends by the signal, without a code, where Ctrl+C falls into an `exec` of an import.
PROGRAM = "import sys; from desktop.command import main; sys.exit(main())"
SOON_S = 60.0  # a busy machine; by itself each takes longer, and says other words


@dataclass
class Terminal:
    """A command whose errors go to a terminal of its own."""

    process: subprocess.Popen[bytes]
    screen: int
    told: str = ""

    def read_until(self, text: str, seconds: float) -> None:
        """Reads until `text` is on the screen."""
        deadline = time.monotonic() + seconds
        while text not in self.told:
            left = deadline - time.monotonic()
            assert left > 0, f"{text!r} is not in {self.told!r}"
            if not select.select([self.screen], [], [], left)[0]:
                continue
            try:
                self.told += os.read(self.screen, 4096).decode("utf-8", "replace")
            except OSError as error:  # the program has closed its end
                raise AssertionError(f"it ended without {text!r}: {self.told!r}") from error


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Everything that the commands may change."""
    made = tmp_path / "books"
    made.mkdir()
    return made


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """What was started; ended and closed at last."""
    made: list[Terminal] = []
    yield made
    for terminal in made:
        terminal.process.kill()
        terminal.process.wait()
        os.close(terminal.screen)


def _hear_interrupts() -> None:
    """Even where the tests themselves run in the background and do not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def start(terminals: list[Terminal], folder: Path, *arguments: str) -> Terminal:
    screen, end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "book", *arguments, "--folder", str(folder)],
        stdin=end,
        stdout=subprocess.DEVNULL,
        stderr=end,
        cwd=ROOT,
        preexec_fn=_hear_interrupts,
    )
    os.close(end)
    terminals.append(Terminal(process, screen))
    return terminals[-1]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many games of Ratsu's."""
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    path.write_text(GAME * MANY)
    return path


@pytest.fixture(scope="module")
def polyglot_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A big book of random keys."""
    return write_random(tmp_path_factory.mktemp("bin") / "big.bin", MANY_ENTRIES)


def write_random(path: Path, count: int) -> Path:
    """A Polyglot book of so many positions that nobody knows."""
    dice = random.Random(1)
    write_entries(path, [PolyglotEntry(key, 796, 1, 0) for key in sorted(dice.getrandbits(64) for _ in range(count))])
    return path


def state_of(folder: Path) -> dict[str, object]:
    """The files and what the user's book holds."""
    books = {path.name: rows_of(path) for path in sorted(folder.glob("*.ratsubook"))}
    return {
        "books": books,
        "others": sorted(path.name for path in folder.iterdir() if path.suffix in (".part", ".bin")),
    }


def rows_of(path: Path) -> list[object]:
    with BookFile(path, Access.READ) as book:
        book.check_integrity()
        return [list(book.all_rows()), book.query("SELECT count(*) FROM edits")]


LONG_COMMANDS = {
    "build": ("reading games:", "build {games} --to {folder}/built.ratsubook"),
    "import": ("importing:", "import {polyglot}"),
    "merge": ("importing:", "import {polyglot} --merge"),
    "export": ("exporting:", "export {folder}/out.bin --book {shipped}"),
    "health": ("checking:", "health --apply --nodes 300000000"),
    "report": ("comparing:", "report {games} --games 1000000 --add"),
    "coverage": ("measuring:", "report {games} --coverage"),
}


EVERY_RUN = ("build", "merge", "export", "health")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in EVERY_RUN else pytest.mark.long) for name in LONG_COMMANDS]
)
def test_ctrl_c_leaves_everything_as_it_was(
    name: str, terminals: list[Terminal], folder: Path, games: Path, polyglot_book: Path
) -> None:
    BookFile(folder / "user.ratsubook").close()
    BookFile(folder / "learned.ratsubook").close()
    before = state_of(folder)
    shown, line = LONG_COMMANDS[name]
    shipped = ROOT / "books" / "data" / "shipped.ratsubook"
    paths = {"games": games, "polyglot": polyglot_book, "folder": folder, "shipped": shipped}
    arguments = [word.format(**paths) for word in line.split(" ")]
    terminal = start(terminals, folder, *arguments)
    terminal.read_until(shown, 180)
    terminal.process.send_signal(signal.SIGINT)
    is_job = name == "health"
    terminal.read_until("cancelled; finished work is saved" if is_job else "ratsu book: interrupted", SOON_S)
    assert terminal.process.wait(SOON_S) == 1
    assert "Traceback" not in terminal.told
    assert state_of(folder) == before


def test_ctrl_c_while_learning_keeps_the_games_and_the_next_run_goes_on(
    terminals: list[Terminal], folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "lost.pgn"
    path.write_text("".join(f'[Date "2026.02.0{day}"]\n{GAME}' for day in (1, 2)))  # two games, not one twice
    terminal = start(terminals, folder, "learn", str(path), "--nodes", "50000000")
    terminal.read_until("learning:", 180)
    time.sleep(1.0)  # into a search, which takes a minute
    terminal.process.send_signal(signal.SIGINT)
    terminal.read_until("ratsu book: interrupted", SOON_S)
    assert terminal.process.wait(SOON_S) == 1
    assert "Traceback" not in terminal.told
    with BookFile(folder / "learned.ratsubook") as book:
        assert book.query("SELECT count(*), total(state) FROM games") == [(2, 0.0)]  # both wait
        assert book.query("SELECT count(*) FROM lessons") == [(0,)]
    again = start(terminals, folder, "learn", "--nodes", "2000")
    assert again.process.wait(180) == 0
    with BookFile(folder / "learned.ratsubook") as book:
        assert book.query("SELECT count(*), total(state) FROM games") == [(2, 2.0)]


def test_ctrl_c_at_a_training_question_ends_it_in_words(terminals: list[Terminal], folder: Path) -> None:
    terminal = start(terminals, folder, "train")
    deadline = time.monotonic() + 180
    while not (folder / "user.ratsubook").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(1.0)
    terminal.process.send_signal(signal.SIGINT)
    terminal.read_until("ratsu book: interrupted", SOON_S)
    assert terminal.process.wait(SOON_S) == 1


def test_an_undo_of_a_big_import_is_shown_and_interrupted_whole(
    terminals: list[Terminal], folder: Path, tmp_path: Path
) -> None:
    with BookFile(folder / "user.ratsubook") as book:
        merge(read_rows(write_random(tmp_path / "some.bin", IMPORTED)), book, "import")
    before = state_of(folder)
    terminal = start(terminals, folder, "undo")
    terminal.read_until("undoing:", 180)
    terminal.process.send_signal(signal.SIGINT)
    terminal.read_until("ratsu book: interrupted", SOON_S)
    assert terminal.process.wait(SOON_S) == 1
    after = state_of(folder)
    assert after["books"]["user.ratsubook"] == before["books"]["user.ratsubook"]  # type: ignore[index]
