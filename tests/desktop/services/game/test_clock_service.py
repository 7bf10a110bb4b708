"""The clocks are shown by a time that the test hands in; no test here waits."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from desktop.model.game.match import NewGame
from desktop.model.game.match_course import MatchCourse
from desktop.services.game.clock_service import ClockService, next_change_ms
from desktop.services.game.game_service import GameService
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.game.tree import ROOT
from tests.desktop.services.conftest import Heard

CONTROL = TimeControl(60_000, 2_000)


class Table:
    """One game whose course the test moves, and the clock that follows it."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.games = GameService()
        self.clock = ClockService(self.games, now=lambda: self.now)
        self.tab = self.games.state.tab
        match = NewGame(None, control=CONTROL).match()
        course = MatchCourse.begin(CONTROL, Side.WHITE).moved(self.clock.now)  # Black's clock runs
        self.games.start_match(self.tab, match, ROOT, course)

    def pass_ms(self, milliseconds: float) -> None:
        self.now += milliseconds / 1_000

    @property
    def course(self) -> MatchCourse:
        course = self.games.state.course
        assert course is not None
        return course


@pytest.fixture
def table(qapp: QObject) -> Iterator[Table]:
    made = Table()
    yield made
    made.clock.close()


def test_thousands_of_looks_lose_no_millisecond(table: Table) -> None:
    for _ in range(3_000):
        table.pass_ms(1.3)
        table.clock.tick()
    assert abs((table.clock.state.clock.black_ms or 0) - (60_000 - 3_900)) <= 1


def test_each_flag_is_told_once_and_the_clock_runs_on(table: Table) -> None:
    flags: list[tuple[int, Side]] = []
    table.clock.flag_fell.connect(lambda tab, side: flags.append((tab, side)))
    table.pass_ms(61_000)
    table.clock.tick()
    table.clock.tick()
    assert flags == [(table.tab, Side.BLACK)]
    table.games.set_course(table.tab, table.course.moved(table.clock.now))
    table.pass_ms(72_000)
    assert table.clock.state.clock.white_ms == -10_000


def test_nothing_is_told_of_a_clock_that_stands(table: Table) -> None:
    table.pass_ms(5_000)
    table.games.set_course(table.tab, table.course.adjourned(table.clock.now))
    table.pass_ms(90_000)
    table.clock.tick()
    assert (table.clock.state.clock.black_ms, table.clock.running) == (55_000, 0)


def test_who_edits_the_headers_of_a_running_game_moves_no_clock(table: Table) -> None:
    table.pass_ms(7_000)
    table.games.set_headers({"Event": "Club championship"})
    assert table.clock.state.clock.black_ms == 53_000


def test_the_clock_of_another_tab_is_told_while_it_runs_and_when_it_stops(table: Table) -> None:
    table.games.set_headers({"Event": "Club championship"})
    other = table.games.open_tab(table.games.state.game.with_header("White", "Ann"))
    shown = Heard(table.clock.changed)
    table.pass_ms(7_000)
    table.clock.tick()
    told = {state.tab: state.clock for state in shown.all}  # type: ignore[attr-defined]
    assert told[table.tab].black_ms == 53_000 and told[other].white_ms is None
    table.games.close_tab(table.tab)
    assert table.clock.running == 0


def test_it_looks_again_exactly_when_the_figures_change() -> None:
    assert next_change_ms(60_000) == 1  # 1:00 is shown until the first millisecond is gone
    assert next_change_ms(59_350) == 351
    assert next_change_ms(9_340) == 41
    assert next_change_ms(-250) <= 100


def test_what_an_edit_leaves_as_it_was_is_not_told_again(qapp: QObject) -> None:
    games = GameService()
    clock = ClockService(games)
    games.play_move("e2e4")
    shown = Heard(clock.changed)
    games.set_comment(1, "a word")
    assert not shown.all
    clock.tick()
    assert shown.all, "but a tick always is"
    clock.close()
