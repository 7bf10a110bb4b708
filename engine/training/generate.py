"""Training positions from games that the teacher plays against itself.

A game starts with some random moves and now and then plays a random move later, so that the network sees boards that
good players avoid. Every quiet position the teacher judged is kept with that judgement and, once known, the result.
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
from engine.play.worker_pool import Crew
from engine.training.packing import RECORD_BYTES, piece_placement
from engine.training.teacher import IN_FLIGHT, Teacher, TeacherError
from engine.training.training_game import TrainingGame

_SEEDS = 2**64


@dataclass(frozen=True)
class Recipe:
    """How games are made. Scores in centipawns, lengths in plies; a verdict is one answer of the teacher."""

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
    """Plays games with a teacher, many at once, and hands out the records of each finished game."""

    def __init__(self, teacher: Teacher, seed: int, recipe: Recipe | None = None) -> None:
        self._teacher = teacher
        seeds = (
            (seed * IN_FLIGHT + lane) % _SEEDS for lane in range(IN_FLIGHT)
        )  # a seed may be the clock's nanoseconds
        self._waiting = deque(TrainingGame(recipe or Recipe(), one) for one in seeds)
        for game in self._waiting:
            game.start()
            teacher.ask(game.question())

    def next_game(self) -> bytes:
        """The records of the next game that ends, its result (for the side to move) written in; never empty.

        :raises TeacherError: if the teacher died or answered nonsense.
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
    """The records of one game after the other, from so many teachers at once; each plays from a seed of its own. Close it to end
    them.

    :raises TeacherError: a teacher is missing, died or answered nonsense.
    """
    seeds = itertools.count(seed)
    with Crew(lambda: _Seat(Teacher(command, depth), next(seeds)), processes, "teacher") as crew:
        while True:
            while crew.free > 0:
                crew.give(None)
            done = crew.wait()
            if done is None:
                continue
            if done.result is None:
                raise done.error or TeacherError("the teacher played no game")
            yield done.result


class _Seat:
    """A teacher in the hands of a thread."""

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
    """Appends whole games to a file until it holds `positions` records; returns how many it holds then.

    A file that a killed run left with part of a record is cut back to whole records first. `progress(held)` is called after
    each game; False stops the work.

    :raises OSError: if the file cannot be written, or holds something else.
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
    """A file of another kind, named by mistake, is not cut. :raises OSError: there is one, or it cannot be read."""
    try:
        with opened(path) as file:
            start = file.read(RECORD_BYTES)
    except FileNotFoundError:
        return
    kings = piece_placement(start.ljust(RECORD_BYTES, b"\0"))
    if start and (kings.count("K"), kings.count("k")) != (1, 1):
        raise RefusedError(errno.EEXIST, Text("it does not hold training positions"))
