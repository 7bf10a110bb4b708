"""Records hold what stands on the board, as the side to move sees it, and the moves that were there."""

from __future__ import annotations  # array[int] cannot be written at run time before Python 3.12

from array import array

import chess
import pytest

from engine.ground.errors import MoveError
from engine.human.network_input import KNOWN_COUNT, PLANE_COUNT
from engine.rules.board import CoreBoard
from engine.training.human.board_recorder import MOST_MOVES, BoardRecorder

GAME = ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "g1f3", "c8g4")
PAWN_RACE = ("a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "g8f6", "a6a7", "f6g8", "a7b8n")


def core_moves(moves: tuple[str, ...]) -> list[int]:
    board, found = CoreBoard.start(), []
    for text in moves:
        found.append(next(move for move in board.legal_moves() if board.uci(move) == text))
        board.push(found[-1])
    return found


def records(
    moves: tuple[str, ...], asked: tuple[int, int, int, int, int] = (1500, 1500, 0, 0, 0)
) -> dict[str, bytearray]:
    one = BoardRecorder()
    assert one.add(core_moves(moves), asked) == len(moves)
    fields = one.take()
    assert not any(one.take().values())
    return fields


def planes_at(moves: tuple[str, ...], ply: int) -> array[int]:
    planes = array("Q", bytes(records(moves)["planes"]))
    assert len(planes) == PLANE_COUNT * len(moves)
    return planes[PLANE_COUNT * ply : PLANE_COUNT * (ply + 1)]


def squares(plane: int) -> set[str]:
    return {name for square, name in enumerate(chess.SQUARE_NAMES) if plane >> square & 1}


def turned(names: set[str]) -> set[str]:
    return {name[0] + str(9 - int(name[1])) for name in names}


def test_planes_tell_pieces_attacks_and_last_moves_seen_by_the_mover() -> None:
    black = [turned(squares(plane)) for plane in planes_at(GAME, 5)]  # Black is to move
    assert black[4] == {"d5"}  # the own queen
    assert black[7] == {"c3", "g1"}  # enemy knights
    assert black[19] == {"a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4", "f3", "h3"}  # what they attack
    assert black[28] == {"b1"} and black[29] == {"c3"}  # the last move
    assert black[30] == {"d8"} and black[31] == {"d5"}  # the own one before
    assert black[36] == set()  # it took nothing
    assert black[44] == {"c8", "g8"}  # the own king may castle


def test_planes_tell_what_can_be_taken_with_gain_and_without() -> None:
    black = [turned(squares(plane)) for plane in planes_at(GAME, 5)]
    assert black[40] == {"d5"} and black[41] == set()  # the queen hangs
    assert black[42] == set() and black[43] == {"a2", "d2", "g2"}  # the queen takes what is covered
    white = [squares(plane) for plane in planes_at(("e2e4", "d7d5", "a2a3"), 2)]
    assert white[40] == {"e4"} and white[43] == {"d5"}  # only one of them is covered
    checked = [squares(plane) for plane in planes_at(("e2e4", "d7d5", "d2d4", "d8d6", "a2a3", "d6b4", "a3b4"), 6)]
    assert checked[37] == checked[41] == {"b4"} and checked[40] == set()  # e4 hangs, but White must answer the check


def test_known_numbers_tell_rating_time_and_site() -> None:
    known = array("f", bytes(records(GAME, (1600, 1400, 300, 0, 1))["known"]))
    white, black = known[4 * KNOWN_COUNT : 5 * KNOWN_COUNT], known[5 * KNOWN_COUNT : 6 * KNOWN_COUNT]
    assert list(white[:8]) == pytest.approx([0, 0, 0, 0, 1, 0, 0, 0])  # 1600
    assert list(black[:8]) == pytest.approx([0, 0, 0, 0.8, 0.2, 0, 0, 0])  # 1400
    assert white[8] == pytest.approx(-1 / 3) and black[8] == pytest.approx(1 / 3)  # 200 behind, 200 ahead
    assert white[10] == 1 and list(white[18:22]) == [0, 1, 0, 0]
    untold = array("f", bytes(records(GAME)["known"]))[:KNOWN_COUNT]
    assert untold[10] == 0 and list(untold[18:22]) == [1, 0, 0, 0]
    assert abs(untold[23]) < 0.2
    given = array("f", bytes(records((*GAME[:5], "d5g2", "f1g2", "a7a6"))["known"]))
    assert given[7 * KNOWN_COUNT + 23] < -0.6  # Black has lost the queen


def test_a_move_has_its_squares_and_the_half_move() -> None:
    fields = records(GAME)
    heads, places = array("H", bytes(fields["heads"])), array("H", bytes(fields["squares"]))
    assert list(heads[4:8]) == [1500, 20, heads[6], 1]
    assert places[20 + heads[6]] == chess.D2 + 64 * chess.D4  # d7d5 as Black sees it
    assert len(places) == sum(heads[1::4])


def test_a_pawn_that_becomes_something_says_what() -> None:
    fields = records(PAWN_RACE)
    heads, places = array("H", bytes(fields["heads"])), array("H", bytes(fields["squares"]))
    last = places[-heads[-3] :]
    assert last[heads[-2]] == chess.A7 + 64 * chess.B8 + 4096 * 1  # a knight
    assert {place >> 12 for place in last if place & 63 == chess.A7} == {1, 2, 3, 4}


def test_a_forced_move_teaches_nothing_but_is_there() -> None:
    moves = ("e2e4", "f7f6", "d1h5", "g7g6", "h5g6", "h7g6")  # Qxg6+ leaves one answer
    fields = records(moves)
    heads = array("H", bytes(fields["heads"]))
    assert [heads[4 * ply + 1] for ply in range(6)][-1] == 0
    assert len(fields["planes"]) == 6 * 8 * PLANE_COUNT
    assert MOST_MOVES == 80


def test_a_move_that_is_not_legal_is_named() -> None:
    with pytest.raises(MoveError, match="half move 2"):
        BoardRecorder().add([core_moves(GAME)[0], 0], (1500, 1500, 0, 0, 0))
