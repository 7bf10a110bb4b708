"""What training and tuning write: data that is added to, and files that are made again."""

import json
from itertools import repeat
from pathlib import Path

from engine.rules.board import CoreBoard
from engine.training import generate
from engine.training.nearby_positions import NeighbourMaker
from engine.training.packing import RECORD_BYTES, pack
from engine.training.rating import rating_losses
from engine.training.tuning.selfplay import play_games
from engine.training.tuning.state import read_state, write_state
from engine.training.widen import KEPT_PERMILLE, MOST_STEPS, SLOPE_PERMILLE, widen
from tests.faults.full_disk.writing import LARGE, Writers

GAMES = 12  # of some hundred bytes; more than a page of the disk
RECORDS = 1_000
_ROOTS = b"".join(bytes(pack(CoreBoard.start(), 0, 0)) for _ in range(RECORDS))


def _play(path: Path, number: int) -> None:
    """Games are added one by one: those before the one that failed stay."""
    missing = GAMES * number - (_whole_games(path) if path.exists() else 0)
    play_games(path, missing, 1, seed=missing)


def _whole_games(path: Path) -> int:
    lines = path.read_text(encoding="ascii").splitlines(keepends=True)
    for line in lines:
        result, *moves = line.split()
        board = CoreBoard.start()
        assert result in ("0", "0.5", "1") and line.endswith("\n")
        board.push_all_uci(moves)
    return len(lines)


def _played(path: Path) -> int:
    return _whole_games(path) // GAMES


def _generate(path: Path, number: int) -> None:
    """Games of ten records; a game that was written half is cut off by the next run."""
    games = repeat(bytes(pack(CoreBoard.start(), 0, 0)) * 10, 100)
    generate.write(path, games, RECORDS * number // 2, lambda _held: True)


def _generated(path: Path) -> int:
    return path.stat().st_size // RECORD_BYTES // (RECORDS // 2)


def _widen(path: Path, number: int) -> None:
    roots = path.with_name("roots")
    roots.write_bytes(_ROOTS if number == 1 else roots.read_bytes())
    widen([roots], path, number, 1, None, lambda _done, _of: True)


def _widened(path: Path) -> int:
    sizes = [len(_maker().neighbours(_ROOTS, number)) for number in (1, 2)]
    return 1 + sizes.index(path.stat().st_size)


def _maker() -> NeighbourMaker:
    return NeighbourMaker(1, MOST_STEPS, SLOPE_PERMILLE, KEPT_PERMILLE)


def _people(path: Path, number: int) -> None:
    rating_losses.write(path, {number: {"text": LARGE}})


def _people_there(path: Path) -> int:
    ((number, found),) = json.loads(path.read_bytes()).items()
    assert found == {"text": LARGE}
    return int(number)


def _state(path: Path, number: int) -> None:
    write_state(path, "test", {"number": number, "text": LARGE})


def _state_there(path: Path) -> int:
    found = read_state(path, "test")
    assert found is not None
    return int(found["number"])


WRITERS: Writers = {
    "games": (_play, _played),
    "records": (_generate, _generated),
    "near": (_widen, _widened),
    "people.json": (_people, _people_there),
    "state": (_state, _state_there),
}
