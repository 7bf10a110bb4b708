"""Records of the board network in files, and batches of them for the trainer."""

import io
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.files import write_atomically
from engine.human.sight import KNOWN_COUNT, PLANE_COUNT
from engine.training.human.board_recorder import BoardRecorder

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
