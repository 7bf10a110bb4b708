"""What the thread of preparation does: reading, keeping, removing, and writing openings to spar against."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.model.book.preparation import (
    KeptBook,
    PreparationState,
    PreparationWish,
    PreparedSide,
    SparringGame,
    SteeredLine,
    Tallied,
)
from engine.ground.errors import RatsuError

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.preparation.opponent import Results
    from books.preparation.steer import SteerLine
    from engine.play.book.preparing import Preparation, Side

Open = Callable[[], "Library"]
Progress = Callable[[int, int], bool]
MOST_LINES = 60


class PreparationWork:
    """Every method is called on the thread of preparation; each raises RatsuError."""

    def __init__(self, open_library: Open) -> None:
        self._open = open_library
        self._found: Preparation | None = None

    def prepare(self, wish: PreparationWish, progress: Progress) -> PreparationState:
        """Reads the games and finds where to lead the opponent."""
        from books.preparation.opponent import Choice
        from engine.play.book.preparing import PrepareWish, prepare

        asked = PrepareWish(wish.games, wish.name, wish.white, Choice(since=wish.since))
        found = self._found = prepare(self._open(), asked, progress)
        opponent = found.opponent
        return PreparationState(
            name=wish.name,
            names=tuple(opponent.names.items()),
            games=len(opponent.games),
            read=opponent.read,
            rating=opponent.rating,
            sides=tuple(_side(side) for side in found.sides),
            kept=self.kept(),
        )

    def kept(self) -> tuple[KeptBook, ...]:
        """The books of moves to steer by."""
        from engine.play.book.preparing import prepared

        return tuple(KeptBook(path, title, f"{day:%Y.%m.%d}") for path, title, day in prepared(self._open()))

    def keep(self) -> tuple[tuple[KeptBook, ...], str]:
        """Keeps the lines that were found as a book. Returns all such books, and its title."""
        from engine.play.book.preparing import keep

        path = keep(self._open(), self._last(), datetime.now().astimezone().date())
        kept = self.kept()
        return kept, next((book.title for book in kept if book.path == path), path.stem)

    def remove(self, path: Path) -> tuple[KeptBook, ...]:
        """Removes such a book. Returns those that are left."""
        from engine.play.book.preparing import remove

        remove(self._open(), path)
        return self.kept()

    def spar(self, white: bool) -> SparringGame:
        """Writes the opponent's openings, to be played against; `white`: I have White."""
        from engine.play.book.preparing import sparring_path, write_sparring_book

        opponent = self._last().opponent
        path = sparring_path(self._open(), opponent.asked)
        write_sparring_book(opponent, path)
        return SparringGame(path, opponent.rating, white)

    def _last(self) -> Preparation:
        if self._found is None:
            raise RatsuError("Prepare for an opponent first.")
        return self._found


def _side(side: Side) -> PreparedSide:
    return PreparedSide(
        side.white,
        _tallied(side.results),
        tuple((year or 0, _tallied(ended)) for year, ended in side.years.items()),
        side.plan.usual,
        side.plan.expected,
        tuple(_line(line, side.white) for line in side.plan.lines[:MOST_LINES]),
    )


def _line(line: SteerLine, white: bool) -> SteeredLine:
    import chess

    from books.analysis import score_of

    san = chess.Board().variation_san(line.moves)
    moves = tuple(move.uci() for move in line.moves)
    evaluation = None if line.centipawns is None else score_of(line.centipawns, white)
    return SteeredLine(san, moves, line.reach, line.expected, evaluation, _tallied(line.results))


def _tallied(ended: Results) -> Tallied:
    return Tallied(*ended)
