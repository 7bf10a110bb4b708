"""The network's kernel: incremental equals fresh, features mirror as stated, damaged files are refused."""

import random
import struct

import chess
import pytest

from engine.evaluation.network import HEADER, NetworkError, decode, encode
from engine.evaluation.nnue import PAYLOAD_BYTES, SHAPE, Network, NetworkBoard
from engine.rules.board import CoreBoard
from tests.helpers.networks import PlainNetwork, random_payload
from tests.helpers.positions import core_of, random_boards

SCALE = 400


@pytest.fixture(scope="module")
def payload() -> bytes:
    return random_payload(1)


def test_evaluation_equals_a_plain_reference(payload: bytes) -> None:
    evaluator, plain = NetworkBoard(Network.from_payload(payload, SCALE)), PlainNetwork(payload, SCALE)
    seen = set()
    for index, board in enumerate(random_boards(11, 1_000)):
        if index % 20 == 0:
            value = plain.evaluate(board)
            assert evaluator.evaluate(core_of(board)) == value, board.fen()
            seen.add(value)
    assert len(seen) > 30


@pytest.mark.parametrize("chess960", [False, True])
def test_incremental_evaluation_equals_a_fresh_one(payload: bytes, chess960: bool) -> None:
    network = Network.from_payload(payload, SCALE)
    source = random.Random(12)
    for _ in range(40):
        start = chess.Board.from_chess960_pos(source.randrange(960)) if chess960 else chess.Board()
        board, evaluator = core_of(start), NetworkBoard(network)
        for _ in range(150):
            moves = board.legal_moves()
            if not moves:
                break
            board.push(source.choice(moves))
            if source.random() < 0.5:  # leave gaps, so that several plies are caught up at once
                assert evaluator.evaluate(board) == NetworkBoard(network).evaluate(board), board.fen()
            if source.random() < 0.3:
                board.pop()


def test_a_position_and_its_mirror_images_evaluate_alike(payload: bytes) -> None:
    evaluator = NetworkBoard(Network.from_payload(payload, SCALE))
    for index, board in enumerate(random_boards(13, 2_000)):
        if index % 50 == 0 and not board.castling_rights and not board.has_pseudo_legal_en_passant():
            value = evaluator.evaluate(core_of(board))
            assert evaluator.evaluate(core_of(board.mirror())) == value
            flipped = board.transform(chess.flip_horizontal)
            assert evaluator.evaluate(core_of(flipped)) == value


def test_a_file_reads_back(payload: bytes) -> None:
    board = CoreBoard.start()
    read = decode(encode(payload, SCALE), "test.nnue")
    assert NetworkBoard(read).evaluate(board) == NetworkBoard(Network.from_payload(payload, SCALE)).evaluate(board)


def test_damaged_files_are_refused_with_their_name(payload: bytes) -> None:
    data = encode(payload, SCALE)
    broken = [b"", data[:50], data[:-1], data + b"x", b"x" + data[1:], data[: HEADER.size] + bytes(PAYLOAD_BYTES)]
    broken.append(data[:8] + struct.pack("<I", 99) + data[12:])
    for bad in broken:
        with pytest.raises(NetworkError, match=r"test\.nnue"):
            decode(bad, "test.nnue")


@pytest.mark.parametrize("values", [(0xFFFFFFFF, 0), (SCALE, 0x80000000)])
def test_a_scale_beyond_an_int_is_refused(payload: bytes, values: tuple[int, int]) -> None:
    with pytest.raises(NetworkError, match=r"test\.nnue cannot be used"):
        decode(encode(payload, *values), "test.nnue")


def test_an_output_weight_beyond_the_kernels_range_is_refused(payload: bytes) -> None:
    inputs, hidden, _ = SHAPE
    broken = bytearray(payload)
    struct.pack_into("<h", broken, 2 * (inputs * hidden + hidden), 2041)
    with pytest.raises(NetworkError, match="output weight"):
        decode(encode(bytes(broken), SCALE), "test.nnue")
