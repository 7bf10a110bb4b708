"""Whole numbers as files and people write them: ASCII digits and nothing else, within bounds. Python's `int` takes more digits
than a game may have (signs, underscores, other alphabets), and fails with the longest."""

from functools import lru_cache

MOST_DIGITS = 18  # zeros in front counted; so it fits in 64 bits
MOST_ELO = 4999


def whole_number(text: str, least: int = 0, most: int = 10**MOST_DIGITS) -> int | None:
    """The number, None where the text is none from `least` to `most`. Never raises, whatever the length."""
    if not (text.isascii() and text.isdigit()) or len(text) > MOST_DIGITS:
        return None
    number = int(text)
    return number if least <= number <= most else None


@lru_cache(4096)  # an import asks six times a game, and ratings come again
def elo_in(text: str) -> int | None:
    """A rating as a PGN header has it; None where it is none that makes sense (`-`, `?`, 0)."""
    return whole_number(text, 1, MOST_ELO)
