"""Parses the part of a search that concerns the moves: pieces on squares, pawn structure, material, manoeuvre."""

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
LASTING = 4  # plies that a difference must last: the middle of an exchange does not count


class QueryError(RatsuError):
    """A search that cannot be understood; the message shows a valid form."""


def date_of(text: str) -> str:
    """Returns a date in the form that collections store and compare: `1985`, `1985.07` or `1985.07.15`. Accepts
    `1985-7` too.
    :raises QueryError: it has another form, which would silently find wrong games."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        raise QueryError("the date %1 is not valid; write it like 1985, 1985.07 or 1985.07.15", repr(text))
    return ".".join(part.zfill(2) for part in found.groups() if part)


def pieces_of(text: str) -> tuple[list[int], int]:
    """Parses `Nd5 pe6 -e4`: returns the required pieces (white ones in capitals) as twelve bitboards, and the squares
    that must be empty.
    :raises QueryError: it has another form."""
    boards, empty = [0] * 12, 0
    for word in text.replace(",", " ").split():
        found = _PIECE.fullmatch(word)
        if found is None:
            raise QueryError("%1 is not valid; write it like Nd5 (white), pe6 (black) or -e4 (empty)", repr(word))
        letter, square = found[1], 1 << SQUARE_NAMES.index(found[2])
        if letter == "-":
            empty |= square
        else:
            boards[6 * letter.islower() + _KINDS.index(letter.upper())] |= square
    return boards, empty


def placed(fen: str) -> list[int]:
    """Returns the pieces of a position as twelve bitboards. :raises QueryError: the FEN cannot be read."""
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
    """Parses `KRPvKR`: returns a core material code, the first side as White. :raises QueryError: it has another form."""
    sides = text.strip().upper().replace("VS", "V").split("V")
    if len(sides) != 2 or not all(side.startswith("K") and set(side[1:]) <= set(_KINDS[:5]) for side in sides):
        raise QueryError("material %1 is not valid; write it like KRPvKR", repr(text))
    counts = [min(side.count(kind), 15) for side in sides for kind in _KINDS[:5]]
    return sum(count << 4 * place for place, count in enumerate(counts))


def stages_of(text: str) -> list[int]:
    """Parses `KRPvKR > KPvK`: returns the materials that must follow one another.
    :raises QueryError: it has another form."""
    stages = [material_code(stage) for stage in text.split(">")] if text.strip() else []
    if len(stages) > MOST_STAGES:
        raise QueryError("at most %1 materials can follow each other", MOST_STAGES)
    return stages


def difference_of(text: str) -> tuple[list[int], int]:
    """Parses `RvB` or `QvRR:8`: returns what one side has more than the other, and for how many plies.
    :raises QueryError: it has another form."""
    found = _DIFFERENCE.fullmatch(text.strip().upper().replace("VS", "V"))
    if found is None:
        raise QueryError("the difference %1 is not valid; write it like RvB or QvRR:8 (for 8 half moves)", repr(text))
    return [found[1].count(kind) - found[2].count(kind) for kind in _KINDS[:5]], int(found[3] or LASTING)


def manoeuvre_of(text: str) -> tuple[int, list[int]]:
    """Parses `Nd2-f1-g3` (black pieces in small letters): returns the piece as colour * 6 + type, and its squares.
    :raises QueryError: it has another form."""
    found = _WALK.fullmatch("".join(text.split()))
    squares = re.findall(r"[a-h][1-8]", found[2]) if found else []
    if found is None or len(squares) > MOST_STEPS:
        raise QueryError(
            "the manoeuvre %1 is not valid; write it like Nd2-f1-g3 (up to %2 squares)", repr(text), MOST_STEPS
        )
    piece = 6 * found[1].islower() + _KINDS.index(found[1].upper())
    return piece, [SQUARE_NAMES.index(square) for square in squares]


def opening_of(words: str) -> list[int]:
    """Returns the signed keys of the positions whose opening name contains all the words.
    :raises QueryError: no name does."""
    keys = shipped_names().keys_of(words)
    if not keys:
        raise QueryError("no opening has %1 in its name; try an ECO code", repr(words))
    return keys


def check(query: Query) -> None:
    """Checks that every part written as text can be understood. :raises QueryError: a part cannot be understood."""
    seeker(query)
    if query.opening:
        opening_of(query.opening)
    for date in filter(None, (query.date_from, query.date_to)):
        date_of(date)


def seeker(query: Query) -> Seeker | None:
    """Returns the matcher for everything that the query asks of the board; None if it asks nothing. Material and its
    difference match with either colour, the others only with `mirrored`.
    :raises QueryError: a part cannot be understood."""
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
