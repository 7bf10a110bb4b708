"""A position with one wrong field is set up all the same, with a sentence about each change."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.position import Position
from engine.ground.errors import PositionError
from engine.rules.board import CoreBoard
from engine.rules.fen_repair import repaired
from tests.helpers.positions import random_boards

KINGS = "4k3/8/8/8/8/8/8/4K2R"
MENDED = (
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR B KQkq - 0 1", "b KQkq - 0 1", 1),
    ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq E3 0 3", "b KQkq e3 0 3", 1),
    ("2rq1rk1/pp2ppbp/1n4p1/3pP3/2P5/1P2B3/P2NQPPP/2R2RK1 b - - - -", "b - - 0 1", 2),  # pychess 871
    (f"{KINGS} w K - hmvc 1; fmvn 7;", "w K - 1 7", 0),  # fastchess 248
    (f"{KINGS} w K - -1 1.5", "w K - 0 1", 2),
    (f"{KINGS} W 33", "w - - 0 1", 2),  # a forum's move number in the place of the rights
    (f"{KINGS} w KQ - 0 1", "w K - 0 1", 1),
    (f"{KINGS} w kKx - 3 9", "w K - 3 9", 2),
    (f"{KINGS} w K e3 0 1", "w K - 0 1", 1),  # nobody can have passed e3
    ("k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", "w - - 0 1", 1),  # the knight's check makes it impossible
)


@pytest.mark.parametrize(("text", "state", "notes"), MENDED)
def test_a_wrong_field_is_mended_and_reported(text: str, state: str, notes: int) -> None:
    found = repaired(text, chess960=None)
    assert found.fen == f"{text.split()[0]} {state}"
    assert len(found.notes) == notes
    assert all(len(str(note)) <= 80 for note in found.notes)  # a problem of a file quotes 80 characters
    CoreBoard.from_fen(found.fen, found.chess960)
    with pytest.raises(PositionError):
        CoreBoard.from_fen(text, found.chess960)


def test_what_is_sound_stays_as_it_is() -> None:
    for chess960 in (False, True):
        for board in random_boards(7, 300, chess960):
            found = repaired(board.fen(), chess960)
            assert (found.fen, found.chess960, found.notes) == (board.fen(), chess960, ())


@pytest.mark.parametrize("number", [0, 1, 77, 356, 959])
def test_castling_of_chess960_is_understood_in_either_spelling(number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    for fen in (board.fen(), board.shredder_fen()):
        position, notes = Position.repaired(fen, chess960=None)
        assert (position.castling, position.chess960, notes) == ("KQkq", True, ())


def test_the_caller_may_insist_on_standard_castling() -> None:
    found = repaired("rqnknrbb/pppppppp/8/8/8/8/PPPPPPPP/RQNKNRBB w KQkq - 0 1", chess960=False)
    assert not found.chess960 and found.fields.castling == "" and "KQkq" in str(found.notes[0])


def test_pieces_that_cannot_be_set_up_are_refused() -> None:
    for text in ("", "hello", "8/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2P w Q e3 - -", "9/8/8/8/8/8/8/8 w"):
        with pytest.raises(PositionError):
            repaired(text, chess960=None)


@given(st.lists(st.sampled_from(["b", "W", "KQ", "qa", "e3", "H9", "-", "x", "-3", "7", "1e9", "9" * 30]), max_size=7))
def test_no_fields_behind_a_sound_board_are_refused(words: list[str]) -> None:
    found = repaired(f"r3k2r/8/8/8/8/8/8/R3K2R {' '.join(words)}", chess960=None)
    CoreBoard.from_fen(found.fen, found.chess960)
