"""The parser of FEN text: reads its six fields without judging the position; `engine.rules.gate` decides if it is
playable.

All other code uses `engine.game.position.Position` for a position that was read.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from engine.ground.errors import PositionError, RatsuError
from engine.ground.text import Text

START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PIECES = "KQRBNPkqrbnp"
FILES = "ABCDEFGHabcdefgh"  # castling rights in Shredder-FEN: the file of the rook
RIGHTS = "KQkq" + FILES  # and in X-FEN: the outermost rook of a side
FEN_LIMIT = 128  # characters; the longest sensible FEN has about 90
SQUARE_NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")

_CASTLING = re.compile(
    r"-|[KQA-H]{0,2}[kqa-h]{0,2}"
)  # python-chess's rule: at most two of White's, then two of Black's
_OPERATIONS = re.compile(r"(\S+(?:\s+\S+){3})\s+([A-Za-z]\w*\s.*;)\s*", re.DOTALL)  # of an EPD, after four fields
_SIDES = {"w": True, "b": False}
_MISSING = ("w", "-", "-", "0", "1")  # defaults of omitted fields after the first
WRONG_FIELDS = (
    "the side to move is “%1”; write w or b",
    "the castling rights are “%1”; write letters of KQkq, or - for none",
    "the en passant square is “%1”; write a square such as e3, or - for none",
    "the moves since a capture or pawn move are “%1”; write 0 or more",
    "the move number is “%1”; write 1 or more",
)
MENDED_FIELDS = (
    "The side to move is “%1”; it was read as %2.",
    "The castling rights are “%1”; they were read as %2.",
    "The en passant square is “%1”; it was read as %2.",
    "The moves since a capture or pawn move are “%1”; they were set to %2.",
    "The move number is “%1”; it was set to %2.",
)


class FenFields(NamedTuple):
    """The six fields of a FEN, not necessarily of a possible position.

    `pieces`: a letter or an empty text by square (0 = a1), upper case for White. `castling`: letters of `RIGHTS`, empty
    for none. `en_passant`: the name of a square, or empty. `halfmoves`: plies since the last capture or pawn move.
    """

    pieces: tuple[str, ...]
    white_to_move: bool = True
    castling: str = ""
    en_passant: str = ""
    halfmoves: int = 0
    number: int = 1

    @property
    def names_rooks(self) -> bool:
        """Whether castling rights are written as files, which only Chess960 needs."""
        return any(right in FILES for right in self.castling)


def read_fields(text: str, notes: list[Text] | None = None) -> FenFields:
    """Returns the fields of a FEN; omitted fields at its end get their defaults.

    Strict without `notes`. With a list, every field after the first is mended (`B` is b, `E3` is e3, unreadable ones
    get their default), further words are ignored, and a sentence about each change is appended.

    :raises PositionError: the text is not a FEN; the message has the place and a correct form.
    """
    words = text.split() if notes is None else _without_operations(text)[:FEN_LIMIT].split()[:6]
    shown = " ".join(words)
    if not words:
        raise PositionError("The position is missing: the text is empty.")
    if len(shown) > FEN_LIMIT:
        raise PositionError("This is not a position: a FEN has at most %1 characters, not %2.", FEN_LIMIT, len(shown))
    try:
        if len(words) > 6:
            raise RatsuError("the sixth field is followed by “%1”; a FEN has six", words[6])
        return FenFields(_pieces(words[0], notes is not None), *_state(words[1:], notes))  # type: ignore[arg-type]
    except RatsuError as error:
        raise PositionError("“%1” is not a position: %2.", shown, error) from None


def has_counters(line: str) -> bool:
    """Whether a line is a FEN with its counters. Otherwise it is an EPD, whose operations follow the fourth field."""
    words = line.split()
    return len(words) >= 6 and words[4].isdecimal() and words[5].isdecimal()


def write_fields(fields: FenFields) -> str:
    return f"{identity(fields)} {fields.halfmoves} {fields.number}"


def identity(fields: FenFields) -> str:
    """Returns the first four fields as text (EPD): the same for every game that reaches the position."""
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(piece or " " for piece in fields.pieces[8 * rank : 8 * rank + 8])
        rows.append(re.sub(" +", lambda gap: str(len(gap[0])), row))
    turn = "w" if fields.white_to_move else "b"
    return f"{'/'.join(rows)} {turn} {fields.castling or '-'} {fields.en_passant or '-'}"


def in_order(rights: str) -> str:
    """Returns castling rights in FEN's order: White's before Black's, the king's side before the queen's, each once."""
    return "".join(right for right in "KHGFEDCBAQkhgfedcbaq" if right in rights)


