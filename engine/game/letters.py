"""The letters that stand for the pieces in written moves, by language, and as figurines. PGN always has the English ones."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

ENGLISH = "KQRBN"
LETTERS: Mapping[str, str] = MappingProxyType({"en": ENGLISH, "fi": "KDTLR", "figurines": "♔♕♖♗♘"})
_ALIKE = str.maketrans({"♚": "♔", "♛": "♕", "♜": "♖", "♝": "♗", "♞": "♘", "\ufe0e": None})


def shown(moves: str, letters: str) -> str:
    """Moves in English SAN, one or a whole line, with other letters: `Nf3` is `Rf3` in Finnish."""
    return moves if letters == ENGLISH else moves.translate(str.maketrans(ENGLISH, letters))


def english(typed: str, letters: str) -> str:
    """A move written with those letters as English SAN; figurines of either colour are read too."""
    text = typed.translate(_ALIKE).translate(str.maketrans(LETTERS["figurines"], ENGLISH))
    if letters in (ENGLISH, LETTERS["figurines"]) or text != typed:
        return text
    return text.translate(str.maketrans(letters, ENGLISH))


def read(typed: str, letters: str, is_legal: Callable[[str], bool]) -> str:
    """A typed move as English SAN: read with the letters shown, and with English ones where that is no legal move."""
    first = english(typed, letters)
    return first if first == typed or is_legal(first) else english(typed, ENGLISH)
