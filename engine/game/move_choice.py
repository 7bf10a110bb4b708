"""The interface between engines and protocols (`engine.protocols`), and a chosen move with its source and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from engine.game.info import Info, SearchProgress, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.reason import Reason
from engine.game.reason_words import english
from engine.game.stopper import Stopper
from engine.ground.text import Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    import chess

OnInfo = Callable[[Info], None]


class ChoiceSource(Enum):
    """The part of the engine that chose the move."""

    BOOK = "book"
    TABLEBASES = "tablebases"
    SEARCH = "search"
    HUMAN = "human"


_NAMES = {
    ChoiceSource.BOOK: "opening book",
    ChoiceSource.TABLEBASES: "endgame tables",
    ChoiceSource.SEARCH: "search",
    ChoiceSource.HUMAN: "people",
}


@dataclass(frozen=True)
class MoveChoice:
    """A move to play, in coordinate notation, with its source and reason.

    `result` is the search result, or what the tables know; None for a book move. `ponder_move` is the expected reply.
    `problems`: faults of books or tables for the user, each reported with one move only. `resigns`: a human opponent
    would resign here.
    """

    move: str
    source: ChoiceSource
    reason: Reason
    result: SearchResult | None = None
    ponder_move: str | None = None
    problems: tuple[Text, ...] = ()
    resigns: bool = False

    def resigned_to(self, person: bool) -> bool:
        """Whether the game ends by resignation: a level resigns to a `person`, never to another engine, so that matches
        measure play."""
        return self.resigns and person

    def __str__(self) -> str:
        """Source and reason in English: the user reads this after the move."""
        return f"{_NAMES[self.source]}: {english(self.reason)}"


class DrawAnswer(Enum):
    """The answer to a draw offer."""

    TAKEN = "taken"
    EARLY = "early"
    UNKNOWN = "unknown"
    """The engine has not searched the position yet."""
    BETTER = "better"


REFUSALS = {
    DrawAnswer.EARLY: Text("it is too early"),
    DrawAnswer.UNKNOWN: Text("it has not thought about this position yet"),
    DrawAnswer.BETTER: Text("its position is better"),
}


@dataclass(frozen=True)
class GameEnd:
    """A protocol's knowledge about the end. `position`: the last one, None if only our own moves are known; `result` as
    in PGN, `*` if unknown; `own_white`: our side, None: the side of the requested moves."""

    position: GamePosition | None = None
    result: str = "*"
    termination: str = "unterminated"
    opponent: str = "?"
    own_white: bool | None = None


class Searching(Protocol):
    """The searching part of `engine.player.Player`."""

    def search(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> SearchResult:
        """Searches; blocks until it is done or stopped."""


class Mover(Protocol):
    """An engine as the protocols see it."""

    def option_lines(self) -> Iterable[str]:
        """Returns UCI's declarations of the options, each starting with `option name`."""

    def set_option(self, name: str, value: str) -> tuple[Text, ...]:
        """Sets an option. Returns remarks for the user. :raises OptionError: the option or value is invalid."""

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        """Finds a move; blocks until it is found or `stopper` ends it.

        :raises PositionError: the position is invalid, or has no legal move.
        :raises MoveError: a move is illegal.
        """

    def progress(self) -> SearchProgress | None:
        """Returns the state of the running search, or None. Callable from any thread."""

    def get_ready(self) -> None:
        """Prepares for a fast first answer. Callable from any thread."""

    def new_game(self) -> None:
        """Ends the previous game; learns from it if its end was not reported."""

    def game_over(self, end: GameEnd) -> None:
        """Reports the end of the game; a learning engine learns from it."""

    def draw_answer(self, board: chess.Board, last: MoveChoice | None) -> DrawAnswer:
        """Returns the answer to a draw offer in a position; `last`: the engine's last move, if any."""

    def offers_draw(self, board: chess.Board, numbers: Iterable[int | None]) -> bool:
        """Returns whether the engine offers a draw with the move that led to a position. `numbers`: the scores of its moves in
        centipawns, the last one first; None for a move that was not searched."""

    def book_lines(self, position: GamePosition) -> list[str]:
        """Returns the moves of the engine's own book, one line each; empty for an unknown position."""

    def explain(self, position: GamePosition) -> str:
        """Returns the static evaluation as a readable table."""

    def bench(self, depth: int | None, on_line: Callable[[str], None], stopper: Stopper) -> None:
        """Runs the bench and reports its lines until it is stopped."""
