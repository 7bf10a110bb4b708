"""Parses the part of a search that concerns the moves: pieces, pawns, material, events, the end."""

import re
from itertools import product

from books.collection.query import BISHOPS, ENDINGS, SIDES, Query
from books.openings import shipped_names
from engine.game.tags.dates import date_typed
from engine.ground.errors import PositionError, RatsuError
from engine.pgn.seeking import Seeker
from engine.rules.fen import SQUARE_NAMES, read_fields

_KINDS = "PNBRQK"
_PIECE = re.compile(r"([PNBRQKpnbrqk-])([a-h][1-8])")
_WALK = re.compile(r"([PNBRQKpnbrqk])([a-h][1-8](?:-?[a-h][1-8])+)")
_SIDE = re.compile(r"K(?:[PNBRQ]\*?)*")
_SIGN = re.compile(r"[!?]{1,2}|\$[0-9]{1,3}")
_DIFFERENCE = re.compile(r"([PNBRQ]*)V([PNBRQ]*)(?::(\d{1,3}))?")
MOST_STAGES, MOST_STEPS = 8, 16  # as in engine/pgn/seeking.pxd
LASTING = 4  # plies that a difference must last: the middle of an exchange does not count


class QueryError(RatsuError):
    """A search that cannot be understood; the message shows a valid form."""


def date_of(text: str) -> str:
    """Returns a date in the form that collections store and compare: `1985`, `1985.07` or `1985.07.15`. Accepts all
    that Date tags may have.
    :raises QueryError: it cannot be read for certain, and would silently find wrong games."""
    found = date_typed(text)
    if found is None or not found.year:
        raise QueryError("the date %1 is not valid; write it like 1985, 1985.07 or 1985.07.15", repr(text))
    return str(found).split(".?")[0]


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


Stage = tuple[int, int]
"""A material code and the bits of it that count."""
_EVERYTHING = (1 << 40) - 1


def material_stage(text: str) -> Stage:
    """Parses `KRPvKR` or `KRP*vKRP*` (any number of pawns); the first side is White.
    :raises QueryError: it has another form."""
    sides = [side.strip() for side in text.upper().replace("VS", "V").split("V")]
    if len(sides) != 2 or not all(map(_SIDE.fullmatch, sides)):
        raise QueryError("material %1 is not valid; write it like KRPvKR, or KRP*vKRP* for any number", repr(text))
    code, counted = 0, _EVERYTHING
    for place, (side, kind) in enumerate(product(sides, _KINDS[:5])):
        if f"{kind}*" in side:
            counted &= ~(15 << 4 * place)
        else:
            code |= min(side.count(kind), 15) << 4 * place
    return code, counted


def stages_of(text: str) -> list[Stage]:
    """Parses `KRPvKR > KPvK`: returns the materials that must follow one another.
    :raises QueryError: it has another form."""
    stages = [material_stage(stage) for stage in text.split(">")] if text.strip() else []
    if len(stages) > MOST_STAGES:
        raise QueryError("at most %1 materials can follow each other", MOST_STAGES)
    return stages


def swapped(code: int) -> int:
    """Returns a material code with swapped colours."""
    return code >> 20 | (code & 0xFFFFF) << 20


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


def castling_of(text: str) -> int:
    """Parses `Kq` (White castles short, Black long): returns it as castling rights. :raises QueryError: other letters."""
    if set(text) - set("KQkq"):
        raise QueryError("castling %1 is not valid; write it like Kq: White castles short, Black long", repr(text))
    return sum(1 << "KQkq".index(letter) for letter in set(text))


def promotion_of(text: str) -> int:
    """Parses `NBRnbr`: returns the promotions of which one must occur (`Seeker.promoted`).
    :raises QueryError: other letters."""
    if set(text) - set("NBRQnbrq"):
        raise QueryError("promotion %1 is not valid; write it like N (White's), n (Black's) or NBRnbr", repr(text))
    return sum(1 << "NBRQnbrq".index(letter) for letter in set(text))


def signs_of(text: str) -> list[int]:
    """Parses `!!` or `!? $14`: returns the numbers of the signs. :raises QueryError: another sign."""
    words = text.split()
    if not all(map(_SIGN.fullmatch, words)):
        raise QueryError("the sign %1 is not valid; write it like !!, ?! or $14", repr(text))
    return [int(word[1:]) if word[0] == "$" else 1 + ("!", "?", "!!", "??", "!?", "?!").index(word) for word in words]


def check(query: Query) -> None:
    """Checks that every part written as text can be understood. :raises QueryError: a part cannot be understood."""
    seeker(query)
    signs_of(query.signs)
    if query.opening:
        opening_of(query.opening)
    for date in filter(None, (query.date_from, query.date_to)):
        date_of(date)


def seeker(query: Query, *, position: bool = False) -> Seeker | None:
    """Returns the matcher for everything that the query asks of the moves; None if it asks nothing. `position`: also for
    its position, which the index finds faster if it may occur anywhere in the main line.
    :raises QueryError: a part cannot be understood."""
    pieces, structure, manoeuvre, ends = query.pieces, query.structure, query.manoeuvre, query.ends
    keys = query.positions if position or is_limited(query) else ()
    placed_ones = (pieces, structure, query.material, query.difference, query.bishops)
    if not any((*placed_ones, manoeuvre, query.castling, query.promotion, ends, keys)):
        return None
    boards, empty = pieces_of(pieces)
    stages = stages_of(query.material)
    pawns = placed(structure) if structure else None
    if pawns is not None and query.same_pieces:
        stages.append((_code_of(pawns) & ~_PAWNS, _EVERYTHING & ~_PAWNS))
    unequal, lasting = difference_of(query.difference) if query.difference else (None, 1)
    walker, steps = manoeuvre_of(manoeuvre) if manoeuvre else (0, [])
    return Seeker(
        pieces=boards,
        empty=empty,
        pawns=(pawns[0], pawns[6]) if pawns else None,
        differ=query.differ,
        stages=stages,
        difference=unequal,
        lasting=lasting,
        bishops=_place(BISHOPS, query.bishops) + 1,
        side=_place(SIDES, query.to_move),
        walker=walker,
        steps=steps,
        castled=castling_of(query.castling),
        promoted=promotion_of(query.promotion),
        keys=keys,
        first=2 * ((query.first_move or 1) - 1),
        last=2 * query.last_move if query.last_move else -1,
        ending=_place(ENDINGS, ends) + 1,
        mirrored=query.mirrored,
        wings=query.wings,
    )


def is_limited(query: Query) -> bool:
    """Whether the index cannot say that a game has the query's position: only some moves count, or variations too."""
    return bool(query.first_move or query.last_move or query.variations)


_PAWNS = 15 | 15 << 20


def _code_of(boards: list[int]) -> int:
    return sum(
        min(boards[6 * side + kind].bit_count(), 15) << 4 * (5 * side + kind) for side in (0, 1) for kind in range(5)
    )


def _place(words: tuple[str, ...], word: str) -> int:
    """Returns the place of a word, -1 for an empty one. :raises QueryError: another word."""
    if word and word not in words:
        raise QueryError("%1 is not one of %2", repr(word), ", ".join(words))
    return words.index(word) if word else -1
