"""The moves of a python-chess board as the engine wants them, and as people read them."""

from collections.abc import Sequence

import chess

from engine.game.limits import GamePosition


def game_position(fen: str, board: chess.Board) -> GamePosition:
    """The game on `board`, begun from `fen`, as the engine takes it."""
    replay = chess.Board(fen, chess960=board.chess960)
    moves: list[str] = []
    for move in board.move_stack:
        moves.append(replay.uci(move))
        replay.push(move)
    return GamePosition(fen, tuple(moves), chess960=board.chess960)


def variation(board: chess.Board, line: Sequence[str]) -> str:
    """A line of moves in coordinates as SAN with move numbers."""
    replay = board.copy(stack=False)
    moves = []
    for text in line:
        moves.append(replay.parse_uci(text))
        replay.push(moves[-1])
    return board.variation_san(moves) if moves else ""
