"""The window as a process: it is killed, started again, started twice, started without a display."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.desktop.kept_games import plies_kept
from tests.helpers.program import ROOT, spent_by_programs

# The real program with a hand that plays: it prints how many plies are on the board, and moves when it is its turn, three times
# at most: however late the kill comes, the game is hardly over. If it is, that is said instead of a number.
PLAYING = """
import random, sys
from PySide6.QtCore import QTimer
from desktop import program
from engine.game.limits import GamePosition, Limits
from engine.player import Player
class Playing(program.Program):
    def _after_show(self):
        super()._after_show()
        services = self._composition.services
        services.settings.set("base_minutes", 1)
        self._window.start_game()
        self._rng = random.Random(int(sys.argv[1]))
        self._player = Player()
        self._moves_left = 3
        self._hand = QTimer(self)
        self._hand.timeout.connect(self._play)
        self._hand.start(100)
        services.game.game_changed.connect(lambda s: print(len(s.game.main_line()), flush=True))
    def _play(self):
        state = self._composition.services.game.state
        if state.outcome is not None:
            print("over:", state.outcome, flush=True)
        elif state.playing and state.user_may_move and self._moves_left:
            self._moves_left -= 1
            limits = Limits(nodes=self._rng.randrange(500, 2500))
            found = self._player.search(GamePosition(state.fen, chess960=False), limits)
            self._composition.services.match.user_move(found.best_move)
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


# The same hand, which first goes on with the game that is offered back, and prints that offer.
GOING_ON = PLAYING.replace(
    """    def _after_show(self):
        super()._after_show()
        services = self._composition.services
        services.settings.set("base_minutes", 1)
        self._window.start_game()
""",
    """    def _offer(self, offers):
        super()._offer(offers)
        self._window.body.messages.notices[0].findChildren(QPushButton)[0].click()
        self._continue()
    def _continue(self):
        services = self._composition.services
        if not services.game.state.game.main_line():
            QTimer.singleShot(20, self._continue)
            return
        print(len(services.game.state.game.main_line()), flush=True)
""",
).replace(
    "from PySide6.QtCore import QTimer", "from PySide6.QtCore import QTimer\nfrom PySide6.QtWidgets import QPushButton"
)


class GameOver(Exception):
    """The game came to an end before it was killed: it proves nothing."""


def plies_in(line: str) -> int:
    if line.startswith("over:"):
        raise GameOver
    return int(line)


def wait_for_disk(home: Path, plies: int) -> None:
    """Waits until the game is on the disk with its moves: they are printed as they are made."""
    until = time.monotonic() + 60
    while plies_kept(home / "state" / "ratsu") < plies:
        assert time.monotonic() < until, f"{plies} moves are not on the disk"
        time.sleep(0.02)


def kill_and_resume(home: Path, seed: int, kills: int) -> None:
    """Kills a game and the starts that resume it, and checks what each of them offers. Raises `GameOver`."""
    plies, made = 0, 0
    for kill in range(kills + 1):
        game = start(GOING_ON if kill else PLAYING, home, str(seed + kill))
        assert game.stdout is not None
        try:
            kept = int(game.stdout.readline())
            if kill:
                assert plies <= kept <= made + 1, "a move is saved before it is printed: the kill may come between"
            plies = kept
            while plies < kept + 3:
                plies = plies_in(game.stdout.readline())
            wait_for_disk(home, plies)
        finally:
            os.kill(game.pid, signal.SIGKILL)
            later, _ = game.communicate()
        made = max([plies, *(plies_in(line) for line in later.splitlines(keepends=True) if line.endswith("\n"))])


@pytest.mark.parametrize(
    ("seed", "kills"), [(1, 1), *(pytest.param(seed, 5, marks=pytest.mark.long) for seed in (2, 3, 4, 5))]
)
def test_a_killed_game_is_offered_back_each_time(tmp_path: Path, seed: int, kills: int) -> None:
    """Reliability P4, twenty kills in the long run: after kill -9 the next start offers the game with every move made more than
    a second ago, and it is resumed."""
    for attempt in range(5):  # the opponent plays at random: now and then it is mated early
        try:
            kill_and_resume(tmp_path / str(attempt), seed, kills)
        except GameOver:
            continue
        return
    pytest.fail("five games were over before they were killed")


