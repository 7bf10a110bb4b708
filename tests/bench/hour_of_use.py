"""An hour of ordinary use of the real window, watched by strace: which sockets it opens, and to whom.

    python -m tests.bench.hour_of_use FILE.pgn [MINUTES] [--log FILE]      (default: 60)

A user plays, resigns, reviews, analyses, asks for explanations, edits the book, opens and searches files of games, trains, sets
up endings, and looks through the settings and every panel, at the pace of a person: 2 s between two keys. Everything goes
through the X server as keys and clicks (xdotool; Xvfb and openbox). Nothing online is turned on. Each thing is done again from
the start when the list is over. Prints how often each was done, and every socket by its family, with the addresses that were
connected to. Exit code 1 where one is of the network, or where nothing was seen at all. Needs strace.
"""

import argparse
import collections
import contextlib
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess

from tests.bench.first_wishes import MODES, ROOT, MissingWishError, Session, User, screen, started

PACE_S = 2.0
SEED = 25
CLOSE = "button('Close')"  # of the question whether a game is closed without saving it
ENDING = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"
TRACE = ("strace", "-f", "-I", "2", "--seccomp-bpf", "-e", "trace=socket,connect", "-o")
LOCAL = frozenset({"AF_UNIX", "AF_NETLINK"})  # another program, or the kernel, of this machine
FAMILY = re.compile(r"\bsocket\((AF_\w+)")
CONNECTED = re.compile(r"\bconnect\(\d+, (\{.*\}), \d+\)")


class Person:
    """A hand that waits `pace` seconds between two keys."""

    def __init__(self, user: User, games: Path, pace: float = PACE_S) -> None:
        self.user, self.games, self.pace = user, games, pace
        self._chance = random.Random(SEED)

    def keys(self, *names: str) -> None:
        """Presses keys, one after the other, and looks at what happens."""
        for name in names:
            self.user.key(name)
            time.sleep(self.pace)

    def command(self, words: str) -> None:
        """A command by its name, as Ctrl+K finds it."""
        self.keys("ctrl+k")
        self.user.type(words)
        time.sleep(self.pace)
        self.keys("Return")

    def mode(self, name: str) -> None:
        """One of the modes at the left."""
        self.user.click(MODES % name)
        time.sleep(self.pace)

    def leave(self) -> None:
        """Closes what may be open."""
        for _ in range(3):
            self.user.key("Escape")
        time.sleep(self.pace)

    def move(self) -> None:
        """Any legal move on the board, and the time for the answer."""
        board = chess.Board(self.user.ask("services.game.state.fen"))
        moves = list(board.legal_moves)
        if moves:
            move = self._chance.choice(moves)
            self.user.drag(chess.square_name(move.from_square), chess.square_name(move.to_square))
        time.sleep(3 * self.pace)


def play(one: Person) -> None:
    """A game of some moves against the engine, resigned and reviewed."""
    one.keys("ctrl+n")
    one.user.button("Play")
    for _ in range(12):
        one.move()
    one.keys("ctrl+r")
    with contextlib.suppress(MissingWishError):  # the game may be over
        one.user.click("next(one for one in buttons() if one.text() == 'Resign' and not one.accessibleName())")
    one.leave()
    one.keys("r", "Return")
    time.sleep(20)
    one.keys("Home", *["Right"] * 8, "w")
    one.leave()


def analyse(one: Person) -> None:
    """Analysis of the game with its panels, then an ending from the clipboard."""
    one.mode("ANALYSE")
    one.keys(
        "a",
        "Home",
        "Right",
        "Right",
        "plus",
        "minus",
        "x",
        "x",
        "e",
        "p",
        "p",
        "ctrl+space",
        "ctrl+Return",
        "ctrl+z",
        "a",
    )
    one.user.ask(f"clipboard({ENDING!r})")
    one.mode("TABLES")
    one.keys("ctrl+v", "a", "ctrl+space", "ctrl+space", "a")


