"""What a search asks of the moves of a game, written as text: pieces on squares, pawns, material, a manoeuvre."""

import re

from books.collection.query import Query
from books.openings import shipped_names
from engine.ground.errors import PositionError, RatsuError
from engine.pgn.seeking import Seeker
from engine.rules.fen import SQUARE_NAMES, read_fields

_KINDS = "PNBRQK"
_PIECE = re.compile(r"([PNBRQKpnbrqk-])([a-h][1-8])")
_WALK = re.compile(r"([PNBRQKpnbrqk])([a-h][1-8](?:-?[a-h][1-8])+)")
_DATE = re.compile(r"([0-9]{4})(?:[./-]([0-9]{1,2})(?:[./-]([0-9]{1,2}))?)?")
_DIFFERENCE = re.compile(r"([PNBRQ]*)V([PNBRQ]*)(?::(\d{1,3}))?")
MOST_STAGES, MOST_STEPS = 8, 16  # as in engine/pgn/seeking.pxd
LASTING = 4  # plies that a difference must stand, so that the middle of an exchange is none


class QueryError(RatsuError):
    """A search that cannot be understood; the message says what would be."""


def date_of(text: str) -> str:
    """A date as collections keep and compare it: `1985`, `1985.07` or `1985.07.15`; `1985-7` is read too.

    :raises QueryError: if it is not written so: compared as it is, it would find the wrong games without a word.
    """
    found = _DATE.fullmatch(text.strip())
    if found is None:
        raise QueryError("the date %1 is not written like 1985, 1985.07 or 1985.07.15", repr(text))
    return ".".join(part.zfill(2) for part in found.groups() if part)


def pieces_of(text: str) -> tuple[list[int], int]:
    """`Nd5 pe6 -e4`: where pieces must stand (white ones in capitals), as twelve bitboards, and the squares that must be
    empty.

    :raises QueryError: if it is not written so.
    """
    boards, empty = [0] * 12, 0
    for word in text.replace(",", " ").split():
        found = _PIECE.fullmatch(word)
        if found is None:
            raise QueryError("%1 is not written like Nd5 (white), pe6 (black) or -e4 (empty)", repr(word))
        letter, square = found[1], 1 << SQUARE_NAMES.index(found[2])
        if letter == "-":
            empty |= square
        else:
            boards[6 * letter.islower() + _KINDS.index(letter.upper())] |= square
    return boards, empty


def placed(fen: str) -> list[int]:
    """The pieces of a position as twelve bitboards. :raises QueryError: if its board cannot be read."""
    try:
        pieces = read_fields(fen).pieces
    except PositionError:
        raise QueryError("%1 is not a position", repr(fen)) from None
    boards = [0] * 12
    for square, sign in enumerate(pieces):
        if sign:
            boards[6 * sign.islower() + _KINDS.index(sign.upper())] |= 1 << square
    return boards


def material_code(text: str) -> int:
    """`KRPvKR` as a core material code, the first side as White.

    :raises QueryError: if it is not written so.
    """
    sides = text.strip().upper().replace("VS", "V").split("V")
    if len(sides) != 2 or not all(side.startswith("K") and set(side[1:]) <= set(_KINDS[:5]) for side in sides):
        raise QueryError("material %1 is not written like KRPvKR", repr(text))
    counts = [min(side.count(kind), 15) for side in sides for kind in _KINDS[:5]]
    return sum(count << 4 * place for place, count in enumerate(counts))


def stages_of(text: str) -> list[int]:
    """`KRPvKR > KPvK`: materials that came one after the other. :raises QueryError: if it is not written so."""
    stages = [material_code(stage) for stage in text.split(">")] if text.strip() else []
    if len(stages) > MOST_STAGES:
        raise QueryError("at most %1 materials can follow each other", MOST_STAGES)
    return stages


def difference_of(text: str) -> tuple[list[int], int]:
    """`RvB` or `QvRR:8`: what one side has more than the other, and for how many plies.

    :raises QueryError: if it is not written so.
    """
    found = _DIFFERENCE.fullmatch(text.strip().upper().replace("VS", "V"))
    if found is None:
        raise QueryError("the difference %1 is not written like RvB or QvRR:8 (for 8 half moves)", repr(text))
    return [found[1].count(kind) - found[2].count(kind) for kind in _KINDS[:5]], int(found[3] or LASTING)


def manoeuvre_of(text: str) -> tuple[int, list[int]]:
    """`Nd2-f1-g3` (black pieces in small letters): the piece by colour * 6 + type, and its squares.

    :raises QueryError: if it is not written so.
    """
    found = _WALK.fullmatch("".join(text.split()))
    squares = re.findall(r"[a-h][1-8]", found[2]) if found else []
    if found is None or len(squares) > MOST_STEPS:
        raise QueryError("the manoeuvre %1 is not written like Nd2-f1-g3 (up to %2 squares)", repr(text), MOST_STEPS)
    piece = 6 * found[1].islower() + _KINDS.index(found[1].upper())
    return piece, [SQUARE_NAMES.index(square) for square in squares]


def opening_of(words: str) -> list[int]:
    """The keys (signed) of the positions whose name holds all the words. :raises QueryError: if there is no such name."""
    keys = shipped_names().keys_of(words)
    if not keys:
        raise QueryError("no opening has %1 in its name; try an ECO code", repr(words))
    return keys


def check(query: Query) -> None:
    """Whether all that is written as text can be understood. :raises QueryError: if a part cannot."""
    seeker(query)
    if query.opening:
        opening_of(query.opening)
    for date in filter(None, (query.date_from, query.date_to)):
        date_of(date)


def seeker(query: Query) -> Seeker | None:
    """What looks games through for all that is asked of the board; None where nothing is. Material and its difference are found
    with either colour, the others with `mirrored` only.

    :raises QueryError: if a part cannot be understood.
    """
    pieces, structure, manoeuvre = query.pieces, query.structure, query.manoeuvre
    if not (pieces or structure or query.material or query.difference or manoeuvre):
        return None
    boards, empty = pieces_of(pieces)
    pawns = placed(structure) if structure else None
    unequal, lasting = difference_of(query.difference) if query.difference else (None, 1)
    walker, steps = manoeuvre_of(manoeuvre) if manoeuvre else (0, [])
    return Seeker(
        boards,
        empty,
        (pawns[0], pawns[6]) if pawns else None,
        stages_of(query.material),
        unequal,
        lasting,
        walker,
        steps,
        query.mirrored or not (pieces or structure or manoeuvre),
    )
