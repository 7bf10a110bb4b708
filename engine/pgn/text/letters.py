"""Piece letters of the languages in which games are recorded.

Sources: section 8.2.3.1 of the PGN standard (1994) for the Latin ones; the usual letters of the national federations
for the Cyrillic and Greek ones. Letters that a language does not use have their English meaning, so a German file with
an English game in it is still readable.
"""

import re
from collections.abc import Set

from engine.ground.errors import RatsuError

# Pawn, knight, bishop, rook, queen, king; the pawn's letter is rarely written.
LANGUAGES: dict[str, tuple[str, str, str, str, str, str]] = {
    "en": ("P", "N", "B", "R", "Q", "K"),
    "bg": ("П", "К", "О", "Т", "Д", "Ц"),
    "cs": ("P", "J", "S", "V", "D", "K"),
    "da": ("B", "S", "L", "T", "D", "K"),
    "de": ("B", "S", "L", "T", "D", "K"),
    "el": ("Σ", "Ι", "Α", "Π", "Β", "Ρ"),
    "es": ("P", "C", "A", "T", "D", "R"),
    "et": ("P", "R", "O", "V", "L", "K"),
    "fi": ("P", "R", "L", "T", "D", "K"),
    "fr": ("P", "C", "F", "T", "D", "R"),
    "hu": ("G", "H", "F", "B", "V", "K"),
    "is": ("P", "R", "B", "H", "D", "K"),
    "it": ("P", "C", "A", "T", "D", "R"),
    "nl": ("O", "P", "L", "T", "D", "K"),
    "no": ("B", "S", "L", "T", "D", "K"),
    "pl": ("P", "S", "G", "W", "H", "K"),
    "pt": ("P", "C", "B", "T", "D", "R"),
    "ro": ("P", "C", "N", "T", "D", "R"),
    "ru": ("п", "К", "С", "Л", "Ф", "Кр"),
    "sv": ("B", "S", "L", "T", "D", "K"),
}

_INITIAL = re.compile(r"(?<!\w)([^\W\d_a-h])[a-h]?[1-8]?[x:-]?[a-h][1-8](?!\w)")  # the piece letter of a move


def piece_letters(language: str) -> dict[str, int]:
    """Returns piece types (pawn 0 ... king 5) by letter; longer letters first, so that Russian Кр is not read as К.
    :raises RatsuError: the language is unknown."""
    if language not in LANGUAGES:
        raise RatsuError("no piece letters for language %1; known are %2", repr(language), ", ".join(LANGUAGES))
    own = {letter: piece for piece, letter in enumerate(LANGUAGES[language])}
    english = {letter: piece for piece, letter in enumerate(LANGUAGES["en"]) if letter not in own}
    return dict(sorted((own | english).items(), key=lambda item: -len(item[0])))


def piece_initials(text: str) -> set[str]:
    """Returns the piece letters of the words that look like moves."""
    return set(_INITIAL.findall(text))


def is_mixed(language: str, initials: Set[str]) -> bool:
    """Whether moves have letters that only this language has, and others that only English has."""
    own, english = {*LANGUAGES[language]}, {*LANGUAGES["en"]}
    return bool(initials & (own - english)) and bool(initials & (english - own))


def languages_of(first: str, characters: set[str]) -> list[str]:
    """Returns a language for each set of piece letters that the text may use: the preferred, English, then the others."""
    by_letters: dict[tuple[str, ...], str] = {}
    for language in (first, "en", *LANGUAGES):
        letters = LANGUAGES[language]
        own = {letter[0] for letter, english in zip(letters, LANGUAGES["en"], strict=True) if letter != english}
        if language == "en" or own & characters:
            by_letters.setdefault(letters, language)
    return list(by_letters.values())
