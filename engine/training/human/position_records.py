"""Writes every position of people's games as arrays for the fit (`engine.training.human.board_fit`).

Each process writes a share of the games: `FOLDER/NUMBER.planes` and the other arrays of `engine.training.human.board_recorder`,
and `.shares` (one byte for each position: the probability of using it, in units of 1/255).
"""

import multiprocessing
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import IO

from engine.ground.files import replacing
from engine.training.human.board_recorder import FIELDS, BoardRecorder
from engine.training.human.games import read_games

GAMES_AT_ONCE = 200
NAMES = (*FIELDS, "shares")


def record_positions(games: Path, folder: Path, processes: int, say: Callable[[str], None]) -> None:
    """Writes the arrays of all games in a file, replacing those in `folder`.

    :raises RatsuError: if games cannot be read. :raises OSError: if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        for path in folder.glob(f"*.{name}"):
            path.unlink()
    work = [(games, folder, number, processes) for number in range(processes)]
    if processes == 1:
        say(f"{folder.name}: {_record(work[0])} positions")
        return
    with multiprocessing.Pool(processes) as pool:
        say(f"{folder.name}: {sum(pool.imap(_record, work))} positions")


def _record(work: tuple[Path, Path, int, int]) -> int:
    games, folder, number, processes = work
    recorder, count = BoardRecorder(), 0
    with ExitStack() as stack:
        files = {name: stack.enter_context(replacing(folder / f"{number:02}.{name}")) for name in NAMES}
        for held, game in enumerate(islice(read_games(games), number, None, processes)):
            made = recorder.add(game.moves, game.asked)
            files["shares"].write(bytes(round(255 * game.shares[ply & 1]) for ply in range(made)))
            count += made
            if held % GAMES_AT_ONCE == 0:
                _write(recorder, files)
        _write(recorder, files)
    return count


def _write(recorder: BoardRecorder, files: Mapping[str, IO[bytes]]) -> None:
    for name, values in recorder.take().items():
        files[name].write(values)
