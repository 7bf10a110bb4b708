"""Opening names: by position, never by move order (openings.tsv, lichess-org/chess-openings, CC0)."""

from pathlib import Path

import chess

from books.key import position_key
from books.openings import opening_of, read_table, shipped_names, write_table
from engine.pgn.reader import first_game


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


def test_a_table_is_read_as_it_was_written_and_the_first_name_of_a_position_stays(tmp_path: Path) -> None:
    names, table = tmp_path / "openings.tsv", tmp_path / "openings.bin"
    rows = ("eco\tname\tpgn", "B00\tKing's Pawn\t1. e4", "B01\tAnother\t1. e4", "A00\tNonsense\t1. e5")
    names.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert write_table(names, table) == 1
    board = chess.Board()
    board.push_uci("e2e4")
    read = read_table(table.read_bytes())
    assert str(read.of_board(board)) == "B00 King's Pawn"
    assert [(str(name), moves) for name, moves in read.lines()] == [("B00 King's Pawn", "1. e4")]


def test_the_moves_of_every_shipped_name_lead_to_its_position() -> None:
    names, lines = shipped_names(), shipped_names().lines()
    assert len(lines) == len(names)
    for name, moves in lines[::19]:
        board = chess.Board()
        for san in moves.split():
            if not san.endswith("."):
                board.push_san(san)
        assert names.at(position_key(board)) == name, moves


def test_a_game_that_came_over_to_another_opening_is_not_called_by_its_first_moves() -> None:
    """Its tag said D92, and the heading `D92 English Opening`."""
    moves = "1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O 5. Bf4 d5 *"
    assert opening_of(first_game(f'[ECO "D92"]\n\n{moves}')) == ("D92", "Grünfeld Defense")
    eco, name = opening_of(first_game(moves))
    assert (eco[0], name.partition(":")[0]) == ("A", "English Opening")
    assert opening_of(first_game('[ECO "A15"]\n\n1. d4 d5 *')) == ("A15", ""), "its names have no family in common"
