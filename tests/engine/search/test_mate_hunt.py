"""Mates that a search finds by a proof beside its own work: proved, counted, kept, and given up where none is near."""

import threading
from pathlib import Path

import chess
import pytest

from engine.game.info import Info, Score
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.player import Player
from engine.rules.board import CoreBoard
from engine.search.mate_hunt import BOUND_EXACT, FIRST_NODES, OVERSHOT, MateHunt
from engine.search.mates import MateSearcher
from engine.search.searcher import SCORE_MATE, PvLine

# 1.Ng5 hxg5 2.Nxf6 and so on: quiet moves behind a sacrifice. Alpha-beta alone takes 17 million nodes (WAC.293).
QUIET_SACRIFICE = "1nbq1r1k/3rbp1p/p1p1pp1Q/1p6/P1pPN3/5NP1/1P2PPBP/R4RK1 w - - 0 1"
QUIET_MIDDLEGAME = "r1bq1rk1/bpp2pp1/p1np1n1p/4p3/4P3/1BPP1N1P/PP1N1PP1/R1BQR1K1 b - - 1 10"


def composed() -> list[tuple[str, int]]:
    """Our own problems of up to eight moves: FEN and the moves to mate."""
    lines = (Path(__file__).parents[2] / "data" / "mates" / "composed.epd").read_text(encoding="utf-8").splitlines()
    boards = [chess.Board.from_epd(line) for line in lines]
    return [(board.fen(), int(str(operations["dm"]))) for board, operations in boards][::5]


