"""Root ranking under the fifty-move rule. Each test is a mistake on record (tablebase text, "Mistakes on record")."""

import chess
import pytest

from engine.game.reason_words import english
from tablebases.probe.rank import CERTAIN, rank_root_moves
from tablebases.tables import Tablebases
from tablebases.wdl import Wdl
from tests.helpers.shared import shared_file


class Scripted:
    """Tables that know one root: DTZ of the position after each move, by UCI; results follow from them."""

    def __init__(self, after: dict[str, int], root: Wdl = Wdl.WIN) -> None:
        self.after, self.root = after, root

    def probe_wdl(self, board: chess.Board) -> Wdl | None:
        dtz = self.probe_dtz(board)
        if dtz is None:
            return self.root
        size = 0 if dtz == 0 else 2 if abs(dtz) <= 100 else 1
        return Wdl(size if dtz > 0 else -size)

    def probe_dtz(self, board: chess.Board) -> int | None:
        return self.after.get(board.peek().uci(), 0) if board.move_stack else None


def quiet_root(clock: int) -> chess.Board:
    return chess.Board(f"7n/8/8/8/8/2k5/8/R3K3 w - - {clock} 80")  # no capture, no pawn, no bare king


@pytest.mark.parametrize(
    ("clock", "after", "expected"),
    [
        (0, -20, Wdl.WIN),
        (79, -20, Wdl.WIN),  # 21 plies + 79 = 100: in time if the distance is exact
        (80, -20, Wdl.CURSED_WIN),
        (0, -100, Wdl.CURSED_WIN),
        (90, -1, Wdl.WIN),
    ],
)
def test_a_win_that_comes_too_late_is_cursed(clock: int, after: int, expected: Wdl) -> None:
    ranking = rank_root_moves(quiet_root(clock), Scripted({"a1a2": after}))
    assert ranking is not None
    assert ranking.top.move.uci() == "a1a2"
    assert ranking.wdl == expected


def test_certain_wins_rank_equal_and_a_win_on_the_hundredth_ply_ranks_below() -> None:
    ranking = rank_root_moves(quiet_root(70), Scripted({"a1a2": -10, "a1a3": -28, "a1a4": -29, "a1a5": -30}))
    assert ranking is not None
    assert {move.uci() for move in ranking.best} == {"a1a2", "a1a3"}
    assert [ranked.move.uci() for ranked in ranking.moves[:4]] == ["a1a2", "a1a3", "a1a4", "a1a5"]
    assert [ranked.wdl for ranked in ranking.moves[:4]] == [Wdl.WIN, Wdl.WIN, Wdl.WIN, Wdl.CURSED_WIN]


def test_a_mate_is_one_ply_away_and_comes_in_time_on_the_hundredth() -> None:
    mate = chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 99 80")
    ranking = rank_root_moves(mate, Scripted({"a1a8": -1, "a1a7": -1}))
    assert ranking is not None
    assert (ranking.top.move.uci(), ranking.top.dtz, ranking.top.wdl, ranking.top.mate) == ("a1a8", 1, Wdl.WIN, True)
    assert ranking.moves[1].move.uci() == "a1a7" and ranking.moves[1].wdl == Wdl.CURSED_WIN


def test_after_a_repetition_the_shortest_way_ranks_alone() -> None:
    board = quiet_root(0)
    for move in ("a1b1", "c3d3", "b1a1", "d3c3"):
        board.push_uci(move)
    ranking = rank_root_moves(board, Scripted({"a1a2": -10, "a1a4": -20}))
    assert ranking is not None
    assert [move.uci() for move in ranking.best] == ["a1a2"]


def test_a_third_repetition_is_a_draw_whatever_the_tables_say() -> None:
    board = quiet_root(0)
    for move in ("a1b1", "c3d3", "b1a1", "d3c3", "a1b1", "c3d3", "b1a1", "d3c3"):
        board.push_uci(move)
    ranking = rank_root_moves(board, Scripted({"a1b1": -4, "a1a4": -20}))
    assert ranking is not None
    by_move = {ranked.move.uci(): ranked for ranked in ranking.moves}
    assert by_move["a1b1"].wdl == Wdl.DRAW
    assert ranking.top.move.uci() == "a1a4"


class ResultsOnly(Scripted):
    """The same without DTZ files: results alone, a win after each quiet move."""

    def probe_wdl(self, board: chess.Board) -> Wdl | None:
        return Wdl.LOSS if board.turn == chess.BLACK else Wdl.WIN

    def probe_dtz(self, board: chess.Board) -> int | None:
        return None


