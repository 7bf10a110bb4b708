"""The proof-number mate search: shortest mates, proved against every defence, and none claimed where there is none."""

import time
from pathlib import Path

import chess
import pytest

from engine.game.info import Score
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.player import Player
from engine.rules.board import CoreBoard
from engine.search.mates import MateSearcher
from tests.helpers.endless import Endless

MATES = [
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, "d1d8"),  # a back rank
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),  # P. Morphy
    ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, "f8c5"),  # win at chess by force, 2.
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
    ("8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1", 6, "d1g4"),  # figure 20 of the source texts, proved there
]


def mates_in(board: chess.Board, moves: int) -> bool:
    """Whether the side to move mates in so many moves: all moves, no cleverness, python-chess."""
    for move in board.legal_moves:
        board.push(move)
        mated = board.is_checkmate() or (
            moves > 1 and any(board.legal_moves) and all(_after(board, reply, moves - 1) for reply in board.legal_moves)
        )
        board.pop()
        if mated:
            return True
    return False


def _after(board: chess.Board, reply: chess.Move, moves: int) -> bool:
    board.push(reply)
    mated = mates_in(board, moves)
    board.pop()
    return mated


def solve(fen: str, moves: int, nodes: int = 5_000_000) -> list[str] | None:
    """The line; an empty list where it is proved that there is none."""
    board, searcher = CoreBoard.from_fen(fen, chess960=False), MateSearcher()
    searcher.begin()
    line = searcher.run(board, moves, nodes, 0)
    if not line:
        return None if line is None else []
    names = []
    for move in line:
        assert board.is_legal(move)
        names.append(board.uci(move))
        board.push(move)
    assert board.in_check and not board.legal_moves()
    return names


@pytest.mark.parametrize(("fen", "moves", "key"), MATES)
def test_the_shortest_mate_is_found_and_played_out(fen: str, moves: int, key: str) -> None:
    line = solve(fen, 10)
    assert line is not None and line[0] == key and len(line) == 2 * moves - 1
    assert solve(fen, moves - 1) == []


@pytest.mark.parametrize("fen", [fen for fen, moves, _ in MATES if moves <= 2])
def test_what_it_claims_is_true_by_exhaustion(fen: str) -> None:
    line = solve(fen, 4)
    assert line is not None
    moves = (len(line) + 1) // 2
    assert mates_in(chess.Board(fen), moves) and (moves == 1 or not mates_in(chess.Board(fen), moves - 1))


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1",  # the wrong side is asked
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
    ],
)
def test_where_there_is_no_mate_none_is_claimed(fen: str) -> None:
    assert solve(fen, 2) == []


def test_composed_problems_are_proved_with_their_only_key() -> None:
    lines = (Path(__file__).parents[2] / "data" / "mates" / "composed.epd").read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 40
    for line in lines[::6]:
        board, operations = chess.Board.from_epd(line)
        moves, keys = int(str(operations["dm"])), operations["bm"]
        found = solve(board.fen(), moves)
        assert found is not None and [chess.Move.from_uci(found[0])] == keys and len(found) == 2 * moves - 1


def test_limits_and_stop_end_it() -> None:
    searcher = MateSearcher()
    board = CoreBoard.from_fen(chess.STARTING_FEN, chess960=False)
    searcher.begin()
    assert searcher.run(board, 10, 5_000, 0) is None and searcher.nodes() < 6_000
    searcher.stop()
    assert searcher.run(board, 10, 0, 0) is None and searcher.nodes() < 5_000


def test_a_stop_ends_a_mate_search_at_once() -> None:
    player = Player()
    limits = Limits(mate=20, infinite=True)
    stopper = Stopper()
    fen = "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R w kq - 0 1"
    searching = Endless(lambda: player.search(GamePosition(fen, chess960=False), limits, stopper=stopper))
    time.sleep(0.1)
    assert searching.spent_after(stopper.stop) < 2.0 and searching.result


def test_go_mate_answers_with_the_proof() -> None:
    player = Player()
    result = player.search(GamePosition(MATES[4][0], chess960=False), Limits(mate=8))
    assert result.best_move == "d1g4" and result.lines[0].score == Score(mate=6) and len(result.lines[0].pv) == 11
    assert result.nodes < 2_000_000


def test_where_the_proof_is_out_of_reach_the_ordinary_search_answers_and_says_so() -> None:
    result = Player().search(GamePosition(chess.STARTING_FEN, chess960=False), Limits(mate=5, nodes=20_000))
    assert result.best_move and result.lines[0].score.mate is None
    assert result.remark.template == "No mate in %1 found, and none ruled out: %2 positions."


def test_go_mate_without_a_mate_ends_with_the_proof_that_there_is_none() -> None:
    for fen in (chess.STARTING_FEN, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"):
        result = Player().search(GamePosition(fen, chess960=False), Limits(mate=2))
        assert result.best_move and result.lines[0].score.mate is None
        assert result.remark.template == "No mate in %1: proved with %2 positions." and result.remark.values[0] == 2


def test_a_mate_that_the_fifty_move_rule_forestalls_is_none() -> None:
    fen = "6k1/8/8/8/8/8/R7/1R2K3 w - - {} 100"  # 1.Ra7 and 2.Rb8 mate on the third ply
    assert solve(fen.format(97), 2) and solve(fen.format(98), 2) == []


def test_named_root_moves_are_left_to_the_ordinary_search() -> None:
    result = Player().search(GamePosition(MATES[0][0], chess960=False), Limits(mate=1, depth=3, search_moves=("d1e1",)))
    assert result.best_move == "d1e1"
