"""The order of the hidden units. The first layer behind them reads pairs four at a time and passes over fours that are all 0, so
pairs that are 0 together should stand together. The order changes no number the network gives. Needs the extra `train`."""

from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from engine.evaluation.nnue import ACTIVATION_ONE, FIRST_OUTPUTS, SHAPE
from engine.ground.values import dataclass
from engine.training.packing import MOST_MEN, RECORD_BYTES, feature_rows

INPUTS, HIDDEN, BUCKETS = SHAPE
PAIRS = HIDDEN // 2
TOGETHER = 4  # pairs that the first layer reads at once
_AT_ONCE = 1024

Active: TypeAlias = npt.NDArray[np.bool_]
Order: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Shares:
    """Of all pairs, and of all fours of them before and after: how many are not 0, as shares of 1."""

    pairs: float
    before: float
    after: float


def active_pairs(payload: bytes, records: bytes) -> Active:
    """Which pairs are not 0 in the positions of training records, seen by each side: (2 x positions, PAIRS)."""
    count = len(records) // RECORD_BYTES
    features = np.frombuffer(payload, "<i2", INPUTS * HIDDEN).reshape(INPUTS, HIDDEN)
    bias = np.frombuffer(payload, "<i2", HIDDEN, 2 * INPUTS * HIDDEN)
    seen = np.empty((2, count, MOST_MEN), np.int16)
    feature_rows(records, seen[0].data, seen[1].data, np.empty(count, np.uint8).data)
    views = seen.reshape(2 * count, MOST_MEN)
    active = np.empty((2 * count, PAIRS), np.bool_)
    for row, view in enumerate(views):
        hidden = (bias + features[view[view >= 0]].sum(axis=0, dtype=np.int32)).clip(0, ACTIVATION_ONE)
        active[row] = hidden[:PAIRS] * hidden[PAIRS:] >= 512
    return active


def share_of_fours(active: Active, order: Order) -> float:
    """Which share of the fours is not 0 if the pairs stand in this order."""
    return float(active[:, order].reshape(len(active), PAIRS // TOGETHER, TOGETHER).any(axis=2).mean())


def best_order(active: Active, rounds: int = 600) -> Order:
    """An order in which few fours are not 0: puts pairs together one by one, then exchanges pairs between fours as long as that
    helps, the best exchanges of a round at once."""
    order = _first_order(active)
    fours = PAIRS // TOGETHER
    four_of = np.repeat(np.arange(fours), TOGETHER)
    for _ in range(rounds):
        gains = _gains(active[:, order], four_of)
        upper = np.triu(gains, 1)
        changed = np.zeros(fours, np.bool_)
        for place in np.argsort(upper, axis=None)[: 8 * PAIRS]:
            one, two = divmod(int(place), PAIRS)
            if upper[one, two] >= 0:
                break
            if changed[four_of[one]] or changed[four_of[two]]:
                continue
            changed[four_of[one]] = changed[four_of[two]] = True
            order[one], order[two] = order[two], order[one]
        if not changed.any():
            break
    return order


def _first_order(active: Active) -> Order:
    """Each four begins with the pair that is least often 0; those follow that are most often not 0 together with it."""
    left = np.argsort(-active.sum(axis=0), kind="stable").astype(np.int64).tolist()
    order: list[int] = []
    while left:
        four = active[:, left[0]]
        order.append(left.pop(0))
        for _ in range(TOGETHER - 1):
            shared = active[four][:, left].sum(axis=0)
            order.append(left.pop(int(shared.argmax())))
            four = four | active[:, order[-1]]
    return np.array(order, np.int64)


def _gains(active: Active, four_of: Order) -> npt.NDArray[np.float32]:
    """For each two places: how many fours more are not 0 if their pairs change places (0 within a four)."""
    places = active.astype(np.float32)
    counts = active.reshape(len(active), -1, TOGETHER).sum(axis=2)
    rest = (counts[:, four_of] - active > 0).astype(np.float32)  # of its four, without the pair itself
    # (place left, pair that comes): where the rest or the pair is not 0.
    made = rest.sum(axis=0)[:, None] + places.sum(axis=0)[None, :] - rest.T @ places
    kept = np.diagonal(made)
    gains: npt.NDArray[np.float32] = made + made.T - kept[:, None] - kept[None, :]
    gains[four_of[:, None] == four_of[None, :]] = 0
    return gains


def reordered(payload: bytes, order: Order) -> bytes:
    """The payload of the same network with its pairs in this order."""
    units = np.concatenate([order, order + PAIRS])
    size = 2 * INPUTS * HIDDEN
    features = np.frombuffer(payload, "<i2", INPUTS * HIDDEN).reshape(INPUTS, HIDDEN)
    bias = np.frombuffer(payload, "<i2", HIDDEN, size)
    size += 2 * HIDDEN
    first = np.frombuffer(payload, np.int8, BUCKETS * FIRST_OUTPUTS * HIDDEN, size).reshape(-1, HIDDEN)
    size += BUCKETS * FIRST_OUTPUTS * HIDDEN
    # The first layer's inputs: the pairs of the side to move, then those of the other.
    return b"".join((features[:, units].tobytes(), bias[units].tobytes(), first[:, units].tobytes(), payload[size:]))


def reorder(payload: bytes, data: Path, positions: int) -> tuple[bytes, Shares]:
    """The payload with its pairs in the best order found, by the first positions of a record file. The shares are counted on
    every second position, the order is found on the others.

    :raises OSError: if the file cannot be read. :raises ValueError: if it holds fewer than two records.
    """
    with data.open("rb") as file:
        records = file.read(positions * RECORD_BYTES)
    records = records[: len(records) // RECORD_BYTES * RECORD_BYTES]
    if len(records) < 2 * RECORD_BYTES:
        raise ValueError("too few positions")
    active = active_pairs(payload, records)
    order = best_order(active[::2])
    held = active[1::2]
    shares = Shares(float(held.mean()), share_of_fours(held, np.arange(PAIRS)), share_of_fours(held, order))
    return reordered(payload, order), shares
