"""One engine's analysis in the background: throttled, droppable, stoppable at any moment."""

import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.model.game.analysis import AnalysisState
from desktop.services.engines.analysis_source import AnalysisSource
from desktop.services.engines.engine_analysis import EngineAnalysis
from engine.game.info import Info, Score
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.game.reason import text_reason
from engine.rules.fen import START_FEN

START = GamePosition(START_FEN, chess960=False)
ENDLESS = Limits(infinite=True)


class Flooding:
    """Reports as fast as it can until it is stopped, or has said all."""

    def __init__(self, most: int = 1_000_000) -> None:
        self.reports, self.most = 0, most
        self.begun, self.ended = threading.Event(), threading.Event()

    def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
        self.begun.set()
        while not stopper.asked() and self.reports < self.most:
            self.reports += 1
            on_info(Info(self.reports, 1, 1, Score(centipawns=self.reports), self.reports, 1, ("e2e4",)))
            time.sleep(0.0001)
        self.ended.set()
        return MoveChoice("e2e4", ChoiceSource.SEARCH, text_reason(""))


def analysis_by(make: Callable[[int], object], parent: QObject) -> tuple[EngineAnalysis, list[AnalysisState]]:
    analysis = EngineAnalysis(AnalysisSource("test", "Test", make), parent)  # type: ignore[arg-type]
    seen: list[AnalysisState] = []
    analysis.changed.connect(seen.append)
    return analysis, seen


def task(tab: int = 1) -> AnalysisState:
    return AnalysisState(fen=START_FEN, shown_fen=START_FEN, tab=tab)


def test_a_flood_of_reports_becomes_at_most_twenty_a_second(qtbot: QtBot, qapp: QObject) -> None:
    engine = Flooding()
    analysis, seen = analysis_by(lambda _: engine, qapp)
    analysis.analyse(START, ENDLESS, task())
    began = time.monotonic()
    qtbot.waitUntil(lambda: engine.reports > 200 and len(seen) > 10)
    analysis.rest()
    elapsed = time.monotonic() - began
    assert len(seen) <= 20 * elapsed + 3
    assert analysis.close()


def test_the_last_report_of_a_search_that_ends_by_itself_counts(qtbot: QtBot, qapp: QObject) -> None:
    analysis, seen = analysis_by(lambda _: Flooding(most=500), qapp)
    analysis.analyse(START, ENDLESS, task())
    qtbot.waitUntil(lambda: seen[-1].nodes == 500)
    assert analysis.close()


def test_an_older_search_never_reports_after_a_newer_one_began(qtbot: QtBot, qapp: QObject) -> None:
    engines: list[Flooding] = []

    def make(_: int) -> Flooding:
        engines.append(Flooding())
        return engines[-1]

    analysis, seen = analysis_by(make, qapp)
    for tab in range(1, 5):
        analysis.analyse(START, Limits(infinite=True, depth=tab), task(tab))
        qtbot.waitUntil(lambda tab=tab: seen[-1].tab == tab and bool(seen[-1].lines))  # type: ignore[misc]
    assert len(engines) == 4 and all(engine.ended.is_set() for engine in engines[:-1])
    assert [state.tab for state in seen if state.lines] == sorted(state.tab for state in seen if state.lines)
    assert analysis.close()


def test_an_analysis_that_is_stopped_before_it_begins_never_runs(qtbot: QtBot, qapp: QObject) -> None:
    engine, may_begin = Flooding(), threading.Event()

    def make(_: int) -> Flooding:
        may_begin.wait(60)
        return engine

    analysis, _ = analysis_by(make, qapp)
    analysis.analyse(START, ENDLESS, task())
    analysis.rest()
    may_begin.set()
    assert analysis.close() and not engine.begun.is_set()


def test_closing_ends_a_running_search_at_once(qtbot: QtBot, qapp: QObject) -> None:
    engine = Flooding()
    analysis, _ = analysis_by(lambda _: engine, qapp)
    analysis.analyse(START, ENDLESS, task())
    engine.begun.wait(60)
    before = engine.reports
    assert analysis.close() and engine.ended.is_set()
    assert engine.reports - before < 10_000, "it ended by itself"
