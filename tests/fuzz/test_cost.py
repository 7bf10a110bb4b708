"""Twice as much of anything that is read costs about twice as much: sites' answers, the queue of the night, the mirror's file."""

import gc
import json
import random
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from books.collection.game_collection import Collection
from desktop.model import find_level
from engine.night.queue import NightQueue
from engine.night.report import report
from engine.night.values import PlannedTask
from engine.play.people.find_level import LevelGame, LevelSearch, RatingLikelihood
from engine.play.review.mirror_work import MirrorFile
from engine.play.world.downloads import DownloadFilter
from engine.play.world.fetching import fetch_games
from tests.engine.pgn.test_cost import WITH_NOISE, ratio
from tests.fuzz.value_targets import ANSWERS, MONTHS, PLAYED, STREAMED, Wire

Reading = Callable[[], object]
_numbers = count()


def lichess(folder: Path, many: int) -> Reading:
    lines = [json.dumps({**STREAMED, "pgn": STREAMED["pgn"].replace("abcdefgh", f"a{at}")}) for at in range(many)]
    return fetching(folder, "lichess", {"/user/ann": "\n".join([*lines, ""])})


def chesscom(folder: Path, many: int) -> Reading:
    games = [
        {**PLAYED, "black": {"username": str(at)}, "pgn": PLAYED["pgn"].replace("Bob", str(at))} for at in range(many)
    ]
    return fetching(folder, "chesscom", {"/archives": MONTHS, "/01": json.dumps({"games": games})})


def fetching(folder: Path, site: str, bodies: dict[str, str]) -> Reading:
    def read() -> None:
        wire = Wire(random.Random(1), {end: body.encode() for end, body in bodies.items()}, sound=True)
        with Collection(folder / f"{next(_numbers)}.games", create=True) as games:
            list(fetch_games(games, site, DownloadFilter("ann"), wire, "https://site"))  # type: ignore[arg-type]

    return read


def answers(folder: Path, many: int) -> Reading:
    path = folder / f"{many}.db"
    with NightQueue(path) as queue:
        queue.add("tables", "x", {}, 1, [PlannedTask("one", {})] * many)
        queue.begin("engine")
        rows = [(*task.key, "engine", 1, json.dumps(ANSWERS["tables"]), 1.0, "") for task in queue.next_tasks(many, ())]
        queue.db.execute("BEGIN")
        queue.db.executemany("INSERT INTO answers VALUES (?,?,?,?,?,?,?)", rows)
        queue.db.execute("UPDATE tasks SET state = 1")
        queue.db.execute("COMMIT")

    def read() -> None:
        with NightQueue(path) as queue:
            report(queue)

    return read


def mirror(folder: Path, many: int) -> Reading:
    path, moves = folder / f"{many}.jsonl", [[3, 12.5, "P", "opening", [["allows", "fork"]]]] * 30
    path.write_text("".join(json.dumps([f"{at}", [1500.0, 90.0], moves]) + "\n" for at in range(many)))
    return lambda: MirrorFile(path)


def levels(_: Path, many: int) -> Reading:
    content = find_level.dump(
        LevelSearch((LevelGame(1500, 1.0, tuple(RatingLikelihood(elo, -1.0) for elo in range(20))),) * many)
    )
    return lambda: find_level.load(content)


READERS = {"lichess": (lichess, 150), "chesscom": (chesscom, 250), "night": (answers, 1_000), "mirror": (mirror, 40)}


@pytest.mark.timing
@pytest.mark.parametrize("name", [*READERS, "level"])
def test_twice_as_much_costs_at_most_2_3_times_as_much(tmp_path: Path, name: str) -> None:
    make, many = {**READERS, "level": (levels, 200)}[name]
    small, large = make(tmp_path, many), make(tmp_path, 4 * many)
    gc.disable()
    try:
        assert ratio(small, large) <= WITH_NOISE
    finally:
        gc.enable()
