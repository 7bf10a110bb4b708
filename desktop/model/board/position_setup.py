"""A position being set up by hand: any pieces on any squares, possible or not. `position_faults` says what is wrong with it."""

from dataclasses import replace

from engine.ground.values import dataclass
from engine.rules.fen import FILES, START_FEN, FenFields, identity, in_order, read_fields, write_fields

EMPTY = ("",) * 64
RIGHTS = "KQkq"
MOST_HALFMOVES = 100  # the fifty-move rule
MOST_NUMBER = 999


@dataclass(frozen=True)
class Setup:
    """`men`: a letter or an empty text by square (0 = a1), upper case for White. `en_passant`: a square's name or empty.

    `castling`: of `KQkq`, in Chess960 the outermost rook on that side of the king (X-FEN), or a rook's file (Shredder-FEN).
    `chess960_read`: Chess960 came with a position and was not ticked by hand.
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
    def start(cls) -> "Setup":
        """The start position."""
        return cls(*read_fields(START_FEN))

    @property
    def fields(self) -> FenFields:
        """As a FEN holds it."""
        return FenFields(self.men, self.white_to_move, self.castling, self.en_passant, self.halfmoves, self.number)

    @property
    def fen(self) -> str:
        """The six fields."""
        return write_fields(self.fields)

    @property
    def epd(self) -> str:
        """The first four fields."""
        return identity(self.fields)

    def squares(self, man: str) -> tuple[int, ...]:
        """Where pieces of one kind and colour stand."""
        return tuple(square for square, found in enumerate(self.men) if found == man)

    # Editing: each returns another setup

    def put(self, square: int, man: str) -> "Setup":
        """With a piece on a square; an empty text takes away what is there."""
        return replace(self, men=(*self.men[:square], man, *self.men[square + 1 :]))

    def move(self, start: int, end: int) -> "Setup":
        """With a piece carried to another square, whatever is there."""
        return self.put(start, "").put(end, self.men[start]) if start != end else self

    def with_right(self, right: str, allowed: bool) -> "Setup":
        """With or without one castling right; one that is taken away goes in both of its spellings."""
        kept = [r for r in self.castling if r != right and (allowed or not self._same_side(r, right))]
        return replace(self, castling=in_order("".join(kept) + (right if allowed else "")))

    def has_right(self, right: str) -> bool:
        """Whether one of `KQkq` is held, in either spelling."""
        return any(found == right or self._same_side(found, right) for found in self.castling)

    def with_chess960(self, on: bool) -> "Setup":
        """By the rules of Chess960, or not; files are no castling rights without them."""
        castling = self.castling if on else "".join(right for right in RIGHTS if self.has_right(right))
        return replace(self, chess960=on, chess960_read=False, castling=castling)

    def with_pieces_of(self, other: "Setup") -> "Setup":
        """The pieces and all else of another setup, by the rules of this one."""
        return replace(other, chess960=self.chess960, chess960_read=self.chess960_read)

    def read(self, fields: FenFields) -> "Setup":
        """As a FEN says. Chess960 stays where it was ticked by hand or the rights need it; a read one goes with its FEN. The same
        pieces without a right are the same FEN, whose rights are being typed."""
        found = Setup(*fields)
        ordinary = all(right in RIGHTS and found.rook_of(right) is not None for right in found.castling)
        typed = not found.castling and found.men == self.men
        kept = self.chess960 and (typed or not (self.chess960_read and ordinary))
        with_rooks = replace(found, chess960=True)
        needed = fields.names_rooks or (
            not ordinary and all(with_rooks.rook_of(right) is not None for right in found.castling)
        )
        on = kept or needed
        return replace(found, chess960=on, chess960_read=on and (self.chess960_read or not self.chess960))

    def with_counters(self, halfmoves: int, number: int) -> "Setup":
        """With the moves since the last capture or pawn move, and the number of the next move."""
        return replace(self, halfmoves=halfmoves, number=number)

    def rook_of(self, right: str) -> int | None:
        """The square of the rook that castles with a right; None where it or the king is not in place."""
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
        """Whether a right written as a file is the one that `right` names."""
        if file not in FILES or file.isupper() != right.isupper():
            return False
        kings = self.squares("K" if right.isupper() else "k")
        king = kings[0] & 7 if kings else 4
        return ("abcdefgh".index(file.lower()) > king) == (right in "Kk")

    def with_turn(self, white: bool) -> "Setup":
        """With another side to move; a capture en passant belonged to the turn."""
        return replace(self, white_to_move=white, en_passant="" if white != self.white_to_move else self.en_passant)

    def with_en_passant(self, square: str) -> "Setup":
        """With a square that a pawn has just passed over, or none."""
        return replace(self, en_passant=square)

    def mirrored(self) -> "Setup":
        """Left and right exchanged. Castling goes: the kings leave their file."""
        men = tuple(self.men[square ^ 7] for square in range(64))
        passed = self.en_passant and "hgfedcba"["abcdefgh".index(self.en_passant[0])] + self.en_passant[1]
        return replace(self, men=men, castling="", en_passant=passed)

    def flipped(self) -> "Setup":
        """The same game with the colours exchanged: White has what Black had."""
        men = tuple(self.men[square ^ 56].swapcase() for square in range(64))
        castling = in_order(self.castling.swapcase())
        passed = self.en_passant and self.en_passant[0] + str(9 - int(self.en_passant[1]))
        return replace(self, men=men, white_to_move=not self.white_to_move, castling=castling, en_passant=passed)
