"""The network's kernel: equal to plain Python, incremental or fresh; features mirror as stated, damaged files are refused."""

import random
import struct
from collections.abc import Iterator

import chess
import pytest

from engine.evaluation.network import HEADER, NetworkError, decode, encode
from engine.evaluation.nnue import PAYLOAD_BYTES, Network, NetworkBoard, select_kernel
from engine.rules.board import CoreBoard
from tests.helpers.networks import BUCKETS, FIRST, HIDDEN, INPUTS, SECOND, PlainNetwork, extreme_payload, random_payload
from tests.helpers.positions import core_of, random_boards

SCALE = 400


@pytest.fixture(scope="module")
def payload() -> bytes:
    return random_payload(1)


@pytest.fixture(params=[0, 1, 2], ids=["plain", "avx2", "vnni"])
def kernel(request: pytest.FixtureRequest) -> Iterator[int]:
    if select_kernel(request.param) != request.param:
        pytest.skip("the machine does not have it")
    yield request.param
    select_kernel(2)


@pytest.mark.parametrize("largest", [8, 127])
def test_evaluation_equals_a_plain_reference(kernel: int, largest: int) -> None:
    payload = random_payload(2, largest=largest)
    evaluator, plain = NetworkBoard(Network.from_payload(payload, SCALE)), PlainNetwork(payload, SCALE)
    seen = set()
    for index, board in enumerate(random_boards(11, 1_000)):
        if index % 50 == 0:
            value = plain.evaluate(board)
            assert evaluator.evaluate(core_of(board)) == value, board.fen()
            seen.add(value)
    assert len(seen) > 15


def test_every_square_of_a_king_has_its_area(payload: bytes) -> None:
    evaluator, plain = NetworkBoard(Network.from_payload(payload, SCALE)), PlainNetwork(payload, SCALE)
    for square in chess.SQUARES:
        for side in (chess.WHITE, chess.BLACK):
            other = chess.A8 if chess.square_distance(square, chess.A8) > 2 else chess.H1
            board = chess.Board(None)
            board.set_piece_at(square, chess.Piece(chess.KING, side))
            board.set_piece_at(other, chess.Piece(chess.KING, not side))
            board.set_piece_at(chess.E4 if square != chess.E4 else chess.E5, chess.Piece(chess.PAWN, chess.WHITE))
            if board.is_valid():
                assert evaluator.evaluate(core_of(board)) == plain.evaluate(board), board.fen()


def test_extreme_weights_stay_in_range(kernel: int) -> None:
    """All weights and biases at their limits, so that any sum too wide for its place shows."""
    for sign in (1, -1):
        payload = extreme_payload(sign)
        evaluator, plain = NetworkBoard(Network.from_payload(payload, SCALE)), PlainNetwork(payload, SCALE)
        for board in (chess.Board(), chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")):
            assert evaluator.evaluate(core_of(board)) == plain.evaluate(board)


def test_every_kind_of_move_equals_a_plain_reference(payload: bytes, kernel: int) -> None:
    """Castling both ways, en passant, promotion with and without capture, kings between areas, null moves; forth and back."""
    evaluator, plain = NetworkBoard(Network.from_payload(payload, SCALE)), PlainNetwork(payload, SCALE)
    lines = (
        (chess.STARTING_FEN, "e2e4 d7d5 e4e5 f7f5 e5f6 d5d4 g1f3 c8g4 f1e2 b8c6 e1g1 d8d7 f6g7 e8c8 g7h8n"),
        ("4k3/1P6/8/8/8/8/6p1/R3K2R w KQ - 0 1", "e1c1 g2g1q b7b8r e8e7 c1b2 e7f6 b2a3 f6g5 d1g1"),
        (
            "8/8/8/3k4/8/3K4/3R4/8 w - - 0 1",
            "d3e3 d5e5 e3f3 e5f5 f3g3 f5g5 d2d5 g5h6 g3h4 h6g7 h4g5 g7f8 g5f6 f8e8 f6e6",
        ),
    )
    for fen, line in lines:
        for gap in (1, 2, 5):
            reference, board = chess.Board(fen), CoreBoard.from_fen(fen, chess960=False)
            evaluator.evaluate(board)
            for ply, move in enumerate(line.split()):
                reference.push_uci(move)
                board.push(board.parse_uci(move))
                if ply % gap == 0:
                    assert evaluator.evaluate(board) == plain.evaluate(reference), reference.fen()
                if ply % 2 and not reference.is_check():
                    reference.push(chess.Move.null())
                    board.push_null()
                    assert evaluator.evaluate(board) == plain.evaluate(reference), reference.fen()
                    reference.pop()
                    board.pop()
            for _ in range(3):
                board.pop()
                reference.pop()
                assert evaluator.evaluate(board) == plain.evaluate(reference)


@pytest.mark.parametrize("chess960", [False, True])
def test_incremental_evaluation_equals_a_fresh_one(payload: bytes, kernel: int, chess960: bool) -> None:
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
            if source.random() < 0.1 and not board.in_check:
                board.push_null()
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


@pytest.mark.parametrize(
    ("place", "form", "value"),
    [
        (0, "b", -128),
        (BUCKETS * FIRST * HIDDEN, "i", (1 << 24) + 1),
        (BUCKETS * FIRST * (HIDDEN + 4), "h", 2041),
        (BUCKETS * (FIRST * (HIDDEN + 4) + 2 * SECOND * SECOND), "i", -(1 << 30) - 1),
        (BUCKETS * (FIRST * (HIDDEN + 4) + SECOND * (2 * SECOND + 4)), "h", -2041),
        (PAYLOAD_BYTES - 2 * (INPUTS + 1) * HIDDEN - 4, "i", (1 << 30) + 1),
    ],
)
def test_a_value_beyond_the_kernels_range_is_refused(payload: bytes, place: int, form: str, value: int) -> None:
    broken = bytearray(payload)
    struct.pack_into("<" + form, broken, 2 * (INPUTS + 1) * HIDDEN + place, value)
    with pytest.raises(NetworkError, match=r"outside|too large"):
        decode(encode(bytes(broken), SCALE), "test.nnue")