def _without_operations(text: str) -> str:
    """Returns a FEN without the operations of an EPD; of these only the counters count (`hmvc 1; fmvn 7;`)."""
    found = _OPERATIONS.fullmatch(text.strip())
    if found is None:
        return text
    counters = (re.search(rf"\b{name} (\d+)", found[2]) for name in ("hmvc", "fmvn"))
    clock, number = (
        counter[1] if counter is not None else missing for counter, missing in zip(counters, "01", strict=True)
    )
    return f"{found[1]} {clock} {number}"


def _pieces(text: str, is_mended: bool = False) -> tuple[str, ...]:
    """Returns the pieces by square. `is_mended`: numbers in a row are added up."""
    if is_mended:
        text = re.sub("[1-8]{2,8}", lambda digits: str(sum(map(int, digits[0]))), text)
    rows = text.split("/")
    if len(rows) != 8:
        raise RatsuError("a board has 8 ranks, separated by “/”; this one has %1", len(rows))
    pieces: list[str] = []
    for rank, row in enumerate(reversed(rows), 1):
        found: list[str] = []
        digit = False
        for letter in row:
            if letter in PIECES:
                found.append(letter)
            elif letter not in "12345678":
                raise RatsuError("rank %1 has “%2”, which is not a piece; pieces are %3", rank, letter, PIECES)
            elif digit:
                raise RatsuError("rank %1 has two numbers in a row: “%2”; write their sum", rank, row)
            else:
                found += [""] * int(letter)
            digit = letter in "12345678"
        if len(found) != 8:
            raise RatsuError("rank %1 has %2 squares instead of 8: “%3”", rank, len(found), row)
        pieces += found
    return tuple(pieces)


def _state(words: list[str], notes: list[Text] | None) -> list[object]:
    readers: tuple[Callable[[str], object], ...] = (_SIDES.get, _castling, _en_passant, _count, _number)
    values = []
    for field, (reader, word) in enumerate(zip(readers, (*words, *_MISSING[len(words) :]), strict=True)):
        value = reader(word)
        if value is None:
            if notes is None:
                raise RatsuError(WRONG_FIELDS[field], word)
            guess = _guess(field, word)
            notes.append(Text(MENDED_FIELDS[field], word, guess))
            value = reader(guess)
        values.append(value)
    return values


def _guess(field: int, word: str) -> str:
    """Returns the likely meaning of an unreadable field, otherwise its default."""
    small = word.lower()
    if field == 0 and small in ("b", "black"):
        return "b"
    if field == 1:
        rights = in_order("".join(right for right in word if right in RIGHTS))
        return rights if rights and _castling(rights) is not None else "-"
    if field == 2 and small in SQUARE_NAMES:
        return small
    return _MISSING[field]


def _castling(text: str) -> str | None:
    return in_order(text.replace("-", "")) if _CASTLING.fullmatch(text) else None


def _en_passant(text: str) -> str | None:
    return "" if text == "-" else text if text in SQUARE_NAMES else None


def _count(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _number(text: str) -> int | None:
    """Returns a move number; some programs write 0, which means 1."""
    number = _count(text)
    return None if number is None else max(1, number)
