"""Mends the text of a position field by field, so that one wrong right or counter does not cost a game or an analysis.

Strict readers use `fen.read_fields` and the gate; `repaired` accepts every position that can be set up and lists its
changes.
"""

from typing import NamedTuple

from engine.ground.errors import PositionError
from engine.ground.text import Text, joined
from engine.rules.fen import FenFields, read_fields, write_fields, written_fen
from engine.rules.gate import position_faults


class RepairedPosition(NamedTuple):
    """The fields of a position that can be set up, and a sentence about each change made."""

    fields: FenFields
    chess960: bool
    notes: tuple[Text, ...] = ()

    @property
    def fen(self) -> str:
        """The six fields as text."""
        return write_fields(self.fields)


def repaired(text: str, chess960: bool | None) -> RepairedPosition:
    """Returns the position of a text with readable pieces and side to move.

    A FEN in an address, in JSON or after `FEN:` is found. Unreadable fields get their defaults. Castling rights without
    king and rook in place and an impossible en passant square are dropped. `chess960` None: Chess960 only if the
    castling rights need it, whether they name files (Shredder-FEN) or not (X-FEN).

    :raises PositionError: no board can be read, or its pieces cannot be set up.
    """
    notes: list[Text] = []
    fields = read_fields(written_fen(text), notes)
    kinds = (chess960,) if chess960 is not None else (True,) if fields.names_rooks else (False, True)
    for kind in kinds:
        if not position_faults(fields, kind):
            return RepairedPosition(fields, kind, tuple(notes))
    sound = _without_rights(fields, kinds[0], notes)
    return RepairedPosition(sound, kinds[0], tuple(notes))


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
