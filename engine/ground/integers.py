"""Whole numbers in files and input: ASCII digits only, within bounds. Python's `int` also accepts signs, underscores and other
alphabets, and fails for very long texts."""

from functools import lru_cache

MOST_DIGITS = 18  # including leading zeros; fits in 64 bits
MOST_ELO = 4999


def whole_number(text: str, least: int = 0, most: int = 10**MOST_DIGITS) -> int | None:
    """The number; None if the text is not a number from `least` to `most`. Never raises."""
    if not (text.isascii() and text.isdigit()) or len(text) > MOST_DIGITS:
        return None
    number = int(text)
    return number if least <= number <= most else None


@lru_cache(4096)  # an import calls it six times a game, and ratings repeat
def elo_in(text: str) -> int | None:
    """A rating in a PGN header; None for a value without meaning (`-`, `?`, 0)."""
    return whole_number(text, 1, MOST_ELO)
