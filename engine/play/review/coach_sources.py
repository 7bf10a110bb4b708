"""The coach's sources besides the search: tables, a book, people of a rating, the earlier game.

A review in a file must be verifiable on every machine: it uses the shipped tables and the shipped book.
"""

from __future__ import annotations

import atexit
import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import chess

from engine.coach.sources import Sources, TableProbe

if TYPE_CHECKING:
    from books.choice.library import Library


def sources_at(board: chess.Board, elo: int = 0) -> Sources:
    """The shipped tables and book, and the game that led to `board`, from its stack; with a rating also what its people play,
    asked (20 to 50 ms) when it is needed. A rating beyond the predictor's range (400 to 2800) counts as its nearest end."""
    tables, library = _shipped()
    book = functools.partial(_moves, library)
    if not elo:
        return Sources(tables, book, earlier=earlier(board))
    from engine.play.people.human_replies import HIGHEST_ELO, LOWEST_ELO

    elo = min(max(elo, LOWEST_ELO), HIGHEST_ELO)
    return Sources(tables, book, elo, _chances(board, elo), earlier(board))


def earlier(board: chess.Board) -> tuple[str, ...]:
    """The EPDs of the positions of a board's game since the last capture or pawn move, its own included."""
    replay, found = board.copy(), [board.epd()]
    while replay.move_stack and replay.halfmove_clock:
        replay.pop()
        found.append(replay.epd())
    return tuple(found)


def _chances(board: chess.Board, elo: int) -> Callable[[], Mapping[str, float]]:
    from engine.play.people.human_replies import human_replies

    return functools.cache(lambda: human_replies(elo).chances(board))


def _moves(library: Library, board: chess.Board) -> Mapping[str, bool | None]:
    """The flags of the book; a move that is not checked yet, or dubious, is neither good nor bad."""
    from books.entry import Flag

    undecided = Flag.UNCHECKED, Flag.DUBIOUS
    return {board.uci(row.move): None if row.flag in undecided else row.flag.playable for row in library.look_up(board)}


@functools.cache
def _shipped() -> tuple[TableProbe, Library]:
    """Opened once, for the life of the program: any thread may ask them."""
    from books.choice.library import Library
    from tablebases.tables import Tablebases

    tables, library = Tablebases(()), Library(None, None)
    atexit.register(library.close)
    atexit.register(tables.close)
    return tables, library
