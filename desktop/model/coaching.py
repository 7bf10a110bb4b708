"""The coach's claims about the shown move, and proof lines for the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from desktop.model.game.state import GameState
    from engine.coach.claims import Claim
    from engine.play.review.coaching import MoveExplanation
    from engine.play.review.exploring import TriedMove


@dataclass(frozen=True)
class CoachState:
    """The claims about the move before `node`. `claims` are a review's, stored in the game; `found` those of a search
    on request; `asked`: that is running. `tried`: of a move that the user tries on the board, whose `found` gets deeper.
    `addressed`: the reader is, or may be, the player of the move.
    """

    tab: int = -1
    node: int = 0
    asked: bool = False
    claims: tuple[Claim, ...] = ()
    found: MoveExplanation | None = None
    tried: TriedMove | None = None
    problem: Text = NOTHING
    addressed: bool = True

    def sign_at(self, state: GameState) -> str:
        """The sign of the shown move if the user tries it: `?!`, `?`, `??`, or "" for a good or unknown one."""
        here = self.tried is not None and (self.tab, self.node) == (state.tab, state.current)
        judgement = self.tried.judgement if here and self.tried is not None else None
        return judgement.value if judgement is not None else ""

    @property
    def shown_claims(self) -> tuple[Claim, ...]:
        return self.found.claims if self.found is not None else self.claims


@dataclass(frozen=True)
class ProofLine:
    """A line for the board: its positions (FEN), each with the move (coordinates) before it; the first has none."""

    steps: tuple[tuple[str, str], ...]


def proof_of(claim: Claim) -> ProofLine:
    return line_of(claim.fen, claim.line, claim.chess960)


def line_of(fen: str, line: tuple[str, ...], chess960: bool) -> ProofLine:
    """A line for the board, from moves in coordinates."""
    from engine.game.position import Position
    from engine.game.tree import Game

    game, at = Game.new(Position.of(fen, chess960)), 0
    steps = [(fen, "")]
    for uci in line:
        game, at = game.add_move(at, uci)
        steps.append((game.fen(at), uci))
    return ProofLine(tuple(steps))
