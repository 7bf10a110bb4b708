"""Small weights files of Leela's format for tests: nothing but biases, so that what such a network says is known."""

import gzip
import struct
from collections.abc import Sequence
from pathlib import Path

INPUTS, POLICY_PLANES, WIDTH = 112, 80, 8


def write_network(path: Path, policy_biases: Sequence[float]) -> None:
    """A network of one block that likes a move by its kind: one number for each plane of the policy."""
    block = _field(1, _convolution(WIDTH, WIDTH)) + _field(2, _convolution(WIDTH, WIDTH))
    sizes = ((1, WIDTH * 4), (2, 4), (3, 4 * 2 * WIDTH), (4, 2 * WIDTH))
    block += _field(3, b"".join(_field(number, _layer([0.0] * size)) for number, size in sizes))
    body = _field(1, _convolution(INPUTS, WIDTH)) + _field(2, block)
    body += _field(11, _convolution(WIDTH, WIDTH)) + _field(3, _convolution(WIDTH, POLICY_PLANES, policy_biases))
    path.write_bytes(gzip.compress(b"\x08\x01" + _field(10, body)))


def _convolution(inputs: int, outputs: int, biases: Sequence[float] = ()) -> bytes:
    return _field(1, _layer([0.0] * (9 * inputs * outputs))) + _field(2, _layer(biases or [0.0] * outputs))


def _layer(values: Sequence[float]) -> bytes:
    low, high = min(values), max(values)
    codes = [round(65535 * (value - low) / (high - low)) if high > low else 0 for value in values]
    ends = b"".join(bytes([number << 3 | 5]) + struct.pack("<f", end) for number, end in ((1, low), (2, high)))
    return ends + _field(3, struct.pack(f"<{len(codes)}H", *codes))


def _field(number: int, data: bytes) -> bytes:
    size, length = len(data), bytearray()
    while size > 127:
        length.append(size & 127 | 128)
        size >>= 7
    return bytes([number << 3 | 2, *length, size]) + data
