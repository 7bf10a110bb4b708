"""Record files in memory: loaded, shuffled, split and turned into the trainer's tensors. Needs the extra `train`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import torch

from engine.errors import RatsuError
from engine.training.nearby_positions import Neighbourhood
from engine.training.packing import RECORD_BYTES, feature_rows
from engine.values import dataclass

MOST_MEN = 32
_AT_ONCE = 65_536
Records: TypeAlias = npt.NDArray[np.uint8]


class RecordError(RatsuError):
    """A record file that is missing, empty or cut off."""


@dataclass(frozen=True)
class Batch:
    """Tensors of one batch of N positions with M pieces in all: features of both sides (M), where each position's features
    begin (N), bucket (N), score and classical evaluation (see `add_classical`) in centipawns (N) and result 0, 0.5 or 1 (N),
    all for the side to move."""

    own: torch.Tensor
    other: torch.Tensor
    starts: torch.Tensor
    bucket: torch.Tensor
    score: torch.Tensor
    classical: torch.Tensor
    result: torch.Tensor


def load_records(paths: Sequence[Path]) -> Records:
    """All records of the files, shape (N, 32) of bytes; those of a single file are read from the disk as they are asked for.

    :raises RecordError: if a file is missing or holds no whole records.
    """
    parts = []
    for path in paths:
        try:
            data = np.memmap(path, np.uint8, "c") if path.stat().st_size else np.zeros(0, np.uint8)
        except OSError as error:
            raise RecordError("the positions in %1 cannot be read: %2", path, error) from error
        whole = len(data) // RECORD_BYTES
        if whole == 0:
            raise RecordError("%1 holds no positions: make some with `ratsu train generate`", path)
        parts.append(data[: whole * RECORD_BYTES].reshape(whole, RECORD_BYTES))
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def add_classical(records: Records) -> None:
    """Writes the classical evaluation where records in memory keep their ply, which training has no use for."""
    judge = Neighbourhood(0, 1, 1000, 0)
    for start in range(0, len(records), _AT_ONCE):
        block = records[start : start + _AT_ONCE]
        scores = np.frombuffer(judge.classical_scores(block.tobytes()), dtype=np.uint8)
        block[:, 30:32] = scores.reshape(len(block), 2)


def make_batch(records: Records) -> Batch:
    """The tensors of a block of records (N, 32)."""
    count = len(records)
    own = np.empty((count, MOST_MEN), dtype=np.int16)
    other = np.empty((count, MOST_MEN), dtype=np.int16)
    men = np.empty(count, dtype=np.uint8)
    records = np.ascontiguousarray(records)
    feature_rows(records.tobytes(), own.data, other.data, men.data)
    starts = np.concatenate(([0], np.cumsum((own >= 0).sum(axis=1))[:-1]))
    score = records[:, 24:26].copy().view(np.int16)[:, 0]
    return Batch(
        torch.from_numpy(own[own >= 0].astype(np.int64)),
        torch.from_numpy(other[other >= 0].astype(np.int64)),
        torch.from_numpy(starts.astype(np.int64)),
        torch.from_numpy(((men.astype(np.int64) - 2) >> 2).clip(0, 7)),
        torch.from_numpy(score.astype(np.float32)),
        torch.from_numpy(records[:, 30:32].copy().view(np.int16)[:, 0].astype(np.float32)),
        torch.from_numpy(records[:, 26].astype(np.float32) / 2),
    )


def batches(records: Records, size: int, order: npt.NDArray[np.int64]) -> Iterator[Records]:
    """Blocks of `size` records in the given order; a short rest is left out."""
    for start in range(0, len(order) - size + 1, size):
        yield records[order[start : start + size]]
