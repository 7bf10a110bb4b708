"""The user's thinking time beside that of people in the same situation: moves that took far too long, or came far too fast."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.game.python_board import board_of
from engine.game.tags.ratings import elo_in
from engine.game.tree import Game
from engine.ground.codec import Longest, Within
from engine.ground.values import dataclass
from engine.human.predicted_player import PredictedPlayer, seconds_of, site_of
from engine.human.think_time import choice_entropy, quicker_share, seconds

if TYPE_CHECKING:
    import chess

    from engine.human.predictor import Predictor

FIRST_PLY = 8  # earlier moves are known by heart
LONG, SHORT = 0.9, 0.1
"""A move is long if this share of people is quicker in the same situation, and short if at most that share is."""
LONG_S, SHORT_S = 10.0, 3.0  # a long move takes at least, a short one at most this, in seconds
EASY, HARD = 0.5, 0.15
"""A long move is worth an exercise if this share of people plays the same move; a short one if at most that share does."""
_NAME, _MOVE, _TIME = Longest(1_000), Longest(8), Within(0, 100_000)


@dataclass(frozen=True)
class TimedMove:
    """A move of a game with clocks. Times in seconds; `quicker`: the share (0 to 1) of people who think shorter here."""

    ply: int
    took_s: float
    usual_s: float
    quicker: float

    @property
    def pace(self) -> str:
        """`long`, `short` or `usual`."""
        if self.quicker >= LONG and self.took_s >= LONG_S:
            return "long"
        return "short" if self.quicker <= SHORT and self.took_s <= SHORT_S else "usual"


@dataclass(frozen=True)
class ClockExercise:
    """A position in which the user thought too long (`long`) or too short. Times in seconds: what the move took, what it takes
    people at the middle, and the limit for the answer (0: none). `moves` lead there from `start_fen`, in coordinates."""

    start_fen: Annotated[str, _NAME]
    moves: Annotated[tuple[str, ...], _MOVE]
    chess960: bool
    white: bool
    played: Annotated[str, _NAME]
    took_s: Annotated[float, _TIME]
    usual_s: Annotated[float, _TIME]
    limit_s: Annotated[float, _TIME]
    long: bool
    event: Annotated[str, _NAME]

    @property
    def board(self) -> chess.Board:
        """The position, with the moves that lead there. :raises PositionError, MoveError: it is not a legal one."""
        return board_of(self.position)

    @property
    def position(self) -> GamePosition:
        """The same, to be searched."""
        return GamePosition(self.start_fen, self.moves, chess960=self.chess960)

    @property
    def id(self) -> str:
        """The same for the same moves."""
        return hashlib.sha256(" ".join((self.start_fen, *self.moves)).encode()).hexdigest()[:16]


def timed_moves(game: Game, white: bool) -> Iterator[TimedMove]:
    """The moves of one side with known clocks, compared with people at the same speed, phase and clock."""
    base_s, increment_s = seconds_of(game.header("TimeControl"))
    if not base_s:
        return
    line = game.main_line()
    first_is_white = Position.of(game.start_fen, game.chess960).white_to_move
    left: float | None = float(base_s)
    for number, node in enumerate(line):
        if ((number % 2 == 0) is first_is_white) is not white:
            continue
        after = node.clock_ms / 1000 if node.clock_ms is not None else None
        if after is not None and left is not None and number >= FIRST_PLY:
            took = max(0.0, left + increment_s - after)
            usual = seconds(number, base_s, increment_s, left, None, 0.5)
            quicker = quicker_share(number, base_s, increment_s, left, None, took)
            yield TimedMove(number + 1, took, usual, quicker)
        left = after


def clock_exercises(game: Game, white: bool, predictor: Predictor, elo: int) -> Iterator[ClockExercise]:
    """The moves of one side to learn from: long thoughts about a move that most people of the rating find, and fast moves that
    few of them play. A rating in the game's tags wins over `elo`."""
    base_s, increment_s = seconds_of(game.header("TimeControl"))
    own, other = ("White", "Black") if white else ("Black", "White")
    rating = elo_in(game.header(f"{own}Elo")) or elo
    opponent = elo_in(game.header(f"{other}Elo")) or rating
    player = PredictedPlayer(rating, opponent, base_s, increment_s, site_of(game.headers))
    moves = tuple(node.uci for node in game.main_line())
    event = " – ".join((game.header("White"), game.header("Black")))
    for timed in timed_moves(game, white):
        if timed.pace == "usual":
            continue
        before, played = moves[: timed.ply - 1], moves[timed.ply - 1]
        chances = predictor.predict(GamePosition(game.start_fen, before, chess960=game.chess960), player)
        is_long, chance = timed.pace == "long", chances.get(played, 0.0)
        if len(chances) < 2 or (chance < EASY if is_long else chance > HARD):
            continue
        left = float(base_s)  # a generous limit; the clock of the game is not shown
        entropy = choice_entropy(chances.values())
        limit = max(LONG_S, seconds(timed.ply - 1, base_s, increment_s, left, entropy, 0.8)) if is_long else 0.0
        yield ClockExercise(
            game.start_fen, before, game.chess960, white, played, timed.took_s, timed.usual_s, limit, is_long, event
        )
