"""Converts positions and games to python-chess boards and back.

python-chess is imported with the first board: a search alone starts without it (docs/decisions/0005).
"""

from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING

from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.game.tree import Game
from engine.ground.errors import MoveError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import chess

    from engine.rules.board import CoreBoard

_CORNERS = (("K", 1 << 7), ("Q", 1), ("k", 1 << 63), ("q", 1 << 56))
_CASTLING = {
    sum(corner for _, corner in some): "".join(letter for letter, _ in some)
    for number in range(5)
    for some in itertools.combinations(_CORNERS, number)
}
"""The letters of castling rights of standard chess, by the set of their rooks' squares."""


def board_of(position: GamePosition) -> chess.Board:
    """Returns the position as a board with its history.

    :raises PositionError: the position is not playable.
    :raises MoveError: a move is illegal.
    """
    import chess

    Position.of(position.fen, position.chess960)  # validates the FEN
    board = chess.Board(position.fen, chess960=position.chess960)
    for text in position.moves:
        try:
            move = board.parse_uci(text)
            if not move:
                raise ValueError("null move")
            board.push(move)
        except ValueError as error:
            raise MoveError("%1 is not a legal move in %2", text, board.fen()) from error
    return board


def core_of(board: chess.Board) -> CoreBoard:
    """Returns the position of a board in the compiled core, without its history.
    :raises PositionError: it is not playable; python-chess allows more, such as too many promoted pieces."""
    from engine.rules.board import CoreBoard  # imported here: the window starts without the core

    return playable_core(board) or CoreBoard.from_fen(board.fen(), board.chess960)


def playable_core(board: chess.Board) -> CoreBoard | None:
    """Returns the same, None if the position is not playable. Takes some 4 µs; by way of a FEN it would be 50."""
    from engine.rules.board import CoreBoard

    kinds = board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
    castling = None if board.chess960 else _CASTLING.get(board.clean_castling_rights())
    if castling is None:
        castling = board.castling_xfen().strip("-")
    state = board.turn, castling, board.halfmove_clock, board.fullmove_number
    return CoreBoard.from_squares(board.occupied_co[True], kinds, state, board.ep_square, board.chess960)


def board_at(game: Game, node_id: int) -> chess.Board:
    """Returns the position after a move of a game, with its history for repetitions and opening names."""
    import chess

    board = chess.Board(game.start_fen, chess960=game.chess960)
    for uci in game.moves(node_id):
        board.push_uci(uci)
    return board


def game_position(fen: str, board: chess.Board) -> GamePosition:
    """Returns the game on `board`, begun from `fen`, for the engine."""
    import chess

    replay = chess.Board(fen, chess960=board.chess960)
    moves: list[str] = []
    for move in board.move_stack:
        moves.append(replay.uci(move))
        replay.push(move)
    return GamePosition(fen, tuple(moves), chess960=board.chess960)


def game_of(board: chess.Board, headers: Mapping[str, str]) -> Game:
    from engine.rules.board import CoreBoard  # imported here: the window starts without the core

    start = board.root()
    game = Game.new(Position.of(start.fen(), board.chess960), headers)
    core = CoreBoard.from_fen(game.start_fen, board.chess960)
    return game.with_line(core, _moves(board, core))


def _moves(board: chess.Board, core: CoreBoard) -> Iterator[int]:
    """Yields each move as a core move; the core board plays along."""
    for move in board.move_stack:
        yield core.parse_uci(move.uci()) if move else 0  # not board.uci: it sees only the present kings


def variation(board: chess.Board, line: Sequence[str]) -> str:
    """Returns a line of moves in coordinate notation as SAN with move numbers."""
    replay = board.copy(stack=False)
    moves = []
    for text in line:
        moves.append(replay.parse_uci(text))
        replay.push(moves[-1])
    return board.variation_san(moves) if moves else ""


def legal_line(board: chess.Board, moves: Sequence[str]) -> Iterator[chess.Move]:
    """Yields moves in coordinates up to the first illegal one. The caller plays each before it asks for the next."""
    with contextlib.suppress(ValueError):
        for uci in moves:
            yield board.parse_uci(uci)


def numbered_line(board: chess.Board, moves: Sequence[str]) -> str:
    """Plays moves in coordinates, up to the first illegal one, and returns them as text: `3. Bb5 a6 4. Ba4`."""
    words: list[str] = []
    for move in legal_line(board, moves):
        if board.turn or not words:
            words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        words.append(board.san_and_push(move))
    return " ".join(words)