@pytest.mark.parametrize(("fen", "moves"), composed())
def test_a_hunted_mate_is_no_shorter_than_the_shortest_and_ends_in_mate(fen: str, moves: int) -> None:
    searcher = MateSearcher()
    searcher.begin()
    line = searcher.hunt(CoreBoard.from_fen(fen, chess960=False), 2_000_000, 0)
    if line is None:  # some problems look far from a mate for long
        return
    board = CoreBoard.from_fen(fen, chess960=False)
    for move in line:
        board.push(move)
    assert len(line) >= 2 * moves - 1 and board.in_check and not board.legal_moves()
    again = MateSearcher()
    again.begin()
    assert again.run(CoreBoard.from_fen(fen, chess960=False), (len(line) + 1) // 2, 0, 0)


def test_most_problems_of_up_to_eight_moves_are_hunted_down() -> None:
    searcher = MateSearcher()
    searcher.begin()
    found = [searcher.hunt(CoreBoard.from_fen(fen, chess960=False), 500_000, 0) is not None for fen, _ in composed()]
    assert len(found) >= 8 and sum(found) >= len(found) // 2


def test_a_position_without_a_mate_in_sight_is_given_up_soon() -> None:
    searcher = MateSearcher()
    searcher.begin()
    assert searcher.hunt(CoreBoard.from_fen(QUIET_MIDDLEGAME, chess960=False), 1_000_000, 0) is None
    assert searcher.nodes() < 50_000 and not searcher.is_near()


def test_a_hunt_that_ran_out_of_positions_says_that_a_mate_looked_near() -> None:
    searcher = MateSearcher()
    searcher.begin()
    assert searcher.hunt(CoreBoard.from_fen(QUIET_SACRIFICE, chess960=False), 10_000, 0) is None
    assert searcher.is_near()


def test_the_search_names_a_quiet_sacrifice_that_alpha_beta_cuts_and_counts_what_it_cost() -> None:
    told: list[Info] = []
    result = Player().search(GamePosition(QUIET_SACRIFICE, chess960=False), Limits(nodes=1_000_000), told.append)
    assert (result.best_move, result.lines[0].score, len(result.lines[0].pv)) == ("f3g5", Score(mate=4), 7)
    assert result.nodes == 1_000_000
    first = next(index for index, info in enumerate(told) if info.score.mate == 4)
    assert all(info.score.mate == 4 and info.pv[0] == "f3g5" for info in told[first:])
    counts = [info.nodes for info in told]
    assert counts == sorted(counts)


def test_an_endless_analysis_shows_the_mate_and_answers_when_stopped() -> None:
    seen, stopper = threading.Event(), Stopper()
    answers: list[str | None] = []

    def told(info: Info) -> None:
        if info.score.mate == 4:
            seen.set()

    def analyse() -> None:
        answers.append(
            Player()
            .search(GamePosition(QUIET_SACRIFICE, chess960=False), Limits(infinite=True), told, stopper)
            .best_move
        )

    thread = threading.Thread(target=analyse)
    thread.start()
    assert seen.wait(300) and not answers
    stopper.stop()
    thread.join(60)
    assert answers == ["f3g5"]


def test_with_several_lines_the_mate_comes_first_and_the_others_move_down() -> None:
    player = Player()
    player.set_option("MultiPV", 3)
    told: list[Info] = []
    lines = player.search(GamePosition(QUIET_SACRIFICE, chess960=False), Limits(nodes=1_000_000), told.append).lines
    assert [line.multipv for line in lines] == [1, 2, 3]
    assert lines[0].pv[0] == "f3g5" and lines[0].score == Score(mate=4)
    assert len({line.pv[0] for line in lines}) == 3 and all(line.score.mate is None for line in lines[1:])
    assert [info.pv for info in told[-3:]] == [line.pv for line in lines]


def line_of(multipv: int, score: int, move: int) -> PvLine:
    """A line of the search."""
    return PvLine(9, 9, multipv, score, BOUND_EXACT, 1, 0, [move, 0])


def test_a_mate_displaces_no_better_one_and_stands_once() -> None:
    hunt = MateHunt(MateSearcher(), CoreBoard.from_fen(QUIET_SACRIFICE, chess960=False), reopened=False)
    hunt.line = [7, 8, 9]  # mate in two
    quicker = line_of(1, SCORE_MATE - 1, 5)
    assert hunt.with_mate(quicker, 2) == [quicker]
    assert hunt.with_mate(line_of(2, 30, 6), 2) == [line_of(2, 30, 6)]
    first = hunt.with_mate(line_of(1, 40, 5), 3)
    assert [(line.multipv, line.score, line.pv[0]) for line in first] == [(1, SCORE_MATE - 3, 7), (2, 40, 5)]
    assert hunt.with_mate(line_of(2, 30, 7), 3) == []  # the move that mates, as the search sees it
    assert hunt.with_mate(line_of(3, 20, 6), 3) == [line_of(3, 20, 6)]
    assert hunt.with_mate(line_of(4, 10, 4), 3) == []


def test_of_chosen_moves_none_is_hunted() -> None:
    limits = Limits(nodes=700_000, search_moves=("f3g5", "g3g4", "e4c5"))
    assert Player().search(GamePosition(QUIET_SACRIFICE, chess960=False), limits).lines[0].score.mate is None


def test_a_hunt_waits_for_its_turn_unless_the_search_before_found_a_mate() -> None:
    board = CoreBoard.from_fen(QUIET_SACRIFICE, chess960=False)
    board.push_all_uci(["f3g5", "f6g5"])
    fresh = MateHunt(MateSearcher(), board, reopened=False)
    assert fresh.hunt_if_due(FIRST_NODES - 1, None, 0) == 0 and not fresh.line
    reopened = MateHunt(MateSearcher(), board, reopened=True)
    assert reopened.hunt_if_due(50, None, 0) > 0 and len(reopened.line) == 5
    assert reopened.hunt_if_due(10**9, None, 0) == 0  # it has its mate


def test_hunts_stay_within_the_nodes_that_are_left() -> None:
    for left in (0, OVERSHOT, OVERSHOT + 1_000, 2 * OVERSHOT):
        hunt = MateHunt(MateSearcher(), CoreBoard.from_fen(QUIET_SACRIFICE, chess960=False), reopened=True)
        assert (hunt.hunt_if_due(FIRST_NODES, left, 0) > 0) is (left > OVERSHOT)
        assert hunt.hunt_if_due(4 * FIRST_NODES, left, 0) <= left


def test_without_memory_for_it_the_search_goes_without() -> None:
    class Poor(MateSearcher):
        def hunt(self, board: CoreBoard, nodes: int, deadline_us: int) -> list[int] | None:
            raise MemoryError

    hunt = MateHunt(Poor(), CoreBoard.from_fen(QUIET_SACRIFICE, chess960=False), reopened=True)
    assert hunt.hunt_if_due(4_000_000, None, 0) == 0 and not hunt.line


def test_a_stop_before_a_hunt_holds_for_it() -> None:
    hunt = MateHunt(MateSearcher(), CoreBoard.from_fen(QUIET_SACRIFICE, chess960=False), reopened=True)
    hunt.stop()
    assert hunt.hunt_if_due(4_000_000, None, 0) < 5_000 and not hunt.line


def test_where_a_position_was_repeated_nothing_is_hunted() -> None:
    board = CoreBoard.from_fen("1r4k1/5ppp/8/8/8/8/5PPP/3Q1RK1 w - - 0 1", chess960=False)
    assert MateHunt(MateSearcher(), board, reopened=True).hunt_if_due(50, None, 0) > 0
    board.push_all_uci(["f1e1", "b8c8", "e1f1", "c8b8", "g2g3"])
    assert (
        MateHunt(MateSearcher(), board, reopened=True).hunt_if_due(50, None, 0) > 0
    )  # a pawn move: none of them comes back
    board.push_all_uci(["b8c8", "f1e1", "c8b8", "e1f1", "b8c8"])
    assert MateHunt(MateSearcher(), board, reopened=True).hunt_if_due(50, None, 0) == 0


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        (
            "8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1",
            6,
        ),  # figure 20 of the source texts; the search finds a longer one
        ("2k5/3N3p/2P5/1Pp5/3p4/K5R1/7P/B7 w - - 0 1", 5),  # the search finds one in 19
    ],
)
def test_in_analysis_a_mate_that_was_found_is_shortened(fen: str, moves: int) -> None:
    stopper, told = Stopper(), list[int]()

    def hear(info: Info) -> None:
        if info.score.mate is not None:
            told.append(info.score.mate)
            if info.score.mate == moves:
                stopper.stop()

    result = Player().search(GamePosition(fen, chess960=False), Limits(infinite=True, nodes=30_000_000), hear, stopper)
    assert result.lines[0].score == Score(mate=moves) and max(told) > moves


def test_a_mate_that_is_the_shortest_is_proved_so_once() -> None:
    solver = MateSearcher()
    hunt = MateHunt(solver, CoreBoard.from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", chess960=False), reopened=False)
    assert hunt.shorten(5, 1_000) > 0 and len(hunt.line) == 1
    assert hunt.shorten(1, 1_000_000) == 0
    longer = MateHunt(solver, CoreBoard.from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", chess960=False), reopened=False)
    assert longer.shorten(3, 1_000) > 0 and not longer.line  # no mate in one
    assert longer.shorten(3, 100_000_000) == 0, "that is known now"
