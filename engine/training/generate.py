"""Training positions from games of the teacher against itself (`ratsu train generate`).

A game begins with random moves and has a few later, so that the network also sees positions that good players avoid. Each quiet
position is recorded with the teacher's score and the result of the game.
"""

import errno
import itertools
import os
from collections import deque
from collections.abc import Callable, Iterable
from collections.abc import Generator as Games
from io import BufferedWriter
from pathlib import Path

from engine.ground.files import appending, opened
from engine.ground.text import Text, why
from engine.ground.values import dataclass
from engine.ground.write_targets import RefusedError
from engine.play.worker_pool import WorkerPool
from engine.training.packing import RECORD_BYTES, piece_placement
from engine.training.teacher import IN_FLIGHT, Teacher, TeacherError
from engine.training.training_game import TrainingGame

_SEEDS = 2**64


@dataclass(frozen=True)
class GameSettings:
    """Settings of the games: scores in centipawns, lengths in plies; a verdict is one answer of the teacher."""

    random_plies: tuple[int, int] = (6, 12)
    random_moves_permille: int = 25
    widest_opening: int = 220
    kept_score: int = 2_000
    decided_score: int = 500
    decided_verdicts: int = 3
    level_score: int = 8
    level_verdicts: int = 9
    level_from: int = 100
    longest: int = 320


class Generator:
    """Plays many games at once with one teacher and returns the records of each finished game."""

    def __init__(self, teacher: Teacher, seed: int, recipe: GameSettings | None = None) -> None:
        self._teacher = teacher
        seeds = (
            (seed * IN_FLIGHT + lane) % _SEEDS for lane in range(IN_FLIGHT)
        )  # 64 bits: the clock in ns may exceed them
        self._waiting = deque(TrainingGame(recipe or GameSettings(), one) for one in seeds)
        for game in self._waiting:
            game.start()
            teacher.ask(game.question())

    def next_game(self) -> bytes:
        """Returns the records of the next game that ends, with their results; never empty.

        :raises TeacherError: if the teacher died, or its move is illegal.
        """
        while True:
            verdict = self._teacher.answer()
            game = self._waiting.popleft()
            try:
                over = game.answer(verdict.score, verdict.line)
            except ValueError as error:
                raise TeacherError(why(error)) from error
            records = game.records() if over else b""
            if over:
                game.start()
            self._teacher.ask(game.question())
            self._waiting.append(game)
            if records:
                return records


def games_of(command: str, depth: int, seed: int, processes: int = 1) -> Games[bytes, None, None]:
    """Yields the records of game after game from several teachers, each with its own seed. Close it to end them.

    :raises TeacherError: if a teacher is missing or died, or its move is illegal.
    """
    seeds = itertools.count(seed)
    with WorkerPool(lambda: _TeacherWorker(Teacher(command, depth), next(seeds)), processes, "teacher") as pool:
        while True:
            while pool.free > 0:
                pool.give(None)
            done = pool.wait()
            if done is None:
                continue
            if done.result is None:
                raise done.error or TeacherError("the teacher played no game")
            yield done.result


class _TeacherWorker:
    """The teacher of one thread."""

    def __init__(self, teacher: Teacher, seed: int) -> None:
        self._teacher = teacher
        try:
            self._generator = Generator(teacher, seed)
        except TeacherError:
            teacher.close()
            raise

    def work(self, _item: None) -> bytes:
        return self._generator.next_game()

    def close(self) -> None:
        self._teacher.close()


def write(path: Path, games: Iterable[bytes], positions: int, progress: Callable[[int], bool]) -> int:
    """Appends whole games to a file until it has `positions` records; returns the number of records in it.

    A partial record at its end, from a killed run, is cut off first. `progress(records)` is called after each game; False stops.

    :raises OSError: if the file cannot be written, or is not a record file.
    """
    _check(path)
    with BufferedWriter(appending(path)) as file:
        held = file.tell() // RECORD_BYTES
        file.truncate(held * RECORD_BYTES)
        waiting = iter(games)
        while held < positions and (records := next(waiting, None)) is not None:
            file.write(records)
            held += len(records) // RECORD_BYTES
            if not progress(held):
                break
        file.flush()
        os.fsync(file.fileno())
    return held


def _check(path: Path) -> None:
    """Protects other files that are named by mistake.

    :raises OSError: if the file does not begin with a record, or cannot be read.
    """
    try:
        with opened(path) as file:
            start = file.read(RECORD_BYTES)
    except FileNotFoundError:
        return
    kings = piece_placement(start.ljust(RECORD_BYTES, b"\0"))
    if start and (kings.count("K"), kings.count("k")) != (1, 1):
        raise RefusedError(errno.EEXIST, Text("it does not hold training positions"))
