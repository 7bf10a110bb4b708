"""What the rooms of writers share."""

import random
from collections.abc import Callable
from pathlib import Path

Write = Callable[[Path, int], None]  # the first or the second value
Read = Callable[[Path], int]  # how many of them are there
Writers = dict[str, tuple[Write, Read]]  # by the name of the file
LARGE = "x" * 20_000  # more than a page of the disk, so that a value can be written half
NOISE = random.Random(1).randbytes(20_000).hex()  # stays large when it is packed


def game(number: int, text: str = LARGE) -> str:
    """A game as PGN."""
    return f'[White "A{number}"]\n[Black "B"]\n\n1. e4 {{{text}}} e5 {"2. Nf3 " if number > 1 else ""}*\n'
