"""The list and order of the pieces in each sub-table of a file.

Any legal choice gives a correct file; a good one makes it two to three times smaller. Tables of 3 and 4 pieces use the
published files' choices (layouts.json: piece list / order bytes, for DTZ also the stored side); larger ones a fixed
rule.
"""

import json
from functools import cache
from pathlib import Path

from engine.ground.values import dataclass
from tablebases import signature as signatures

NO_ORDER = 15
PIECE_CODES = {"P": 1, "N": 2, "B": 3, "R": 4, "Q": 5, "K": 6}


@dataclass(frozen=True)
class SubTable:
    """One sub-table: piece codes in list order, slot of the leading group, of the second pawn group (15: none), side to
    move."""

    codes: bytes
    order: int
    order2: int
    side: int


@cache
def _published() -> dict[str, dict[str, list[str]]]:
    path = Path(__file__).with_name("layouts.json")
    content: dict[str, dict[str, list[str]]] = json.loads(path.read_text(encoding="utf-8"))
    return content


def wdl_layouts(signature: str) -> list[list[SubTable]]:
    """Returns, for each file group (one without pawns, four with), the sub-tables of the stored sides."""
    sides = 1 if signatures.is_symmetric(signature) else 2
    files = 4 if signatures.has_pawns(signature) else 1
    rows = _published().get(signature, {}).get("wdl")
    if rows is None:
        return [[_default(signature, side) for side in range(sides)] for _ in range(files)]
    return [[_parse(rows[file * sides + side], side) for side in range(sides)] for file in range(files)]


def dtz_layouts(signature: str) -> list[SubTable]:
    """Returns, for each file group, the one stored sub-table."""
    files = 4 if signatures.has_pawns(signature) else 1
    rows = _published().get(signature, {}).get("dtz")
    if rows is None:
        return [_default(signature, 0 if signatures.is_symmetric(signature) else 1) for _ in range(files)]
    return [_parse(row, int(row.rsplit("/", 1)[1])) for row in rows]


def _parse(text: str, side: int) -> SubTable:
    parts = text.split("/")
    codes = bytes(int(digit, 16) for digit in parts[0])
    orders = [int(digit, 16) for digit in parts[1]]
    return SubTable(codes, orders[0], orders[1] if len(orders) > 1 else NO_ORDER, side)


def _default(signature: str, side: int) -> SubTable:
    """Returns the default layout: the leading group varies slowest, except one king, which varies fastest."""
    first, second = signature.split("v")
    codes = [PIECE_CODES[letter] for letter in first] + [PIECE_CODES[letter] + 8 for letter in second]
    if "P" in signature:
        return _default_with_pawns(codes, first.count("P"), second.count("P"), side)
    unique = [code for code in codes if codes.count(code) == 1]
    if len(unique) < 3:
        leaders = [code for code in codes if code & 7 == PIECE_CODES["K"]]
    else:
        pieces = [code for code in unique if code & 7 != PIECE_CODES["K"]]
        leaders = ([14, *pieces, 6])[:3] if pieces else unique[:3]
    rest = sorted(
        (code for code in codes if code not in leaders), key=lambda code: (codes.count(code), code & 7 != 6, code)
    )
    return SubTable(bytes(leaders + rest), len(dict.fromkeys(rest)), NO_ORDER, side)


def _default_with_pawns(codes: list[int], white: int, black: int, side: int) -> SubTable:
    leader = 1 if white and (black == 0 or white <= black) else 9
    other = 9 if leader == 1 else 1
    leaders = [code for code in codes if code == leader]
    second = [code for code in codes if code == other]
    rest = sorted((code for code in codes if code & 7 != 1), key=lambda code: (code & 7 != 6, code))
    groups = len(dict.fromkeys(rest)) + 1 + bool(second)
    order2 = groups - 2 if second else NO_ORDER
    return SubTable(bytes(leaders + second + rest), groups - 1, order2, side)
