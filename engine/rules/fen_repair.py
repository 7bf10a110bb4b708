"""Mends the text of a position field by field, so that one wrong right or counter does not cost a game or an analysis.

Strict readers use `fen.read_fields` and the gate; `repaired` accepts every position that can be set up and lists its
changes.
"""

from typing import NamedTuple

from engine.ground.errors import PositionError
from engine.ground.text import Text, joined
from engine.rules.fen import FenFields, read_fields, write_fields
from engine.rules.gate import position_faults
from engine.rules.position_text import written_fen


class RepairedPosition(NamedTuple):
    """The fields of a position that can be set up, and a sentence about each change made."""

    fields: FenFields
    chess960: bool
    notes: tuple[Text, ...] = ()

    @property
    def fen(self) -> str:
        return write_fields(self.fields)


def mended_fields(text: str, notes: list[Text], *, guess: bool = True) -> FenFields:
    """Returns the fields of the position in a text (`position_text`), whether or not it can be set up. Unreadable fields
    are mended; with `guess`, missing castling rights are those of kings and rooks at home, and Black is to move if
    in check. A sentence about each change is appended to `notes`.

    :raises PositionError: no board can be read.
    """
    written = written_fen(text)
    fields = read_fields(written, notes)
    given = len(written.split())
    if not guess or given > 2:
        return fields
    if given == 1:
        fields = _with_side(fields, notes)
    rights = _rights_at_home(fields.pieces)
    if rights:
        notes.append(Text("The castling rights are missing; %1 was assumed.", rights))
    return fields._replace(castling=rights)


def repaired(text: str, chess960: bool | None, *, guess: bool = True) -> RepairedPosition:
    """Returns the position of a text with a readable board.

    The text may be anything that `position_text` finds; its fields are those of `mended_fields`. Castling rights without
    king and rook in place and an impossible en passant square are dropped. `chess960` None: Chess960 only if the
    castling rights need it, whether they name files (Shredder-FEN) or not (X-FEN).

    :raises PositionError: no board can be read, or its pieces cannot be set up.
    """
    notes: list[Text] = []
    fields = mended_fields(text, notes, guess=guess)
    kinds = (chess960,) if chess960 is not None else (True,) if fields.names_rooks else (False, True)
    for kind in kinds:
        if not position_faults(fields, kind):
            return RepairedPosition(fields, kind, tuple(notes))
    sound = _without_rights(fields, kinds[0], notes)
    return RepairedPosition(sound, kinds[0], tuple(notes))


def _with_side(fields: FenFields, notes: list[Text]) -> FenFields:
    """Returns the fields of a board without a side to move: White, unless only Black can be."""
    white = fields._replace(castling="", en_passant="")
    black = white._replace(white_to_move=False)
    if position_faults(white, False) and not position_faults(black, False):
        notes.append(Text("The side to move is missing; Black was assumed, who is in check."))
        return black
    notes.append(Text("The side to move is missing; White was assumed."))
    return fields


def _rights_at_home(pieces: tuple[str, ...]) -> str:
    """Returns the castling rights of kings and rooks on their squares of standard chess."""
    homes = (("K", 4, 7), ("Q", 4, 0), ("k", 60, 63), ("q", 60, 56))
    return "".join(
        right
        for right, king, rook in homes
        if (pieces[king], pieces[rook]) == (("K", "R") if right.isupper() else ("k", "r"))
    )


def _without_rights(fields: FenFields, chess960: bool, notes: list[Text]) -> FenFields:
    """Returns the fields without the castling rights and the en passant square that do not fit the pieces.
    :raises PositionError: the pieces alone cannot be set up."""
    sound = fields._replace(castling="", en_passant="")
    if faults := position_faults(sound, chess960):
        raise PositionError("“%1” cannot be set up: %2.", write_fields(fields), joined(*faults[:9]))
    dropped = ""
    for right in fields.castling:
        more = sound._replace(castling=sound.castling + right)
        if position_faults(more, chess960):
            dropped += right
        else:
            sound = more
    if dropped:
        notes.append(Text("Castling %1 was left out: king or rook is not in place.", dropped))
    if fields.en_passant:
        more = sound._replace(en_passant=fields.en_passant)
        if not position_faults(more, chess960):
            return more
        notes.append(Text("The en passant square %1 was left out: no pawn can be captured there.", fields.en_passant))
    return sound
