"""What book and tablebase look-ups share: the shown line as a python-chess board, made off the GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.model.game.state import GameState

if TYPE_CHECKING:
    import chess


def board_of(state: GameState) -> chess.Board:
    """The shown position with its history (repetitions count, opening names look back)."""
    import chess

    board = chess.Board(state.game.start_fen, chess960=state.game.chess960)
    for uci in state.game.moves(state.current):
        board.push_uci(uci)
    return board
