"""Records of features from games, and the network fitted to them; both continue where they were cut off."""

from __future__ import annotations  # array[int] cannot be written at run time before Python 3.12

import math
import random
from array import array
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from engine.errors import RatsuError
from engine.files import write_atomically
from engine.json_text import JsonValue, dumped, parse
from engine.training.human.chances import SUFFIX, by_game
from engine.training.human.games import Game, read_games
from engine.training.human.learner import Learner, offsets
from engine.training.human.recorder import Recorder

GAMES_A_SHARD = 2000
FORGET_SITE = 0.3  # share of positions that are learned as if nobody knew where the ratings come from


class Plan(NamedTuple):
    """How to fit. `positions`: in all, over which the rate falls to nothing along a cosine; `teacher`: weight of the
    teacher's chances against the move played, where there are any."""

    positions: int
    rate: float
    batch: int = 256
    decay: float = 1e-3
    teacher: float = 0.5
    seed: int = 1


class Progress(NamedTuple):
    """Where a fit is: positions learned, mean loss of the last shard (nats), share and loss of the move played on the
    positions that are kept aside."""

    positions: int
    loss: float
    held_top1: float
    held_loss: float


def record(games: Path, folder: Path, opening: float, say: Callable[[str], None]) -> None:
    """Writes `NAME-000.records` and so on beside each other in `folder`, one for 2,000 games; those that are there stay.
    `opening`: share of positions before ply 10 that are kept.

    :raises RatsuError: if the games cannot be read. :raises OSError: if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = read_games(games)
    number = 0
    while chunk := list(islice(source, GAMES_A_SHARD)):
        path = folder / f"{games.stem}-{number:03}.records"
        if not path.exists():
            kept, data = _records(chunk, number, opening)
            write_atomically(path, data)
            say(f"{path.name}: {kept} positions")
        number += 1


def _records(games: Iterable[Game], seed: int, opening: float) -> tuple[int, bytes]:
    recorder = Recorder(seed + 1)
    kept = 0
    for game in games:
        kept += recorder.add_game(game.moves, game.asked, game.shares, {}, opening)
    return kept, recorder.take()


def record_taught(games: Path, folder: Path, say: Callable[[str], None]) -> None:
    """Writes the records of each file of a teacher's chances in `folder` beside it; those that are there stay.

    :raises RatsuError: if games or chances cannot be read. :raises OSError: if the folder cannot be written.
    """
    paths = [path for path in sorted(folder.glob(f"*{SUFFIX}")) if not path.with_suffix(".records").exists()]
    every = list(read_games(games)) if paths else []
    for number, path in enumerate(paths):
        recorder, kept = Recorder(number + 1), 0
        for game, chances in by_game(path).items():
            kept += recorder.add_game(every[game].moves, every[game].asked, (0.0, 0.0), chances)
        write_atomically(path.with_suffix(".records"), recorder.take())
        say(f"{path.stem}.records: {kept} positions")


def fit(
    shards: Callable[[], list[Path]],
    held: list[Path],
    checkpoint: Path,
    plan: Plan,
    on_shard: Callable[[Progress], None],
) -> None:
    """Learns until `plan.positions` were seen; writes `checkpoint` after each shard and continues from it. `shards` is
    asked at the start of each round, so that files may still be added.

    :raises RatsuError: if there are no records, or the checkpoint is of another network.
    """
    learner = Learner(plan.seed)
    done, rounds, place = _resume(learner, checkpoint)
    kept_aside = [(data, _sample(offsets(data), 6000)) for data in (path.read_bytes() for path in held)]
    while done < plan.positions:
        paths = shards()
        if not paths:
            raise RatsuError("there are no records to learn from: make them with `ratsu train human record`")
        random.Random(plan.seed + rounds).shuffle(paths)
        for path in paths[place:]:
            learned, loss = _learn_shard(learner, path, plan, done)
            done += learned
            place += 1
            meta = {"positions": done, "rounds": rounds, "place": place, "steps": learner.steps}
            write_atomically(checkpoint, dumped(meta, None) + learner.state())
            results = [row for data, order in kept_aside for row in learner.measure(data, order, False)]
            count = max(len(results), 1)
            top1, held_loss = sum(row[1] for row in results) / count, sum(row[2] for row in results) / count
            on_shard(Progress(done, loss, top1, held_loss))
            if done >= plan.positions:
                break
        else:
            rounds, place = rounds + 1, 0


def _sample(order: list[int], most: int) -> array[int]:
    return array("q", sorted(random.Random(1).sample(order, min(most, len(order)))))


def _resume(learner: Learner, checkpoint: Path) -> tuple[int, int, int]:
    """Positions, whole rounds and files of the round that a checkpoint has behind it, if there is one."""
    if not checkpoint.exists():
        return 0, 0, 0
    meta, state = _split(checkpoint)
    try:
        learner.restore(state, meta["steps"].whole(0, 1 << 40))
    except ValueError as error:
        raise RatsuError("%1 cannot be continued: %2", checkpoint, str(error)) from error
    return meta["positions"].whole(0, 1 << 50), meta["rounds"].whole(0, 1 << 30), meta["place"].whole(0, 1 << 30)


def weights_of(checkpoint: Path) -> bytes:
    """The network of a checkpoint as floats.

    :raises RatsuError: if it cannot be read.
    """
    _, state = _split(checkpoint)
    return state[: len(state) // 3]


def _split(checkpoint: Path) -> tuple[JsonValue, bytes]:
    """What is in the first line, and the state behind it."""
    try:
        line, state = checkpoint.read_bytes().split(b"\n", 1)
    except (OSError, ValueError) as error:
        raise RatsuError("%1 is no checkpoint of `ratsu train human fit`: %2", checkpoint, str(error)) from error
    return parse(line), state


def _learn_shard(learner: Learner, path: Path, plan: Plan, done: int) -> tuple[int, float]:
    records = path.read_bytes()
    order = offsets(records)
    random.Random(done).shuffle(order)
    total = 0.0
    for start in range(0, len(order), plan.batch):
        batch = array("q", order[start : start + plan.batch])
        share = min(1.0, (done + start) / plan.positions)
        rate = plan.rate * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
        total += len(batch) * learner.learn(records, batch, rate, plan.decay, plan.teacher, FORGET_SITE)
    return len(order), total / max(len(order), 1)
