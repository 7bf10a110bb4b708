"""The piece letters of written moves by language, and figurines. PGN always has the English ones."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

ENGLISH = "KQRBN"
LETTERS: Mapping[str, str] = MappingProxyType(
    {"en": ENGLISH, "fi": "KDTLR", "de": "KDTLS", "es": "RDTAC", "fr": "RDTFC", "figurines": "♔♕♖♗♘"}
)
_PAWNS = {"KDTLR": "S", "KDTLS": "B"}
"""The letters of pawns that are not P, by the letters of pieces: Finnish sotilas, German Bauer."""
_ALIKE = str.maketrans({"♚": "♔", "♛": "♕", "♜": "♖", "♝": "♗", "♞": "♘", "\ufe0e": None})


def shown(moves: str, letters: str) -> str:
    """Returns moves in English SAN, one or a whole line, with other letters: `Nf3` is `Rf3` in Finnish."""
    return moves if letters == ENGLISH else moves.translate(str.maketrans(ENGLISH, letters))


def english(typed: str, letters: str) -> str:
    """Returns a move written with those letters as English SAN; figurines of either colour are accepted."""
    text = typed.translate(_ALIKE).translate(str.maketrans(LETTERS["figurines"], ENGLISH))
    if letters in (ENGLISH, LETTERS["figurines"]) or text != typed:
        return text
    return text.translate(str.maketrans(letters, ENGLISH))


def placed(text: str, letters: str, *, back: bool = False) -> str:
    """Returns pieces that a person writes with those letters (`KTSvKR`, `Rd5 te6`: Black's in small letters) in English ones;
    `back`: the other way."""
    if letters in (ENGLISH, LETTERS["figurines"]):
        return text
    with_pawn = letters + _PAWNS.get(letters, "P"), f"{ENGLISH}P"
    own, other = with_pawn[::-1] if back else with_pawn
    # A small letter before a figure is a file, unless a file and a figure follow it.
    pieces = re.compile(rf"[{own}]|[{own.lower()}](?=[a-h][1-8])")
    return pieces.sub(lambda found: _cased(other[own.index(found[0].upper())], found[0]), text)


def _cased(letter: str, like: str) -> str:
    return letter if like.isupper() else letter.lower()


def read(typed: str, letters: str, is_legal: Callable[[str], bool]) -> str:
    """Returns a typed move as English SAN: read with the shown letters, or with English ones if that is illegal."""
    first = english(typed, letters)
    return first if first == typed or is_legal(first) else english(typed, ENGLISH)
