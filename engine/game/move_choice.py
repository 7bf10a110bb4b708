"""What the protocols (`engine.protocols`) drive, and how a move is answered for: source and reason."""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Protocol

from engine.game.info import Info, Progress, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.reason import Reason
from engine.game.reason_words import english
from engine.game.stopper import Stopper
from engine.ground.text import Text
from engine.ground.values import dataclass

OnInfo = Callable[[Info], None]


class Source(Enum):
    """Which of the rooms answered."""

    BOOK = "book"
    TABLEBASES = "tablebases"
    SEARCH = "search"
    HUMAN = "human"


_NAMES = {
    Source.BOOK: "opening book",
    Source.TABLEBASES: "endgame tables",
    Source.SEARCH: "search",
    Source.HUMAN: "people",
}


@dataclass(frozen=True)
class MoveChoice:
    """A move to play, in coordinate notation, with the room that chose it and why.

    `result` is the search behind it, or what tables know of it; None where only the book spoke. `ponder_move` is the expected
    answer. `problems`: what went wrong with a book or a table on the way, for the user, each reported with one move only.
    `resigns`: a person would give up instead of playing it.
    """

    move: str
    source: Source
    reason: Reason
    result: SearchResult | None = None
    ponder_move: str | None = None
    problems: tuple[Text, ...] = ()
    resigns: bool = False

    def resigned_to(self, person: bool) -> bool:
        """Whether the game ends here instead of the move: a level resigns to a `person`, and never to another engine, so that
        matches measure what is played."""
        return self.resigns and person

    def __str__(self) -> str:
        """Source and reason in one, in English: what the user reads behind the move."""
        return f"{_NAMES[self.source]}: {english(self.reason)}"


class DrawAnswer(Enum):
    """What the side that was offered a draw says."""

    TAKEN = "taken"
    EARLY = "early"
    UNKNOWN = "unknown"
    """It has not thought about the position yet."""
    BETTER = "better"


REFUSALS = {
    DrawAnswer.EARLY: Text("it is too early"),
    DrawAnswer.UNKNOWN: Text("it has not thought about this position yet"),
    DrawAnswer.BETTER: Text("its position is better"),
}


@dataclass(frozen=True)
class GameEnd:
    """What a protocol knows of the end. `position`: the last one, None where only our own moves are known; `result` as in PGN,
    `*` where it was not told; `own_white`: our side, None where the moves that were asked for say it."""

    position: GamePosition | None = None
    result: str = "*"
    termination: str = "unterminated"
    opponent: str = "?"
    own_white: bool | None = None


class Searching(Protocol):
    """The part of `engine.player.Player` that whoever only wants searches needs."""

    def search(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> SearchResult:
        """Searches and blocks until it is done or stopped."""


class Mover(Protocol):
    """An engine as the protocols see it."""

    def option_lines(self) -> Iterable[str]:
        """The options as UCI declares them, each starting with `option name`."""

    def set_option(self, name: str, value: str) -> tuple[Text, ...]:
        """Sets an option and returns remarks for the user. Raises OptionError."""

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        """Finds a move; blocks until it is found or `stopper` wants it. Raises PositionError or MoveError, also where there is no
        legal move."""

    def progress(self) -> Progress | None:
        """What the running search is doing; None where it does not say. Any thread."""

    def get_ready(self) -> None:
        """Does what would delay the first answer. Any thread."""

    def new_game(self) -> None:
        """Forgets what belongs to the game before, and learns from it if its end was not told."""

    def game_over(self, end: GameEnd) -> None:
        """The game ended; an engine that learns does so now."""

    def draw_answer(self, ply: int, last: MoveChoice | None) -> DrawAnswer:
        """What it says to an offered draw after `ply` plies; `last`: its last move, None where it made none."""

    def book_lines(self, position: GamePosition) -> list[str]:
        """What the engine's own book says of a position, a move a line; empty where it knows nothing."""

    def explain(self, position: GamePosition) -> str:
        """The static evaluation as a table for people."""

    def bench(self, depth: int | None, on_line: Callable[[str], None], stopper: Stopper) -> None:
        """Runs the bench and reports its lines, until it is stopped."""
