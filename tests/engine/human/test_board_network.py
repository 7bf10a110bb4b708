"""The network's file is read as written; one weight does what it says; what is kept for the next question changes nothing."""

import itertools
import math
import struct

import pytest

from engine.evaluation.network import shipped as evaluation
from engine.human.board_network import HEAD, BoardNetwork, packed, shape_of
from engine.human.predictor_file import shipped
from engine.rules.board import CoreBoard
from tests.helpers.positions import random_boards

CHANNELS, BLOCKS, PLANES = 16, 2, 46
QUESTION = (1500, 1500, 300, 0, 1)
NO_PROMOTIONS = [0.0] * 5
Layers = list[tuple[list[float], list[float]]]


def layers(channels: int = CHANNELS) -> Layers:
    """All zero; the gates let all of an empty block pass."""
    made = [([0.0] * (rows * width), [0.0] * rows) for rows, width in shape_of(channels, BLOCKS)]
    for at in (4, 8):
        made[at][1][:channels] = [9.0] * channels
    return made


def judged(made: Layers, board: CoreBoard, promotions: list[float] = NO_PROMOTIONS) -> dict[str, float]:
    channels = len(made[0][1])
    network = BoardNetwork.from_payload(packed(channels, BLOCKS, promotions, made), evaluation())
    return {board.uci(move): number for move, number in network.judge(board, *QUESTION)}


def test_a_network_of_zeros_has_no_opinion() -> None:
    assert set(judged(layers(), CoreBoard.start()).values()) == {0.0}
    assert judged(layers(), CoreBoard.from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess960=False)) == {}  # stalemate


