"""A position as a value: made once from a FEN or a board, checked at one gate, and asked what people ask of a position."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType

from engine.game.side import Side
from engine.ground.errors import PositionError
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.rules.fen import START_FEN, FenFields, identity, read_fields, write_fields

_KEPT = 1_024  # positions read last: a board, its lists and its clock ask for the same one


@dataclass(frozen=True)
class Position:
    """A position that can be played from. `fields`: as `engine.rules.gate.playable` gives them, and nobody else: castling as
    X-FEN writes it, en passant only where it is legal."""

    fields: FenFields
    chess960: bool

    @staticmethod
    def of(fen: str, chess960: bool | None) -> "Position":
        """The position of a FEN. `chess960` None: by the rules of Chess960 only where its castling rights need them.

        :raises PositionError: the text is no FEN, or its position cannot be played; says where and why.
        """
        return _position(fen, chess960)

    @staticmethod
    def mended(text: str, chess960: bool | None) -> "tuple[Position, tuple[Text, ...]]":
        """The position of a text with wrong rights or counters, and a sentence about each change; see `engine.rules.mending`.

        :raises PositionError: no board can be read, or its pieces cannot be set up; says where and why.
        """
        from engine.rules.mending import mended  # here, not above: the window starts without the core

        found = mended(text, chess960)
        return _position(found.fen, found.chess960), found.notes

    @cached_property
    def fen(self) -> str:
        """The six fields as text."""
        return write_fields(self.fields)

    @property
    def identity(self) -> str:
        """The first four fields: the same in every game that reaches the position (EPD)."""
        return identity(self.fields)

    @cached_property
    def pieces(self) -> Mapping[int, str]:
        """Letter by square (0 = a1), upper case for White; in the order of the squares."""
        return MappingProxyType({square: piece for square, piece in enumerate(self.fields.pieces) if piece})

    def count(self, piece: str) -> int:
        """How many pieces of one kind and colour there are."""
        return self.fields.pieces.count(piece)

    @property
    def white_to_move(self) -> bool:
        """Whether it is White's turn."""
        return self.fields.white_to_move

    @property
    def side_to_move(self) -> Side:
        """Whose turn it is."""
        return Side.of(self.fields.white_to_move)

    @property
    def castling(self) -> str:
        """The castling rights as X-FEN writes them; empty without."""
        return self.fields.castling

    @property
    def en_passant(self) -> str:
        """The square on which a pawn can be taken en passant, by name; empty without."""
        return self.fields.en_passant

    @property
    def number(self) -> int:
        """The number of the next move."""
        return self.fields.number

    @property
    def ply(self) -> int:
        """Half moves before this position since move 1 of White: 0 at the start."""
        return 2 * (self.number - 1) + (not self.white_to_move)


START_POSITION = Position(
    read_fields(START_FEN), chess960=False
)  # made without the core, which the window starts without


@lru_cache(maxsize=_KEPT)
def _position(fen: str, chess960: bool | None) -> Position:
    from engine.rules.gate import playable  # here, not above: the window starts without the core

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
