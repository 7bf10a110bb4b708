"""Archives of ChessBase, written here: each kind of block, so that the reader has something of ours to read."""

import heapq
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

BLOCK = 20_000  # bytes before packing


def write_archive(path: Path, files: Mapping[str, bytes], kinds: Sequence[int] = (0, 1, 2, 3)) -> Path:
    """Files by name; the blocks of each take the kinds in turn: 0 plain, 1 repetitions, 2 Huffman, 3 both."""
    bodies = []
    for content in files.values():
        body = b""
        for number, at in enumerate(range(0, len(content), BLOCK)):
            block = packed(content[at : at + BLOCK], kinds[number % len(kinds)])
            body += struct.pack("<HH", len(block), 0x2408) + block
        bodies.append(body)
    head = struct.pack("<2sHB3x", b"\x08\x00", len(files), 0xAD)
    for (name, content), body in zip(files.items(), bodies, strict=True):
        head += (name.encode("cp1252").ljust(132, b"\0") + struct.pack("<2i", len(body), len(content))).ljust(
            0xAD, b"\7"
        )
    path.write_bytes(head + b"".join(bodies))
    return path


def packed(content: bytes, kind: int) -> bytes:
    """A block with its flag; a plain one where packing would make it too long."""
    made = _repetitions(content) if kind & 1 else content
    made = _huffman(made) if kind & 2 else made
    return bytes((kind,)) + made if len(made) < 1 << 16 else b"\0" + content


def _repetitions(content: bytes) -> bytes:
    """By Ed Ross: sixteen flags at a time."""
    items: list[bytes] = []
    places: dict[bytes, int] = {}
    at, flags = 0, list[int]()
    while at < len(content):
        item, length = _run(content, at)
        if not length:
            item, length = _before(content, at, places.get(content[at : at + 3], -1))
        for place in range(at, at + max(1, length)):
            places[content[place : place + 3]] = place
        flags.append(1 if length else 0)
        items.append(item if length else content[at : at + 1])
        at += max(1, length)
    out = b""
    for start in range(0, len(items), 16):
        word = sum(1 << (15 - number) for number, flag in enumerate(flags[start : start + 16]) if flag)
        out += struct.pack("<H", word) + b"".join(items[start : start + 16])
    return out


def _run(content: bytes, at: int) -> tuple[bytes, int]:
    length = len(content[at : at + 4_000]) - len(content[at : at + 4_000].lstrip(content[at : at + 1]))
    if length < 3:
        return b"", 0
    if length < 19:
        return bytes((length - 3, content[at])), length
    return bytes((0x10 | (length - 19) & 15, (length - 19) >> 4, content[at])), length


def _before(content: bytes, at: int, place: int) -> tuple[bytes, int]:
    back = at - place
    if place < 0 or not 3 <= back < 4_098:
        return b"", 0
    length = 0
    while length < min(back, 271) and at + length < len(content) and content[place + length] == content[at + length]:
        length += 1
    if length < 3:
        return b"", 0
    low, high = (back - 3) & 15, (back - 3) >> 4
    if length < 16:
        return bytes((length << 4 | low, high)), length
    return bytes((0x20 | low, high, length - 16)), length


def _huffman(content: bytes) -> bytes:
    lengths = _code_lengths(content)
    codes, code, before = dict[int, str](), 0, 0
    for length, value in sorted((length, value) for value, length in lengths.items()):
        code <<= length - before
        codes[value] = f"{code:0{length}b}"
        code, before = code + 1, length
    bits = f"{len(content):016b}"
    for value in range(256):
        bits += f"{lengths.get(value, 0):04b}{codes.get(value, '')}"
    bits += "".join(codes[value] for value in content)
    return int(bits + "0" * (-len(bits) % 8), 2).to_bytes((len(bits) + 7) // 8, "big")


def _code_lengths(content: bytes) -> dict[int, int]:
    """Of at most 15 bits: rare bytes count for more until that holds."""
    counts = Counter(content)
    heap: list[tuple[int, int, dict[int, int]]] = []
    for least in (1, 2, 8, 32, 128, 1 << 20):
        heap = [(max(count, least), value, {value: 0}) for value, count in counts.items()]
        heapq.heapify(heap)
        if len(heap) == 1:
            return {heap[0][1]: 1}
        while len(heap) > 1:
            one, other = heapq.heappop(heap), heapq.heappop(heap)
            joined = {value: length + 1 for value, length in (one[2] | other[2]).items()}
            heapq.heappush(heap, (one[0] + other[0], one[1], joined))
        if not heap or max(heap[0][2].values()) <= 15:
            break
    return heap[0][2] if heap else {}
