"""The core writes FEN text as python-chess does."""

import random
import re

import chess
import pytest

from engine.ground.errors import MoveError, PositionError
from engine.rules.board import CoreBoard
from engine.rules.fen import read_fields, write_fields

SPECIAL = (
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2",  # pinned along the rank: the capture is not legal
    "8/8/8/KP1pP2r/8/8/8/4k3 w - d6 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 99 120",
    "4k3/8/8/8/8/8/8/1R2K2R w K - 7 1000000",
    "8/8/8/8/8/2k5/8/K7 w - - 65535 1",
)


@pytest.mark.parametrize("fen", SPECIAL)
def test_special_positions(fen: str) -> None:
    assert CoreBoard.from_fen(fen, chess960=False).fen() == chess.Board(fen).fen()


@pytest.mark.parametrize("chess960", [False, True])
def test_random_games(chess960: bool) -> None:
    source = random.Random(7)
    for _ in range(60):
        board = chess.Board.from_chess960_pos(source.randrange(960)) if chess960 else chess.Board()
        core = CoreBoard.from_fen(board.fen(), chess960)
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = source.choice(moves)
            text = board.uci(move)
            board.push(move)
            core.push_uci(text)
            assert core.fen() == board.fen()


@pytest.mark.parametrize(
    "fen",
    [
        "1r2k1r1/8/8/8/8/8/8/RR2K1RR w BGbg - 0 1",
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w AHbg - 0 1",
        "r3k1r1/8/8/8/8/8/8/R3K1R1 b Ga - 0 1",
    ],
)
def test_castling_letters_of_chess960(fen: str) -> None:
    assert CoreBoard.from_fen(fen, True).fen() == chess.Board(fen, chess960=True).fen()


def test_a_turn_can_be_passed_and_taken_back() -> None:
    board, core = chess.Board(), CoreBoard.start()
    for text in ("e2e4", "0000", "e4e5", "d7d5", "0000", "0000", "e5d6"):
        board.push(chess.Move.from_uci(text) if text != "e5d6" else chess.Move.from_uci("g1f3"))
        core.push_null() if text == "0000" else core.push_uci(text if text != "e5d6" else "g1f3")
        assert core.fen() == board.fen()
    while board.move_stack:
        board.pop()
        core.pop()
        assert core.fen() == board.fen()
        assert core.key == core.recomputed_key()


def test_a_side_in_check_cannot_pass() -> None:
    core = CoreBoard.from_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", chess960=False)
    with pytest.raises(MoveError, match="in check cannot pass"):
        core.push_null()


def test_moves_are_found_by_their_coordinates() -> None:
    source = random.Random(3)
    for _ in range(40):
        board = chess.Board()
        core = CoreBoard.start()
        for _ in range(60):
            if not any(board.legal_moves):
                break
            assert [core.uci(core.parse_uci(text)) for text in core.legal_uci_moves()] == core.legal_uci_moves()
            move = source.choice(list(board.legal_moves))
            board.push(move)
            core.push_uci(move.uci())


@pytest.mark.parametrize("text", ["", "e", "e2", "e2e", "e2e5", "e2e4q", "e2e44", "é2e4", "e1h1", "0000", "e2e4 "])
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(MoveError, match="no legal move"):
        CoreBoard.start().parse_uci(text)


@pytest.mark.parametrize(
    ("fen", "told"),
    [
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", "this one has 9"),
        ("8/8/8/8/8/8/8/44 w - - 0 1", "two numbers in a row"),
        ("8/8/8/8/8/8/8/8K w - - 0 1", "has 9 squares instead of 8"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 more", "the sixth field is followed by “more”"),
        (f"8/8/8/8/8/8/8/8 w - - 0 {'1' * 150}", "at most 128 characters"),
        ("8/8/8/8/8/8/8/8 w - - ² 1", "the moves since a capture or pawn move are “²”"),
    ],
)
def test_what_is_no_fen_is_refused_with_its_place(fen: str, told: str) -> None:
    with pytest.raises(PositionError, match=re.escape(told)):
        read_fields(fen)


def test_move_number_zero_means_one_and_counts_are_written_in_their_order() -> None:
    assert write_fields(read_fields("8/8/8/8/8/8/8/8 w - - 7 0")).endswith(" 7 1")
