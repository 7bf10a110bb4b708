"""Neighbours of labelled positions: quiet, reachable, and scored as stated."""

import struct
from pathlib import Path

import chess
import pytest

from engine.rules.board import CoreBoard
from engine.rules.see import exchange_wins
from engine.training.nearby_positions import NeighbourMaker
from engine.training.packing import RECORD_BYTES, pack, piece_placement
from engine.training.widen import widen
from tests.helpers.positions import core_of, evaluate, random_boards


def record_board(record: bytes) -> chess.Board:
    return chess.Board(piece_placement(record) + " - - 0 1")


def score_of(record: bytes) -> int:
    return int(struct.unpack_from("<h", record, 24)[0])


@pytest.fixture(scope="module")
def parents() -> list[bytes]:
    return [bytes(pack(core_of(board), 40, 0)) for board in random_boards(41, 300)]


def split(records: bytes) -> list[bytes]:
    return [records[start : start + RECORD_BYTES] for start in range(0, len(records), RECORD_BYTES)]


def test_neighbours_are_quiet_legal_positions_scored_by_the_classical_evaluation(parents: list[bytes]) -> None:
    found = split(NeighbourMaker(3, 3, 500, 0).neighbours(b"".join(parents), 2))
    assert len(found) > 50
    for record in found[::5]:
        board = record_board(record)
        assert board.is_valid()
        assert not board.is_check()
        core = core_of(board)
        assert not any(exchange_wins(core, move, 1) for move in core.noisy_moves())
        if record[27] < 2:  # the classical evaluation knows castling rights, which this test does not read back
            assert abs(score_of(record) - evaluate(core) / 2) <= 1


def test_a_neighbour_keeps_its_part_of_what_the_teacher_knew_better() -> None:
    start = CoreBoard.start()
    plain = split(NeighbourMaker(5, 1, 1000, 0).neighbours(bytes(pack(start, 0, 0)), 40))
    taught = split(NeighbourMaker(5, 1, 1000, 500).neighbours(bytes(pack(start, evaluate(start) + 100, 0)), 40))
    assert len(plain) == len(taught) > 5
    assert {score_of(one) - score_of(other) for one, other in zip(taught, plain, strict=True)} == {-50}


def test_castling_rights_and_en_passant_survive_the_way_through_a_record() -> None:
    # The only rook's move breaks a right, and e.p. is a capture: a wrong board would be refused or give other neighbours.
    for fen in ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"):
        parent = CoreBoard.from_fen(fen, chess960=False)
        reached = {CoreBoard.from_fen(fen, chess960=False).fen()}
        for move in chess.Board(parent.fen()).legal_moves:
            board = chess.Board(parent.fen())
            board.push(move)
            reached.add(board.board_fen())
        for record in split(NeighbourMaker(9, 1, 1000, 0).neighbours(bytes(pack(parent, 0, 0)), 200)):
            assert record_board(record).board_fen() in reached


def test_records_that_are_no_positions_are_left_out() -> None:
    assert NeighbourMaker(1, 1, 1000, 0).neighbours(bytes(RECORD_BYTES) + b"\xff" * RECORD_BYTES, 5) == b""
    with pytest.raises(ValueError, match="whole records"):
        NeighbourMaker(1, 1, 1000, 0).neighbours(b"abc", 1)


def test_files_are_widened_up_to_the_stated_number(parents: list[bytes], tmp_path: Path) -> None:
    source, output = tmp_path / "some.bin", tmp_path / "near.bin"
    source.write_bytes(b"".join(parents))
    told: list[tuple[int, int]] = []

    def progress(done: int, every: int) -> bool:
        told.append((done, every))
        return True

    made = widen([source], output, 2, 1, 100, progress)
    assert told == [(100, 100)]
    assert output.stat().st_size == made * RECORD_BYTES
    assert 0 < made <= 200


def test_walks_pass_only_quiet_legal_positions_and_take_what_hangs(parents: list[bytes]) -> None:
    found = split(NeighbourMaker(7, 1, 1000, 0).walks(b"".join(parents), 2, 4))
    assert len(found) > 300
    for record in found[::7]:
        board = record_board(record)
        assert board.is_valid()
        assert not board.is_check()
        core = core_of(board)
        assert not any(exchange_wins(core, move, 1) for move in core.noisy_moves())
    # White's queen can be taken for nothing: mostly that is what happens first.
    hanging = bytes(pack(CoreBoard.from_fen("4k3/8/8/8/3p4/4Q3/8/4K3 b - - 0 1", chess960=False), 0, 0))
    walks = [record_board(record) for record in split(NeighbourMaker(7, 1, 1000, 0).walks(hanging * 200, 1, 1))]
    assert sum(not board.pieces(chess.QUEEN, chess.WHITE) for board in walks) > 0.8 * len(walks) > 100


def test_decided_positions_are_thinned() -> None:
    level, decided = bytes(pack(CoreBoard.start(), 300, 0)), bytes(pack(CoreBoard.start(), -600, 0))
    kept = split(NeighbourMaker(9, 1, 1000, 0).thinned(level * 400 + decided * 400, 300))
    assert kept.count(level) == 400
    assert 60 < kept.count(decided) < 140  # a quarter of 400
