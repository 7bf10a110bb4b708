"""Searches in the background: throttled, droppable, stoppable at any moment."""

import threading
import time
from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.analysis import AnalysisState
from desktop.services.kit.thinker import Thinker
from engine.game.info import Info, Score
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice, Source
from engine.game.reason import told
from engine.rules.fen import START_FEN

START = GamePosition(START_FEN)


class Flooding:
    """Reports as fast as it can until it is stopped."""

    def __init__(self) -> None:
        self.reports = 0
        self.begun = threading.Event()

    def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
        self.begun.set()
        while not stopper.asked():
            self.reports += 1
            on_info(Info(self.reports, 1, 1, Score(centipawns=self.reports), self.reports, 1, ("e2e4",)))
            time.sleep(0.0001)
        return MoveChoice("e2e4", Source.SEARCH, told(""))


def _itself(engine: Flooding) -> Flooding:
    return engine


@pytest.mark.timing
def test_a_flood_of_reports_becomes_at_most_twenty_a_second_and_the_last_one_counts(qtbot: QtBot) -> None:
    engine, thinker = Flooding(), Thinker("test")
    seen: list[AnalysisState] = []
    done: list[int] = []
    thinker.reported.connect(seen.append)
    thinker.finished.connect(lambda number, _: done.append(number))
    number = thinker.start(START, START_FEN, Limits(infinite=True), lambda: engine)
    began = time.monotonic()
    qtbot.wait(1_000)
    thinker.stop()
    qtbot.waitUntil(lambda: done == [number])
    elapsed = time.monotonic() - began
    assert engine.reports > 200
    assert 2 <= len(seen) <= 20 * elapsed + 2
    assert seen[-1].nodes == engine.reports
    assert thinker.close()


def test_an_older_search_never_answers_after_a_newer_one_began(qtbot: QtBot) -> None:
    thinker = Thinker("test")
    answers: list[int] = []
    thinker.finished.connect(lambda number, _: answers.append(number))
    engines = [Flooding() for _ in range(5)]
    numbers = [thinker.start(START, START_FEN, Limits(infinite=True), partial(_itself, engine)) for engine in engines]
    engines[-1].begun.wait(5)
    thinker.stop()
    qtbot.waitUntil(lambda: answers == [numbers[-1]])
    qtbot.wait(100)
    assert answers == [numbers[-1]]
    assert thinker.close()


def test_a_stop_before_the_search_begins_is_not_lost(qtbot: QtBot) -> None:
    thinker, engine = Thinker("test"), Flooding()
    slow_start = threading.Event()
    answers: list[int] = []
    thinker.finished.connect(lambda number, _: answers.append(number))

    def make() -> Flooding:
        slow_start.wait(5)
        return engine

    number = thinker.start(START, START_FEN, Limits(move_time_ms=60_000), make)
    thinker.stop()
    slow_start.set()
    qtbot.waitUntil(lambda: answers == [number])
    assert thinker.close()


@pytest.mark.timing
def test_closing_ends_a_running_search_at_once(qtbot: QtBot) -> None:
    thinker, engine = Thinker("test"), Flooding()
    thinker.start(START, START_FEN, Limits(infinite=True), lambda: engine)
    engine.begun.wait(5)
    began = time.monotonic()
    assert thinker.close()
    assert time.monotonic() - began < 0.5
