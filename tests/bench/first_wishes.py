"""The seconds of docs/first-steps.md: the real window, a fresh user, a screen of its own, and xdotool as the hand.

    python -m tests.bench.first_wishes [--program FOLDER] [--beside FOLDER] [--rounds 3] [--at-once] [WISH ...]

Each wish starts the program of FOLDER (a built checkout, default: this one) with empty folders, under Xvfb and openbox. Time
runs from the first key or click until what was wished for is on the screen. The hand never thinks; it clicks what has lain still
for 50 ms. A line into the program (`first_wishes_inside.py`) says where things lie and when they are there. `--at-once`: the
opponent takes no human think time, as older programs. `--beside`: another program, in turn with the first. Prints the median, the
least and the most seconds of each wish, and the processor time of the program.
"""

import argparse
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
INSIDE = Path(__file__).with_name("first_wishes_inside.py")
LONGEST_S = 300
STEADY_S = 0.05
POLL_S = 0.02  # asked more often, the program would have no time to start
GAME = '[White "Anna"]\n[Black "Ben"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n'
PLAYED = '[White "You"]\n[Black "Aino"]\n[Result "0-1"]\n\n1. e4 e5 0-1\n'
LINES = "bool(services.analysis.state.lines) and services.analysis.state.running"
PLIES = "len(services.game.state.game.main_line())"
MODES = "bar.buttons[next(mode for mode in bar.buttons if mode.name == '%s')]"


class MissingWishError(Exception):
    """This program cannot do it at all."""


class User:
    """The hand, and the line that says what is on the screen."""

    def __init__(self, line: socket.socket, display: str, folder: Path, pid: int) -> None:
        self._file = line.makefile("rw")
        self._display = display
        self.folder, self._pid = folder, pid

    def processor_s(self) -> float:
        """The processor time of the program so far, with all its threads."""
        fields = Path(f"/proc/{self._pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, expression: str) -> Any:
        """What an expression is inside the program; None where it fails."""
        self._file.write(json.dumps(expression) + "\n")
        self._file.flush()
        return json.loads(self._file.readline())

    def until(self, expression: str) -> Any:
        """Waits until an expression is true. :raises MissingWishError: it never was."""
        end = time.monotonic() + LONGEST_S
        while time.monotonic() < end:
            if found := self.ask(expression):
                return found
            time.sleep(POLL_S)
        raise MissingWishError(expression)

    def key(self, *names: str) -> None:
        """Presses keys, one after another."""
        self._do("key", "--clearmodifiers", *names)

    def type(self, text: str) -> None:
        """Types a text."""
        self._do("type", "--delay", "2", text)

    def click(self, widget: str) -> None:
        """Clicks a widget when it can be seen and used, wherever it lies."""
        x, y = self._steady(f"at({widget})")
        self._do("mousemove", str(x), str(y), "click", "1")

    def _steady(self, place: str) -> list[int]:
        """Where something lies, once it has lain there for 50 ms: no hand hits what is only being laid out."""
        while True:
            before = self.until(place)
            time.sleep(STEADY_S)
            if before == self.ask(place):
                return list(before)

    def button(self, text: str) -> None:
        """Clicks the button that says so."""
        self.click(f"button({text!r})")

    def drag(self, source: str, target: str) -> None:
        """Moves a piece."""
        (a, b), (c, d) = self.until(f"square({source!r})"), self.until(f"square({target!r})")
        self._do("mousemove", str(a), str(b), "mousedown", "1", "mousemove", str(c), str(d), "mouseup", "1")

    def _do(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self._display}, check=True)


def answered(user: User) -> None:
    """The first move, and the engine's answer."""
    user.drag("e2", "e4")
    user.until(f"{PLIES} == 2")


def reviewed(user: User) -> None:
    """A game of one move, given up and reviewed."""
    answered(user)
    user.key("ctrl+r")
    user.click("next(one for one in buttons() if one.text() == 'Resign' and not one.accessibleName())")
    user.button("Review")
    user.until("services.review.state.phase.name == 'DONE'")


