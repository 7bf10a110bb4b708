"""Network files: their format, reading and checking them, and the shipped network.

Layout, little-endian: magic `RatsuNet`; version, inputs, hidden units, output buckets, scale, permille of the classical
evaluation that is added (six uint32); SHA-256 of the payload (32 bytes); payload (see `nnue.Network.from_payload`).
"""

import hashlib
import struct
from functools import cache
from pathlib import Path

from engine.evaluation.nnue import PAYLOAD_BYTES, SHAPE, Network
from engine.ground.errors import RatsuError
from engine.ground.files import read_file

NETWORK_SUFFIX = ".nnue"
MAGIC = b"RatsuNet"
VERSION = 4  # of the file format; each new shape of the network raised it, and older files are refused
LARGEST_FILE = 1 << 30  # bytes; the shipped network has 13 million
HEADER = struct.Struct("<8s6I32s")
SHIPPED = Path(__file__).parents[1] / "data" / "ratsu.nnue"


class NetworkError(RatsuError):
    """A network file is missing, damaged or of another shape."""


def encode(payload: bytes, scale: int, classical: int = 0) -> bytes:
    """Returns the bytes of a network file.

    `scale`: centipawns of an output of 1.0. `classical`: permille of the classical evaluation that is added to the output.
    """
    return HEADER.pack(MAGIC, VERSION, *SHAPE, scale, classical, hashlib.sha256(payload).digest()) + payload


def payload_of(data: bytes, name: str) -> tuple[bytes, int, int]:
    """Returns the payload (quantised weights), scale and permille of the classical evaluation, see `encode`.

    `name`: the file, for messages.

    :raises NetworkError: if the bytes are not a network file, are damaged, or have another shape than this program's.
    """
    if len(data) < HEADER.size or data[:8] != MAGIC:
        raise NetworkError("%1 is not a Ratsu network: choose a .nnue file made by `ratsu train`", name)
    _, version, inputs, hidden, buckets, scale, classical, digest = HEADER.unpack_from(data)
    if version != VERSION or (inputs, hidden, buckets) != SHAPE:
        raise NetworkError(
            "%1 is a network of version %2, shape %3x%4x%5; needed is %6", name, version, inputs, hidden, buckets, SHAPE
        )
    payload = data[HEADER.size :]
    if len(payload) != PAYLOAD_BYTES or hashlib.sha256(payload).digest() != digest:
        raise NetworkError("%1 is damaged (its checksum does not match): copy or train it again", name)
    return payload, scale, classical


def decode(data: bytes, name: str) -> Network:
    """Returns the network in the bytes of a file; `name` is the file, for messages.

    :raises NetworkError: as `payload_of`, or if an output weight is beyond the kernel's range.
    """
    payload, scale, classical = payload_of(data, name)
    try:
        return Network.from_payload(payload, scale, classical)
    except (ValueError, OverflowError) as error:  # overflow: a scale of 2^31 or more fits uint32, but not a C int
        raise NetworkError("%1 cannot be used: %2", name, error) from error


def read_network(path: Path) -> bytes:
    """Returns the bytes of a network file.

    :raises NetworkError: if it cannot be read.
    """
    try:
        return read_file(path, LARGEST_FILE)
    except OSError as error:
        raise NetworkError("the network %1 cannot be read: %2", path, error) from error


def load(path: Path) -> Network:
    """Returns the network in a file.

    :raises NetworkError: if it cannot be read or used.
    """
    return decode(read_network(path), str(path))


@cache
def shipped() -> Network:
    """Returns the shipped network, loaded once in a process.

    :raises NetworkError: if the installation is damaged.
    """
    return load(SHIPPED)
