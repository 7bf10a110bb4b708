"""Whole numbers in files and input: ASCII digits only, within bounds. Python's `int` also accepts signs, underscores and other
alphabets, and fails for very long texts."""

MOST_DIGITS = 18  # including leading zeros; fits in 64 bits


def whole_number(text: str, least: int = 0, most: int = 10**MOST_DIGITS) -> int | None:
    """The number; None if the text is not a number from `least` to `most`. Never raises."""
    if not (text.isascii() and text.isdigit()) or len(text) > MOST_DIGITS:
        return None
    number = int(text)
    return number if least <= number <= most else None
