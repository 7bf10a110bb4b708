"""Stores what repertoires have grown to in the user's book, so that the next start need not ask the books about each position.

A row is a cache: one that cannot be read, or that other books or another version wrote, counts as missing.
"""

import json
import struct
import sys
import zlib
from array import array
from functools import cache
from typing import Any, NamedTuple

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


class _Columns(NamedTuple):
    """The columns of stored positions, and the place of each position in them."""

    shorts: "array[int]"
    moves: "array[int]"
    keys: "array[int]"
    shares: "array[float]"
    moves_at: "array[int]"
    keys_at: "array[int]"
    shares_at: "array[int]"


class StoredPosition(RepertoirePosition):
    """A position whose moves are taken from the columns when one of them is asked for: a first card needs few of 10,000. From
    then on it is an ordinary one. Its board is made when that is asked for."""

    def take(self) -> None:
        """Takes the moves; several threads may do so at once."""
        known = self.__dict__
        if (found := known.get("stored")) is None:
            return  # another thread has taken them
        columns, row = found
        _, _, _, _, path, answers, accepted, marked, unchecked, mine, replies, after = columns.shorts[
            12 * row : 12 * row + 12
        ]
        at, key_at, share_at = columns.moves_at[row], columns.keys_at[row] + 1, columns.shares_at[row] + 1
        others, first = at + path + answers + accepted + marked + unchecked, path + answers
        moves = tuple(map(_move, columns.moves[at : others + mine + replies + after]))
        known["path"], known["answers"] = moves[:path], moves[path:first]
        for name, count in (("accepted", accepted), ("marked", marked), ("unchecked", unchecked)):
            known[name] = moves[first : first + count] if count else ()
            first += count
        known["mine"] = frozenset(moves[first : first + mine]) if mine else _NONE
        first += mine
        known["replies"] = dict(zip(moves[first:], columns.shares[share_at : share_at + replies], strict=False))
        known["after"] = dict(zip(moves[first + replies :], columns.keys[key_at : key_at + after], strict=True))
        self.__class__ = RepertoirePosition  # type: ignore[assignment]
        known.pop("stored", None)

    def __eq__(self, other: object) -> bool:
        self.take()
        return bool(self == other)


_MOVES = ("path", "answers", "accepted", "marked", "unchecked", "mine", "replies", "after")
_NONE = frozenset[chess.Move]()


class _Taken:
    """An attribute of a `StoredPosition` before its moves are taken."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, spot: StoredPosition | None, owner: type) -> Any:
        if spot is None:
            return getattr(RepertoirePosition, self._name)
        spot.take()
        return spot.__dict__[self._name]


for _name in _MOVES:
    setattr(StoredPosition, _name, _Taken(_name))


def _spots(head: dict[str, Any], columns: "dict[str, array[Any]]") -> Spots:
    """Returns the positions of stored columns; their moves and boards are made when they are asked for."""
    texts: list[str] = head["texts"]
    white = [" w " in text for text in texts]  # to move in a root
    moves, keys, shares, shorts = (columns[name] for name in ("moves", "keys", "shares", "shorts"))
    places = _Columns(shorts, moves, keys, shares, array("I"), array("I"), array("I"))
    note_move, note_key, note_share = (column.append for column in places[4:])
    at = key_at = share_at = 0  # of the next position in the columns
    spots: Spots = {}
    make = StoredPosition.__new__
    numbers = iter(shorts)
    for row, (own, root, opening, off, path, answers, accepted, marked, unchecked, mine, replies, after) in enumerate(
        zip(*[numbers] * 12, strict=True)
    ):
        note_move(at)
        note_key(key_at)
        note_share(share_at)
        key = keys[key_at]
        spot = spots[key] = make(StoredPosition)
        spot.__dict__ = {
            "own": bool(own), "root": texts[root], "opening": texts[opening], "off": off, "chance": shares[share_at],
            "key": key, "name": (key, white[root] is not bool(path % 2)), "stored": (places, row),
        }  # fmt: skip
        at += path
        if own:  # asked of each
            spot.answers = tuple(map(_move, moves[at : at + answers])) if answers else ()
        at += answers + accepted + marked + unchecked + mine + replies + after
        key_at += 1 + after
        share_at += 1 + replies
    if (at, key_at, share_at) != (len(moves), len(keys), len(shares)):
        raise ValueError("cut off")
    return spots


@cache
def _move(code: int) -> chess.Move:
    """Returns a move, the same for equal codes: 10,000 positions have 200,000 moves, of 2,000 kinds."""
    return chess.Move(code & 63, code >> 6 & 63, code >> 12 or None)
