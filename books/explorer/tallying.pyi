from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

MARK_WHITE: int
MARK_BLACK: int
MARK_ELSEWHERE: int
BIN_ELO: int

def mark(marks: array[int], games: Iterable[int], bit: int) -> None:
    """Sets a mark (`MARK_...`) at these games. `marks` has a byte for each game number."""

def clear_marks(marks: array[int], bits: int) -> None:
    """Clears marks at all games."""

def tally(
    games: array[int],
    moves: array[int],
    traits: bytes,
    marks: array[int],
    white: bool,
    asked: tuple[int, int, int, int, bool, int, int, int],
) -> dict[int, tuple[Any, ...]]:
    """Statistics by move of the games that a filter takes. `marks` may be empty. `white`: White is to move. `asked`:
    first and last year (0: any), least and most rating, whether both players need it, the results and the speeds as bits,
    the wanted marks.

    Of each move: games, White's wins, draws, Black's wins; sum and number of average ratings, of the mover's ratings,
    and of the opponents' in games with a result; the mover's half points in these; the last year; the games with the
    highest ratings and the latest games, each with its value; results by steps of 50 of the average rating (step 0:
    unrated; step n: from 50 * (n - 1)).
    """

def taken(
    games: array[int], traits: bytes, marks: array[int], asked: tuple[int, int, int, int, bool, int, int, int]
) -> array[int]:
    """Those of the games that a filter takes; `asked` as in `tally`."""