SESSION = """
import sys
from PySide6.QtCore import QTimer
from desktop import program
class Session(program.Program):
    def _offer(self, offers):
        super()._offer(offers)
        services = self._composition.services
        if sys.argv[1] == "play":
            services.match.user_move("e2e4")
            services.files.paste("1. d4 d5 2. c4 *")
            services.files.paste("1. c4 *")
        self._expected = 3 if sys.argv[1] == "play" or services.settings.settings.flag("restore_session") else 1
        self._tell_when_open(100)
    def _tell_when_open(self, tries):
        services = self._composition.services
        if len(services.game.tabs.titles) < self._expected and tries:
            QTimer.singleShot(100, lambda: self._tell_when_open(tries - 1))
            return
        states = [services.game.state_of(title.tab) for title in services.game.tabs.titles]
        print(*(" ".join(node.san for node in state.game.main_line()) for state in states), sep="|")
        print(*(notice.accessibleName() for notice in self._window.body.messages.notices), sep="|")
        print(*(state.playing for state in states if state.match is not None))
        services.settings.set("restore_session", sys.argv[1] == "play")
        QTimer.singleShot(200, self._shell.close)
raise SystemExit(Session(()).run())
"""


def test_unsaved_games_are_opened_again_or_offered_as_the_setting_says(tmp_path: Path) -> None:
    """After a normal end: first with "open at the start what was open at the end", then without."""
    told = []
    for mode in ("play", "look", "look"):
        run = start(SESSION, tmp_path, mode)
        output, errors = run.communicate(timeout=300)
        assert (run.returncode, errors) == (0, "")
        told.append([line.split("|") for line in output.splitlines()])
    games = ["e4", "d4 d5 c4", "c4"]
    assert told[0][0] == games
    # The engine may have answered before the window closed.
    kept = ["e4" if re.fullmatch(r"e4 \S+", line) else line for line in told[1][0]]
    assert [sorted(kept), told[1][1]] == [sorted(games), [""]]  # open again, and nothing is asked
    assert told[1][2] == ["False"]  # the match of a tab that was not shown waits to be gone on with
    assert told[2][0] == [""]
    (offer,) = told[2][1]
    assert offer.startswith("3 games were not finished or not saved")


def test_without_a_display_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "desktop.command"],
        cwd=ROOT,
        env=without_display(user(tmp_path)),
        capture_output=True,
        text=True,
        timeout=300,
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
    output, errors = run.communicate(timeout=300)
    assert run.returncode == 0
    assert "Settings and games cannot be saved" in output
    assert "Traceback" not in errors


def test_a_normal_end_leaves_no_crash_report_and_nothing_to_offer(tmp_path: Path) -> None:
    for _ in range(2):
        run = start(CLOSING, tmp_path, "50")
        output, errors = run.communicate(timeout=300)
        assert (run.returncode, output, errors) == (0, "", "")


