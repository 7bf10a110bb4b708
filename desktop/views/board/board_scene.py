"""Everything the board shows, as frozen values. The board draws them and knows no chess rules."""

from collections.abc import Container, Mapping
from dataclasses import field
from enum import Enum
from types import MappingProxyType

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.ground.values import dataclass


@dataclass(frozen=True)
class BoardScene:
    """A position to draw and the moves that may be entered.

    `pieces`: letter by square (0 = a1), upper case for White. `destinations`: legal target squares by start square;
    empty if no move may be entered. `promotions`: (from, to) pairs that need a choice of piece. `turn_white`: the
    colour of the pieces in the chooser. `check`: the square of a king in check. `description`: the position in words
    for a screen reader. `sign`: the assessment of the last move, such as `?!`, shown on its target square. `premoves`:
    premoves, on the board in `pieces_after_premoves`; `premoves_allowed`: whether more may be made. `castlings`: (king, own rook)
    to the target square of a king that is dropped on that rook. `place`: a change of it cancels a gesture; a running
    game is one place, otherwise each position of each game is one.
    """

    pieces: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    destinations: Mapping[int, frozenset[int]] = field(default_factory=lambda: MappingProxyType({}))
    promotions: Container[tuple[int, int]] = frozenset()
    turn_white: bool = True
    last_move: tuple[int, int] | None = None
    sign: str = ""
    check: int | None = None
    description: str = ""
    premoves: tuple[tuple[int, int], ...] = ()
    premoves_allowed: bool = False
    pieces_after_premoves: Mapping[int, str] | None = None
    castlings: Mapping[tuple[int, int], int] = field(default_factory=lambda: MappingProxyType({}))
    place: tuple[int, int] = (0, 0)

    @property
    def shown(self) -> Mapping[int, str]:
        """The pieces as drawn: after the premoves, if there are any."""
        return self.pieces_after_premoves if self.pieces_after_premoves is not None else self.pieces

    @property
    def looks(self) -> tuple[object, ...]:
        """All values that are painted while no piece is picked up."""
        return self.shown, self.last_move, self.sign, self.check, self.premoves


class Brush(Enum):
    """The four colours of arrows and circles, by the letters of PGN's %cal and %csl."""

    GREEN = "G"
    RED = "R"
    BLUE = "B"
    YELLOW = "Y"


@dataclass(frozen=True)
class BoardShape:
    """An arrow, or a circle if start and end are equal. `engine` arrows are thinner and not the user's own."""

    start: int
    end: int
    brush: Brush = Brush.GREEN
    engine: bool = False


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Men", text))


_WORDS = {
    "K": _t("white king"), "Q": _t("white queen"), "R": _t("white rook"),
    "B": _t("white bishop"), "N": _t("white knight"), "P": _t("white pawn"),
    "k": _t("black king"), "q": _t("black queen"), "r": _t("black rook"),
    "b": _t("black bishop"), "n": _t("black knight"), "p": _t("black pawn"),
}  # fmt: skip


def piece_word(letter: str) -> str:
    """Returns the name of a piece in the language in use: `white knight` for `N`."""
    return QCoreApplication.translate("Men", _WORDS[letter])


def square_words(square: int, letter: str) -> str:
    """Returns a square and the piece on it in the language in use: `white knight on f3`, `e6, empty`."""
    name = "abcdefgh"[square & 7] + str((square >> 3) + 1)
    if not letter:
        return name + ", " + QCoreApplication.translate("Men", "empty")
    return QCoreApplication.translate("Spoken", "%1 on %2").replace("%1", piece_word(letter)).replace("%2", name)


def slides(before: Mapping[int, str], after: Mapping[int, str]) -> dict[int, int]:
    """Returns the pieces that slid between two positions: end square -> start square.

    Each piece that appeared is matched with the nearest vanished piece of its kind. A piece without a match (a
    promotion, a new position) appears without sliding.
    """
    gone = {square: letter for square, letter in before.items() if after.get(square) != letter}
    found: dict[int, int] = {}
    for square, letter in after.items():
        if before.get(square) == letter:
            continue
        candidates = [other for other, lost in gone.items() if lost == letter]
        if candidates:
            nearest = min(candidates, key=lambda other: _distance(other, square))
            found[square] = nearest
            del gone[nearest]
    return found


def captured_piece(before: Mapping[int, str], after: Mapping[int, str]) -> dict[int, str]:
    """Returns the captured piece by its square. Empty if the move captures nothing, or if it is another game."""
    came = {letter.isupper() for square, letter in after.items() if before.get(square) != letter}
    gone = {square: letter for square, letter in before.items() if after.get(square) != letter}
    lost = {square: letter for square, letter in gone.items() if came == {letter.islower()}}
    return lost if len(lost) == 1 else {}


def _distance(one: int, other: int) -> int:
    return ((one & 7) - (other & 7)) ** 2 + ((one >> 3) - (other >> 3)) ** 2
