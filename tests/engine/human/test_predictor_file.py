"""Each fault of a predictor's file is named; what was written is what is read; the one that ships is small enough."""

import math
import struct
from pathlib import Path

import pytest

from engine.ground.errors import RatsuError
from engine.human.board_network import packed, shape_of
from engine.human.predictor_file import (
    SHIPPED,
    CalibrationTable,
    PredictorContents,
    PredictorError,
    encode,
    load,
    split,
)

LAYERS = [([1.0] * (rows * width), [0.0] * rows) for rows, width in shape_of(16, 1)]
PAYLOAD = packed(16, 1, [0.0] * 5, LAYERS)
TABLE = CalibrationTable((1.0,) * 8, (0.9,) * 8, (0.5, -0.25))
CONTENTS = PredictorContents(PAYLOAD, TABLE)
DATA = encode(CONTENTS)


def test_what_was_written_is_what_is_read() -> None:
    assert split(DATA, "x") == CONTENTS


def test_the_shipped_file_has_at_most_three_megabytes() -> None:
    assert SHIPPED.stat().st_size <= 3_000_000


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not a Ratsu predictor"),
        (b"RatsuNet" + bytes(100), "is not a Ratsu predictor"),
        (DATA[:-1], "is damaged"),
        (DATA[:-1] + b"x", "is damaged"),
        (b"RatsuHum" + b"\x09" + DATA[9:], "version 9"),
        (encode(CONTENTS._replace(table=TABLE._replace(heats=(0.0,) * 8))), "a number from"),
    ],
)
def test_a_bad_file_is_refused_with_its_fault(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "bad.human"
    path.write_bytes(data)
    with pytest.raises(RatsuError, match=words):
        load(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PredictorError, match=r"none\.human cannot be read"):
        load(tmp_path / "none.human")


def test_a_network_of_another_size_is_refused() -> None:
    with pytest.raises(PredictorError, match="does not fit this program"):
        CONTENTS._replace(payload=PAYLOAD[:-8]).network()


@pytest.mark.parametrize("weight", [math.nan, math.inf, 2e4])
def test_weights_from_which_no_probability_comes_are_refused(weight: float) -> None:
    broken = PAYLOAD[:4] + struct.pack("<f", weight) + PAYLOAD[8:]  # what a promotion counts
    with pytest.raises(PredictorError, match="a weight is not finite"):
        CONTENTS._replace(payload=broken).network()
