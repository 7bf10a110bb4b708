"""The predictor's file: the policy network, the second look and the heats, with every fault named.

Layout, little-endian: magic `RatsuHum`, version, size of the table (two uint32), SHA-256 of all that follows (32 bytes), the
table (JSON: `heats` and `second`, see `Table`), the payload of the network (`engine.human.network.shrunk`).
"""

import hashlib
import struct
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.errors import RatsuError
from engine.evaluation.network import shipped as shipped_evaluation
from engine.files import read_file
from engine.human.network import PAYLOAD_BYTES, PolicyNetwork
from engine.json_text import dumped, parse

MAGIC = b"RatsuHum"
VERSION = 1
LARGEST_WEIGHT = 1000.0
LARGEST_FILE = 1 << 24  # bytes; ours has some 2.4 million
HEADER = struct.Struct("<8s2I32s")
SHIPPED = Path(__file__).parents[1] / "data" / "ratsu.human"


class PredictorError(RatsuError):
    """A predictor's file that is missing, damaged or of another shape."""


class Table(NamedTuple):
    """What is small. `heats`: what the logits are divided by at each rating of `engine.human.calibration.RATINGS`, without
    and with scores of a search; `second`: the weights of the second look (`engine.human.second_look`), empty if there is
    none."""

    heats: tuple[float, ...] = ()
    searched_heats: tuple[float, ...] = ()
    second: tuple[float, ...] = ()


def encode(payload: bytes, table: Table) -> bytes:
    """The bytes of a predictor's file."""
    small = dumped(table._asdict(), None)
    body = small + payload
    return HEADER.pack(MAGIC, VERSION, len(small), hashlib.sha256(body).digest()) + body


def split(data: bytes, name: str) -> tuple[bytes, Table]:
    """The network's payload and the table in the bytes of a file called `name` (for messages).

    :raises PredictorError: if the bytes are no predictor's file, damaged, or of another shape.
    """
    if len(data) < HEADER.size or data[:8] != MAGIC:
        raise PredictorError("%1 is not a Ratsu predictor: choose a file made by `ratsu train human`", name)
    _, version, small, digest = HEADER.unpack_from(data)
    body = data[HEADER.size :]
    if version != VERSION:
        raise PredictorError("%1 is a predictor of version %2; this program reads version %3", name, version, VERSION)
    if hashlib.sha256(body).digest() != digest or len(body) != small + PAYLOAD_BYTES:
        raise PredictorError(
            "%1 is damaged (its checksum does not match): install Ratsu again, or train it again", name
        )
    table = parse(body[:small])
    values = (tuple(value.number(-LARGEST_WEIGHT, LARGEST_WEIGHT) for value in table[field]) for field in Table._fields)
    return body[small:], Table(*values)


def load(path: Path) -> tuple[PolicyNetwork, Table]:
    """Network and table of a file.

    :raises PredictorError: if it cannot be read or used; says why.
    """
    try:
        data = read_file(path, LARGEST_FILE)
    except OSError as error:
        raise PredictorError("the predictor %1 cannot be read: %2", path, error) from error
    payload, table = split(data, str(path))
    return PolicyNetwork.from_payload(payload, shipped_evaluation()), table


@cache
def shipped() -> tuple[bytes, Table]:
    """Payload and table of the predictor that comes with Ratsu, read once a process.

    :raises PredictorError: if the installation is damaged.
    """
    try:
        return split(read_file(SHIPPED, LARGEST_FILE), str(SHIPPED))
    except OSError as error:
        raise PredictorError("the predictor %1 cannot be read: %2", SHIPPED, error) from error