def test_without_distances_a_third_repetition_is_a_draw_too() -> None:
    board = quiet_root(0)
    for move in ("a1b1", "c3d3", "b1a1", "d3c3", "a1b1", "c3d3", "b1a1", "d3c3"):
        board.push_uci(move)
    ranking = rank_root_moves(board, ResultsOnly({}))
    assert ranking is not None and ranking.dtz is None
    by_move = {ranked.move.uci(): ranked for ranked in ranking.moves}
    assert by_move["a1b1"].wdl == Wdl.DRAW and by_move["a1a4"].wdl == Wdl.WIN
    assert chess.Move.from_uci("a1b1") not in ranking.best


def test_the_fifty_move_option_off_takes_cursed_for_won() -> None:
    tables = Scripted({"a1a2": -120, "a1a3": -40})
    with_rule = rank_root_moves(quiet_root(20), tables)
    without = rank_root_moves(quiet_root(20), tables, fifty_move_rule=False)
    assert with_rule is not None
    assert without is not None
    assert [move.uci() for move in with_rule.best] == ["a1a3"]
    assert {move.uci() for move in without.best} == {"a1a2", "a1a3"}
    assert {ranked.wdl for ranked in without.moves if ranked.move in without.best} == {Wdl.WIN}


def test_a_hopeless_loss_leaves_the_choice_to_the_search_and_a_long_one_does_not() -> None:
    moves = {move.uci(): 10 for move in quiet_root(0).legal_moves}
    short = rank_root_moves(quiet_root(0), Scripted(moves | {"a1a2": 14}, Wdl.LOSS))
    assert short is not None
    assert len(short.best) == len(moves)
    long = rank_root_moves(quiet_root(40), Scripted(moves | {"a1a2": 70}, Wdl.LOSS))
    assert long is not None
    assert [move.uci() for move in long.best] == ["a1a2"]
    assert long.wdl == Wdl.BLESSED_LOSS


def test_castling_rights_are_never_probed() -> None:
    assert rank_root_moves(chess.Board("8/8/8/8/8/2k5/8/R3K3 w Q - 0 1"), Scripted({})) is None


def test_mate_in_one_is_first_and_is_won_even_on_the_hundredth_ply() -> None:
    with Tablebases([shared_file("data/syzygy")]) as tables:
        ranking = rank_root_moves(chess.Board("k7/8/1K6/8/8/8/8/6Q1 w - - 99 90"), tables)
    assert ranking is not None
    assert ranking.top.mate
    assert ranking.top.dtz == 1
    assert ranking.wdl == Wdl.WIN
    assert english(ranking.reason) == "mate"
    assert ranking.top.rank == CERTAIN


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("8/7Q/8/4k3/8/8/8/K7 w - - 0 1", "mate in 9; 7 moves are equally good"),
        ("8/7Q/8/4k3/8/8/8/K7 b - - 0 1", "mated in 9; 6 moves are equally good"),
        ("8/8/8/3k4/8/8/8/KBN5 w - - 0 1", "mate in 30; 3 moves are equally good"),
        (
            "8/8/8/4k3/8/8/8/KQ5R w - - 0 1",
            "win, a capture, pawn move or mate comes within 3 moves; 33 moves are equally good",
        ),
        (
            "8/8/8/4k3/3n4/8/8/KQ6 w - - 0 1",
            "win, a capture, pawn move or mate comes within 17 moves; 15 moves are equally good",
        ),
    ],
)
def test_mate_is_counted_only_if_nothing_can_come_before_it(fen: str, words: str) -> None:
    with Tablebases() as tables:
        ranking = rank_root_moves(chess.Board(fen), tables)
    assert ranking is not None
    assert english(ranking.reason) == words


def test_of_ways_to_mate_the_shortest_are_the_best() -> None:
    with Tablebases() as tables:
        ranking = rank_root_moves(chess.Board("8/7Q/8/4k3/8/8/8/K7 w - - 0 1"), tables)
    assert ranking is not None
    assert {ranked.dtz for ranked in ranking.moves if ranked.move in ranking.best} == {ranking.dtz}


def test_best_play_wins_bishop_and_knight_within_the_fifty_moves() -> None:
    """KBNvK's longest win is 65 plies (figures table); the best-ranked moves must not take longer."""
    board = chess.Board("8/8/8/6B1/8/8/4k3/1K5N b - - 0 1")
    with Tablebases([shared_file("data/syzygy")]) as tables:
        for _ in range(67):  # published files may be a ply short at each end
            ranking = rank_root_moves(board, tables)
            assert ranking is not None
            board.push(ranking.top.move)
            if board.is_game_over():
                break
    assert board.is_checkmate()
