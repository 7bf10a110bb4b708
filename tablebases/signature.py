"""Material signatures such as `KRPvKR`, the names of Syzygy files.

Each side lists K, Q, R, B, N, P in this order. The first side is the stronger one: more pieces, and with equal pieces
the one that comes first letter by letter, Q highest: Q > R > B > N > P.
"""

import re
from functools import lru_cache
from itertools import combinations_with_replacement

import chess

from tablebases.errors import SignatureError

MAX_PIECES = 7
LETTERS = "KQRBNP"
_SHAPE = re.compile(r"K[QRBNP]{0,5}vK[QRBNP]{0,5}")


def normalise(first: str, second: str) -> str:
    """Returns the signature of two sides given as letters in any order, each with its king: ("KR", "KQ") is `KQvKR`."""
    sides = ["".join(sorted(side, key=LETTERS.index)) for side in (first, second)]
    sides.sort(key=lambda side: (-len(side), [LETTERS.index(letter) for letter in side]))
    return "v".join(sides)


def is_signature(name: str) -> bool:
    """Whether `name` is a signature in its one standard spelling, with 3 to 7 pieces."""
    if not _SHAPE.fullmatch(name) or not 3 <= piece_count(name) <= MAX_PIECES:
        return False
    return normalise(*name.split("v")) == name


def parse(text: str) -> str:
    """Returns the standard spelling of a user's input (`krkq` or `KRvKQ` is `KQvKR`).
    :raises SignatureError: it does not name 3 to 7 pieces with one king a side."""
    letters = text.strip().upper().replace("V", "")
    second = letters.rfind("K")
    sides = (letters[:second], letters[second:])
    if second > 0 and all(side.startswith("K") and re.fullmatch("K[QRBNP]*", side) for side in sides):
        name = normalise(*sides)
        if is_signature(name):
            return name
    raise SignatureError("'%1' is not a signature of 3 to %2 pieces; write it like KQvKR", text, MAX_PIECES)


def piece_count(name: str) -> int:
    return len(name) - 1


def has_pawns(name: str) -> bool:
    return "P" in name


def is_symmetric(name: str) -> bool:
    """Whether both sides have the same pieces."""
    first, second = name.split("v")
    return first == second


def signature_of(board: chess.Board) -> str:
    """Returns the signature of a position's pieces, whichever colour has them."""
    masks = (board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns)
    return _signature(*(chess.popcount(mask & side) for side in board.occupied_co for mask in masks))


@lru_cache(1_000)
def _signature(*counts: int) -> str:
    """Returns the signature by the counts of kings, queens, rooks, bishops, knights and pawns of one side, then of the
    other."""
    pieces = [letter * count for letter, count in zip(2 * LETTERS, counts, strict=True)]
    return normalise("".join(pieces[: len(LETTERS)]), "".join(pieces[len(LETTERS) :]))


def signatures_of(count: int) -> tuple[str, ...]:
    """Returns all signatures with exactly `count` pieces, sorted by name: 5 with three, 30 with four, 110 with five."""
    found = set()
    for first in range(count - 1):
        for one in combinations_with_replacement("QRBNP", first):
            for two in combinations_with_replacement("QRBNP", count - 2 - first):
                found.add(normalise("K" + "".join(one), "K" + "".join(two)))
    return tuple(sorted(found))


def reachable(name: str) -> frozenset[str]:
    """Returns the signatures after one capture or promotion (without KvK, which needs no table)."""
    sides = name.split("v")
    found = set()
    for mine, other in (sides, sides[::-1]):
        after_promotion = [mine.replace("P", piece, 1) for piece in "QRBN"] if "P" in mine else []
        for letter in set(other[1:]):
            for left in (mine, *after_promotion):
                found.add(normalise(left, other.replace(letter, "", 1)))
        found.update(normalise(promoted, other) for promoted in after_promotion)
    return frozenset(found - {"KvK"})


def needed(name: str) -> tuple[str, ...]:
    """Returns every table needed to generate or probe `name`, prerequisites first, itself last."""
    ordered: list[str] = []

    def visit(signature: str) -> None:
        for smaller in sorted(reachable(signature)):
            if smaller not in ordered:
                visit(smaller)
        if signature not in ordered:
            ordered.append(signature)

    visit(name)
    return tuple(ordered)


def material_number(name: str, white_side: int) -> int:
    """Returns the prober's key of a signature whose side 0 or 1 (`white_side`) is White: piece counts of four bits
    each."""
    number = 0
    for side, letters in enumerate(name.split("v")):
        for kind, letter in enumerate("PNBRQ"):
            number |= letters.count(letter) << (20 * (side ^ white_side) + 4 * kind)
    return number
