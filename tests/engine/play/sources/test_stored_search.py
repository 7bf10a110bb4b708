"""A judge reads what analysis has found, and analysis reads what a judge has found; history and damage are respected."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from books.evaluations.store import EvaluationStore
from books.evaluations.values import MOST_MOVES, KeptEvaluation, KeptLine
from engine.game.info import Bound, Info, Score, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice, OnInfo
from engine.game.position import START_POSITION, Position
from engine.game.reason import text_reason
from engine.game.stopper import Stopper
from engine.play.identity import own_identity
from engine.play.mover import RatsuMover
from engine.play.review.judge import PositionJudge
from engine.play.review.own_judge import own_judge
from engine.play.sources.stored_search import ContinuedAnalysis, KeptMoves, StoredSearch
from engine.rules.fen import START_FEN

START = GamePosition(START_FEN, chess960=False)
OWN = own_identity()


class Counting:
    """A search that reports what it is told to, and counts."""

    def __init__(self, nodes: int = 60_000) -> None:
        self.nodes, self.asked = nodes, 0

    def search(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> SearchResult:
        self.asked += 1
        line = Info(12, 12, 1, Score(centipawns=11), self.nodes, 1, ("d2d4", "d7d5"))
        return SearchResult("d2d4", "d7d5", (line,), self.nodes, 1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EvaluationStore]:
    with EvaluationStore(tmp_path / "e.db") as opened:
        yield opened


def analysed(store: EvaluationStore, *moves: str, nodes: int = 900_000, bound: Bound = Bound.EXACT) -> None:
    store.keep(KeptEvaluation(START_POSITION, OWN, nodes, (KeptLine(Score(centipawns=40), 24, moves, bound),)))


def asked(store: EvaluationStore, position: GamePosition = START, nodes: int = 60_000) -> tuple[int, str | None]:
    """How often the search was asked, and its move."""
    search = Counting()
    found = StoredSearch(search, lambda: store, OWN).search(position, Limits(nodes=nodes))
    return search.asked, found.best_move


def test_what_analysis_found_is_read_if_it_is_enough(store: EvaluationStore) -> None:
    analysed(store, "e2e4", "e7e5")
    assert asked(store) == (0, "e2e4")
    assert asked(store, nodes=1_000_000) == (1, "d2d4"), "it was not searched that long"


def test_what_a_judge_found_is_read_by_the_next_one_and_by_analysis(store: EvaluationStore) -> None:
    assert asked(store) == (1, "d2d4") and asked(store) == (0, "d2d4")
    known = store.best(START_POSITION, OWN)
    assert known is not None and (known.nodes, known.depth, known.lines[0].moves) == (60_000, 12, ("d2d4", "d7d5"))


@pytest.mark.parametrize(
    "position",
    [
        GamePosition(START_FEN, ("g1f3", "g8f6", "f3g1", "f6g8"), chess960=False),
        GamePosition("4k3/8/8/8/8/8/4P3/4K3 w - - 60 80", chess960=False),
    ],
)
def test_a_position_whose_history_counts_is_searched(store: EvaluationStore, position: GamePosition) -> None:
    analysed(store, "e2e4")
    assert asked(store, position)[0] == 1 and store.count() == 1


def test_bounds_and_lines_that_cannot_be_played_are_not_read(store: EvaluationStore) -> None:
    analysed(store, "e2e4", bound=Bound.LOWER)
    assert asked(store)[0] == 1
    store.forget(START_POSITION)
    analysed(store, "e2e4", "e2e4")
    assert asked(store)[0] == 1


def test_a_search_without_a_move_is_not_taken_for_one_of_all_moves(store: EvaluationStore) -> None:
    analysed(store, "e2e4")
    search = Counting()
    judge = PositionJudge(StoredSearch(search, lambda: store, OWN), Limits(nodes=60_000))
    rival = judge.rival(chess.Board(), START, "e2e4")
    assert search.asked == 1 and rival is not None and rival.line[0] == "d2d4"
    worth = judge.worth(chess.Board(), START)
    assert search.asked == 1 and worth is not None and (worth.line, worth.depth) == (("e2e4",), 24)
    assert store.best(START_POSITION, OWN, nodes=900_000) is not None


def test_without_a_store_that_can_be_read_it_is_searched(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "e.db").write_text("no database, but long enough to look like a damaged one" * 20)
    search = StoredSearch(Counting(), lambda: EvaluationStore(tmp_path / "e.db"), OWN)
    with caplog.at_level(logging.WARNING):
        assert search.search(START, Limits(nodes=60_000)).best_move == "d2d4"
    assert "damaged" in caplog.text


def test_ratsu_judges_twice_with_one_search(store: EvaluationStore) -> None:
    judges = [own_judge(Limits(nodes=50_000), None, lambda: store) for _ in range(2)]
    first, second = (judge.worth(chess.Board(), START) for judge in judges)
    assert first == second and store.count() == 1


def test_an_analysis_continues_from_what_is_stored(store: EvaluationStore) -> None:
    """The best move is at its stored depth at once, with the stored line, and what is left costs less."""
    position = GamePosition("r3r1k1/pp1n1pp1/2p2q1p/3p4/3P4/1QPBP3/P4PPP/R3R1K1 w - - 0 18", chess960=False)
    there = Position.of(position.fen, chess960=False)
    first = RatsuMover().search(position, Limits(nodes=150_000))
    line = first.lines[0]
    store.keep(KeptEvaluation(there, OWN, first.nodes, (KeptLine.of(line),)))
    reports: list[Info] = []
    again = ContinuedAnalysis(RatsuMover(), lambda: store, lambda: OWN)
    result = again.choose(position, Limits(depth=line.depth + 1), reports.append).result
    fresh = RatsuMover().search(position, Limits(depth=line.depth + 1))
    assert result is not None and result.nodes < fresh.nodes
    early = next(report for report in reports if report.depth >= 3 and report.pv[0] == line.pv[0])
    assert early.depth < line.depth and early.pv == line.pv[:MOST_MOVES] and early.score == line.score
    assert len(result.lines[0].pv) > 1 and result.lines[0].depth == line.depth + 1


def test_results_of_another_version_are_shown_but_not_searched_with(store: EvaluationStore) -> None:
    class Noting:
        """Notes what it is told to know."""

        known: list[tuple[int, int, int, bool]] | None = None

        def know(self, positions: list[tuple[int, int, int, bool]]) -> None:
            self.known = positions

        def choose(self, *_asked: object) -> MoveChoice:
            return MoveChoice("e2e4", ChoiceSource.SEARCH, text_reason(""))

    mover = Noting()
    store.keep(KeptEvaluation(START_POSITION, replace(OWN, version="0"), 900_000, (KeptLine(Score(9), 20, ("e2e4",)),)))
    ContinuedAnalysis(mover, lambda: store, lambda: OWN).choose(START, Limits(infinite=True))
    assert mover.known == []
    analysed(store, "e2e4", "e7e5")
    ContinuedAnalysis(mover, lambda: store, lambda: OWN).choose(START, Limits(infinite=True))
    assert [row[1:] for row in mover.known] == [(-40, 23, True)]


def test_moves_of_a_game_are_stored_if_they_were_searched_long_enough(store: EvaluationStore) -> None:
    mover = KeptMoves(RatsuMover(), lambda: store, OWN)
    mover.choose(START, Limits(nodes=2_000))
    mover.choose(START, Limits(nodes=60_000, exclude_moves=("e2e4",)))
    assert store.count() == 0
    choice = mover.choose(START, Limits(nodes=60_000))
    known = store.best(START_POSITION, OWN)
    assert known is not None and known.nodes >= 60_000 and known.lines[0].moves[0] == choice.move
