"""The integer network against the floating point one it was made of. Needs the extra `train`."""

from pathlib import Path

import numpy as np
import torch

from engine.evaluation.network import load
from engine.evaluation.nnue import NetworkBoard
from engine.rules.board import CoreBoard
from engine.training.fit import FitError
from engine.training.model import NetworkModel
from engine.training.packing import piece_placement
from engine.training.records import load_records, make_batch
from engine.values import dataclass


@dataclass(frozen=True)
class Comparison:
    """Absolute differences in centipawns over so many positions."""

    positions: int
    mean: float
    largest: float


def compare(network: Path, data: Path, positions: int) -> Comparison:
    """Evaluates the first positions of a record file with a network file and with the checkpoint beside it.

    :raises NetworkError: if the network cannot be used. :raises FitError: if its checkpoint is missing.
    :raises RecordError: if the data cannot be read.
    """
    checkpoint = network.with_suffix(network.suffix + ".pt")
    if not checkpoint.exists():
        raise FitError("%1 is missing: the float network is needed to compare with", checkpoint)
    model = NetworkModel()
    model.load_state_dict(torch.load(checkpoint, weights_only=True, map_location="cpu")["model"])
    records = load_records([data])[:positions]
    loaded = load(network)
    evaluator = NetworkBoard(loaded)
    with torch.no_grad():
        exact = model(make_batch(records)).numpy() * loaded.scale
    rounded = [evaluator.evaluate(_board(record.tobytes())) for record in records]
    errors = np.abs(exact - np.array(rounded))
    return Comparison(len(records), float(errors.mean()), float(errors.max()))


def _board(record: bytes) -> CoreBoard:
    """The board of a record without rights and clocks, which the network does not see."""
    return CoreBoard.from_fen(piece_placement(record) + " - - 0 1")
