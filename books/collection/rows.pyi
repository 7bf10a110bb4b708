from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Hashable
from typing import Any, Generic, Self, TypeVar

from typing_extensions import disjoint_base

from engine.pgn.mainlines import MainLine

SHORT_PLIES: int
_Name = TypeVar("_Name", bound=Hashable)

@disjoint_base
class NameIndex(Generic[_Name]):
    """Names by the order in which they came. `numbers` are those of the table; the last names have none yet."""

    names: list[_Name]
    numbers: list[int]
    def new_ones(self) -> list[_Name]:
        """The names without numbers: whoever writes the games first adds those to `numbers`."""
    def forget(self) -> None:
        """Empties it."""

@disjoint_base
class RowBatch:
    """The games of one transaction. `len` is how many were taken, `problems` how many of them have problems. Events are
    pairs of event and site, tags of name and value. `unread` counts the tags without a readable value, by name, over all
    batches.
    """

    players: NameIndex[str]
    events: NameIndex[tuple[str, str]]
    tags: NameIndex[tuple[str, str]]
    problems: int
    unread: dict[str, int]
    def __new__(cls, source: int) -> Self: ...
    def __len__(self) -> int: ...
    def take(self, line: MainLine, text: bytes | None) -> None:
        """Takes a game, with its packed text where it is annotated."""
    def insert(
        self,
        db: sqlite3.Connection,
        first: int,
        other: Callable[[sqlite3.Connection, tuple[Any, ...], bytes | None, list[int]], int],
    ) -> tuple[int, bytes, bytes, list[tuple[int, bytes]], array[int], array[int]]:
        """Writes games and texts, numbered from `first` on; all names must have numbers. Returns how many were added, their
        traits and sides, the blocks of the index, and their signatures with their numbers. `other` is asked about a game
        whose signature may be known, with its row, its text and the games that have the signature (as far as they are not
        only in the table `edited`): it answers the same signature if no game has it, the next one to try if the game is
        another one, or 0 if it is the same game.

        :raises sqlite3.Error: they cannot be written.
        """
    def row(self, place: int, number: int) -> tuple[tuple[Any, ...], bytes]:
        """The columns `schema.GAME_COLUMNS` of a taken game under this number, and its traits; all names must have numbers.

        :raises IndexError: no such game was taken.
        """
    def clear(self) -> None:
        """Drops the games and keeps the names: the next batch."""
    def forget(self) -> None:
        """Drops the games and the names: the transaction has failed."""

def other_tags(headers: dict[str, str]) -> list[tuple[str, str]]:
    """The tags that no column holds, with their values."""

def packed_moves(line: MainLine) -> bytes:
    """The moves as the table stores them: 2 bytes each, little-endian."""

def surname(name: str) -> bytes:
    """The first word of a name, in plain small letters."""

def signature(line: MainLine) -> int:
    """Two games may be the same if moves and start agree; short ones must agree in date too, those without moves in all
    tags that name the game, and in the result. `books.collection.identity` then says whether they are. (Of those
    without moves several equal ones of one file are games of their own.)
    """

def signature_of(packed: bytes, start_fen: str | None, date: str | None) -> int:
    """The signature of a game with moves, from its columns in the table."""
