"""A teacher's probabilities in files: asked once, learned from by both networks.

One position, little-endian: number of the game (u32), plies before it (u16), number of moves (u8), and of each move the core
move (u16) and its chance (u16, 1/65,535).
"""

import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.errors import RatsuError
from engine.files import write_atomically

HEAD = struct.Struct("<IHB")
MOVE = struct.Struct("<HH")
SUFFIX = ".chances"
FIRST_PLY = 6  # the first that is taught: Maia-1 has not learned the first moves of games


class Taught(NamedTuple):
    """A position of a game (by its number in the file of games) with the chances of its legal moves."""

    game: int
    ply: int
    chances: dict[int, float]


def write_chances(path: Path, positions: Iterable[Taught]) -> int:
    """Writes a file; returns how many positions. Positions of a game must stand together. :raises OSError: if it cannot."""
    rows, count = bytearray(), 0
    for found in positions:
        rows += HEAD.pack(found.game, found.ply, len(found.chances))
        for move, chance in found.chances.items():
            rows += MOVE.pack(move, round(65535 * chance))
        count += 1
    write_atomically(path, bytes(rows))
    return count


def read_chances(path: Path) -> Iterator[Taught]:
    """The positions of a file.

    :raises RatsuError: if it cannot be read or ends within a position.
    """
    try:
        data = path.read_bytes()
        at = 0
        while at < len(data):
            game, ply, count = HEAD.unpack_from(data, at)
            at += HEAD.size
            rows = [MOVE.unpack_from(data, at + MOVE.size * index) for index in range(count)]
            at += MOVE.size * count
            yield Taught(game, ply, {move: chance / 65535 for move, chance in rows})
    except OSError as error:
        raise RatsuError("%1 cannot be read: %2", path, error) from error
    except struct.error as error:
        raise RatsuError(
            "%1 ends within a position: remove it, and run `ratsu train human teach` again", path
        ) from error


def by_game(path: Path) -> dict[int, dict[int, dict[int, float]]]:
    """{game: {ply: {core move: chance}}} of a file. :raises RatsuError: as `read_chances`."""
    found: dict[int, dict[int, dict[int, float]]] = {}
    for taught in read_chances(path):
        found.setdefault(taught.game, {})[taught.ply] = taught.chances
    return found
