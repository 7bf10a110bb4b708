"""The request and the results of a review, as frozen values. Shares of a position are White's, losses of a move are the
mover's."""

from collections.abc import Mapping
from enum import Enum

from engine.coach.claims import Claim
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore
from engine.game.limits import GamePosition, Limits
from engine.ground.values import dataclass


class MoveJudgement(Enum):
    """The class of a move; `value` is its sign."""

    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @property
    def nag(self) -> int:
        return {"?!": 6, "?": 2, "??": 4}[self.value]


class GamePhase(Enum):
    """The part of the game that a move belongs to."""

    OPENING = "opening"  # up to the last position that the book knows
    MIDDLEGAME = "middlegame"
    ENDGAME = "endgame"


class EvaluationSource(Enum):
    """The source of a position's evaluation."""

    SEARCH = "search"
    TABLEBASES = "tablebases"
    RULES = "rules"  # mate, stalemate, too little material


@dataclass(frozen=True)
class PositionEvaluation:
    """The evaluation of a position: score, White's expected share of the point (0 to 1), and the best line in coordinates.
    `depth` is 0 if there was no search."""

    score: PovScore
    share: float
    depth: int
    line: tuple[str, ...]
    teller: EvaluationSource

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation in the game's form; None for checkmate, which needs none."""
        if self.teller is EvaluationSource.RULES and self.score.score.mate is not None:
            return None
        return Evaluation(self.score, self.depth)


@dataclass(frozen=True)
class MoveReview:
    """One move of the game. `ply` counts from 1.

    `loss` is the mover's loss in points of winning probability (0 to 100), `loss_cp` in centipawns (0 to 1,000). `better` is
    the better line, empty if the move is not faulted, and `claims` are its reasons; `book` marks a book move, which is never
    faulted.
    """

    ply: int
    white: bool
    uci: str
    san: str
    fen: str  # before the move
    before: PositionEvaluation
    after: PositionEvaluation
    loss: float
    loss_cp: int
    accuracy: float  # 0 to 100
    judgement: MoveJudgement | None
    phase: GamePhase
    book: bool
    better: tuple[str, ...] = ()
    better_san: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class SideSummary:
    """One player's game. `accuracy` is None if the player made no move; `phases` has it for each part that was reached."""

    moves: int = 0
    accuracy: float | None = None
    average_loss_cp: int = 0
    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0
    book_moves: int = 0
    phases: tuple[tuple[GamePhase, float], ...] = ()

    @property
    def faults(self) -> int:
        """Moves with a sign."""
        return self.inaccuracies + self.mistakes + self.blunders


@dataclass(frozen=True)
class GameReview:
    """A whole game. `worths` are those of every position, the start first: one more than `moves`. `opening` is the name
    of the opening, `effort` says who judged and how hard."""

    moves: tuple[MoveReview, ...]
    worths: tuple[PositionEvaluation, ...]
    white: SideSummary
    black: SideSummary
    opening: str
    effort: str

    def mistakes(self, white: bool) -> tuple[MoveReview, ...]:
        """That player's faulted moves for which a better one is known, in the order of the game."""
        return tuple(move for move in self.moves if move.white is white and move.judgement and move.better)


@dataclass(frozen=True)
class ReviewRequest:
    """A game from `position.fen` along `position.moves`, and how hard each position is searched."""

    position: GamePosition
    limits: Limits


@dataclass(frozen=True)
class Reviewed:
    """The evaluations so far by ply (the start is 0), and at the end the review."""

    worths: Mapping[int, PositionEvaluation]
    review: GameReview | None = None
