"""What the coach says of the shown move, and the line that proves it as the board plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.coach.claims import Claim
    from engine.play.review.coaching import Explained


@dataclass(frozen=True)
class CoachState:
    """Of the move that led to the position of `node`. `claims`: a review's, kept in the game; `found`: what was asked for;
    `asked`: it is being searched."""

    tab: int = -1
    node: int = 0
    asked: bool = False
    claims: tuple[Claim, ...] = ()
    found: Explained | None = None
    problem: Text = NOTHING

    @property
    def told(self) -> tuple[Claim, ...]:
        """All claims that are said."""
        return self.found.claims if self.found is not None else self.claims


@dataclass(frozen=True)
class Proof:
    """A line to be played on the board: its positions (FEN), each with the move (coordinates) that led there; the first has
    none."""

    steps: tuple[tuple[str, str], ...]


def proof_of(claim: Claim) -> Proof:
    """The line that proves a claim."""
    from engine.game.position import Position
    from engine.game.tree import Game

    game, at = Game.new(Position.of(claim.fen, claim.chess960)), 0
    steps = [(claim.fen, "")]
    for uci in claim.line:
        game, at = game.add_move(at, uci)
        steps.append((game.fen(at), uci))
    return Proof(tuple(steps))