def test_sigterm_closes_the_window_as_its_button_does(tmp_path: Path) -> None:
    begun = spent_by_programs()
    game = start(PLAYING, tmp_path, "1")
    assert game.stdout is not None
    game.stdout.readline()
    user_ticks, system_ticks = Path(f"/proc/{game.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    before = (int(user_ticks) + int(system_ticks)) / os.sysconf("SC_CLK_TCK")
    game.terminate()
    _, errors = game.communicate(timeout=300)
    assert game.returncode == 0
    assert spent_by_programs() - begun - before < 3  # 0.2 s until Python sees the signal, 1 s to close
    assert "QThread" not in errors
    assert "Traceback" not in errors


def test_a_crash_of_compiled_code_is_told_at_the_next_start(tmp_path: Path) -> None:
    crash = CLOSING.replace(
        "QTimer.singleShot(int(sys.argv[1]), self._shell.close)", "import ctypes; ctypes.string_at(0)"
    )
    first = start(crash, tmp_path, "0")
    first.communicate(timeout=300)
    assert first.returncode == -signal.SIGSEGV
    second = start(CLOSING, tmp_path, "100")
    output, _ = second.communicate(timeout=300)
    assert "ended with a crash" in output
    (log,) = (tmp_path / "state" / "ratsu").glob("crash-*.log")
    assert "Segmentation fault" in log.read_text()


FAULTY = """
import sys, threading
from PySide6.QtCore import QTimer
from desktop import program
from desktop.services.kit.tasks import Worker
def fail(*_):
    raise LookupError("a fault of ours")
class Faulty(program.Program):
    def _after_show(self):
        super()._after_show()
        self._composition.services.match.user_move("e2e4")
        self._worker = Worker("faulty", self)
        where = {
            "slot": lambda: QTimer.singleShot(0, fail),
            "worker": lambda: self._worker.submit(fail, print, print),
            "thread": lambda: threading.Thread(target=fail).start(),
        }
        where[sys.argv[1]]()
        self._look = QTimer(self)
        self._look.timeout.connect(self._told)
        self._look.start(50)
    def _told(self):
        notices = [notice.accessibleName() for notice in self._window.body.messages.notices]
        notices = [text for text in notices if "Internal error" in text]
        if notices:
            self._composition.services.match.adjourn()
            print(*notices, self._composition.services.game.state.game.main_line()[0].san, sep="|", flush=True)
            self._look.stop()
            self._worker.close()
            self._shell.close()
raise SystemExit(Faulty(()).run())
"""


@pytest.mark.parametrize(
    "where", ["slot", *(pytest.param(where, marks=pytest.mark.long) for where in ("worker", "thread"))]
)
def test_a_fault_is_told_with_its_log_and_the_game_goes_on_and_is_kept(tmp_path: Path, where: str) -> None:
    """Reliability P20: an exception that should not happen."""
    run = start(FAULTY, tmp_path, where)
    output, _ = run.communicate(timeout=300)
    assert run.returncode == 0
    *notices, move = output.strip().split("|")
    assert len(notices) == 1
    assert move == "e4"
    state = tmp_path / "state" / "ratsu"
    assert "a fault of ours" in (state / "errors.log").read_text("utf-8")
    assert len(list((state / "open games").glob("*/*.json"))) == 1


def test_a_user_without_a_home_and_with_very_long_paths_has_a_window(tmp_path: Path) -> None:
    """Reliability P17: folders 300 characters deep, and no HOME in the environment."""
    deep = tmp_path.joinpath(*(["a folder with a long name, Шахматы é 棋"] * 8))
    assert len(str(deep)) > 300
    environment = {key: value for key, value in user(deep).items() if key not in ("HOME", "USER", "LOGNAME")}
    command = [sys.executable, "-c", CLOSING, "100"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert (deep / "config" / "ratsu" / "settings.json").exists()


def test_a_clock_that_is_set_back_hides_no_kept_game(tmp_path: Path) -> None:
    """Reliability P17: what was kept "tomorrow" is offered today."""
    game = start(PLAYING, tmp_path, "1")
    assert game.stdout is not None
    while int(game.stdout.readline()) < 4:
        pass
    wait_for_disk(tmp_path, 4)
    os.kill(game.pid, signal.SIGKILL)
    game.communicate()
    (kept,) = (tmp_path / "state" / "ratsu" / "open games").glob("*/*.json")
    kept.write_text(re.sub(r'"saved_at": "\d{4}', '"saved_at": "2199', kept.read_text("utf-8")), "utf-8")
    for path in (kept, kept.parent, kept.parent / "owner.lock"):
        os.utime(path, (4e9, 4e9))
    run = start(SESSION, tmp_path, "look")
    output, errors = run.communicate(timeout=300)
    assert errors == ""
    assert "2199" in output
