"""A position being set up by hand: any men on any squares, possible or not. `position_faults` says what is wrong with it."""

from dataclasses import dataclass, replace

from desktop.model.errors import PositionInputError

EMPTY = ("",) * 64
MEN = "KQRBNPkqrbnp"
RIGHTS = "KQkq"
LONGEST_TEXT = 200  # characters; a FEN has at most about 90


@dataclass(frozen=True)
class Setup:
    """`men`: a letter or an empty text by square (0 = a1), upper case for White. `en_passant`: a square's name or empty."""

    men: tuple[str, ...] = EMPTY
    white_to_move: bool = True
    castling: str = ""
    en_passant: str = ""
    halfmoves: int = 0
    number: int = 1

    @classmethod
    def start(cls) -> "Setup":
        """The start position."""
        return cls.read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")

    @classmethod
    def read(cls, text: str) -> "Setup":
        """A FEN, however impossible its position; fields that are missing or unreadable take their defaults.

        :raises PositionInputError: the placement of the men cannot be read; says where.
        """
        fields = text[:LONGEST_TEXT].split()
        if not fields:
            raise PositionInputError("The FEN is empty.")
        turn, castling, en_passant, halfmoves, number = (*fields[1:6], *("", "", "", "", "")[len(fields[1:6]) :])
        return cls(
            _read_men(fields[0]),
            turn != "b",
            "".join(right for right in RIGHTS if right in castling),
            en_passant if _is_square(en_passant) else "",
            int(halfmoves) if halfmoves.isascii() and halfmoves.isdigit() else 0,
            max(1, int(number)) if number.isascii() and number.isdigit() else 1,
        )

    @property
    def fen(self) -> str:
        """The six fields."""
        rows = []
        for rank in range(7, -1, -1):
            row, gap = "", 0
            for man in self.men[8 * rank : 8 * rank + 8]:
                if man:
                    row += (str(gap) if gap else "") + man
                    gap = 0
                else:
                    gap += 1
            rows.append(row + (str(gap) if gap else ""))
        turn = "w" if self.white_to_move else "b"
        state = f"{self.castling or '-'} {self.en_passant or '-'} {self.halfmoves} {self.number}"
        return f"{'/'.join(rows)} {turn} {state}"

    def squares(self, man: str) -> tuple[int, ...]:
        """Where men of one kind and colour stand."""
        return tuple(square for square, found in enumerate(self.men) if found == man)

    # Editing: each returns another setup

    def put(self, square: int, man: str) -> "Setup":
        """With a man on a square; an empty text takes away what stands there."""
        return replace(self, men=(*self.men[:square], man, *self.men[square + 1 :]))

    def move(self, start: int, end: int) -> "Setup":
        """With a man carried to another square, whatever stands there."""
        return self.put(start, "").put(end, self.men[start]) if start != end else self

    def with_right(self, right: str, allowed: bool) -> "Setup":
        """With or without one castling right."""
        return replace(self, castling="".join(r for r in RIGHTS if (allowed if r == right else r in self.castling)))

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
        castling = "".join(right for right in RIGHTS if right.swapcase() in self.castling)
        passed = self.en_passant and self.en_passant[0] + str(9 - int(self.en_passant[1]))
        return replace(self, men=men, white_to_move=not self.white_to_move, castling=castling, en_passant=passed)


def _read_men(text: str) -> tuple[str, ...]:
    rows = text.split("/")
    if len(rows) != 8:
        raise PositionInputError(f"A FEN has 8 rows separated by “/”; this one has {len(rows)}.")
    men: list[tuple[str, ...]] = []
    for rank, row in zip(range(8, 0, -1), rows, strict=True):
        found: list[str] = []
        for letter in row:
            if letter in "12345678":
                found += [""] * int(letter)
            elif letter in MEN:
                found.append(letter)
            else:
                raise PositionInputError(f"“{letter}” in rank {rank} is no man; men are written {MEN}.")
        if len(found) != 8:
            raise PositionInputError(f"Rank {rank} has {len(found)} squares instead of 8: “{row}”.")
        men.insert(0, tuple(found))
    return tuple(man for row in men for man in row)


def _is_square(text: str) -> bool:
    return len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345678"
