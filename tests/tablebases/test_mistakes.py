"""Every mistake on record in other programs' tablebase code, one test each (tablebase text, "Mistakes on record").

Ranking's own (no root ranking, repetitions, fifty-move option, cursed counted as won) are in test_rank.py, those of files in
test_files.py and test_damage.py, threads in test_probe.py; what the search does with bounds is tested with the search.
"""

import chess
import pytest

from tablebases.probe.rank import rank_root_moves
from tablebases.tables import Tablebases
from tablebases.trainer import exercise
from tablebases.wdl import Wdl


@pytest.fixture(name="tables", scope="module")
def shipped() -> Tablebases:
    return Tablebases()


def test_distance_sees_the_en_passant_reply_to_a_double_step(tables: Tablebases) -> None:
    # White's c2-c4 would win at once if Black could not answer b4xc3; probing must look at the reply (format, trap 2).
    checked = 0
    for file in range(7):
        for king in chess.SQUARES:
            for other in chess.SQUARES:
                board = chess.Board(None)
                board.set_piece_at(chess.square(file, 1), chess.Piece.from_symbol("P"))
                board.set_piece_at(chess.square(file + 1, 3), chess.Piece.from_symbol("p"))
                if board.piece_at(king) or board.piece_at(other) or king == other:
                    continue
                board.set_piece_at(king, chess.Piece.from_symbol("K"))
                board.set_piece_at(other, chess.Piece.from_symbol("k"))
                step = chess.Move(chess.square(file, 1), chess.square(file, 3))
                if (king * 64 + other) % 37 or not board.is_valid() or step not in board.legal_moves:
                    continue
                dtz, wdl = tables.probe_dtz(board), tables.probe_wdl(board)
                best = max(reply(tables, board, move) for move in board.legal_moves)
                assert wdl == best, board.fen()
                assert (dtz == 1) == (wdl == 2 and any(wins_by_pawn(tables, board, move) for move in board.legal_moves))
                checked += 1
    assert checked > 300


def reply(tables: Tablebases, board: chess.Board, move: chess.Move) -> int:
    board.push(move)
    value = tables.probe_wdl(board)
    board.pop()
    assert value is not None
    return -value


def wins_by_pawn(tables: Tablebases, board: chess.Board, move: chess.Move) -> bool:
    if board.is_zeroing(move):
        return reply(tables, board, move) == 2
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


def test_en_passant_as_the_only_legal_move_is_taken_although_it_loses(tables: Tablebases) -> None:
    # Without its en passant capture Black would be stalemated: the result is that of the capture (format, trap 3).
    found = 0
    for square in chess.SQUARES:
        board = chess.Board("8/8/8/8/1pP5/8/8/k7 b - c3 0 1")
        if board.piece_at(square):
            continue
        board.set_piece_at(square, chess.Piece.from_symbol("K"))
        if board.is_valid() and board.has_legal_en_passant() and board.legal_moves.count() == 1:
            found += 1
            assert tables.probe_wdl(board) == reply(tables, board, next(iter(board.legal_moves)))
            assert abs(tables.probe_dtz(board) or 0) <= 1
    board = chess.Board("8/8/8/8/kpP5/8/1K6/8 b - c3 0 1")
    expected = max(reply(tables, board, move) for move in board.legal_moves)
    assert tables.probe_wdl(board) == expected


def test_castling_rights_are_never_probed(tables: Tablebases) -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert tables.probe_wdl(board) is None
    assert tables.probe_dtz(board) is None
    board.castling_rights = 0
    assert tables.probe_wdl(board) == Wdl.WIN


@pytest.mark.parametrize(
    ("fen", "dtz"),
    [
        ("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", 1),  # mate in one
        ("k7/8/1K6/8/8/8/8/6Q1 b - - 0 1", None),
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", -1),  # checkmated: -1 by convention (format, section 11)
        ("8/8/8/8/8/1k6/2q5/K7 w - - 0 1", 0),  # stalemate
    ],
)
def test_the_distance_before_mate_is_not_off_by_one(tables: Tablebases, fen: str, dtz: int | None) -> None:
    board = chess.Board(fen)
    if dtz is not None:
        assert tables.probe_dtz(board) == dtz
    else:
        replies = [tables.probe_dtz(after) for after in after_each_move(board)]
        assert tables.probe_dtz(board) == -1 - max(value or 0 for value in replies)


def after_each_move(board: chess.Board) -> list[chess.Board]:
    boards = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        boards.append(after)
    return boards


def test_distances_of_the_shipped_tables_are_exact_not_rounded(tables: Tablebases) -> None:
    # The longest ones of the figures table, to the ply.
    for fen, dtz in (
        ("8/8/8/6B1/8/8/4k3/1K5N b - - 0 1", -66),
        ("8/8/2k5/1r6/8/8/8/2KQ4 b - - 0 1", -62),
        ("8/8/7k/8/7K/1P6/8/8 b - - 0 1", -20),
        ("3Q4/3K4/8/8/3k4/8/3p4/8 b - - 0 1", -53),
        ("7K/8/p7/8/k7/7R/8/8 w - - 0 1", 25),
        ("8/7k/1p6/1P6/7K/8/8/8 w - - 0 1", 21),
    ):
        assert tables.probe_dtz(chess.Board(fen)) == dtz, fen


@pytest.mark.parametrize("signature", ["KRvK", "KQvKR", "KPvK", "KRvKN"])
def test_following_the_ranking_wins_without_repeating(tables: Tablebases, signature: str) -> None:
    task = exercise(tables, signature, shortest=15, seed=7)
    board = chess.Board(task.fen)
    seen = set()
    while not board.is_game_over():
        ranking = rank_root_moves(board, tables)
        assert ranking is not None
        key = board._transposition_key()
        assert key not in seen
        seen.add(key)
        board.push(ranking.top.move)
        assert board.halfmove_clock < 100
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner == chess.Board(task.fen).turn


def test_a_captured_man_is_resolved_before_the_stored_value_counts(tables: Tablebases) -> None:
    # The rook hangs: whatever is stored, the capture makes it a bare-king draw (format, trap 1).
    assert tables.probe_wdl(chess.Board("8/8/8/8/8/2k5/3R4/K7 b - - 0 1")) == Wdl.DRAW
