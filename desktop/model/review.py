"""The review panel and the evaluation graph."""

from enum import Enum

from desktop.model.game.state import GameState
from desktop.model.job import JobPhase
from engine.game.info import PovScore
from engine.game.tree import Game
from engine.ground.text import NOTHING, Text
from engine.ground.user_name import is_user
from engine.ground.values import dataclass
from engine.play.review.values import GameReview


class ReviewEffort(Enum):
    """The search effort per position, in nodes."""

    QUICK = 100_000
    NORMAL = 400_000
    DEEP = 2_000_000


@dataclass(frozen=True)
class ReviewState:
    """The review of one tab's game. `shares` are White's expected shares of the positions judged so far, by ply (the
    start is 0), None for one not yet judged. A stopped review continues after the `done` positions.
    """

    phase: JobPhase = JobPhase.READY
    tab: int = -1
    effort: ReviewEffort = ReviewEffort.NORMAL
    done: int = 0
    total: int = 0
    shares: tuple[float | None, ...] = ()
    review: GameReview | None = None
    problem: Text = NOTHING


@dataclass(frozen=True)
class GraphPoint:
    """One position of the evaluation graph. `ply` 0 is the start; `node` is the target of a click; `share` is White's
    expected share of the point, None if unknown. `score` is its evaluation, `sign` the move's, `spent_ms` its time.
    """

    ply: int
    node: int
    share: float | None
    label: str  # `12...Nf6`
    score: PovScore | None
    sign: str = ""
    spent_ms: int | None = None


def is_own(name: str, you: str) -> bool:
    """Whether a name in a game is the user's: the one that the games are saved with, or any of games saved without one."""
    return (bool(you) and name == you) or is_user(name)


def own_side(state: GameState, you: str) -> bool | None:
    """Whether the user was White in the shown game; None if unknown. `you`: the name that the user's games are saved with."""
    human = state.match.human_side if state.match is not None else None
    if human is not None:
        return human.value == "white"
    names = [side for side in ("White", "Black") if is_own(state.game.header(side), you)]
    return names == ["White"] if len(names) == 1 else None


def fault_after(game: Game, review: GameReview, node: int, step: int, white: bool | None) -> int:
    """The next mistake of the main line after (`step` 1) or before (-1) a node, by one side or (None) by either,
    cyclic. 0 if the line has no mistake.
    """
    line = game.main_line()
    faults = [
        line[move.ply - 1]
        for move in review.moves
        if move.judgement and white in (None, move.white) and move.ply <= len(line)
    ]
    at = game.node(node).ply
    ahead = [fault.id for fault in faults if (fault.ply - at) * step > 0]
    rest = [fault.id for fault in faults]
    return next(iter((ahead or rest)[::step]), 0)


def reviewed_moves(game: Game) -> tuple[str, ...]:
    """The moves of a review: the main line up to a null move."""
    moves = []
    for node in game.main_line():
        if node.uci == "0000":
            break
        moves.append(node.uci)
    return tuple(moves)