def set_up(user: User) -> None:
    """King and queen against king."""
    user.key("ctrl+shift+e")
    user.click("dialog('PositionDialog').tools['clear']")
    for letter, square in (("K", "e1"), ("Q", "d1"), ("k", "e8")):
        user.click(f"dialog('PositionDialog').palettes[{letter.isupper()}].tools[{letter!r}]")
        x, y = user.until(f"square({square!r}, dialog('PositionDialog').board)")
        user._do("mousemove", str(x), str(y), "click", "1")
    user.key("Return")
    user.until(LINES)


def pasted(user: User) -> None:
    """A position from elsewhere, analysed."""
    user.ask("clipboard('8/8/8/4k3/8/8/8/KQ6 w - - 0 1')")
    user.key("ctrl+v")
    user.until("services.game.state.fen.startswith('8/8/8/4k3')")
    user.key("a")
    user.until(LINES)


def trained(user: User) -> None:
    """A line into the book, flagged and trained."""
    user.key("ctrl+shift+e")
    user.until("dialog('PositionDialog').isActiveWindow()")
    user.key("Return")
    user.until("dialog('PositionDialog') is None or not dialog('PositionDialog').isVisible()")
    for number, (source, target) in enumerate((("e2", "e4"), ("e7", "e5"), ("g1", "f3")), 1):
        user.drag(source, target)
        user.until(f"{PLIES} == {number}")
    user.key("ctrl+shift+b", "Home")
    user.until("any(row.san == 'e4' for row in services.book.state.rows)")
    user.key("ctrl+1")
    user.until("any(row.san == 'e4' and row.flag == '!' for row in services.book.state.rows)")
    user.click(MODES % "TRAIN")
    user.button("White, all openings")
    user.button("Train White")
    user.until("services.openings.state.phase.name in ('SHOWING', 'ASKING')")


def annotated(user: User) -> None:
    """A PGN file opened, annotated and saved."""
    path = user.folder / "game.pgn"
    path.write_text(GAME, encoding="utf-8")
    user.key("ctrl+o")
    user.until("dialog('QFileDialog').isActiveWindow()")
    user.type(str(path))
    user.key("Return")
    user.until(f"services.game.state.path == {str(path)!r}")
    user.key("Right", "ctrl+e")
    user.until("dialog('AnnotateDialog').isActiveWindow()")
    user.type("best by test")
    user.key("ctrl+Return")
    user.until("bar.window().isActiveWindow()")  # on a busy machine the window manager is slower than the hand
    user.key("ctrl+s")
    user.until(f"'best by test' in open({str(path)!r}).read()")


def found(user: User) -> None:
    """An own game, again."""
    user.click(MODES % "HOME")
    user.click(
        "next(one for one in buttons() if one.text().startswith('You – Aino') or one.accessibleName().startswith('You – Aino'))"
    )
    user.until("services.game.state.path.endswith('.pgn')")


def person(user: User) -> None:
    """A game against a person."""
    user.click(MODES % "HOME")
    user.click("page('HomePage').opponents.findChildren(QToolButton)[0]")
    user.until("services.game.state.match.contestant(services.game.state.match.human_side.other).person")


def tactics(user: User) -> None:
    """Tactics on the board."""
    user.click(MODES % "HOME")
    user.click("page('HomePage').due.rows()[2]")
    user.until("services.tactics.state.question is not None")


WISHES: dict[str, Callable[[User], None]] = {
    "the first move is answered": answered,
    "a game is played, given up and reviewed": reviewed,
    "a position is set up and analysed": set_up,
    "a position from elsewhere is analysed": pasted,
    "a book line is added, flagged and trained": trained,
    "a PGN is opened, annotated and saved": annotated,
    "an own game is found again": found,
    "a person is played": person,
    "tactics are trained": tactics,
}


