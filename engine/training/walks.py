"""Labelled training positions near the positions of games (`ratsu train walks`); each thread writes file after file.

Roots are positions of the given games and of the engine's games against itself. Random walks, on which hanging pieces are mostly
taken (`engine.training.nearby_positions`), lead from each root; a judge labels their quiet positions.
"""

from __future__ import annotations  # array[int] cannot be written at run time before Python 3.12

import itertools
import random
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from engine.ground.errors import RatsuError
from engine.ground.files import write_atomically
from engine.ground.values import dataclass
from engine.pgn.reader import read_main_lines
from engine.play.worker_pool import WorkerPool
from engine.training.foreign_net import ForeignNetwork
from engine.training.game_positions import of_moves, of_own_games
from engine.training.human.games import read_games
from engine.training.nearby_positions import NeighbourMaker
from engine.training.packing import RECORD_BYTES
from engine.training.widen import DECIDED_CP, KEPT_PERMILLE, MOST_STEPS, SLOPE_PERMILLE

GAMES_SUFFIX = ".games"  # of `ratsu train human extract`; other files are PGN
SHARES = ((12, 1.0), (20, 0.8), (32, 0.6))  # (most pieces, share of such positions that become roots)
WALKS, OWN_WALKS = 12, 40  # from each root
WALK_PLIES = (3, 4, 6)
GAMES_A_TURN, OWN_A_TURN = 100, 400  # games; positions of own games
FILE_RECORDS = 4_000_000
NODES = 1_000  # a move, of own games


@dataclass(frozen=True)
class WalkSettings:
    """Settings. `own_s`: seconds for the engine's own games before the walks. `file_records`: records of a full file."""

    folder: Path
    own_s: float
    seed: int
    file_records: int = FILE_RECORDS


def moves_of(path: Path) -> Iterator[array[int]]:
    """Yields the moves of each game in a file that begins at the start position.

    :raises RatsuError: if the file cannot be read.
    """
    if path.suffix == GAMES_SUFFIX:
        yield from (game.moves for game in read_games(path))
        return
    for line in read_main_lines(path, headers=(), keys=False):
        if line.start_fen is None and not line.chess960 and 0 not in line.moves:
            yield line.moves


def make(
    games: Sequence[Path],
    recipe: WalkSettings,
    judges: Callable[[], Sequence[ForeignNetwork]],
    threads: int,
    seconds: float,
    progress: Callable[[int, float], None],
) -> int:
    """Writes new files `NUMBER-COUNT.bin` for `seconds` after the own games; returns the number of records.

    `judges` makes the judges of one thread; the mean of their expected scores is the label. `progress(records, elapsed seconds)`.

    :raises RatsuError: if games cannot be read, or there are none. :raises OSError: if the folder cannot be written.
    """
    every = [moves for path in games for moves in moves_of(path)]
    if not every and recipe.own_s <= 0:
        raise RatsuError("there are no games: name files of them, or let the engine play with --own-seconds")
    recipe.folder.mkdir(parents=True, exist_ok=True)
    numbers, made = itertools.count(), 0
    began = time.monotonic()

    def hire() -> Walker:
        number = next(numbers)
        return Walker(every[number::threads], recipe, judges(), number)

    with WorkerPool(hire, threads, "walks") as pool:
        while (elapsed := time.monotonic() - began) < seconds + recipe.own_s:
            while pool.free > 0:
                pool.give(None)
            done = pool.wait(1.0)
            if done is not None and done.error is not None:
                raise done.error
            made += (done.result or 0) if done is not None else 0
            progress(made, elapsed)
        while pool.busy:
            done = pool.wait()
            made += (done.result or 0) if done is not None else 0
    return made


class Walker:
    """The games and files of one thread."""

    def __init__(
        self, games: list[array[int]], recipe: WalkSettings, judges: Sequence[ForeignNetwork], number: int
    ) -> None:
        self._dice = random.Random(f"{recipe.seed} {number}")
        self._walker = NeighbourMaker(self._dice.getrandbits(60), MOST_STEPS, SLOPE_PERMILLE, KEPT_PERMILLE)
        self._recipe, self._judges, self._number = recipe, judges, number
        self._near, self._files = bytearray(), 0
        self._own = own_roots(self._dice.getrandbits(60), recipe.own_s)
        self._roots = _roots(games, self._dice)

    def work(self, _item: None) -> int:
        """Makes the records of one turn; returns their number."""
        last = max(1, len(self._own) // RECORD_BYTES - OWN_A_TURN + 1)
        start = self._dice.randrange(last) * RECORD_BYTES
        own = self._own[start : start + OWN_A_TURN * RECORD_BYTES]
        before = len(self._near)
        for records, walks in ((next(self._roots), WALKS), (own, OWN_WALKS)):
            made = bytearray(self._walker.walks(records, walks, self._dice.choice(WALK_PLIES)))
            for count, judge in enumerate(self._judges, 1):
                judge.label(made, 1 / count)
            self._near += self._walker.thinned(bytes(made), DECIDED_CP)
        found = (len(self._near) - before) // RECORD_BYTES
        if len(self._near) >= self._recipe.file_records * RECORD_BYTES:
            self._write()
        return found

    def close(self) -> None:
        """Writes the remaining records.

        :raises OSError: if they cannot be written.
        """
        if self._near:
            self._write()

    def _write(self) -> None:
        while (path := self._recipe.folder / f"{self._number:02}-{self._files:03}.bin").exists():
            self._files += 1
        write_atomically(path, bytes(self._near))
        self._near = bytearray()


def own_roots(seed: int, seconds: float) -> bytes:
    """Returns records of complete self-play games, played for `seconds`."""
    found, end = bytearray(), time.monotonic() + seconds
    games = of_own_games(NODES, seed)
    while time.monotonic() < end:
        found += next(games)
    return bytes(found)


def _roots(games: list[array[int]], dice: random.Random) -> Iterator[bytes]:
    """Yields the roots of some games at a time for ever; empty without games."""
    games = list(games)
    while True:
        dice.shuffle(games)
        for start in range(0, max(1, len(games)), GAMES_A_TURN):
            yield b"".join(of_moves(moves, dice, SHARES) for moves in games[start : start + GAMES_A_TURN])
