"""A position with all its moves in one blob: the rows of a book that is built and never edited, in about a quarter of the space.

A blob is a byte that says which values of the position follow (VALUE ... BACKED, 16 bits each, the depth 8, the nodes in
thousands), then each move: its code (16 bits), a byte (flag + 1, and whether games and a better move follow), the weight, wins,
draws and losses (numbers of 7 bits a byte, the lowest first), and the code of the better move. Comments, dates and sources
are not kept; the engines' names are those of the whole book (`meta`: engine, second engine).
"""

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from books.entry import Flag, MoveRow, PositionRow
from books.errors import BookError

VALUE, SECOND, EXIT, BACKED = 1, 2, 4, 8
_FLAG_BITS, _GAMES, _BETTER, _INHERITS = 7, 8, 16, 32
_LEAST, _MOST = -32_768, 32_767  # centipawns; mates are at +-30,000


class Names(NamedTuple):
    """The engines whose values a packed book holds."""

    engine: str | None = None
    second_engine: str | None = None


class DamagedError(BookError):
    """The blob ends too early, or holds a flag that there is not."""


def pack(position: PositionRow, moves: Sequence[MoveRow]) -> bytes:
    """The blob of a position and its moves."""
    present = VALUE * (position.value is not None) | SECOND * (position.second is not None)
    present |= EXIT * (position.exit_value is not None) | BACKED * (position.backed is not None)
    data = bytearray([present])
    if position.value is not None:
        data += struct.pack("<hB", _short(position.value), min(255, position.depth or 0))
        data += _number((position.nodes or 0) // 1000)
    if position.second is not None:
        data += struct.pack("<h", _short(position.second))
    if position.exit_value is not None:
        data += struct.pack("<Hh", position.exit_move or 0, _short(position.exit_value))
    if position.backed is not None:
        data += struct.pack("<h", _short(position.backed))
    for row in moves:
        games, better = bool(row.games), row.better is not None
        bits = (row.flag + 1) | _GAMES * games | _BETTER * better | _INHERITS * bool(row.inherits)
        data += struct.pack("<HB", row.move, bits) + _number(row.weight)
        if games:
            data += b"".join(_number(round(count)) for count in (row.wins, row.draws, row.losses))
        if row.better is not None:
            data += struct.pack("<H", row.better)
    return bytes(data)


def unpack(key: int, data: bytes, names: Names) -> tuple[PositionRow, list[MoveRow]]:
    """The position and its moves. Raises DamagedError."""
    try:
        return _unpack(key, data, names)
    except (IndexError, struct.error, ValueError) as error:
        raise DamagedError("table packed, position %1", key) from error


def _unpack(key: int, data: bytes, names: Names) -> tuple[PositionRow, list[MoveRow]]:
    present, at = data[0], 1
    position = PositionRow(key)
    if present & VALUE:
        value, depth = struct.unpack_from("<hB", data, at)
        thousands, at = _read(data, at + 3)
        position = position._replace(value=value, depth=depth or None, nodes=1000 * thousands, engine=names.engine)
    if present & SECOND:
        (second,) = struct.unpack_from("<h", data, at)
        position, at = position._replace(second=second, second_engine=names.second_engine), at + 2
    if present & EXIT:
        move, value = struct.unpack_from("<Hh", data, at)
        position, at = position._replace(exit_move=move or None, exit_value=value), at + 4
    if present & BACKED:
        (backed,) = struct.unpack_from("<h", data, at)
        position, at = position._replace(backed=backed), at + 2
    return position, list(_moves(key, data, at))


def _moves(key: int, data: bytes, at: int) -> Iterator[MoveRow]:
    while at < len(data):
        code, bits = struct.unpack_from("<HB", data, at)
        weight, at = _read(data, at + 3)
        wins = draws = losses = 0
        better = None
        if bits & _GAMES:
            wins, at = _read(data, at)
            draws, at = _read(data, at)
            losses, at = _read(data, at)
        if bits & _BETTER:
            (better,) = struct.unpack_from("<H", data, at)
            at += 2
        flag = Flag((bits & _FLAG_BITS) - 1)
        inherits = int(bool(bits & _INHERITS))
        yield MoveRow(key, code, flag, weight, wins, draws, losses, better=better, inherits=inherits)


def _short(value: int) -> int:
    return max(_LEAST, min(_MOST, value))


def _number(value: int) -> bytes:
    """7 bits a byte, the lowest first; the eighth says that more follow."""
    data = bytearray()
    while value >= 128:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)


def _read(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
        if shift > 49:
            raise ValueError("a number that does not end")
