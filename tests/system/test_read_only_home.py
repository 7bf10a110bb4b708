"""A home that cannot be written: the program and the console play from the shipped book, and say once that nothing is kept."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from books.choice.library import Library
from books.choice.open_library import library_in
from books.errors import ReadOnlyBookError
from books.folder import LEARNED_BOOK, USER_BOOK
from tests.helpers.program import run_ratsu

BEFORE_S = 300
WINDOW = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel
from desktop import program
from engine.game.side import Side
from desktop.model.game.match import NewGame
from engine.game.reason_words import english

class Watched(program.Program):
    def _after_show(self):
        super()._after_show()
        self._composition.services.game.state_changed.connect(self.look)
        self._composition.services.match.new_game(NewGame(Side.BLACK))
        QTimer.singleShot(20_000, self._shell.close)

    def look(self, state):
        if state.node.origin is None:
            return
        self._composition.services.game.state_changed.disconnect(self.look)
        print("PLAYED", english(state.node.origin.reason), flush=True)
        QTimer.singleShot(1_000, self.tell)

    def tell(self):
        for label in self._shell.findChildren(QLabel):
            if "saved" in label.text():
                print("TOLD", label.text(), flush=True)
        self._shell.close()

sys.exit(Watched(()).run())
"""


@pytest.fixture(scope="module")
def read_only(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """A command that runs another with a file system at $HOME on which nothing can be written, root or not."""
    if shutil.which("unshare") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("a read-only mount takes root and unshare (util-linux)")
    script = 'mount --bind "$HOME" "$HOME" && mount -o remount,ro,bind "$HOME" && exec "$@"'
    before = ("unshare", "--mount", "sh", "-c", script, "sh")
    home = tmp_path_factory.mktemp("home")
    if subprocess.run([*before, "true"], env={**os.environ, "HOME": str(home)}, check=False).returncode:
        pytest.skip("this machine lets nobody mount")
    return before


@pytest.mark.parametrize("with_books", [False, True])
def test_uci_plays_from_the_shipped_book_and_says_once_that_nothing_is_kept(
    read_only: tuple[str, ...], user_folders: Path, with_books: bool
) -> None:
    if with_books:
        library_in(user_folders / "data" / "ratsu" / "books").close()
    go = "position startpos\ngo depth 2\n"
    typed = f"uci\nsetoption name OwnBook value true\n{go}{go}isready\nquit\n"
    told = run_ratsu("uci", typed=typed, before=read_only, timeout_s=BEFORE_S)
    assert told.stdout.count("shipped book:") == 2 and told.stderr == ""
    assert told.stdout.count("cannot be saved:") == 1 and str(user_folders) in told.stdout
    assert "info string The book" not in told.stdout, "what is said of the folder is not said again of each book"


def test_the_console_plays_from_the_shipped_book_and_says_why_nothing_is_kept(read_only: tuple[str, ...]) -> None:
    told = run_ratsu("play", typed="e4\nquit\n", before=read_only, timeout_s=BEFORE_S)
    assert "shipped book:" in told.stdout and told.stdout.count("cannot be saved:") == 1
    assert "Read-only file system" in told.stdout and "Traceback" not in told.stderr
    told = run_ratsu("book", "show", before=read_only, timeout_s=BEFORE_S)
    assert "e4" in told.stdout and told.stderr.count("cannot be saved:") == 1 and told.returncode == 0


def test_the_window_plays_from_the_shipped_book_and_says_once_that_nothing_is_kept(
    read_only: tuple[str, ...], user_folders: Path
) -> None:
    told = subprocess.run(
        [*read_only, sys.executable, "-c", WINDOW],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=BEFORE_S,
        check=False,
    )
    assert "Traceback" not in told.stderr and told.returncode == 0, told.stderr
    assert "PLAYED" in told.stdout and "shipped book" in told.stdout
    assert told.stdout.count("TOLD Settings and games cannot be saved") == 1 and told.stdout.count("TOLD") == 1
    assert [path for path in user_folders.rglob("*") if path.is_file()] == []


def test_a_folder_that_cannot_be_made_leaves_the_shipped_book(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    library = library_in(tmp_path / "file" / "books")
    try:
        import chess

        assert library.look_up(chess.Board())
        (problem,) = library.problems
        assert "cannot be created (Not a directory)" in str(problem)
        with pytest.raises(ReadOnlyBookError, match="cannot be created"):
            library.undo()
    finally:
        library.close()
    quiet = library_in(tmp_path / "file" / "books", told=True)
    assert quiet.problems == ()
    quiet.close()


def test_what_a_change_would_do_says_why_there_can_be_none(tmp_path: Path) -> None:
    """Ctrl+B said only that the own book is not open."""
    import chess

    from books.building.chance_changes import preview

    (tmp_path / "file").touch()
    library = library_in(tmp_path / "file" / "books", told=True)
    with pytest.raises(ReadOnlyBookError, match="cannot be created"):
        preview(library, lambda books: books.add_line(chess.Board(), [chess.Move.from_uci("e2e4")]), [])
    library.close()


def test_a_folder_that_is_missing_is_made_as_the_users_alone(tmp_path: Path) -> None:
    library: Library = library_in(tmp_path / "new")
    library.close()
    assert library.problems == () and (tmp_path / "new").stat().st_mode & 0o077 == 0
    assert {path.name for path in (tmp_path / "new").iterdir()} == {USER_BOOK, LEARNED_BOOK}
