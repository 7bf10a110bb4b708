"""The networks inside Stockfish 15.1 and 17.1 as judges: the same numbers as their own, in whatever order positions are asked."""

import math
import os
import random
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from engine.training.foreign_net import ForeignNetwork
from engine.training.judge import load_judge
from engine.training.packing import pack
from engine.training.teacher import TeacherError, teacher_path
from installer.environment import ROOT
from tests.bench.swapped_network import ASKED
from tests.helpers.positions import core_of, random_boards

NEW_STOCKFISH = "STOCKFISH_17"  # variable of the environment: the path of a Stockfish 17.1
VERSION = (0x7AF32F20).to_bytes(4, "little")


@pytest.fixture(scope="module")
def records() -> list[tuple[str, bytes]]:
    boards = [board.copy() for board in random_boards(61, 60) if not board.is_check()]
    return [(board.fen(), bytes(pack(core_of(board), 0, 0))) for board in boards]


@pytest.fixture(scope="module", params=["stockfish", NEW_STOCKFISH])
def engine(request: pytest.FixtureRequest) -> str:
    command = os.environ.get(NEW_STOCKFISH) if request.param == NEW_STOCKFISH else request.param
    if not command:
        pytest.skip(f"needs the path of a Stockfish 17.1 in {NEW_STOCKFISH}")
    return str(command)


@pytest.fixture(scope="module")
def judge(engine: str) -> ForeignNetwork:
    try:
        return load_judge(engine)
    except TeacherError as error:
        pytest.skip(str(error))


def test_it_judges_as_stockfishs_own_command_eval_tells(
    engine: str, judge: ForeignNetwork, records: list[tuple[str, bytes]]
) -> None:
    asked = "".join(f"position fen {fen}\neval\n" for fen, _ in records)
    told = subprocess.run(
        [teacher_path(engine)], input=f"{asked}quit\n", text=True, capture_output=True, timeout=120, check=True
    ).stdout
    pawns = [float(text) for text in re.findall(r"NNUE evaluation +([+-]?[\d.]+) \(white side\)", told)]
    assert len(pawns) == len(records) > 40
    for (fen, record), white in zip(records, pawns, strict=True):
        value = judge.value(record) if " w " in fen else -judge.value(record)
        # 17.1's pawn is worth more units with fewer pieces: 377 to 383 (src/uci.cpp: win_rate_params).
        assert abs(value / judge.units - white) < 0.01 + 0.02 * abs(white) * (judge.units != 361), fen


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


def _expected(centipawns: int) -> float:
    return 1 / (1 + math.exp(-centipawns / 160))


def _scores(records: bytes | bytearray) -> list[int]:
    return [score for (score,) in struct.iter_unpack("<24xh6x", records)]


def test_a_share_of_a_label_is_a_share_of_the_expected_score(
    judge: ForeignNetwork, records: list[tuple[str, bytes]]
) -> None:
    full = bytearray(b"".join(record for _, record in records))
    third = bytearray(full)
    judge.label(full)
    judge.label(third, 1 / 3)
    for score, mixed in zip(_scores(full), _scores(third), strict=True):
        assert _expected(mixed) == pytest.approx((_expected(score) + 2 * 0.5) / 3, abs=0.001)


def test_what_is_no_such_network_is_refused() -> None:
    with pytest.raises(ValueError, match="version"):
        ForeignNetwork.from_bytes(b"NNUE of somebody else")
    with pytest.raises(ValueError, match="shape"):
        ForeignNetwork.from_bytes(VERSION + bytes(40))


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


def _packed(values: list[int]) -> bytes:
    """The block of numbers as 17.1 writes it: seven bits a byte, the lowest first, until only the sign is left."""
    found = bytearray()
    for value in values:
        while not -64 <= value < 64:
            found.append(value & 127 | 128)
            value >>= 7
        found.append(value & 127)
    return b"COMPRESSED_LEB128" + len(found).to_bytes(4, "little") + bytes(found)


def _network_of_biases(biases: list[int], weights: list[int]) -> bytes:
    """A file of 17.1's shape in which only the biases of the first layer and the first output after it count."""
    features = b"COMPRESSED_LEB128" + (22_528 * 3072).to_bytes(4, "little") + bytes(22_528 * 3072)
    straight = bytes(15 * 3072) + bytes(weight & 255 for weight in weights)
    stack = bytes(4 + 4 * 16) + straight + bytes(4 * 32 + 32 * 32 + 4 + 32)
    return VERSION + bytes(12) + _packed(biases) + features + _packed([0] * (22_528 * 8)) + 8 * stack


def test_a_compressed_network_is_unpacked(records: list[tuple[str, bytes]]) -> None:
    dice = random.Random(17)
    biases = [dice.choice((-300, -65, -64, -1, 0, 63, 64, 100, 127, 128, 5000)) for _ in range(3072)]
    weights = [dice.randint(-2, 4) for _ in range(3072)]
    data = _network_of_biases(biases, weights)
    clipped = [min(127, max(0, bias)) for bias in biases]
    products = [left * right // 128 for left, right in zip(clipped[:1536], clipped[1536:], strict=True)]
    total = sum(product * weight for product, weight in zip(2 * products, weights, strict=True))
    assert total > 0
    value = ForeignNetwork.from_bytes(data).value(records[0][1])
    assert value == total * 9600 // (127 * 64) // 16
    for damaged in (data[:-1], data[:5000], data.replace(b"LEB128", b"LEB129", 1)):
        with pytest.raises(ValueError, match="shape"):
            ForeignNetwork.from_bytes(damaged)


def test_the_swap_test_finds_the_place_where_the_network_is_asked() -> None:
    assert (ROOT / "engine" / "evaluation" / "nnue.py").read_text(encoding="utf-8").count(ASKED) == 1
