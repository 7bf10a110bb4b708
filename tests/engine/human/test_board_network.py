"""The board network's file is read as written; a network of zeros changes nothing; one weight does what it says."""

import itertools

import pytest

from engine.evaluation.network import shipped as evaluation
from engine.human import predictor_file
from engine.human.board_network import HEAD, BoardNetwork, packed, shape_of
from engine.human.network import PolicyNetwork
from engine.rules.board import CoreBoard

CHANNELS, BLOCKS = 16, 2
QUESTION = (1500, 1500, 300, 0, 1)


def layers() -> list[tuple[list[float], list[float]]]:
    """All zero."""
    return [([0.0] * (rows * width), [0.0] * rows) for rows, width in shape_of(CHANNELS, BLOCKS)]


def judged(payload: bytes, board: CoreBoard) -> dict[str, float]:
    network = PolicyNetwork.from_payload(
        predictor_file.shipped().policy, evaluation(), BoardNetwork.from_payload(payload) if payload else None
    )
    return {board.uci(move): number for move, number in network.judge(board, *QUESTION)}


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 9",
    ],
)
def test_a_network_of_zeros_leaves_its_share_of_the_policy(fen: str) -> None:
    board = CoreBoard.from_fen(fen)
    alone = judged(b"", board)
    halved = judged(packed(CHANNELS, BLOCKS, 0.5, layers()), board)
    assert halved == pytest.approx({move: number / 2 for move, number in alone.items()}, abs=1e-5)


@pytest.mark.parametrize("white", [True, False])
def test_a_plane_reaches_the_moves_from_its_squares(white: bool) -> None:
    """One channel that sees the own knights under the middle tap, read by the source's vector: only their moves gain."""
    board = CoreBoard.from_fen(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {'w' if white else 'b'} KQkq - 0 9")
    made = layers()
    knights, middle, planes = 1, 4, 46
    made[0][0][middle * planes + knights] = 1.0  # row of channel 0
    made[-2][0][0] = 2.0  # the first number of a source's vector is twice channel 0
    made[-1][1][0] = 1.5  # that of each landing is 1.5
    for at in (4, 8):  # the gates let all of an empty block pass
        made[at][1][:CHANNELS] = [9.0] * CHANNELS
    alone, changed = judged(b"", board), judged(packed(CHANNELS, BLOCKS, 1.0, made), board)
    for move, number in alone.items():
        gain = 3.0 if move[:2] in ("b1", "g1", "b8", "g8") else 0.0
        assert changed[move] == pytest.approx(number + gain, abs=1e-4)


def test_neighbours_are_seen_from_their_side() -> None:
    """The tap below a square (toward the own side) sees what stands there, for both colours, and nothing off the board."""
    for fen in (
        "4k3/8/8/8/8/4N3/4K3/8 w - - 0 1",
        "8/4k3/4n3/8/8/8/8/4K3 b - - 0 1",
    ):
        board = CoreBoard.from_fen(fen)
        made = layers()
        king, below = 5, 1
        made[0][0][below * 46 + king] = 1.0
        made[-2][0][0] = 1.0
        made[-1][1][0] = 1.0
        alone, changed = judged(b"", board), judged(packed(CHANNELS, BLOCKS, 1.0, made), board)
        gained = {move[:2] for move, number in alone.items() if changed[move] > number + 0.5}
        assert gained == {(fen.split()[1] == "w" and "e3") or "e6"}


def test_weights_shrink_to_bytes_and_keep_their_size() -> None:
    payload = packed(CHANNELS, BLOCKS, 1.0, layers())
    assert len(payload) == HEAD.size + sum(rows * (8 + width) for rows, width in shape_of(CHANNELS, BLOCKS))


@pytest.mark.parametrize("payload", [b"", b"x" * 8, HEAD.pack(24, 1, 1.0), HEAD.pack(4096, 1, 1.0)])
def test_a_payload_of_another_shape_is_refused(payload: bytes) -> None:
    with pytest.raises(ValueError, match="a board network of"):
        BoardNetwork.from_payload(payload)
    whole = packed(CHANNELS, BLOCKS, 1.0, layers())
    for cut in itertools.islice(range(1, len(whole), 997), 5):
        with pytest.raises(ValueError, match="a board network of"):
            BoardNetwork.from_payload(whole[:-cut])


def test_layers_of_another_size_are_refused() -> None:
    made = layers()
    made[3][0].pop()
    with pytest.raises(ValueError, match="are needed"):
        packed(CHANNELS, BLOCKS, 1.0, made)
