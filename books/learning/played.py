"""A game that was played and is to be learned from."""

from collections.abc import Callable
from enum import IntEnum, StrEnum

import chess

from books.errors import BookError
from books.key import encode, position_key
from engine.ground.values import dataclass

WINDOW_OWN_MOVES = 10
"""How many own moves past the book's end belong to the opening's account."""


class GameState(IntEnum):
    """How far a game has been learned from."""

    PENDING = 0
    ANALYSED = 1
    REJECTED = 2


class GameSource(StrEnum):
    """Where a game comes from: played by this program just now, or read from a file."""

    PLAYED = "played"
    IMPORTED = "imported"


def fen_of(board: chess.Board) -> str:
    """A FEN from which `board_of` makes the same board: a Chess960 game names the files of its rooks."""
    return board.shredder_fen() if board.chess960 else board.fen()


def board_of(fen: str) -> chess.Board:
    """The board of a FEN that `fen_of` wrote. Raises ValueError."""
    free = chess.Board(fen, chess960=True)
    return free if free.castling_rights and fen == free.shredder_fen() else chess.Board(fen, chess960=False)


@dataclass(frozen=True)
class PlayedGame:
    """One finished game. `moves` in coordinate notation from `fen`; `result`, `termination` and `date` as in PGN; `own` and
    `opponent` are the players' names; `book_plies`: plies up to and
    with the own last book move (0: none). `evaluations` are the engine's own (centipawns, from its side), one for each
    own move, None for book moves. Elo where known. `level`: the Elo of the level that we played at, None at full strength;
    `time_left_s`: on our clock at the end, None without one."""

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

    @property
    def points(self) -> float | None:
        """The engine's points: 1, 0.5, 0; None if the game was not finished."""
        white = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}.get(self.result)
        return white if white is None or self.own_white else 1 - white

    @property
    def lost(self) -> bool:
        """Lost, in whatever way; books.learning.evidence says what that proves."""
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


def plies(game: PlayedGame) -> list[Ply]:
    """The game's moves with their positions. Raises BookError if a move is not legal."""
    try:
        board = board_of(game.fen)
        found = []
        for text in game.moves:
            move = board.parse_uci(text)
            own = board.turn == game.own_white
            found.append(Ply(board.copy(stack=False), move, position_key(board), encode(board, move), own))
            board.push(move)
    except ValueError as error:
        raise BookError("This game cannot be learned from: %1. It was left out.", error) from error
    return found


def book_plies_of(walked: list[Ply], in_book: Callable[[Ply], bool]) -> int:
    """Plies up to and with the own last book move, for a game whose player did not note it: as long as every own move
    is one that the book plays."""
    last = 0
    for index, ply in enumerate(walked):
        if ply.own and not in_book(ply):
            break
        if ply.own:
            last = index + 1
    return last


def evaluations_by_ply(game: PlayedGame, walked: list[Ply]) -> dict[int, int]:
    """The engine's own evaluations by the index of the ply."""
    own = [index for index, ply in enumerate(walked) if ply.own]
    return {index: value for index, value in zip(own, game.evaluations, strict=False) if value is not None}
