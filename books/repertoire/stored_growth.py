"""Stores what repertoires have grown to in the user's book, so that the next start need not ask the books about each position.

A row is a cache: one that cannot be read, or that other books or another version wrote, counts as missing.
"""

import json
import zlib
from functools import cache
from typing import Any

import chess

from books.choice.stored_states import StoredStates
from books.repertoire.lines import RepertoirePosition, Spots
from books.store.book_file import BookFile
from books.store.schema import GROWN

FORMAT = 1  # of a row; raise it with every change of what `grow` finds
LEAST_STORED = 500  # positions: growing fewer takes less than 0.2 s
_MOST = 200_000_000  # bytes of a row as JSON: a damaged one cannot fill the memory
_QUICK = 1  # zlib's level: 10,000 positions become 0.8 MB in 60 ms


def read(book: BookFile, place: str, books: str) -> tuple[Spots, StoredStates] | None:
    """Returns the positions of a repertoire and the states of the edits that they know; None if they are not stored.
    `place` names the repertoire, `books` the books.
    :raises BookError: the user's book cannot be read."""
    found = book.query(f"SELECT spots FROM {GROWN} WHERE place = ? AND books = ?", (place, f"{FORMAT} {books}"))
    try:
        states, rows = json.loads(zlib.decompressobj().decompress(found[0][0], _MOST)) if found else (None, [])
        return (_spots(rows), states) if isinstance(states, dict) else None
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, zlib.error):
        return None  # damaged: it is grown again


def write(book: BookFile, place: str, books: str, spots: Spots, states: StoredStates) -> None:
    """Stores the positions of a repertoire in place of older ones. :raises BookError: they cannot be written."""
    packed = zlib.compress(json.dumps([states, _rows(spots)]).encode(), _QUICK)
    with book.transaction() as connection:
        connection.execute(f"INSERT OR REPLACE INTO {GROWN} VALUES (?, ?, ?)", (place, f"{FORMAT} {books}", packed))


def _rows(spots: Spots) -> list[list[Any]]:
    return [
        [
            key, spot.own, spot.root, spot.opening, spot.off, spot.chance,
            *(_codes(moves) for moves in (spot.path, spot.answers, spot.accepted, spot.marked, spot.unchecked)),
            _codes(tuple(spot.mine)),
            [_codes(tuple(spot.replies)), list(spot.replies.values())],
            [_codes(tuple(spot.after)), list(spot.after.values())],
        ]
        for key, spot in spots.items()
    ]  # fmt: skip


def _spots(rows: list[list[Any]]) -> Spots:
    """Returns the positions of stored rows; their boards are made when they are asked for."""
    spots: Spots = {}
    for key, own, root, opening, off, chance, *moves, mine, replies, after in rows:
        path, answers, accepted, marked, unchecked = map(_moves, moves)
        spot = spots[key] = RepertoirePosition.__new__(RepertoirePosition)
        spot.__dict__.update(
            own=own, path=path, root=root, opening=opening, answers=answers, accepted=accepted, marked=marked,
            unchecked=unchecked, replies=dict(zip(_moves(replies[0]), replies[1], strict=True)),
            mine=frozenset(_moves(mine)), off=off, chance=chance,
            after=dict(zip(_moves(after[0]), after[1], strict=True)), key=key,
        )  # fmt: skip
    return spots


def _codes(moves: tuple[chess.Move, ...]) -> list[int]:
    return [move.from_square | move.to_square << 6 | (move.promotion or 0) << 12 for move in moves]


def _moves(codes: list[int]) -> tuple[chess.Move, ...]:
    return tuple(map(_move, codes))


@cache
def _move(code: int) -> chess.Move:
    """Returns a move, the same for equal codes: 10,000 positions have 200,000 moves, of 2,000 kinds."""
    return chess.Move(code & 63, code >> 6 & 63, code >> 12 or None)
