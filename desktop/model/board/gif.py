"""Animated GIF files of at most 256 colours; each frame replaces a rectangle.

Follows the GIF89a specification (CompuServe, 1990). No chess, no Qt.
"""

import struct
from collections.abc import Iterable, Iterator

from engine.ground.values import dataclass

COLOURS = 256
_MOST_CODES = 4096  # of LZW: codes have 12 bits at most
_BLOCK = 255  # bytes of a data block at most


@dataclass(frozen=True)
class GifFrame:
    """A rectangle drawn over the last picture, shown for hundredths of a second.

    `pixels`: one colour number per byte, row by row.
    """

    left: int
    top: int
    width: int
    height: int
    pixels: bytes
    delay: int


def gif(width: int, height: int, colours: Iterable[int], frames: Iterable[GifFrame]) -> Iterator[bytes]:
    """The file in parts: header, one per frame, trailer. It loops forever. `colours`: 0xRRGGBB by number, at most 256."""
    table = b"".join(struct.pack(">I", colour & 0xFFFFFF)[1:] for colour in colours)[: 3 * COLOURS]
    start = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + table.ljust(3 * COLOURS, b"\0")
    yield start + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    for frame in frames:
        control = b"\x21\xf9\x04\x04" + struct.pack("<H", frame.delay) + b"\0\0"
        place = b"," + struct.pack("<HHHHB", frame.left, frame.top, frame.width, frame.height, 0)
        yield control + place + b"\x08" + b"".join(_blocks(_compressed(frame.pixels))) + b"\0"
    yield b";"


def _blocks(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK]
        yield bytes((len(block),)) + block


def _compressed(pixels: bytes) -> bytes:
    """LZW with codes of 9 to 12 bits, lowest bits first; the table restarts when it is full."""
    clear, end = COLOURS, COLOURS + 1
    packed, kept, bits = bytearray(), clear, 9  # `kept` has `bits` bits, not yet a whole byte
    size, following = 9, end + 1
    known: dict[int, int] = {}
    prefix = -1
    for pixel in pixels:
        if prefix < 0:
            prefix = pixel
            continue
        key = prefix << 8 | pixel
        code = known.get(key)
        if code is not None:
            prefix = code
            continue
        kept |= prefix << bits
        bits += size
        if following < _MOST_CODES:
            known[key] = following
            size += following == 1 << size
            following += 1
        else:
            kept |= clear << bits
            bits += size
            known.clear()
            size, following = 9, end + 1
        prefix = pixel
        while bits >= 8:
            packed.append(kept & 255)
            kept >>= 8
            bits -= 8
    if prefix >= 0:
        kept |= prefix << bits
        bits += size
        size += following == 1 << size and size < 12  # the reader has learned one more code by now
    kept |= end << bits
    bits += size
    packed += kept.to_bytes((bits + 7) // 8, "little")
    return bytes(packed)
