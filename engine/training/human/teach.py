"""A teacher's probabilities for positions from games: records with them, learned from beside the moves that were played.

The teacher is a program that speaks the line protocol of `ratsu human --stdin`: a line with the game so far, rating and time
control asks, a line with a probability for each legal move answers. So whoever predicts can teach, and nothing of it ships.
"""

import random
import shlex
import subprocess
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Self

from engine.errors import RatsuError
from engine.files import write_atomically
from engine.json_text import dumped, parse
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN
from engine.training.human.games import Game, read_games
from engine.training.human.recorder import Recorder

GAMES_A_FILE = 500
FIRST_PLY = 6


class Teacher:
    """A program that is asked line by line; use it in a `with`."""

    def __init__(self, command: str) -> None:
        """:raises RatsuError: if the program cannot be started."""
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except (OSError, ValueError, IndexError) as error:
            raise RatsuError(f"the teacher {command!r} cannot be started: {error}") from error
        self._command = command

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._process.communicate()

    def ask(self, game: Game, ply: int, moves: list[str], board: CoreBoard) -> dict[int, float]:
        """The chances of the legal moves of `board`, by core moves; `moves` led to it.

        :raises RatsuError: if the teacher ends or answers anything else.
        """
        question = game.question(ply)
        control = f"{question.base_s}+{question.increment_s}" if question.base_s else ""
        asked = {"fen": START_FEN, "moves": " ".join(moves), "elo": question.elo}
        asked |= {"opponent": question.opponent, "time_control": control}
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(dumped(asked, None).decode())
            self._process.stdin.flush()
        except OSError as error:
            raise RatsuError(f"the teacher {self._command!r} ended: {error}") from error
        answer = parse(self._process.stdout.readline())
        legal = {board.uci(move): move for move in board.legal_moves()}
        chances = {legal[text]: value.number(0, 1) for text, value in answer.items() if text in legal}
        if not 0.99 < sum(chances.values()) < 1.01:
            raise RatsuError(f"the teacher {self._command!r} gave no probabilities of the legal moves in {board.fen()}")
        return chances


def teach(games: Path, folder: Path, command: str, a_game: int, most_games: int, say: Callable[[str], None]) -> None:
    """Writes `taught-000.records` and so on into `folder`, one for 500 games; those that are there stay.

    :raises RatsuError: if games or teacher fail. :raises OSError: if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = islice(read_games(games), most_games)
    number = 0
    with Teacher(command) as teacher:
        while chunk := list(islice(source, GAMES_A_FILE)):
            path = folder / f"taught-{number:03}.records"
            if not path.exists():
                recorder = Recorder(number + 1)
                kept = sum(_add(recorder, game, teacher, a_game) for game in chunk)
                write_atomically(path, recorder.take())
                say(f"{path.name}: {kept} positions")
            number += 1


def _add(recorder: Recorder, game: Game, teacher: Teacher, a_game: int) -> int:
    plies = range(min(FIRST_PLY, len(game.moves)), len(game.moves))
    wanted = set(random.Random(len(game.moves)).sample(plies, min(a_game, len(plies))))
    board, moves, chances = CoreBoard.start(), list[str](), dict[int, dict[int, float]]()
    for ply, move in enumerate(game.moves):
        if ply in wanted:
            chances[ply] = teacher.ask(game, ply, moves, board)
        moves.append(board.uci(move))
        board.push(move)
    asked = (game.white, game.black, game.base_s, game.increment_s, game.site)
    return recorder.add_game(game.moves, asked, (0.0, 0.0), chances)