class Session(NamedTuple):
    """One start of a program."""

    program: Path
    display: str
    home: Path


@contextlib.contextmanager
def started(session: Session, through: tuple[str, ...] = ()) -> Iterator[User]:
    """The program on its screen, ready for a hand. `through`: a command that runs it, as strace."""
    at = session.home / "line"
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(at))
        door.listen()
        variables = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "QT_"))}
        variables |= {f"XDG_{name}_HOME": str(session.home / name) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
        variables |= {"HOME": str(session.home), "DISPLAY": session.display, "LANG": "C.UTF-8"}
        command = [*through, str(session.program / ".venv" / "bin" / "python"), str(INSIDE), str(at)]
        process = subprocess.Popen(command, env=variables, cwd=session.program, stderr=subprocess.DEVNULL)
        try:
            door.settimeout(LONGEST_S)  # a program that cannot start says nothing
            line, _ = door.accept()
            user = User(line, session.display, session.home, process.pid)
            user.until("at(board)")
            time.sleep(2)  # a new user looks first; what is done in the background at the start is done
            yield user
        finally:
            process.terminate()
            process.wait(120)  # where others are at work too


def seconds(session: Session, wish: Callable[[User], None], at_once: bool) -> tuple[float, float]:
    """How long a wish takes, and how much processor time. :raises MissingWishError: it cannot be had."""
    if wish is found:  # one was played before
        path = session.home / "DATA" / "ratsu" / "played games.pgn"
        path.parent.mkdir(parents=True)
        path.write_text(PLAYED, encoding="utf-8")
    with started(session) as user:
        if at_once:
            user.ask("services.settings.set('human_time', 0)")
        began, used = time.monotonic(), user.processor_s()
        wish(user)
        return time.monotonic() - began, user.processor_s() - used


def measured(programs: list[Path], display: str, wish: str, rounds: int, at_once: bool) -> list[str]:
    """A line for each program, which take turns: a busy machine is equally busy for all."""
    times: dict[Path, list[tuple[float, float]]] = {program: [] for program in programs}
    lacks: dict[Path, str] = {}
    for _ in range(rounds):
        for program in programs:
            with tempfile.TemporaryDirectory() as home:
                try:
                    times[program].append(seconds(Session(program, display, Path(home)), WISHES[wish], at_once))
                except MissingWishError as missing:
                    lacks[program] = str(missing)
    return [_line(program, wish, times[program], lacks.get(program, "")) for program in programs]


def _line(program: Path, wish: str, times: list[tuple[float, float]], lack: str) -> str:
    if not times:
        return f"{wish}: not there ({lack}), {program}"
    (wall, least, most), (used, _, _) = (
        (statistics.median(one), min(one), max(one)) for one in zip(*times, strict=True)
    )
    spread = f"{least:.2f} to {most:.2f}, {len(times)} rounds"
    return f"{wish}: {wall:.2f} s ({spread}), processor {used:.2f} s, {program}"


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """A screen of 1280x800 with a window manager; gives its name."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    display = ":" + os.read(reading, 16).decode().strip()
    manager = subprocess.Popen(["openbox"], env={**os.environ, "DISPLAY": display}, stderr=subprocess.DEVNULL)
    try:
        yield display
    finally:
        manager.terminate()
        manager.wait()
        server.terminate()
        server.wait()


def main(arguments: list[str]) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=Path, default=ROOT)
    parser.add_argument("--beside", type=Path, action="append", default=[])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--at-once", action="store_true")
    parser.add_argument("wishes", nargs="*", choices=[[], *WISHES])
    read = parser.parse_args(arguments)
    with screen() as display:
        for wish in read.wishes or WISHES:
            programs = [one.resolve() for one in (read.program, *read.beside)]
            print(*measured(programs, display, wish, read.rounds, read.at_once), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
