from __future__ import annotations

import sqlite3
from array import array

BLOCK_GAMES: int

def in_order(signatures: array[int], games: array[int]) -> None:
    """Sorts signatures (`q`) with their games (`I`), in place; games with the same signature by number."""

def add_signatures(db: sqlite3.Connection, run: int, signatures: array[int], games: array[int]) -> None:
    """Stores the signatures of the games of a run; sorts the arrays.

    :raises sqlite3.Error: they cannot be written.
    """

def matches(db: sqlite3.Connection, wanted: array[int]) -> tuple[array[int], array[int]]:
    """Finds the games that were imported with the wanted signatures, ascending. Returns places in `wanted`, and the game of
    each. Games that were removed for ever may be among them.

    :raises sqlite3.Error: the collection is damaged or cannot be read.
    """

def games_signed(db: sqlite3.Connection, signature: int) -> list[int]:
    """Returns the games, deleted ones included, that were imported with a signature: one or none, unless the file is
    damaged.

    :raises sqlite3.Error: the collection is damaged or cannot be read.
    """
