"""A teacher's probabilities for positions from games, learned from beside the moves that were played.

The teacher is a program that speaks the line protocol of `ratsu human --stdin`: a line with the game so far, rating and time
control asks, a line with a probability for each legal move answers. So whoever predicts can teach, and nothing of it ships.
"""

import random
import shlex
import subprocess
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Self

from engine.errors import RatsuError
from engine.json_text import dumped, parse
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN
from engine.training.human.chances import FIRST_PLY, SUFFIX, Taught, write_chances
from engine.training.human.games import Game, read_games

GAMES_A_FILE = 500
MOST_ASKED = 40  # lines ahead of the answers: more might fill both pipes


class Teacher:
    """A program that is asked line by line; use it in a `with`."""

    def __init__(self, command: str) -> None:
        """:raises RatsuError: if the program cannot be started."""
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except (OSError, ValueError, IndexError) as error:
            raise RatsuError("the teacher “%1” cannot be started: %2", command, str(error)) from error
        self._command = command

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._process.communicate()

    def ask(self, game: Game, plies: Iterable[int]) -> dict[int, dict[int, float]]:
        """The chances of the legal moves after so many plies of a game, by core moves.

        :raises RatsuError: if the teacher ends or answers anything else.
        """
        board, moves, wanted, boards = CoreBoard.start(), list[str](), set(plies), dict[int, CoreBoard]()
        for ply, move in enumerate(game.moves):
            if ply in wanted:
                boards[ply] = board.copy()
                self._write(game, ply, moves)
            moves.append(board.uci(move))
            board.push(move)
        return {ply: self._read(board) for ply, board in boards.items()}

    def _write(self, game: Game, ply: int, moves: list[str]) -> None:
        question = game.question(ply)
        control = f"{question.base_s}+{question.increment_s}" if question.base_s else ""
        asked = {"fen": START_FEN, "moves": " ".join(moves), "elo": question.elo}
        asked |= {"opponent": question.opponent, "time_control": control}
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(dumped(asked, None).decode())
            self._process.stdin.flush()
        except OSError as error:
            raise RatsuError("the teacher “%1” ended: %2", self._command, error) from error

    def _read(self, board: CoreBoard) -> dict[int, float]:
        assert self._process.stdout is not None
        answer = parse(self._process.stdout.readline())
        legal = {board.uci(move): move for move in board.legal_moves()}
        chances = {legal[text]: value.number(0, 1) for text, value in answer.items() if text in legal}
        if not 0.99 < sum(chances.values()) < 1.01:
            raise RatsuError(
                "the teacher “%1” gave no probabilities of the legal moves in %2", self._command, board.fen()
            )
        return {move: chances.get(move, 0.0) for move in legal.values()}


def teach(games: Path, folder: Path, command: str, a_game: int, most_games: int, say: Callable[[str], None]) -> None:
    """Writes `taught-000.chances` and so on into `folder`, one for 500 games; those that are there stay.

    :raises RatsuError: if games or teacher fail. :raises OSError: if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = islice(enumerate(read_games(games)), most_games)
    number = 0
    with Teacher(command) as teacher:
        while chunk := list(islice(source, GAMES_A_FILE)):
            path = folder / f"taught-{number:03}{SUFFIX}"
            if not path.exists():
                found = (row for at, game in chunk for row in _taught(teacher, at, game, a_game))
                say(f"{path.name}: {write_chances(path, found)} positions")
            number += 1


def _taught(teacher: Teacher, number: int, game: Game, a_game: int) -> Iterator[Taught]:
    plies = range(min(FIRST_PLY, len(game.moves)), len(game.moves))
    wanted = random.Random(number).sample(plies, min(a_game, len(plies), MOST_ASKED))
    for ply, chances in teacher.ask(game, wanted).items():
        if len(chances) > 1:
            yield Taught(number, ply, chances)
