"""The predictor's file: network, search correction and temperatures.

Layout, little-endian: magic `RatsuHum`, version, size of the table (two uint32), SHA-256 of the rest (32 bytes), the table
(JSON, see `CalibrationTable`), the network (`engine.human.board_network.packed`).
"""

import hashlib
import struct
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.evaluation.network import shipped as shipped_evaluation
from engine.ground.errors import RatsuError
from engine.ground.files import read_file
from engine.ground.json_text import dumped, parse
from engine.human.board_network import BoardNetwork

MAGIC = b"RatsuHum"
VERSION = 5
LARGEST_WEIGHT = 1000.0
LEAST_HEAT = 0.01  # the logits are divided by it
LARGEST_FILE = 1 << 24  # bytes; the shipped file has about 2.6 million
HEADER = struct.Struct("<8s2I32s")
SHIPPED = Path(__file__).parents[1] / "data" / "ratsu.human"


class PredictorError(RatsuError):
    """A predictor's file is missing, damaged or of another version."""


class CalibrationTable(NamedTuple):
    """The small parts. `heats`, `searched_heats`: the temperatures at each of `engine.human.calibration.RATINGS`, without and
    with search scores. `second`: the weights of the search correction (`engine.human.search_correction`), empty if missing."""

    heats: tuple[float, ...] = ()
    searched_heats: tuple[float, ...] = ()
    second: tuple[float, ...] = ()


class PredictorContents(NamedTuple):
    """The contents of a file: the payload of the network, and the table."""

    payload: bytes
    table: CalibrationTable

    def network(self) -> BoardNetwork:
        """A network with its work buffers. :raises PredictorError: the payload does not fit."""
        try:
            return BoardNetwork.from_payload(self.payload, shipped_evaluation())
        except ValueError as error:
            raise PredictorError("the predictor's network does not fit this program: %1", str(error)) from error


def encode(contents: PredictorContents) -> bytes:
    small = dumped(contents.table._asdict(), None)
    body = small + contents.payload
    return HEADER.pack(MAGIC, VERSION, len(small), hashlib.sha256(body).digest()) + body


def split(data: bytes, name: str) -> PredictorContents:
    """Reads the bytes of a file; `name` is for messages.

    :raises PredictorError: the bytes are damaged, of another version, or not a predictor's file.
    """
    if len(data) < HEADER.size or data[:8] != MAGIC:
        raise PredictorError("%1 is not a Ratsu predictor: choose a file made by `ratsu train human`", name)
    _, version, small, digest = HEADER.unpack_from(data)
    body = data[HEADER.size :]
    if version != VERSION:
        raise PredictorError("%1 is a predictor of version %2; this program reads version %3", name, version, VERSION)
    if hashlib.sha256(body).digest() != digest or len(body) < small:
        raise PredictorError(
            "%1 is damaged (its checksum does not match): install Ratsu again, or train it again", name
        )
    table = parse(body[:small])
    values = (
        tuple(
            value.number(LEAST_HEAT if "heats" in field else -LARGEST_WEIGHT, LARGEST_WEIGHT) for value in table[field]
        )
        for field in CalibrationTable._fields
    )
    return PredictorContents(body[small:], CalibrationTable(*values))


def load(path: Path) -> PredictorContents:
    """Reads a file. :raises PredictorError: it cannot be read or used."""
    try:
        data = read_file(path, LARGEST_FILE)
    except OSError as error:
        raise PredictorError("the predictor %1 cannot be read: %2", path, error) from error
    return split(data, str(path))


@cache
def shipped() -> PredictorContents:
    """The predictor that comes with Ratsu, read once a process. :raises PredictorError: the installation is damaged."""
    return load(SHIPPED)


@cache
def shipped_network() -> BoardNetwork:
    """Its network. Predictors take twins of it, which have buffers of their own: the weights are 11 MB.
    :raises PredictorError: the installation is damaged."""
    return shipped().network()
