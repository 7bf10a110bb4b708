"""The state that the services publish to the views, as frozen values."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from desktop.model.game.match import MatchPlayer, MatchTerms, pairing, player_of
from desktop.model.game.match_course import MatchCourse, MatchPhase
from desktop.model.shorten import shortened_header
from engine.game.clock import Clock
from engine.game.node import Node
from engine.game.outcome import Outcome
from engine.game.position import Position
from engine.game.reason import Reason
from engine.game.side import Side
from engine.game.tree import Game
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.rules.fen import START_FEN

if TYPE_CHECKING:
    from engine.coach.claims import HintTopic

START_MOVES = (
    *(f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34"),
    *("b1a3", "b1c3", "g1f3", "g1h3"),
)


@dataclass(frozen=True)
class GameState:
    """One tab: a game, the shown node, and the match played in it, if any.

    `course` is the state of its match, None without one; `thinking` while the engine is choosing a move for this tab.
    `live` is the node for the next move of the match: while `playing` and `current != live` the user looks back. `path`
    is the file of the game, `title` its name if it has no names and no file. `drill`: it is a trainer's board.
    """

    tab: int
    game: Game
    current: int
    match: MatchTerms | None = None
    live: int = 0
    course: MatchCourse | None = None
    thinking: bool = False
    can_undo: bool = False
    can_redo: bool = False
    can_take_back: bool = False
    modified: bool = False
    path: str = ""
    title: Text = NOTHING
    drill: bool = False

    @cached_property
    def node(self) -> Node:
        return self.game.node(self.current)

    @cached_property
    def fen(self) -> str:
        return self.game.fen(self.current)

    @cached_property
    def position(self) -> Position:
        return Position.of(self.fen, self.game.chess960)

    @property
    def main_ply(self) -> int:
        """The ply of the shown node on the main line, or of the node that its variation starts from."""
        at = self.current
        while start := self.game.variation_of(at):
            at = self.game.node(start).parent
        return self.game.node(at).ply

    @property
    def last_move(self) -> str:
        """The move that led here, in coordinates; empty at the start."""
        return self.node.uci

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the match; None while it continues or if the game was not played here."""
        return self.game.outcome

    @property
    def playing(self) -> bool:
        """Whether a match is on: from its beginning until it is over or adjourned."""
        return self.course is not None and self.course.playing

    @property
    def adjourned(self) -> bool:
        """Whether there is a match that could continue."""
        return self.course is not None and self.course.phase is MatchPhase.ADJOURNED

    @property
    def unfinished(self) -> bool:
        """Whether there is an unfinished match, in which hints would help the user."""
        return self.playing or self.adjourned

    @property
    def rated(self) -> bool:
        """Whether there is an unfinished game that would count for the user's Elo."""
        return self.match is not None and self.match.rated and self.unfinished

    @cached_property
    def counts(self) -> bool:
        """Whether the user has moved in such a game: using help, or leaving it for good, now loses it."""
        human = self.match.human_side if self.match is not None and self.rated else None
        return human is not None and any(node.side_to_move is human.other for node in self.game.path(self.live)[1:])

    @property
    def hidden(self) -> bool:
        """Whether board and moves are hidden, because a rated game is adjourned and its clock stopped."""
        return self.counts and self.adjourned

    @property
    def players(self) -> Text:
        return pairing(self.player(Side.WHITE), self.player(Side.BLACK)) if self.match is not None else NOTHING

    def player(self, side: Side) -> MatchPlayer:
        """The player of a side: the engine of a match, otherwise the name in the header, otherwise the colour."""
        if self.match is not None and self.match.is_engine(side):
            return self.match.contestant(side).player
        header = shortened_header(self.game.header(str(side)))
        return player_of(header if header not in ("", "?") else str(side))

    @property
    def at_live_end(self) -> bool:
        """Whether the shown position is the live one of the match."""
        return self.current == self.live

    @property
    def user_may_move(self) -> bool:
        """Whether a board gesture is a move now: always outside a match; in a match only on a human's turn."""
        if not self.playing or self.match is None or not self.at_live_end:
            return not self.playing
        return not self.match.is_engine(self.node.side_to_move)

    @property
    def orientation(self) -> Side:
        """The side at the bottom, before the user flips the board: the human's in a match, otherwise that of a study's
        chapter.
        """
        human = self.match.human_side if self.match else None
        if human is not None:
            return human
        return Side.BLACK if self.game.header("Orientation").lower() == "black" else Side.WHITE

    @cached_property
    def legal_moves(self) -> tuple[str, ...]:
        """Legal moves in the shown position, in coordinates."""
        if self.fen == START_FEN and not self.game.chess960:
            return START_MOVES  # what the program shows first needs no core
        return self.game.legal_moves(self.current)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The moves that lead to the shown position, in coordinates; three services ask for them at each step."""
        return self.game.moves(self.current)

    def destinations(self, square: str) -> tuple[str, ...]:
        """The target squares of the piece on a square (`e2`), each once; castling in Chess960 as the rook's square."""
        return tuple(dict.fromkeys(move[2:4] for move in self.legal_moves if move.startswith(square)))

    @cached_property
    def in_check(self) -> bool:
        """Whether the side to move is in check; read from the SAN if there is one."""
        if self.node.san:
            return self.node.san.endswith(("+", "#"))
        if self.current == 0 and not self.game.header("FEN"):
            return False
        from desktop.model.game import rules

        return rules.in_check(self.fen, self.game.chess960)


@dataclass(frozen=True)
class TabTitle:
    """One tab of the tab bar. `title`: the opponent, players, event or file; `short`: with surnames only. `result` as
    in PGN, empty before the end; until then `next_move` and the side to move describe it. `phase`: of its match.
    """

    tab: int
    title: Text
    short: Text
    modified: bool
    result: str = ""
    next_move: int = 1
    white_to_move: bool = True
    phase: MatchPhase | None = None


@dataclass(frozen=True)
class Tabs:
    """The tab bar, left to right."""

    titles: tuple[TabTitle, ...]
    active: int


@dataclass(frozen=True)
class MoveMade:
    """A move was made in the shown game (not browsed to): for animation, sound and announcements."""

    tab: int
    node: Node
    by_engine: bool
    capture: bool


HINT_STEPS = 3


@dataclass(frozen=True)
class Hint:
    """A move that the engine suggests to the user, in steps: 1 what to look for, 2 which piece, 3 the move. `alone`: only the
    arrow of the move says it, for children."""

    fen: str
    uci: str
    san: str
    source: str
    reason: Reason
    look: HintTopic
    step: int = 1
    alone: bool = False


@dataclass(frozen=True)
class ClockState:
    """The present clocks of a tab; `clock.white_ms` None means no clock."""

    tab: int
    clock: Clock


@dataclass(frozen=True)
class SavedGame:
    """An open game without a file when the program ended."""

    journal: str
    white: str
    black: str
    moves: int
    when: str  # local date and time, YYYY-MM-DD HH:MM
    closed: bool = False  # the program was closed as it should be; else it was killed, or crashed
    path: str = ""  # the file that an older state of it is in, empty if none
    counts: bool = False  # a rated game that is lost if it is put aside
