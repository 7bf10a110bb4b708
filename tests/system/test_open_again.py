"""What was open at the end is open again after the next start: games of a file with several, each where it was left."""

import shutil
from pathlib import Path

import pytest

from tests.system.test_window import start

# The first run opens two chapters, walks in one and adds a move to the other; the next ones tell what they have open.
RUN = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from desktop import program
class Run(program.Program):
    def _offer(self, offers):
        super()._offer(offers)
        services = self._composition.services
        if sys.argv[1] == "first":
            for number, ply in ((1, 2), (2, 3)):
                services.files.open_file(Path(sys.argv[2]), number, lambda ply=ply: self._walk(ply))
        if sys.argv[1] in ("list", "left"):
            services.files.open_file(Path(sys.argv[2]))
        if sys.argv[1] == "own":
            services.files.played_games.write_bytes(Path(sys.argv[2]).read_bytes())
            services.lists.open(services.files.played_games)
        self._tell_when_read()
    def _tell_when_read(self):
        if self._reading:
            QTimer.singleShot(50, self._tell_when_read)
        else:
            self._composition.services.files.after_reading(self._tell)
    def _walk(self, ply):
        games = self._composition.services.game
        for _ in range(ply):
            games.go_forward()
        if ply == 3:
            games.play_move("g8f6")
    def _tell(self):
        services = self._composition.services
        states = [services.game.state_of(title.tab) for title in services.game.tabs.titles]
        print(*(f"{state.game.header('Event')} {state.node.san} {state.modified}" for state in states), sep="|")
        print(Path(services.lists.state.path).name)
        print(*(notice.accessibleName() for notice in self._window.body.messages.notices), sep="|")
        print(services.game.state.game.header("Event"))
        self._end()
    def _end(self):
        if self._window.modes._wait.isActive():  # the page of games is being made
            QTimer.singleShot(50, self._end)
            return
        if sys.argv[1] == "left":
            self._window.modes.leave_page()
        print(self._window.modes.mode.value)
        QTimer.singleShot(300, self._shell.close)
raise SystemExit(Run(()).run())
"""
STUDY = "\n".join(
    f'[Event "Chapter {number}"]\n\n{moves} *\n'
    for number, moves in enumerate(("1. c4", "1. e4 e5 2. Nf3", "1. d4 d5 2. c4"))
)


def test_chapters_are_open_again_where_they_were_left_and_what_changed_is_told(tmp_path: Path) -> None:
    """It was the list of the file: only its path was remembered."""
    home, study = tmp_path / "user", tmp_path / "study.pgn"
    study.write_text(STUDY)
    left = ["Chapter 1 e5 False", "Chapter 2 Nf6 True"]
    assert told(home, "first", study)[0] == left
    changed, gone = (shutil.copytree(home, tmp_path / name) for name in ("changed", "gone"))
    tabs, listed, notices, shown, _ = told(home, "again", study)
    assert (sorted(tabs), listed, notices) == (left, [""], [""])
    assert shown == ["Chapter 2"]  # the last one that is opened is in front otherwise

    # Another game stands before the chapter, which is itself another one now.
    study.write_text('[Event "New"]\n\n1. f4 *\n\n' + STUDY.replace("2. Nf3", "2. Nc3"))
    tabs, listed, notices, _, _ = told(changed, "again", study)
    (notice,) = (one for one in notices if "study.pgn" in one)  # a tip comes too, once the page of games is there
    assert tabs == ["Chapter 2 Nf6 True"] and listed == ["study.pgn"]
    assert notice.startswith("study.pgn has changed, and the game that was open is different or missing.")

    study.unlink()
    tabs, _, (notice,), _, _ = told(gone, "again", study)
    assert tabs == ["Chapter 2 Nf6 True"]
    assert notice == f"{study} was open when Ratsu was closed. It is not there any more."


@pytest.mark.parametrize(
    ("runs", "mode"),
    [
        (("list", "again"), "games"),
        pytest.param(("list", "again", "again"), "games", marks=pytest.mark.long),
        pytest.param(("left", "again", "again"), "play", marks=pytest.mark.long),
    ],
    ids=["in front", "twice", "left"],
)
def test_the_list_of_a_file_is_there_again_and_in_front_if_it_was(
    tmp_path: Path, runs: tuple[str, ...], mode: str
) -> None:
    home, study = tmp_path / "user", tmp_path / "study.pgn"
    study.write_text(STUDY)
    for which in runs:
        _, listed, _, _, shown = told(home, which, study)
        assert (listed, shown) == (["study.pgn"], [mode])


def test_the_list_of_the_own_games_opens_none_of_them(tmp_path: Path) -> None:
    """The page of games lists them by itself; opened as a file, a single game would get a tab."""
    home, study = tmp_path / "user", tmp_path / "study.pgn"
    study.write_text('[Event "Own"]\n\n1. c4 *\n')
    assert told(home, "own", study)[1] == ["played games.pgn"]
    tabs, listed, _, shown, mode = told(home, "again", study)
    assert (len(tabs), listed, shown, mode) == (1, [""], ["Game in Ratsu"], ["play"])


def told(home: Path, which: str, study: Path) -> list[list[str]]:
    """A run: the games of its tabs, the file that is listed, its messages."""
    run = start(RUN, home, which, str(study))
    output, errors = run.communicate(timeout=300)
    assert (run.returncode, errors) == (0, "")
    return [line.split("|") for line in output.splitlines()]
