"""Records of boards hold what stands on the board, as the side to move sees it, and the moves with both their numbers."""

from array import array

import chess
import pytest

from engine.errors import MoveError
from engine.evaluation.network import shipped
from engine.human import predictor_file
from engine.human.network import PolicyNetwork
from engine.human.sight import KNOWN_COUNT, PLANE_COUNT
from engine.rules.board import CoreBoard
from engine.training.human.board_recorder import BoardRecorder

GAME = ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "g1f3", "c8g4")


def recorder() -> BoardRecorder:
    return BoardRecorder(PolicyNetwork.from_payload(predictor_file.shipped().policy, shipped()), 1)


def core_moves(moves: tuple[str, ...]) -> list[int]:
    board, found = CoreBoard.start(), []
    for text in moves:
        found.append(next(move for move in board.legal_moves() if board.uci(move) == text))
        board.push(found[-1])
    return found


def squares(plane: int) -> set[str]:
    return {name for square, name in enumerate(chess.SQUARE_NAMES) if plane >> square & 1}


def turned(names: set[str]) -> set[str]:
    return {name[0] + str(9 - int(name[1])) for name in names}


def test_planes_tell_pieces_attacks_and_last_moves_seen_by_the_mover() -> None:
    one = recorder()
    assert one.add_game(core_moves(GAME), (1500, 1600, 300, 2, 1), {5: None}, 0.0) == 1
    planes = array("Q", bytes(one.take()["planes"]))
    assert len(planes) == PLANE_COUNT
    black = [turned(squares(plane)) for plane in planes]  # Black is to move
    assert black[4] == {"d5"}  # the own queen
    assert black[7] == {"c3", "g1"}  # enemy knights
    assert black[19] == {"a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4", "f3", "h3"}  # what they attack
    assert black[28] == {"b1"} and black[29] == {"c3"}  # the last move
    assert black[30] == {"d8"} and black[31] == {"d5"}  # the own one before
    assert black[40] == {"d5"}  # hangs


def test_known_numbers_tell_rating_time_and_site() -> None:
    one = recorder()
    moves = core_moves(GAME)
    one.add_game(moves, (1600, 1400, 300, 0, 1), {4: None}, 0.0)
    one.add_game(moves, (1600, 1400, 0, 0, 1), {4: None}, 1.0)
    known = array("f", bytes(one.take()["known"]))
    told, untold = known[:KNOWN_COUNT], known[KNOWN_COUNT:]
    assert list(told[:8]) == pytest.approx([0, 0, 0, 0, 1, 0, 0, 0])  # 1600
    assert told[8] == pytest.approx(-1 / 3)  # the opponent is 200 behind
    assert told[10] == 1 and untold[10] == 0
    assert list(told[18:22]) == [0, 1, 0, 0] and list(untold[18:22]) == [1, 0, 0, 0]


def test_a_move_has_its_squares_and_the_teachers_chance() -> None:
    one = recorder()
    moves = core_moves(GAME)
    one.add_game(moves, (1500, 1500, 0, 0, 0), {1: {moves[1]: 0.75}}, 0.0)
    fields = one.take()
    elo, count, played, taught = array("H", bytes(fields["heads"]))
    assert (elo, count, taught) == (1500, 20, 1)
    targets, chances = array("H", bytes(fields["squares"])), array("H", bytes(fields["chances"]))
    assert targets[played] == chess.D2 + 64 * chess.D4  # d7d5 as Black sees it
    assert chances[played] == round(0.75 * 65535) == sum(chances)
    assert len(targets) == len(array("h", bytes(fields["logits"]))) == count


def test_a_move_that_is_not_legal_is_named() -> None:
    with pytest.raises(MoveError, match="half move 2"):
        recorder().add_game([core_moves(GAME)[0], 0], (1500, 1500, 0, 0, 0), {}, 0.0)
