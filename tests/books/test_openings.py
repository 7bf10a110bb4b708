"""Opening names: by position, never by move order (openings.tsv, lichess-org/chess-openings, CC0)."""

import chess

from books.openings import shipped_names


def test_a_transposition_has_the_same_name() -> None:
    one, two = chess.Board(), chess.Board()
    for text in ("e2e4", "c7c5", "g1f3", "d7d6", "d2d4"):
        one.push_uci(text)
    for text in ("g1f3", "c7c5", "e2e4", "d7d6", "d2d4"):
        two.push_uci(text)
    assert str(shipped_names().of_board(one)) == str(shipped_names().of_board(two)) == "B50 Sicilian Defense"


def test_the_last_named_position_names_the_game() -> None:
    board = chess.Board()
    for text in ("e2e4", "e7e5", "f2f4", "a7a6", "a2a3", "h7h6"):
        board.push_uci(text)
    name = shipped_names().of_board(board)
    assert name is not None
    assert name.family == "King's Gambit"


def test_the_start_position_has_no_name() -> None:
    assert shipped_names().of_board(chess.Board()) is None
    assert len(shipped_names()) == 3810  # the number of names in openings.tsv, all at different positions
