"""What was analysed is there again after a restart, and an analysis continues from it."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from books.evaluations.store import EvaluationStore
from books.evaluations.values import EngineIdentity
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.engines.remembered_service import RememberedService
from desktop.services.game.game_service import GameService
from engine.game.info import Bound, Info, Score
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.game.position import START_POSITION
from engine.game.reason import text_reason
from engine.game.stopper import Stopper

RATSU = EngineIdentity("Ratsu", "1.0")
LONG = 20_000


class Scripted:
    """Reports some lines at once, and waits for the stop."""

    def __init__(self, *reports: Info) -> None:
        self.reports = reports

    def choose(
        self,
        position: GamePosition,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        stopper: Stopper | None = None,
    ) -> MoveChoice:
        for report in self.reports:
            assert on_info is not None
            on_info(report)
        assert stopper is not None
        stopper.wait(or_hit=False)
        return MoveChoice("e2e4", ChoiceSource.SEARCH, text_reason(""))


def report(depth: int, nodes: int, move: str, rank: int = 1, bound: Bound = Bound.EXACT) -> Info:
    return Info(depth, depth, rank, Score(centipawns=31 - rank), nodes, 10, (move, "e7e5"), bound)


class Desk:
    """One run of the program: a game, an analysis, and the store."""

    def __init__(self, path: Path, *reports: Info) -> None:
        self.store = EvaluationStore(path)
        self.games = GameService()
        self.remembered = RememberedService(path.with_name("learned.txt"), lambda: self.store)
        self.analysis = AnalysisService(lambda _lines: Scripted(*reports), engine=lambda: RATSU)
        self.analysis.set_lines(2)
        self.analysis.use_store(self.remembered)
        self.games.state_changed.connect(self.analysis.look_at)

    def close(self) -> None:
        assert self.analysis.close() and self.remembered.close()
        self.store.close()

    @property
    def shown(self) -> list[tuple[str, int]]:
        return [(line.moves[0], line.depth) for line in self.analysis.state.lines]


@pytest.fixture
def path(qapp: object, tmp_path: Path) -> Path:
    return tmp_path / "evaluations.db"


def analysed(qtbot: QtBot, path: Path, *reports: Info) -> None:
    """Yesterday: the start position was analysed until all reports had come."""
    desk = Desk(path, *reports)
    desk.analysis.set_running(True)
    desk.analysis.look_at(desk.games.state)
    qtbot.waitUntil(lambda: desk.analysis.state.nodes == reports[-1].nodes, timeout=LONG)
    desk.close()


def test_a_position_analysed_yesterday_shows_its_lines_at_once_after_a_restart(qtbot: QtBot, path: Path) -> None:
    analysed(qtbot, path, report(24, 900_000, "e2e4"), report(23, 900_000, "d2d4", rank=2))
    desk = Desk(path)  # whose engine finds nothing
    desk.analysis.set_running(True)
    began, spent = time.perf_counter(), time.process_time()
    desk.analysis.look_at(desk.games.state)
    qtbot.waitUntil(lambda: bool(desk.shown), timeout=LONG)
    took_ms = 1000 * min(time.perf_counter() - began, time.process_time() - spent)
    assert desk.shown == [("e2e4", 24), ("d2d4", 23)]
    assert desk.analysis.state.nodes == 900_000
    assert took_ms < 50
    desk.close()


def test_a_shallower_search_does_not_replace_what_is_stored_and_a_deeper_one_does(qtbot: QtBot, path: Path) -> None:
    analysed(qtbot, path, report(24, 900_000, "e2e4"))
    desk = Desk(path, report(9, 60_000, "a2a3"))
    desk.analysis.set_running(True)
    desk.analysis.look_at(desk.games.state)
    qtbot.waitUntil(lambda: desk.analysis.state.nodes == 60_000, timeout=LONG)
    assert desk.shown == [("e2e4", 24)]
    desk.close()
    analysed(qtbot, path, report(30, 5_000_000, "c2c4"))
    with EvaluationStore(path) as store:
        (kept,) = store.all(START_POSITION)
    assert (kept.nodes, kept.depth) == (5_000_000, 30)
    assert [line.moves[0] for line in kept.lines] == ["c2c4", "e2e4", "a2a3"]


def test_short_searches_bounds_and_restricted_ones_are_not_stored(qtbot: QtBot, path: Path) -> None:
    analysed(qtbot, path, report(8, 49_999, "e2e4"))
    desk = Desk(path, report(24, 900_000, "a2a3"))
    desk.analysis.look_at(desk.games.state)
    desk.analysis.restrict(only=("a2a3",))
    desk.analysis.set_running(True)
    qtbot.waitUntil(lambda: bool(desk.shown), timeout=LONG)
    desk.close()
    with EvaluationStore(path) as store:
        assert store.count() == 0


def test_the_lines_are_shown_without_a_search_too(qtbot: QtBot, path: Path) -> None:
    """Another tab is turned to while the analysis is off."""
    analysed(qtbot, path, report(24, 900_000, "e2e4"))
    desk = Desk(path)
    desk.analysis.look_at(desk.games.state)
    desk.games.open_position(desk.games.state.game)
    qtbot.waitUntil(lambda: bool(desk.shown), timeout=LONG)
    desk.close()
