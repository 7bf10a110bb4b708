"""A position being set up by hand: any pieces on any squares, legal or not. `position_faults` finds its faults."""

from dataclasses import replace

from engine.ground.values import dataclass
from engine.rules.fen import FILES, START_FEN, FenFields, identity, in_order, read_fields, write_fields

EMPTY = ("",) * 64
RIGHTS = "KQkq"
MOST_HALFMOVES = 100  # the fifty-move rule
MOST_NUMBER = 999


@dataclass(frozen=True)
class PositionSetup:
    """`men`: a letter or an empty text by square (0 = a1), upper case for White. `en_passant`: a square's name or
    empty. `castling`: letters of `KQkq`, in Chess960 the outermost rook on that side of the king (X-FEN), or a rook's
    file (Shredder-FEN). `chess960_read`: Chess960 came with a position and was not ticked by hand.
    """

    men: tuple[str, ...] = EMPTY
    white_to_move: bool = True
    castling: str = ""
    en_passant: str = ""
    halfmoves: int = 0
    number: int = 1
    chess960: bool = False
    chess960_read: bool = False

    @classmethod
    def start(cls) -> "PositionSetup":
        return cls(*read_fields(START_FEN))

    @property
    def fields(self) -> FenFields:
        return FenFields(self.men, self.white_to_move, self.castling, self.en_passant, self.halfmoves, self.number)

    @property
    def fen(self) -> str:
        return write_fields(self.fields)

    @property
    def epd(self) -> str:
        """The first four fields."""
        return identity(self.fields)

    def squares(self, man: str) -> tuple[int, ...]:
        """The squares of the pieces of one kind and colour."""
        return tuple(square for square, found in enumerate(self.men) if found == man)

    # Editing: each returns another setup

    def put(self, square: int, man: str) -> "PositionSetup":
        """Puts a piece on a square; an empty text removes the piece."""
        return replace(self, men=(*self.men[:square], man, *self.men[square + 1 :]))

    def move(self, start: int, end: int) -> "PositionSetup":
        """Moves a piece to another square, replacing any piece there."""
        return self.put(start, "").put(end, self.men[start]) if start != end else self

    def with_right(self, right: str, allowed: bool) -> "PositionSetup":
        """Adds or removes one castling right; removes it in both of its spellings."""
        kept = [r for r in self.castling if r != right and (allowed or not self._same_side(r, right))]
        return replace(self, castling=in_order("".join(kept) + (right if allowed else "")))

    def has_right(self, right: str) -> bool:
        """Whether it has one of `KQkq`, in either spelling."""
        return any(found == right or self._same_side(found, right) for found in self.castling)

    def with_chess960(self, on: bool) -> "PositionSetup":
        """Switches Chess960 on or off; castling rights by file need it."""
        castling = self.castling if on else "".join(right for right in RIGHTS if self.has_right(right))
        return replace(self, chess960=on, chess960_read=False, castling=castling)

    def with_pieces_of(self, other: "PositionSetup") -> "PositionSetup":
        """The setup with pieces and counters of another, but its own rules."""
        return replace(other, chess960=self.chess960, chess960_read=self.chess960_read)

    def read(self, fields: FenFields) -> "PositionSetup":
        """The setup for a FEN. Chess960 remains if it was ticked by hand or the rights need it; if it came with a FEN,
        it goes with it. The same pieces without castling rights mean that the rights are still being typed.
        """
        found = PositionSetup(*fields)
        ordinary = all(right in RIGHTS and found.rook_of(right) is not None for right in found.castling)
        typed = not found.castling and found.men == self.men
        kept = self.chess960 and (typed or not (self.chess960_read and ordinary))
        with_rooks = replace(found, chess960=True)
        needed = fields.names_rooks or (
            not ordinary and all(with_rooks.rook_of(right) is not None for right in found.castling)
        )
        on = kept or needed
        return replace(found, chess960=on, chess960_read=on and (self.chess960_read or not self.chess960))

    def with_counters(self, halfmoves: int, number: int) -> "PositionSetup":
        """Sets the halfmove clock and the number of the next move."""
        return replace(self, halfmoves=halfmoves, number=number)

    def rook_of(self, right: str) -> int | None:
        """The square of the rook that castles with a right; None if it or the king is misplaced."""
        white = right.isupper()
        row = 0 if white else 56
        kings = [square for square in self.squares("K" if white else "k") if square >> 3 == row >> 3]
        rooks = [square for square in self.squares("R" if white else "r") if square >> 3 == row >> 3]
        if not kings:
            return None
        if right in FILES:
            wanted = row + "abcdefgh".index(right.lower())
            return wanted if wanted in rooks and wanted not in kings else None
        if not self.chess960:
            wanted = row + (7 if right in "Kk" else 0)
            return wanted if wanted in rooks and row + 4 in kings else None
        beside = [rook for rook in rooks if (rook > kings[0]) == (right in "Kk")]
        return (max(beside) if right in "Kk" else min(beside)) if beside else None

    def _same_side(self, file: str, right: str) -> bool:
        """Whether a right written as a file means the same rook as `right`."""
        if file not in FILES or file.isupper() != right.isupper():
            return False
        kings = self.squares("K" if right.isupper() else "k")
        king = kings[0] & 7 if kings else 4
        return ("abcdefgh".index(file.lower()) > king) == (right in "Kk")

    def with_turn(self, white: bool) -> "PositionSetup":
        """Sets the side to move and removes the en passant square."""
        return replace(self, white_to_move=white, en_passant="" if white != self.white_to_move else self.en_passant)

    def with_en_passant(self, square: str) -> "PositionSetup":
        """Sets or removes the en passant square."""
        return replace(self, en_passant=square)

    def mirrored(self) -> "PositionSetup":
        """The setup mirrored left to right, without castling rights, as the kings change files."""
        men = tuple(self.men[square ^ 7] for square in range(64))
        passed = self.en_passant and "hgfedcba"["abcdefgh".index(self.en_passant[0])] + self.en_passant[1]
        return replace(self, men=men, castling="", en_passant=passed)

    def flipped(self) -> "PositionSetup":
        men = tuple(self.men[square ^ 56].swapcase() for square in range(64))
        castling = in_order(self.castling.swapcase())
        passed = self.en_passant and self.en_passant[0] + str(9 - int(self.en_passant[1]))
        return replace(self, men=men, white_to_move=not self.white_to_move, castling=castling, en_passant=passed)
