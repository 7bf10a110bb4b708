"""Stores what repertoires have grown to in the user's book, so that the next start need not ask the books about each position.

A row is a cache: one that cannot be read, or that other books or another version wrote, counts as missing.
"""

import json
import struct
import sys
import zlib
from array import array
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import chess

from books.choice.stored_states import StoredStates
from books.repertoire.lines import RepertoirePosition, Spots
from books.store.book_file import BookFile
from books.store.schema import GROWN

FORMAT = 2  # of a row; raise it with every change of what `grow` or `prospect` finds
LEAST_STORED = 500  # positions: growing fewer takes less than 0.2 s
_MOST = 200_000_000  # unpacked bytes of a row: a damaged one cannot fill the memory
_QUICK = 1  # zlib's level: 10,000 positions become 0.8 MB in 60 ms
# The columns of all positions: array codes. `shorts` has twelve numbers of each position: side, root, opening, switched-off
# moves, then how many moves, keys and shares it has in the others. JSON took four times as long to read.
_COLUMNS = {"shorts": "H", "moves": "H", "keys": "q", "shares": "d"}
_LENGTH = struct.Struct("<I")  # of the JSON before the columns


def read(book: BookFile, place: str, books: str) -> tuple[Spots, StoredStates] | None:
    """Returns the positions of a repertoire and the states of the edits that they know; None if they are not stored.
    `place` names the repertoire, `books` the books.
    :raises BookError: the user's book cannot be read."""
    try:
        head, columns = _parts(_blob(book, place, books))
        return (_spots(head, columns), head["states"]) if isinstance(head["states"], dict) else None
    except (
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        RecursionError,
        OverflowError,
        struct.error,
        zlib.error,
    ):
        return None  # damaged: it is grown again


def write(book: BookFile, place: str, books: str, spots: Spots, states: StoredStates) -> None:
    """Stores the positions of a repertoire in place of older ones. :raises BookError: they cannot be written."""
    head, columns = _rows(spots)
    text = json.dumps({**head, "states": states}).encode()
    _put(book, place, books, b"".join([_LENGTH.pack(len(text)), text, *(columns[name].tobytes() for name in _COLUMNS)]))


def read_value(book: BookFile, name: str, books: str, states: StoredStates) -> Any:
    """Returns a value that was found out from stored positions, as JSON; None if it is missing or of other `states`.
    :raises BookError: the user's book cannot be read."""
    try:
        known, value = json.loads(_blob(book, name, books))
    except (ValueError, TypeError, RecursionError, zlib.error):
        return None
    return value if known == states else None


def write_value(book: BookFile, name: str, books: str, states: StoredStates, value: object) -> None:
    """Stores such a value in place of an older one. :raises BookError: it cannot be written."""
    _put(book, name, books, json.dumps([states, value]).encode())


def _blob(book: BookFile, place: str, books: str) -> bytes:
    found = book.query(f"SELECT spots FROM {GROWN} WHERE place = ? AND books = ?", (place, f"{FORMAT} {books}"))
    return zlib.decompressobj().decompress(found[0][0], _MOST) if found else b""


def _put(book: BookFile, place: str, books: str, content: bytes) -> None:
    with book.transaction() as connection:
        row = (place, f"{FORMAT} {books}", zlib.compress(content, _QUICK))
        connection.execute(f"INSERT OR REPLACE INTO {GROWN} VALUES (?, ?, ?)", row)


def _parts(content: bytes) -> "tuple[dict[str, Any], dict[str, array[Any]]]":
    """Returns the JSON and the columns of stored positions. Raises ValueError or struct.error if they are damaged."""
    (length,) = _LENGTH.unpack_from(content)
    place = _LENGTH.size + length
    head = json.loads(content[_LENGTH.size : place])
    if head["order"] != sys.byteorder:
        raise ValueError("a book of another kind of machine")
    columns = {}
    for name, code in _COLUMNS.items():
        columns[name] = column = array(code)
        size = column.itemsize * int(head["sizes"][name])
        column.frombytes(content[place : place + size])
        place += size
        if len(column) != head["sizes"][name]:
            raise ValueError("cut off")
    return head, columns


def _rows(spots: Spots) -> "tuple[dict[str, Any], dict[str, array[Any]]]":
    columns: dict[str, array[Any]] = {name: array(code) for name, code in _COLUMNS.items()}
    texts = dict[str, int]()  # roots and names of openings, by their number
    for key, spot in spots.items():
        lists = [spot.path, spot.answers, spot.accepted, spot.marked, spot.unchecked]
        lists += [tuple(spot.mine), tuple(spot.replies), tuple(spot.after)]
        root, opening = (texts.setdefault(text, len(texts)) for text in (spot.root, spot.opening))
        columns["shorts"].extend((spot.own, root, opening, spot.off, *map(len, lists)))
        for moves in lists:
            columns["moves"].extend(
                move.from_square | move.to_square << 6 | (move.promotion or 0) << 12 for move in moves
            )
        columns["keys"].extend((key, *spot.after.values()))
        columns["shares"].extend((spot.chance, *spot.replies.values()))
    sizes = {name: len(column) for name, column in columns.items()}
    return {"order": sys.byteorder, "texts": list(texts), "sizes": sizes}, columns


def _spots(head: dict[str, Any], columns: "dict[str, array[Any]]") -> Spots:
    """Returns the positions of stored columns; their boards are made when they are asked for."""
    texts: list[str] = head["texts"]
    white = [" w " in text for text in texts]  # to move in a root
    moves, keys, shares = map(_move, columns["moves"]), iter(columns["keys"]), iter(columns["shares"])
    shorts: Iterator[int] = iter(columns["shorts"])
    spots: Spots = {}
    for own, root, opening, off, path, answers, accepted, marked, unchecked, mine, replies, after in zip(
        *[shorts] * 12, strict=True
    ):
        key, chance = next(keys), next(shares)
        spot = spots[key] = RepertoirePosition.__new__(RepertoirePosition)
        spot.__dict__.update(
            own=bool(own), root=texts[root], opening=texts[opening], off=off, chance=chance, key=key,
            name=(key, white[root] is not bool(path % 2)),
            path=_some(moves, path), answers=_some(moves, answers), accepted=_some(moves, accepted),
            marked=_some(moves, marked), unchecked=_some(moves, unchecked), mine=frozenset(_some(moves, mine)),
            replies=dict(zip(_some(moves, replies), islice(shares, replies), strict=True)),
            after=dict(zip(_some(moves, after), islice(keys, after), strict=True)),
        )  # fmt: skip
    return spots


def _some(moves: Iterator[chess.Move], count: int) -> tuple[chess.Move, ...]:
    return tuple(islice(moves, count)) if count else ()


@cache
def _move(code: int) -> chess.Move:
    """Returns a move, the same for equal codes: 10,000 positions have 200,000 moves, of 2,000 kinds."""
    return chess.Move(code & 63, code >> 6 & 63, code >> 12 or None)