def book(one: Person) -> None:
    """Moves into the book, marks, the report, and the dialogs of the book."""
    one.mode("BOOK")
    one.keys("ctrl+b", "ctrl+1", "ctrl+4", "ctrl+alt+z")
    for key in ("ctrl+shift+r", "ctrl+shift+o", "ctrl+shift+d", "ctrl+shift+l", "ctrl+alt+p", "ctrl+alt+n"):
        one.keys(key)
        one.leave()


def games(one: Person) -> None:
    """The file of games opened, gone through, searched and imported."""
    one.keys("ctrl+o")
    one.user.type(str(one.games))
    one.keys("Return", "ctrl+l", *["Down"] * 6, "Return", *["Right"] * 10)
    one.keys("ctrl+shift+f")
    one.leave()
    one.keys("ctrl+shift+i")
    one.user.type(str(one.games))
    one.keys("Return")
    one.leave()
    one.keys("ctrl+w")


def train(one: Person) -> None:
    """The pages of training and of one's own games."""
    for mode in ("TRAIN", "HOME"):
        one.mode(mode)
        one.keys("Tab", "Tab", "Down", "Down")
    for key in ("ctrl+shift+t", "ctrl+alt+m", "ctrl+shift+u", "ctrl+alt+l", "ctrl+shift+g", "ctrl+alt+t", "ctrl+alt+j"):
        one.keys(key)
        one.leave()


def settings(one: Person) -> None:
    """Every page of the settings, the keys, the log, the pages of online things: looked at, nothing turned on."""
    one.keys("ctrl+comma", "Tab", *["Down"] * 8)
    one.leave()
    one.keys("Ctrl+F1")
    one.leave()
    for words in ("Get my games", "Online", "Broadcast", "Log", "About", "Dark colours", "Light colours"):
        one.command(words)
        one.leave()


def tidy(one: Person) -> None:
    """Closes the games that the others have opened, but one, saving none: what stays open is not what is measured."""
    one.mode("ANALYSE")
    for _ in range(one.user.ask("len(services.game.tabs.titles)") - 1):
        one.keys("ctrl+w")
        if one.user.ask(CLOSE):
            one.user.click(CLOSE)
            time.sleep(one.pace)


DEEDS: tuple[Callable[[Person], None], ...] = (play, analyse, book, games, train, settings, tidy)


def used(user: User, games: Path, minutes: float, pace: float = PACE_S) -> collections.Counter[str]:
    """Goes through the deeds until the time is over; how often each was done. `pace`: seconds between two keys."""
    done: collections.Counter[str] = collections.Counter()
    one, end = Person(user, games, pace), time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        deed = DEEDS[sum(done.values()) % len(DEEDS)]
        try:
            deed(one)
            done[deed.__name__] += 1
        except MissingWishError as missing:
            done[f"{deed.__name__}, not to its end ({missing})"] += 1
        one.leave()
        if user.ask("services.game.state.fen") is None:
            raise SystemExit(f"the window does not answer after {deed.__name__}")
    one.keys("ctrl+q")
    with contextlib.suppress(ValueError, OSError):  # a question may have kept it open
        user.ask("__import__('os')._exit(0)")
    return done


def sockets(text: str) -> tuple[collections.Counter[str], collections.Counter[str]]:
    """The families of the sockets in a log of strace, and the addresses that were connected to."""
    return collections.Counter(FAMILY.findall(text)), collections.Counter(CONNECTED.findall(text))


def main(arguments: list[str]) -> int:
    """Uses and prints."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=Path)
    parser.add_argument("minutes", type=float, nargs="?", default=60.0)
    parser.add_argument("--log", type=Path, help="keep strace's log here")
    read = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as home, screen() as display:
        log = read.log or Path(home) / "strace.log"
        began = time.monotonic()
        with started(Session(ROOT, display, Path(home)), (*TRACE, str(log))) as user:
            done = used(user, read.games.absolute(), read.minutes)
        minutes = (time.monotonic() - began) / 60
        families, addresses = sockets(log.read_text("utf-8", "replace"))
    print(f"{minutes:.0f} minutes: " + ", ".join(f"{name} {count}" for name, count in done.items()))
    print("sockets: " + ", ".join(f"{name} {count}" for name, count in families.items()))
    for address, count in addresses.most_common():
        print(f"{count:>5}  {address}")
    return 0 if families and set(families) <= LOCAL else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
