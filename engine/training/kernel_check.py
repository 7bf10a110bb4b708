"""Compares a network file with the floating-point network that it was made from. Needs the extra `train`."""

from pathlib import Path

import numpy as np
import torch

from engine.evaluation.network import load
from engine.evaluation.nnue import NetworkBoard
from engine.ground.errors import RatsuError
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard
from engine.training.fit import FitError, begin_from
from engine.training.network_model import NetworkModel, unpack
from engine.training.packing import RECORD_BYTES, piece_placement


@dataclass(frozen=True)
class KernelCheck:
    """Absolute differences in centipawns, over a number of positions."""

    positions: int
    mean: float
    largest: float


def compare(network: Path, data: Path, positions: int) -> KernelCheck:
    """Evaluates the first positions of a record file with a network file and the checkpoint next to it.

    :raises NetworkError: if the network cannot be used. :raises RatsuError: if its checkpoint or the data cannot be read.
    """
    loaded = load(network)
    try:
        model = NetworkModel()
        begin_from(network.with_name(network.name + ".pt"), model)
        with data.open("rb") as file:
            records = file.read(positions * RECORD_BYTES)
    except (OSError, FitError) as error:
        raise RatsuError("the float network or its positions cannot be read: %1", error) from error
    rows = [records[start : start + RECORD_BYTES] for start in range(0, len(records), RECORD_BYTES)]
    rows = [row for row in rows if len(row) == RECORD_BYTES]
    if not rows:
        raise RatsuError("%1 holds no positions", data)
    block = torch.from_numpy(np.frombuffer(b"".join(rows), np.uint8).copy()).view(-1, RECORD_BYTES)
    exact = []
    with torch.no_grad():
        for start in range(0, len(block), 2_048):
            exact.append(model(unpack(block[start : start + 2_048])))
    evaluator = NetworkBoard(loaded)
    whole = [evaluator.evaluate(_board(row)) for row in rows]
    errors = np.abs(torch.cat(exact).double().numpy() * loaded.scale - np.array(whole))
    return KernelCheck(len(rows), float(errors.mean()), float(errors.max()))


def _board(record: bytes) -> CoreBoard:
    """Returns the board of a record, without castling rights and clocks, which the network does not see."""
    return CoreBoard.from_fen(piece_placement(record) + " - - 0 1", chess960=False)
