"""A played game as input for learning."""

from collections.abc import Callable
from enum import IntEnum, StrEnum

import chess

from books.errors import BookError
from books.key import encode, position_key
from engine.ground.values import dataclass

WINDOW_OWN_MOVES = 10
"""Number of own moves after the book's end that count for the opening."""


class LearningStage(IntEnum):
    """The progress of learning from a game."""

    PENDING = 0
    ANALYSED = 1
    REJECTED = 2


class GameSource(StrEnum):
    """The origin of a game: played by this program, or read from a file."""

    PLAYED = "played"
    IMPORTED = "imported"


def fen_of(board: chess.Board) -> str:
    """Returns a FEN from which `board_of` makes the same board: for Chess960, with the files of the rooks."""
    return board.shredder_fen() if board.chess960 else board.fen()


def board_of(fen: str) -> chess.Board:
    """Returns the board of a FEN written by `fen_of`. :raises ValueError: the FEN is invalid."""
    free = chess.Board(fen, chess960=True)
    return free if free.castling_rights and fen == free.shredder_fen() else chess.Board(fen, chess960=False)


@dataclass(frozen=True)
class LearnedGame:
    """One finished game. `moves` in coordinate notation from `fen`; `result`, `termination` and `date` as in PGN; `own`
    and `opponent` are the players' names. `book_plies`: plies up to and including the last own book move (0: none).
    `evaluations`: the engine's own (centipawns, from its side), one for each own move, None for book moves. An
    unknown Elo is `None`. `level`: the Elo of the level that we played at, None at full strength; `time_left_s`: on our clock at
    the end, None without a clock. `nodes`: the usual nodes of our searches, `depth`: their fixed depth; None if unknown."""

    moves: tuple[str, ...]
    own_white: bool
    result: str
    termination: str = "normal"
    book_plies: int = 0
    evaluations: tuple[int | None, ...] = ()
    fen: str = chess.STARTING_FEN
    opponent: str = "?"
    opponent_elo: int | None = None
    own_elo: int | None = None
    played: int = 0
    own: str = "?"
    date: str = ""
    source: GameSource = GameSource.PLAYED
    level: int | None = None
    time_left_s: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @property
    def points(self) -> float | None:
        """The engine's points: 1, 0.5, 0; None if the game was not finished."""
        white = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}.get(self.result)
        return white if white is None or self.own_white else 1 - white

    @property
    def lost(self) -> bool:
        """Whether the game was lost in any way; books.learning.evidence decides if the loss counts."""
        return self.points == 0


@dataclass(frozen=True)
class Ply:
    """One move of a game with the position before it."""

    board: chess.Board
    move: chess.Move
    key: int
    code: int
    own: bool

    @property
    def reached(self) -> int:
        """The key of the position after the move."""
        after = self.board.copy(stack=False)
        after.push(self.move)
        return position_key(after)


def plies(game: LearnedGame) -> list[Ply]:
    """Returns the game's moves with their positions. :raises BookError: a move is illegal."""
    try:
        board = board_of(game.fen)
        found = []
        for text in game.moves:
            move = board.parse_uci(text)
            own = board.turn == game.own_white
            found.append(Ply(board.copy(stack=False), move, position_key(board), encode(board, move), own))
            board.push(move)
    except ValueError as error:
        raise BookError("This game was left out, because it cannot be replayed: %1.", error) from error
    return found


def book_plies_of(walked: list[Ply], in_book: Callable[[Ply], bool]) -> int:
    """Returns the plies up to and including the last own book move, for a game without that number: as long as the book
    plays every own move."""
    last = 0
    for index, ply in enumerate(walked):
        if ply.own and not in_book(ply):
            break
        if ply.own:
            last = index + 1
    return last


def evaluations_by_ply(game: LearnedGame, walked: list[Ply]) -> dict[int, int]:
    """Returns the engine's own evaluations by ply index."""
    own = [index for index, ply in enumerate(walked) if ply.own]
    return {index: value for index, value in zip(own, game.evaluations, strict=False) if value is not None}
