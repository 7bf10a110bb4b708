"""A game at the console is on the disk: whatever ends the program, at most the move in progress is lost."""

import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chess
import pytest

from engine.pgn.edit import save_games
from engine.pgn.reader import read_games
from tests.helpers.program import ROOT, run_ratsu

PLAY = (sys.executable, "-m", "desktop.command", "play")
QUICK = ("--nodes", "50", "--hash", "1", "--threads", "1", "--no-book")
OTHER = '[White "Other"]\n\n1. d4 *'
LONGEST_S = 120.0
pty = pytest.importorskip("pty", reason="no pseudo terminals here")


class Terminal:
    """`ratsu play` in a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*PLAY, *words],
            cwd=ROOT,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)
        self.text = ""
        self._read = 0

    def until(self, text: str) -> str:
        """What comes up to a text, from where the last one ended."""
        ends = time.monotonic() + LONGEST_S
        while (at := self.text.find(text, self._read)) < 0:
            assert time.monotonic() < ends, self.text
            if select.select([self.master], [], [], 0.5)[0]:
                self.text += os.read(self.master, 4096).decode(errors="replace")
        told, self._read = self.text[self._read : at], at + len(text)
        return told

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def hang_up(self) -> None:
        """Closes the terminal, as a click on its window does."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def terminal(*words: str) -> Iterator[Terminal]:
    opened = Terminal(*words)
    try:
        yield opened
    finally:
        opened.hang_up()
        if opened.process.poll() is None:
            opened.process.kill()
        opened.process.wait(LONGEST_S)


def play_moves(at: Terminal, count: int, dice: random.Random) -> chess.Board:
    """Plays so many moves of the human with White, and reads their answers."""
    board = chess.Board()
    for _ in range(count):
        if board.is_game_over():
            break
        at.until("White to move")
        move = dice.choice([*board.legal_moves])
        at.type(f"{board.uci(move)}\n")
        board.push(move)
        if not board.is_game_over():
            at.until("Ratsu plays ")
            board.push_san(at.until(" "))
    return board


def moves_in(path: Path) -> list[str]:
    """The moves of the game that was added to a file, behind the one that was there."""
    games = [*read_games(path)]
    assert [game.header("White") for game in games] == ["Other", "Human"]
    return [node.uci for node in games[1].main_line()]


def break_off(way: str, number: int, folder: Path) -> None:
    """A game is broken off at a random moment; then the file and the journal have every move that was answered."""
    dice, pgn = random.Random(number), folder / f"{way} {number}.pgn"
    save_games(pgn, [OTHER])
    with terminal(*QUICK, "--pgn", str(pgn)) as at:
        board = play_moves(at, dice.randint(1, 4), dice)
        if not board.is_game_over() and dice.random() < 0.7:
            at.type(f"{dice.choice([*board.legal_moves]).uci()}\n")
            time.sleep(dice.random() / 10)  # a random moment is what is tried
        if way == "closed":
            at.hang_up()
        else:
            at.process.send_signal(getattr(signal, way))
        assert at.process.wait(LONGEST_S) == (-signal.SIGKILL if way == "SIGKILL" else 0)
    played = [move.uci() for move in board.move_stack]
    assert moves_in(pgn)[: len(played)] == played
    if not board.is_game_over():
        told = run_ratsu("play", "--resume", typed="quit\n")
        assert told.returncode == 0, told
        assert moves_in(pgn)[: len(played)] == played


@pytest.mark.parametrize("way", ["SIGKILL", "closed"])
def test_a_game_that_is_broken_off_loses_at_most_the_move_in_progress(way: str, tmp_path: Path) -> None:
    break_off(way, 1, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(("way", "count"), [("SIGKILL", 200), ("closed", 50), ("SIGTERM", 20), ("SIGHUP", 20)])
def test_many_games_that_are_broken_off_lose_at_most_the_move_in_progress(way: str, count: int, tmp_path: Path) -> None:
    for number in range(count):
        break_off(way, number, tmp_path)


def test_ctrl_c_saves_and_ends_while_the_engine_thinks_and_the_game_is_continued(tmp_path: Path) -> None:
    pgn = tmp_path / "game.pgn"
    save_games(pgn, [OTHER])
    with terminal("--time", "300", *QUICK[2:], "--pgn", str(pgn)) as at:
        at.until("White to move")
        at.type("e4\n")
        at.until("e4\r\n")
        while len([*read_games(pgn)]) < 2:  # it is on the disk while the engine thinks
            assert at.process.poll() is None
        at.type("\x03")
        at.until("saved to")
        at.until("ratsu play --resume continues it")
        assert at.process.wait(LONGEST_S) == 0
    assert moves_in(pgn) == ["e2e4"]
    with terminal("--resume") as at:  # it thinks again, for five minutes
        at.until("continuing: Human - Ratsu")
        at.until("Black to move")
        at.type("\x03")
        at.until("saved to")
        assert at.process.wait(LONGEST_S) == 0
    assert moves_in(pgn) == ["e2e4"]
    with terminal() as at:
        at.until("not over: Human - Ratsu")
