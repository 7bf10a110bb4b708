"""Records of the board network in files, and batches of them for the trainer."""

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.files import write_atomically
from engine.human.network import PolicyNetwork
from engine.human.sight import KNOWN_COUNT, PLANE_COUNT
from engine.training.human.board_recorder import BoardRecorder
from engine.training.human.chances import FIRST_PLY, by_game
from engine.training.human.games import Game, read_games

GAMES_A_FILE = 500
FIRST_SHARE = 0.35  # of the half moves before the first that is taught: they are much the same in all games
FORGET_SITE = 0.6  # share of positions that are learned as if nobody knew where the ratings come from
NO_MOVE_LOGIT = -1e4

LAYOUT = {"planes": "<u8", "known": "<f4", "heads": "<u2", "squares": "<u2", "logits": "<i2", "chances": "<u2"}
COLUMNS = {"planes": PLANE_COUNT, "known": KNOWN_COUNT, "heads": 4}


class Batch(NamedTuple):
    """Positions for the trainer, n of them with up to m moves. `planes` n x 46 x 8 x 8, 0 or 1 (rows are ranks); `known` n x
    24; `squares` n x m, source + 64 * landing; `logits` n x m of the policy network, NO_MOVE_LOGIT behind the last move;
    `chances` n x m of the teacher; `taught` n; `played` n; `ratings` n."""

    planes: np.ndarray
    known: np.ndarray
    squares: np.ndarray
    logits: np.ndarray
    chances: np.ndarray
    taught: np.ndarray
    played: np.ndarray
    ratings: np.ndarray


def write_records(path: Path, recorder: BoardRecorder) -> int:
    """Writes what the recorder holds, and empties it; returns how many positions. :raises OSError: if it cannot."""
    fields = recorder.take()
    arrays = {name: np.frombuffer(fields[name], kind) for name, kind in LAYOUT.items()}
    arrays |= {name: arrays[name].reshape(-1, width) for name, width in COLUMNS.items()}
    out = io.BytesIO()
    np.savez(out, **arrays)
    write_atomically(path, out.getvalue())
    return len(arrays["heads"])


def record_boards(
    network: PolicyNetwork, games: Path, chances: list[Path], a_game: int, folder: Path, say: Callable[[str], None]
) -> None:
    """Writes `boards-000.npz` and so on into `folder`; those that are there stay. The positions are those of the files of
    `chances` and a share of the half moves before them, or if there are none up to `a_game` of each game, without a teacher.
    `network` is the policy network whose numbers are to be corrected.

    :raises RatsuError: if games or chances cannot be read. :raises OSError: if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    every = list(read_games(games))
    parts = len(chances) or -(-len(every) // GAMES_A_FILE)
    for number in range(parts):
        path = folder / f"boards-{number:03}.npz"
        if path.exists():
            continue
        recorder = BoardRecorder(network, number + 1)
        wanted = by_game(chances[number]) if chances else _drawn(every, number * GAMES_A_FILE, a_game)
        for game, plies in wanted.items():
            all_plies = _first_plies(every[game], game) | plies if chances else plies
            recorder.add_game(every[game].moves, every[game].asked, all_plies, FORGET_SITE)
        say(f"{path.name}: {write_records(path, recorder)} positions")


def _first_plies(game: Game, number: int) -> dict[int, None]:
    dice = random.Random(number)
    return {ply: None for ply in range(min(FIRST_PLY, len(game.moves))) if dice.random() < FIRST_SHARE}


def _drawn(games: list[Game], first: int, a_game: int) -> dict[int, dict[int, None]]:
    found: dict[int, dict[int, None]] = {}
    for number, game in enumerate(games[first : first + GAMES_A_FILE], first):
        dice = random.Random(number)
        plies = [ply for ply in range(len(game.moves)) if dice.random() < game.shares[ply % 2]]
        found[number] = dict.fromkeys(dice.sample(plies, min(a_game, len(plies))))
    return found


class Records:
    """The positions of some files, in memory."""

    def __init__(self, paths: list[Path]) -> None:
        """:raises OSError: if a file cannot be read."""
        parts = []
        for path in paths:
            with np.load(path) as data:
                parts.append({name: data[name] for name in LAYOUT})
        self._arrays = {name: np.concatenate([part[name] for part in parts]) for name in LAYOUT}
        self._counts = self._arrays["heads"][:, 1].astype(np.int64)
        self._starts = np.concatenate([[0], np.cumsum(self._counts)[:-1]])

    def __len__(self) -> int:
        return len(self._counts)

    def batch(self, order: np.ndarray) -> Batch:
        """The positions with these numbers."""
        counts = self._counts[order]
        at = self._starts[order][:, None] + np.arange(counts.max())
        there = np.arange(counts.max()) < counts[:, None]
        at = np.where(there, at, 0)
        planes = np.unpackbits(self._arrays["planes"][order].view(np.uint8), axis=1, bitorder="little")
        heads = self._arrays["heads"][order]
        logits = self._arrays["logits"][at].astype(np.float32) / 1000
        return Batch(
            planes.reshape(len(order), PLANE_COUNT, 8, 8),
            self._arrays["known"][order],
            np.where(there, self._arrays["squares"][at], 0).astype(np.int64),
            np.where(there, logits, np.float32(NO_MOVE_LOGIT)),
            np.where(there, self._arrays["chances"][at], 0).astype(np.float32) / 65535,
            heads[:, 3] > 0,
            heads[:, 2].astype(np.int64),
            heads[:, 0].astype(np.int64),
        )
