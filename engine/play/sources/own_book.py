"""The opening books of a mover: the user's, the learned and the shipped one."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import chess

from books.choice.choose import NORMAL_SHARE, AgainstStyle, ChoiceSettings, Chooser, HabitualMove
from books.choice.library import Library
from books.choice.open_library import library_in
from books.errors import BookError
from books.folder import default_folder
from books.learning.evidence_weight import too_weak
from books.learning.played import LearnedGame
from engine.ground.text import counted
from engine.play.sources.book_learning import BackgroundLearning
from engine.play.sources.shared_sources import SharedSources

LOOKED_AT_AGAIN = 2  # flagged positions checked again after the waiting games


class OwnBook:
    """The three book layers: the shared ones, or those of the user's folder, opened here."""

    def __init__(
        self,
        source: random.Random,
        shared: SharedSources | None = None,
        variety: Callable[[], int] = lambda: NORMAL_SHARE,
    ) -> None:
        """`variety`: `ChoiceSettings.normal_share`, asked before each move."""
        self._source = source
        self._shared = shared or SharedSources()
        self._own = library_in(default_folder()) if self._shared.library is None else None
        self._level: int | None = None
        self._habit: Callable[[chess.Board], HabitualMove | None] | None = None
        self._against_style: AgainstStyle | None = None
        self._variety = variety
        self._learning: dict[int | None, BackgroundLearning] = {}  # by level

    @property
    def problems(self) -> Sequence[BookError]:
        return self._library().problems

    def set_level(
        self,
        elo: int | None,
        habit: Callable[[chess.Board], HabitualMove | None] | None,
        against_style: AgainstStyle | None,
    ) -> None:
        """Sets the level whose memory is used and taught; None: full strength. `habit` and `against_style`: see
        `ChoiceSettings`."""
        self._level, self._habit, self._against_style = elo, habit, against_style

    def chooser(self) -> Chooser:
        settings = ChoiceSettings() if self._shared.book_choice is None else self._shared.book_choice()
        settings = replace(settings, habit=self._habit, against_style=self._against_style, normal_share=self._variety())
        return self._library().at_level(self._level).chooser(settings, self._source)

    def lines(self, board: chess.Board) -> list[str]:
        """The book moves of a position as lines: flag, share of the weight, games; largest weight first."""
        moves = self._library().moves_on(board)
        total = sum(entry.weight for _, entry in moves) or 1.0
        lines = []
        for move, entry in sorted(moves, key=lambda pair: -pair[1].weight):
            games = sum(row.games for _, row in entry.rows)
            lines.append(
                f"{board.san(move)}  {entry.flag.name.lower()}  {100 * entry.weight / total:.0f} %  {counted(games, 'game')}"
            )
        return lines

    def learn(self, game: LearnedGame, wait_s: float = 0.0) -> None:
        """Stores a game played from this book and starts its analysis in the background, waiting `wait_s` for it. Shared books
        are taught by their owner. A game of short searches teaches full strength nothing.

        :raises BookError: the game cannot be stored.
        """
        game = replace(game, level=self._level)
        if self._own is None or self._own.learned is None or too_weak(game):
            return
        if self._level not in self._learning:
            self._learning[self._level] = BackgroundLearning(self._own.at_level(self._level))
        learning = self._learning[self._level]
        learning.record(game)
        if learning.start(LOOKED_AT_AGAIN):
            learning.wait(wait_s)

    def settle(self) -> None:
        """Stops the analysis before the next game; unfinished work waits for the next pause."""
        for learning in self._learning.values():
            learning.stop()

    def close(self) -> None:
        """Closes the books that were opened here."""
        self.settle()
        if self._own is not None:
            self._own.close()

    def _library(self) -> Library:
        """The library in use. :raises RatsuError: the shared one is not available."""
        if self._own is not None:
            return self._own
        assert self._shared.library is not None
        return self._shared.library()
