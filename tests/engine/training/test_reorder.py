"""Another order of the hidden units: fewer fours of pairs that are not 0, and the same numbers. Needs PyTorch and NumPy."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra `train`")

import numpy as np

from engine.evaluation.nnue import PAYLOAD_BYTES, Network, NetworkBoard
from engine.training.packing import RECORD_BYTES, pack
from engine.training.reorder import PAIRS, active_pairs, best_order, reorder, reordered, share_of_groups
from tests.helpers.networks import PlainNetwork, random_payload
from tests.helpers.positions import core_of, random_boards

PAYLOAD = random_payload(5)
ORDER = np.random.default_rng(3).permutation(PAIRS)


def test_any_order_gives_the_same_numbers() -> None:
    changed = reordered(PAYLOAD, ORDER)
    assert len(changed) == PAYLOAD_BYTES and changed != PAYLOAD
    before, after = NetworkBoard(Network.from_payload(PAYLOAD, 300)), NetworkBoard(Network.from_payload(changed, 300))
    boards = [core_of(board) for board in random_boards(7, 300)]
    values = [before.evaluate(board) for board in boards]
    assert [after.evaluate(board) for board in boards] == values
    assert len(set(values)) > 100


def test_active_pairs_are_those_of_the_network_in_plain_python() -> None:
    plain = PlainNetwork(PAYLOAD, 300)
    boards = list(random_boards(9, 3))
    active = active_pairs(PAYLOAD, b"".join(bytes(pack(core_of(board), 0, 0)) for board in boards))
    for number, board in enumerate(boards):
        for view, side in ((number, board.turn), (len(boards) + number, not board.turn)):
            hidden = [min(max(value, 0), 255) for value in plain.hidden(board, side)]
            assert active[view].tolist() == [hidden[i] * hidden[i + PAIRS] // 512 > 0 for i in range(PAIRS)]


def test_pairs_that_are_0_together_come_together() -> None:
    source = np.random.default_rng(11)
    fours = np.repeat(source.random((400, PAIRS // 4)) < 0.3, 4, axis=1)  # a tidy order, and then a shuffled one
    shuffled = fours[:, ORDER]
    assert share_of_groups(shuffled, np.arange(PAIRS)) > 0.7
    order = best_order(shuffled)
    assert sorted(order.tolist()) == list(range(PAIRS))
    assert share_of_groups(shuffled, order) < 0.32


def test_a_file_of_positions_gives_the_order(tmp_path: Path) -> None:
    data = tmp_path / "positions.bin"
    data.write_bytes(b"".join(bytes(pack(core_of(board), 0, 0)) for board in random_boards(13, 400)) + b"cut off")
    changed, shares = reorder(PAYLOAD, data, 400)
    assert sorted(changed) == sorted(PAYLOAD) and 0 < shares.pairs < shares.after < shares.before <= 1
    data.write_bytes(bytes(RECORD_BYTES))
    with pytest.raises(ValueError, match="too few"):
        reorder(PAYLOAD, data, 400)
