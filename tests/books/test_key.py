"""Keys and moves of the book are those of python-chess, whichever board computes them."""

import random

import chess
import chess.polyglot
import pytest

from books.key import decode, decode_all, encode, position_key, signed
from engine.game.python_board import core_of, playable_core
from engine.ground.errors import PositionError

NOT_PLAYABLE = (
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/K6k w - - 0 1",
    "k7/8/8/8/8/8/8/KK6 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
)


def _boards(chess960: bool, games: int = 40) -> list[chess.Board]:
    chance, found = random.Random(5), list[chess.Board]()
    for number in range(games):
        board = chess.Board.from_chess960_pos(number * 24) if chess960 else chess.Board()
        for _ in range(60):
            found.append(board.copy(stack=number % 2 == 0))
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice([move for move in moves if board.is_castling(move)] or moves))
    return found


@pytest.mark.parametrize("chess960", [False, True])
def test_a_board_goes_into_the_core_as_by_its_fen(chess960: bool) -> None:
    for board in _boards(chess960):
        core = playable_core(board)
        assert core is not None
        assert core.fen() == board.fen()
        assert signed(core.key) == position_key(board) == signed(chess.polyglot.zobrist_hash(board))


def test_a_pawn_that_may_not_take_in_passing_counts_for_the_key_as_in_polyglot() -> None:
    board = chess.Board("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")
    assert not board.has_legal_en_passant()
    assert position_key(board) == signed(chess.polyglot.zobrist_hash(board))


@pytest.mark.parametrize("fen", NOT_PLAYABLE)
def test_a_position_that_is_not_playable_has_its_key_too(fen: str) -> None:
    board = chess.Board(fen)
    assert playable_core(board) is None
    assert position_key(board) == signed(chess.polyglot.zobrist_hash(board))
    assert decode_all(board, range(0, 0xFFFF, 37)) == [decode(board, code) for code in range(0, 0xFFFF, 37)]


def test_the_reasons_are_those_of_the_fen() -> None:
    with pytest.raises(PositionError, match="the board is empty"):
        core_of(chess.Board(NOT_PLAYABLE[0]))


@pytest.mark.parametrize("chess960", [False, True])
def test_codes_are_decoded_together_as_one_by_one(chess960: bool) -> None:
    chance = random.Random(8)
    for board in _boards(chess960, 8):
        codes = [encode(board, move) for move in board.legal_moves]
        codes += [move.from_square | move.to_square << 6 for move in board.legal_moves]  # castling as e1g1
        codes += [chance.randrange(1 << 16) for _ in range(20)]
        assert decode_all(board, codes) == [decode(board, code) for code in codes]
