"""A position as an immutable value, made from a FEN or a board, validated once."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType

from engine.game.side import Side
from engine.ground.errors import PositionError
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.rules.fen import START_FEN, FenFields, identity, read_fields, write_fields

_KEPT = 1_024  # recent positions: a board, its lists and its clock use the same one


@dataclass(frozen=True)
class Position:
    """A playable position. `fields` come only from `engine.rules.gate.playable`: castling as X-FEN, en passant only if
    legal."""

    fields: FenFields
    chess960: bool

    @staticmethod
    def of(fen: str, chess960: bool | None) -> "Position":
        """Returns the position of a FEN. `chess960` None: Chess960 only if the castling rights need it.

        :raises PositionError: the text is not a FEN, or the position is not playable; the message says where and why.
        """
        return _position(fen, chess960)

    @staticmethod
    def repaired(text: str, chess960: bool | None) -> "tuple[Position, tuple[Text, ...]]":
        """Returns the position of a text with wrong rights or counters, and a sentence about each change; see
        `engine.rules.fen_repair`.
        :raises PositionError: no board can be read, or its pieces cannot be set up."""
        from engine.rules.fen_repair import repaired  # imported here: the window starts without the core

        found = repaired(text, chess960)
        return _position(found.fen, found.chess960), found.notes

    @cached_property
    def fen(self) -> str:
        return write_fields(self.fields)

    @property
    def identity(self) -> str:
        """The first four fields (EPD): the same for every game that reaches the position."""
        return identity(self.fields)

    @cached_property
    def pieces(self) -> Mapping[int, str]:
        """The letters by square (0 = a1), upper case for White, in the order of squares."""
        return MappingProxyType({square: piece for square, piece in enumerate(self.fields.pieces) if piece})

    def count(self, piece: str) -> int:
        return self.fields.pieces.count(piece)

    @property
    def white_to_move(self) -> bool:
        return self.fields.white_to_move

    @property
    def side_to_move(self) -> Side:
        return Side.of(self.fields.white_to_move)

    @property
    def castling(self) -> str:
        """The castling rights in X-FEN; empty without any."""
        return self.fields.castling

    @property
    def en_passant(self) -> str:
        """The name of the en passant square; empty without one."""
        return self.fields.en_passant

    @property
    def number(self) -> int:
        return self.fields.number

    @property
    def ply(self) -> int:
        """Plies before this position since White's move 1: 0 at the start."""
        return 2 * (self.number - 1) + (not self.white_to_move)


START_POSITION = Position(read_fields(START_FEN), chess960=False)  # without the core, which is imported later


@lru_cache(maxsize=_KEPT)
def _position(fen: str, chess960: bool | None) -> Position:
    from engine.rules.gate import playable  # imported here: the window starts without the core

    try:
        return Position(playable(read_fields(fen), bool(chess960)), bool(chess960))
    except PositionError:
        if chess960 is not None:
            raise
        try:
            return _position(fen, True)
        except PositionError:
            pass
        raise
