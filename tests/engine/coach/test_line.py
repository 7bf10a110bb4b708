"""Lines, and the captures and promotions of their positions."""

import chess

from engine.coach.exchange_values import noisy
from engine.coach.line import MotifLine
from tests.helpers.coach_mistakes import SAMPLE, read_mistakes

PROMOTIONS = "1n2k3/P6P/8/8/8/8/8/4K3 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
CASTLES = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def test_captures_and_promotions_are_all_there_and_nothing_else() -> None:
    boards = [chess.Board(fen) for fen in (PROMOTIONS, EN_PASSANT, CASTLES)]
    for given, _rating in read_mistakes(SAMPLE):
        boards += given.played.boards
    for board in boards:
        found = [*noisy(board)]
        wanted = {move for move in board.legal_moves if board.is_capture(move) or move.promotion}
        assert set(found) == wanted and len(found) == len(wanted), board.fen()


def test_a_line_knows_where_no_capture_is_pending() -> None:
    line = MotifLine.of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", ["e1d2", "d5e4", "d2e3", "e8e7", "e3e4"], chess960=False)
    assert line.quiet == (False, False, True, True, False, True)