@pytest.mark.parametrize("side", ["w", "b"])
def test_a_plane_reaches_the_moves_from_its_squares(side: str) -> None:
    """One channel that sees the own knights under the middle tap, read by the source's vector: only their moves gain."""
    board = CoreBoard.from_fen(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {side} KQkq - 0 9", chess960=False)
    made = layers()
    knights, middle = 1, 4
    made[0][0][middle * PLANES + knights] = 1.0  # row of channel 0
    made[-2][0][0] = 2.0  # the first number of a source's vector is twice channel 0
    made[-1][1][0] = 1.5  # that of each landing is 1.5
    for move, number in judged(made, board).items():
        assert number == pytest.approx(3.0 if move[:2] in ("b1", "g1", "b8", "g8") else 0.0, abs=1e-4)


@pytest.mark.parametrize("fen", ["4k3/8/8/8/8/4N3/4K3/8 w - - 0 1", "8/4k3/4n3/8/8/8/8/4K3 b - - 0 1"])
def test_neighbours_are_seen_from_their_side(fen: str) -> None:
    """The tap below a square (toward the own side) sees what stands there, for both colours, and nothing off the board."""
    made = layers()
    king, below = 5, 1
    made[0][0][below * PLANES + king] = 1.0
    made[-2][0][0] = made[-1][1][0] = 1.0
    gained = {
        move[:2] for move, number in judged(made, CoreBoard.from_fen(fen, chess960=False)).items() if number > 0.5
    }
    assert gained == {"e3" if fen.split()[1] == "w" else "e6"}


@pytest.mark.parametrize("channels", [16, 32, 48])  # a vector of AVX-512 takes 32 at once
@pytest.mark.parametrize(("tap", "seen"), list(enumerate(("f4", "e4", "d4", "f3", "e3", "d3", "f2", "e2", "d2"))))
def test_a_block_looks_where_its_tap_says(channels: int, tap: int, seen: str) -> None:
    """The king's square is handed on by one tap of a block's convolution, from the last channel to the first."""
    made = layers(channels)
    king, middle, last = 5, 4, channels - 1
    made[0][0][(last * 9 + middle) * PLANES + king] = 1.0
    made[1][0][tap * channels + last] = 1.0  # row of channel 0
    made[2][0][middle * channels] = 1.0
    made[-2][1][0] = made[-1][0][0] = 1.0  # the landing's vector is channel 0
    numbers = judged(made, CoreBoard.from_fen("4k3/8/8/8/8/4K3/8/8 w - - 0 1", chess960=False))
    assert {move[2:] for move, number in numbers.items() if number > 0.5} == {seen} - {"e3"}


def test_only_a_pawn_that_becomes_something_gets_its_number() -> None:
    board = CoreBoard.from_fen("6k1/P7/8/8/8/8/8/R5K1 w - - 0 1", chess960=False)
    numbers = judged(layers(), board, [0.25, 1.0, 2.0, 3.0, 4.0])
    assert {move[4:]: number for move, number in numbers.items()} == {"": 0.25, "n": 1, "b": 2, "r": 3, "q": 4}
    assert numbers["a1b1"] == 0.25


def test_what_was_asked_before_changes_no_answer() -> None:
    """Entry and first block are kept for the next question: each answer is that of a network that was asked nothing else."""
    payload = shipped().payload
    used = BoardNetwork.from_payload(payload, evaluation())
    boards = [CoreBoard.from_fen(board.fen(), chess960=False) for board in random_boards(5, 6)]
    questions = [(elo, 1500, 300, 0, site) for elo in (800, 2000) for site in (0, 2)]
    for board, question in itertools.product(boards, questions):
        fresh = BoardNetwork.from_payload(payload, evaluation())
        assert used.judge(board, *question) == fresh.judge(board, *question)
    assert used.judge(boards[0], *questions[0]) != used.judge(boards[0], *questions[-1])


def test_weights_shrink_to_bytes_and_keep_their_size() -> None:
    payload = packed(CHANNELS, BLOCKS, NO_PROMOTIONS, layers())
    assert len(payload) == HEAD.size + sum(rows * (8 + width) for rows, width in shape_of(CHANNELS, BLOCKS))


@pytest.mark.parametrize(
    "payload", [b"", b"x" * 8, HEAD.pack(24, 1, *NO_PROMOTIONS), HEAD.pack(4096, 1, *NO_PROMOTIONS)]
)
def test_a_payload_of_another_shape_is_refused(payload: bytes) -> None:
    with pytest.raises(ValueError, match=r"are not supported|do not fit the shape"):
        BoardNetwork.from_payload(payload, evaluation())
    whole = packed(CHANNELS, BLOCKS, NO_PROMOTIONS, layers())
    for cut in itertools.islice(range(1, len(whole), 997), 5):
        with pytest.raises(ValueError, match=r"are not supported|do not fit the shape"):
            BoardNetwork.from_payload(whole[:-cut], evaluation())


@pytest.mark.parametrize("weight", [math.nan, math.inf, -2e4])
@pytest.mark.parametrize("place", [4, HEAD.size, -4])  # a promotion, the scale of the first row, the last bias
def test_weights_from_which_no_probability_comes_are_refused(place: int, weight: float) -> None:
    made = layers()
    made[0] = ([1.0] * len(made[0][0]), made[0][1])
    broken = bytearray(packed(CHANNELS, BLOCKS, NO_PROMOTIONS, made))
    struct.pack_into("<f", broken, place % len(broken), weight)
    with pytest.raises(ValueError, match="a weight is not finite"):
        BoardNetwork.from_payload(bytes(broken), evaluation())


def test_a_network_that_runs_over_has_no_opinion() -> None:
    made = [([9e3] * len(weights), [9e3] * len(biases)) for weights, biases in layers()]
    made[-2][0][::2] = [-9e3] * len(made[-2][0][::2])  # infinite less infinite is no number
    assert set(judged(made, CoreBoard.start()).values()) == {0.0}


def test_layers_of_another_size_are_refused() -> None:
    made = layers()
    made[3][0].pop()
    with pytest.raises(ValueError, match="are needed"):
        packed(CHANNELS, BLOCKS, NO_PROMOTIONS, made)
