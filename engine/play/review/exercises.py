"""Exercises from reviewed games: positions in which a move was faulted, and whether only one move is right there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.game.python_board import board_of
from engine.game.stopper import Stopper
from engine.game.tree import Game
from engine.ground.codec import Longest, Within
from engine.ground.values import dataclass
from engine.play.review.values import GameReview, MoveReview

if TYPE_CHECKING:
    import chess

    from engine.coach.claims import HintTopic
    from engine.play.review.judge import PositionJudge

APART = 20.0
"""Points of winning probability by which the best move beats all others, in two searches. A `?` loses 10, but the second-best
move is often better than one search says: `tests.bench.exercise_quality` measures what each rule keeps."""
_NAME, _MOVE = Longest(1_000), Longest(8)  # in a file


@dataclass(frozen=True)
class MistakeExercise:
    """A position in which a move was faulted. `moves` lead there from `start_fen`, in coordinates.

    `better` is the line that was there instead. `share` is the mover's share of the point with it (0 to 1). `event` names
    the game.
    """

    start_fen: Annotated[str, _NAME]
    moves: Annotated[tuple[str, ...], _MOVE]
    chess960: bool
    fen: Annotated[str, _NAME]
    white: bool
    played: Annotated[str, _NAME]
    played_text: Annotated[str, _NAME]  # `12...Nf6??`
    better: Annotated[tuple[str, ...], _MOVE]
    better_text: str  # `12...d5 13. exd5 Qxd5`
    share: Annotated[float, Within(0, 1)]
    event: str

    @property
    def board(self) -> chess.Board:
        """The position, with the moves that lead there. :raises PositionError, MoveError: it is not a legal one."""
        return board_of(self.position)

    @property
    def position(self) -> GamePosition:
        """The same, to be searched."""
        return GamePosition(self.start_fen, self.moves, chess960=self.chess960)

    @property
    def look(self) -> HintTopic:
        """The hint's first step: the kind of move to find."""
        from engine.coach.hint_topic import look_for

        return look_for(self.fen, self.better, self.chess960)

    @property
    def id(self) -> str:
        """The same for the same position, whatever game it came from."""
        import hashlib  # with OpenSSL 5 ms and 3 MB of a start

        return hashlib.sha256(Position.of(self.fen, self.chess960).identity.encode()).hexdigest()[:16]


def exercises_of(
    game: Game, review: GameReview, white: bool | None = None, ply: int | None = None
) -> tuple[MistakeExercise, ...]:
    """The faulted moves of a review for which a better one is known, of one side or (None) of both, in their order; or only
    the one of a `ply`."""
    moves = tuple(move.uci for move in review.moves)
    event = " – ".join((game.header("White"), game.header("Black")))
    found = []
    for move in review.moves:
        if move.judgement and move.better and white in (None, move.white) and ply in (None, move.ply):
            found.append(_exercise(game, move, moves[: move.ply - 1], event))
    return tuple(found)


def _exercise(game: Game, move: MoveReview, moves: tuple[str, ...], event: str) -> MistakeExercise:
    import chess  # here, not above: the window starts without it

    from engine.game.python_board import variation

    number = f"{Position.of(move.fen, game.chess960).number}{'.' if move.white else '...'}"
    sign = move.judgement.value if move.judgement else ""
    return MistakeExercise(
        game.start_fen,
        moves,
        game.chess960,
        move.fen,
        move.white,
        move.uci,
        f"{number}{move.san}{sign}",
        move.better,
        variation(chess.Board(move.fen, chess960=game.chess960), move.better[:4]),
        move.before.share if move.white else 1 - move.before.share,
        event,
    )


def has_one_answer(exercise: MistakeExercise, judge: PositionJudge, stopper: Stopper | None = None) -> bool:
    """Whether a search, and then a deeper one, agree with the better move, and every other one loses at least APART points.

    :raises RatsuError: the engine does not take the position.
    """
    return all(_is_alone(exercise, one, stopper) for one in (judge, judge.deeper()))


def _is_alone(exercise: MistakeExercise, judge: PositionJudge, stopper: Stopper | None) -> bool:
    from engine.play.review.judging import loss_points

    board, position = exercise.board, exercise.position
    best = judge.worth(board, position, stopper)
    if best is None or best.line[:1] != exercise.better[:1]:
        return False
    rival = judge.rival(board, position, exercise.better[0], stopper) if board.legal_moves.count() > 1 else None
    return rival is not None and loss_points(best.share, rival.share, exercise.white) >= APART
