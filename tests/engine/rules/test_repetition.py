"""Repetitions a move ahead, against what playing every legal move shows."""

import random

import pytest

from engine.rules.board import CoreBoard

PERPETUAL = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1"


def repeats_by_playing(board: CoreBoard, seen: list[int]) -> bool:
    """Whether some legal move leads to a position of before."""
    for move in board.legal_moves():
        board.push(move)
        key = board.key
        board.pop()
        if key in seen:
            return True
    return False


@pytest.mark.parametrize("seed", range(12))
def test_a_repetition_is_seen_exactly_where_a_move_makes_one(seed: int) -> None:
    source = random.Random(seed)
    board = CoreBoard.from_fen(
        source.choice((PERPETUAL, "4k2r/8/8/3n4/8/2B5/8/R3K3 w Qk - 0 1", "8/8/1k6/8/3q4/8/5R2/6K1 w - - 0 1")),
        chess960=False,
    )
    seen: list[int] = []
    found = 0
    for _ in range(150):
        moves = board.legal_moves()
        if not moves or board.halfmove_clock >= 90:
            break
        said, played = board.can_repeat(1000), repeats_by_playing(board, seen)
        if said != played:  # a pinned man, or one that leaves the king in check: the table knows geometry, not law
            assert said and not played
            assert board.in_check or len(moves) < 40
        else:
            found += said
        seen.append(board.key)
        board.push(source.choice(moves))
    assert len(seen) < 20 or found


def test_without_going_back_there_is_nothing_to_repeat() -> None:
    board = CoreBoard.start()
    for move in ("g1f3", "g8f6"):
        board.push_uci(move)
    assert not board.can_repeat(1000)
    board.push_uci("f3g1")
    assert board.can_repeat(1000)  # 2...Ng8 is the start position again


def test_a_repetition_of_what_lies_before_the_root_needs_two_earlier_ones() -> None:
    board = CoreBoard.start()
    for move in ("g1f3", "g8f6", "f3g1"):
        board.push_uci(move)
    assert not board.can_repeat(0)
    for move in ("f6g8", "g1f3", "g8f6", "f3g1"):
        board.push_uci(move)
    assert board.can_repeat(0)


def test_a_man_in_the_way_makes_a_repetition_impossible() -> None:
    # Black's king walks a square, White's rook goes from a1 by a2 and h2 to h1: only Ra1 would repeat, and the king is between.
    walk = ("e8d8", "a1a2", "d8d7", "a2h2", "d7e7", "h2h1", "e7e8")
    for king, possible in (("e1", False), ("e3", True)):
        rank = "R3K3" if king == "e1" else "R7"
        third = "8" if king == "e1" else "4K3"
        board = CoreBoard.from_fen(f"4k3/8/8/8/8/{third}/8/{rank} b - - 0 1", chess960=False)
        board.push_all_uci(walk)
        assert board.can_repeat(1000) is possible
