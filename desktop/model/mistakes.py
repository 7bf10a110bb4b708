"""Mistakes to be made good again: exercises from a review, and the trainer that asks them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from engine.game.position import Position
from engine.game.tree import Game
from engine.play.review.values import GameReview, MoveReview
from engine.text import NOTHING, Text

if TYPE_CHECKING:
    from engine.coach.claims import Claim
    from engine.coach.look import Look

HINT_STEPS = 2


@dataclass(frozen=True)
class Exercise:
    """A position in which a move was faulted. `moves` lead there from `start_fen`, in coordinates.

    `better` is the line that was there instead. `share` is the mover's share of the point with it (0 to 1). `event` names
    the game.
    """

    start_fen: str
    moves: tuple[str, ...]
    chess960: bool
    fen: str
    white: bool
    played: str
    played_text: str  # `12...Nf6??`
    better: tuple[str, ...]
    better_text: str  # `12...d5 13. exd5 Qxd5`
    share: float
    event: str

    @property
    def look(self) -> Look:
        """What to look for: the first step of a hint."""
        from engine.coach.look import look_for

        return look_for(self.fen, self.better, self.chess960)

    @property
    def id(self) -> str:
        """The same for the same position, whatever game it came from."""
        return hashlib.sha256(Position.of(self.fen).identity.encode()).hexdigest()[:16]


class RetryPhase(Enum):
    """The state of a session."""

    OFF = "off"
    ASKING = "asking"
    JUDGING = "judging"
    RIGHT = "right"
    WRONG = "wrong"  # the board is before the move again
    SOLVED = "solved"  # the solution is shown
    DONE = "done"


@dataclass(frozen=True)
class RetryState:
    """The whole session. `from_deck`: the answers are graded and come again; `due` and `saved` count the deck (None: not
    counted yet)."""

    phase: RetryPhase = RetryPhase.OFF
    tab: int = -1
    node: int = 0
    exercise: Exercise | None = None
    index: int = 0
    total: int = 0
    hint: int = 0  # steps: what to look for, which piece
    tries: int = 0
    right: int = 0  # at the first try and without a hint
    answered: int = 0
    tried: str = ""  # the move last tried, as SAN
    loss: float = 0.0  # what it gives away, in points
    best: bool = False  # it is the engine's own
    claims: tuple[Claim, ...] = ()  # what it allows
    days: float | None = None  # until it comes again
    from_deck: bool = False
    due: int = 0
    saved: int | None = None
    problem: Text = NOTHING


def exercises_of(
    game: Game, review: GameReview, white: bool | None = None, ply: int | None = None
) -> tuple[Exercise, ...]:
    """The faulted moves of a review for which a better one is known, of one side or (None) of both, in their order; or only
    the one of a `ply`."""
    moves = tuple(move.uci for move in review.moves)
    event = " – ".join((game.header("White"), game.header("Black")))
    found = []
    for move in review.moves:
        if move.judgement and move.better and white in (None, move.white) and ply in (None, move.ply):
            found.append(_exercise(game, move, moves[: move.ply - 1], event))
    return tuple(found)


def _exercise(game: Game, move: MoveReview, moves: tuple[str, ...], event: str) -> Exercise:
    number = f"{Position.of(move.fen).number}{'.' if move.white else '...'}"
    sign = move.judgement.value if move.judgement else ""
    return Exercise(
        game.start_fen,
        moves,
        game.chess960,
        move.fen,
        move.white,
        move.uci,
        f"{number}{move.san}{sign}",
        move.better,
        f"{number}{' '.join(move.better_san[:4])}",
        move.before.share if move.white else 1 - move.before.share,
        event,
    )
