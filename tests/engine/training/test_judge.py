"""The network inside Stockfish 15.1 as judge: the same numbers as its own, in whatever order positions are asked."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.training.foreign_net import ForeignNetwork
from engine.training.judge import load_judge
from engine.training.packing import pack
from engine.training.teacher import TeacherError, teacher_path
from tests.helpers.positions import core_of, random_boards

UNITS_A_PAWN = 361  # Stockfish 15.1, src/uci.h: NormalizeToPawnValue


@pytest.fixture(scope="module")
def records() -> list[tuple[str, bytes]]:
    boards = [board.copy() for board in random_boards(61, 60) if not board.is_check()]
    return [(board.fen(), bytes(pack(core_of(board), 0, 0))) for board in boards]


@pytest.fixture(scope="module")
def judge() -> ForeignNetwork:
    try:
        return load_judge("stockfish")
    except TeacherError as error:
        pytest.skip(str(error))


def test_it_judges_as_stockfishs_own_command_eval_tells(
    judge: ForeignNetwork, records: list[tuple[str, bytes]]
) -> None:
    asked = "".join(f"position fen {fen}\neval\n" for fen, _ in records)
    told = subprocess.run(
        [teacher_path("stockfish")], input=f"{asked}quit\n", text=True, capture_output=True, timeout=120, check=True
    ).stdout
    pawns = [float(text) for text in re.findall(r"NNUE evaluation +([+-]?[\d.]+) \(white side\)", told)]
    assert len(pawns) == len(records) > 40
    for (fen, record), white in zip(records, pawns, strict=True):
        value = judge.value(record) if " w " in fen else -judge.value(record)
        assert abs(value / UNITS_A_PAWN - white) < 0.01, fen


def test_the_order_of_the_questions_changes_nothing(judge: ForeignNetwork, records: list[tuple[str, bytes]]) -> None:
    first = {fen: judge.value(record) for fen, record in records}
    mixed = random.Random(3).sample(records, len(records))
    assert {fen: judge.value(record) for fen, record in mixed} == first


def test_labels_are_written_into_records_and_nothing_else_is(
    judge: ForeignNetwork, records: list[tuple[str, bytes]]
) -> None:
    before = b"".join(record for _, record in records)
    labelled = bytearray(before)
    judge.label(labelled)
    assert labelled[24:26] != before[24:26]
    for row in range(0, len(before), 32):
        assert labelled[row : row + 24] == before[row : row + 24]
        assert labelled[row + 26 : row + 32] == before[row + 26 : row + 32]


def test_what_is_no_such_network_is_refused() -> None:
    with pytest.raises(ValueError, match="version"):
        ForeignNetwork.from_bytes(b"NNUE of somebody else")
    with pytest.raises(ValueError, match="shape"):
        ForeignNetwork.from_bytes((0x7AF32F20).to_bytes(4, "little") + bytes(40))


def test_an_engine_that_exports_no_network_is_told() -> None:
    with pytest.raises(TeacherError, match="install it"):
        load_judge("no-such-engine-anywhere")
    silent = shutil.which("true")
    assert silent is not None
    with pytest.raises(TeacherError, match="did not export"):
        load_judge(silent)


def test_a_networks_file_is_read_without_its_engine(tmp_path: Path) -> None:
    file = tmp_path / "other.nnue"
    with pytest.raises(TeacherError, match="not a network of Stockfish"):
        load_judge(str(file))
    file.write_bytes(b"NNUE of somebody else")
    with pytest.raises(TeacherError, match="version"):
        load_judge(str(file))
