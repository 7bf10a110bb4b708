"""The network's kernel: incremental equals fresh, features mirror as stated, damaged files are refused."""

import random
import struct

import chess
import pytest

from engine.evaluation.network import HEADER, NetworkError, decode, encode
from engine.evaluation.nnue import PAYLOAD_BYTES, SHAPE, Network, NetworkBoard
from engine.rules.board import CoreBoard
from tests.helpers.positions import core_of, random_boards

SCALE = 400


def random_payload(seed: int) -> bytes:
    inputs, hidden, buckets = SHAPE
    source = random.Random(seed)
    features = [source.randint(-40, 40) for _ in range(inputs * hidden)]
    bias = [source.randint(-50, 200) for _ in range(hidden)]
    outputs = [source.randint(-2040, 2040) for _ in range(2 * hidden * buckets)]
    values = features + bias + outputs
    biases = [source.randint(-5_000, 5_000) for _ in range(buckets)]
    return struct.pack(f"<{len(values)}h{buckets}i", *values, *biases)


def area_of(king: chess.Square, side: chess.Color) -> int:
    """Which of the four sets of inputs a side uses: its king on the first rank at a wing, there in the middle, on the second
    rank, further up."""
    rank = chess.square_rank(king) if side == chess.WHITE else 7 - chess.square_rank(king)
    if rank == 0:
        return 0 if chess.square_file(king) in (0, 1, 6, 7) else 1
    return min(rank + 1, 3)


def reference_evaluation(payload: bytes, board: chess.Board) -> int:
    """The same network in plain Python, from its description alone."""
    inputs, hidden, buckets = SHAPE
    shorts = struct.unpack_from(f"<{inputs * hidden + hidden + buckets * 2 * hidden}h", payload)
    biases = struct.unpack_from(f"<{buckets}i", payload, 2 * len(shorts))
    bucket = (len(board.piece_map()) - 2) // 4
    total = 0
    for half, side in enumerate((board.turn, not board.turn)):
        king = board.king(side)
        assert king is not None
        values = list(shorts[inputs * hidden : inputs * hidden + hidden])
        for square, piece in board.piece_map().items():
            seen = square if side == chess.WHITE else chess.square_mirror(square)
            seen ^= 7 if chess.square_file(king) >= 4 else 0
            kind = piece.piece_type - 1 + (0 if piece.color == side else 6)
            column = (768 * area_of(king, side) + 64 * kind + seen) * hidden
            values = [value + weight for value, weight in zip(values, shorts[column : column + hidden], strict=True)]
        start = inputs * hidden + hidden + bucket * 2 * hidden + half * hidden
        weights = shorts[start : start + hidden]
        active = (max(0, min(511, value)) for value in values)
        total += sum(value**2 // 16 * weight for value, weight in zip(active, weights, strict=True))
    return int((int(total * 16 / 511) + biases[bucket]) * SCALE / (511 * 1024))


@pytest.fixture(scope="module")
def payload() -> bytes:
    return random_payload(1)


def test_evaluation_equals_a_plain_reference(payload: bytes) -> None:
    evaluator = NetworkBoard(Network.from_payload(payload, SCALE))
    for index, board in enumerate(random_boards(11, 400)):
        if index % 20 == 0:
            assert evaluator.evaluate(core_of(board)) == reference_evaluation(payload, board), board.fen()


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
