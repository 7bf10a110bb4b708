"""The follower counts men as if it had played every game from its beginning."""

import random

import chess
import pytest

from engine.game.limits import GamePosition
from engine.ground.errors import MoveError, PositionError
from engine.play.sources.piece_counter import PieceCounter


def test_men_are_counted_whatever_came_before() -> None:
    source = random.Random(3)
    follower = PieceCounter()
    for _ in range(20):
        board, moves = chess.Board(), []
        for _ in range(60):
            if board.is_game_over():
                break
            move = source.choice(list(board.legal_moves))
            board.push(move)
            moves.append(move.uci())
            if source.random() < 0.4:
                cut = source.randrange(len(moves) + 1) if source.random() < 0.2 else len(moves)
                position = GamePosition(chess.STARTING_FEN, tuple(moves[:cut]), chess960=False)
                assert follower.count(position) == position.board().piece_count


def test_an_illegal_move_is_told_and_nothing_is_mixed_up_after_it() -> None:
    follower = PieceCounter()
    with pytest.raises(MoveError):
        follower.count(GamePosition(chess.STARTING_FEN, ("e2e4", "d7d5", "e4d5", "e4e5"), chess960=False))
    assert follower.count(GamePosition(chess.STARTING_FEN, ("e2e4", "d7d5"), chess960=False)) == 32
    with pytest.raises(PositionError):
        follower.count(GamePosition("nonsense", chess960=False))
    assert follower.count(GamePosition(chess.STARTING_FEN, ("e2e4", "d7d5", "e4d5"), chess960=False)) == 31
