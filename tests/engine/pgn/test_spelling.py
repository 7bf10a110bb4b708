"""Moves as other programs and old texts spell them."""

import pytest

from engine.pgn.mainlines import MainLineReader
from tests.helpers.positions import random_boards

EXCHANGE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
BOTH = "4k3/8/8/3p4/2P1P3/3p4/4P3/4K3 w - - 0 1"  # exd3 and exd5
PROMOTES = "r3k2r/6P1/8/8/8/8/8/4K3 w - - 0 1"
QUEEN = "rnbqkbnr/ppppp1pp/8/5p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


@pytest.mark.parametrize(
    ("fen", "spelled", "move"),
    [
        (PROMOTES, "gxh8+=Q", "g7h8q"),
        (PROMOTES, "gxh8#=N", "g7h8n"),
        (PROMOTES, "gxh8=R+", "g7h8r"),
        (PROMOTES, "gh", "g7h8q"),
        (QUEEN, "Qh5ch", "d1h5"),
        (QUEEN, "Qh5ch.", "d1h5"),
        (QUEEN, "Qd1-h5ch", "d1h5"),
        (QUEEN, "Qh5 dbl.ch.", "d1h5"),
        (QUEEN, "Qh5 dis ch", "d1h5"),
        (QUEEN, "Qh5 disc. ch.", "d1h5"),
        (EXCHANGE, "ed", "e4d5"),
        (EXCHANGE, "exd", "e4d5"),
        (EXCHANGE, "e:d", "e4d5"),
        (BOTH, "cd", "c4d5"),
        (BOTH, "ed", None),
        (EXCHANGE, "de", None),
        (EXCHANGE, "ad", None),
    ],
)
def test_a_move_is_read_as_it_is_spelled(fen: str, spelled: str, move: str | None) -> None:
    (line,) = MainLineReader("text").feed(f'[FEN "{fen}"]\n\n1. {spelled} *\n'.encode(), True)
    assert [code & 63 for code in line.moves] == ([] if move is None else [8 * (int(move[1]) - 1) + ord(move[0]) - 97])
    assert bool(line.problems) == (move is None or spelled == "gh")  # a promotion without a piece is reported


def test_files_alone_name_a_capture_only_where_there_is_one() -> None:
    seen = 0
    for board in random_boards(53, 300):
        captures = [
            move for move in board.legal_moves if board.is_capture(move) and board.piece_type_at(move.from_square) == 1
        ]
        for move in captures:
            name = move.uci()
            files = name[0] + name[2]
            alike = {other.to_square for other in captures if other.uci()[0] + other.uci()[2] == files}
            (line,) = MainLineReader("text").feed(f'[FEN "{board.fen()}"]\n\n1. {files} *\n'.encode(), True)
            found = [(code & 63, code >> 6 & 63) for code in line.moves]
            assert found == ([] if len(alike) > 1 else [(move.from_square, move.to_square)])
            seen += len(found)
    assert seen > 50


@pytest.mark.parametrize(("written", "result"), [("r1-0", "1-0"), ("r0-1", "0-1"), ("r1/2-1/2", "1/2-1/2")])
def test_a_result_by_resignation_is_read(written: str, result: str) -> None:
    (line,) = MainLineReader("text").feed(f"1. e4 e5 {written}\n".encode(), True)
    assert (line.result, len(line.moves), line.problems) == (result, 2, ())
