"""A clock runs exactly when its game does, and the clocks that are shown are the shown tab's. The time is the test's."""

import shutil
import time
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.errors import Message
from desktop.model.game.match import NewGame
from desktop.model.job import JobPhase
from desktop.services.all_services import Services
from desktop.services.engines.coach_service import may_explain
from engine.game.move_choice import ChoiceSource
from engine.game.outcome import Outcome, Termination
from engine.game.position import Position
from engine.game.side import Side
from engine.game.time_control import ClockKind, TimeControl
from engine.ground.text import Moment
from tests.desktop.kept_games import kept_games
from tests.desktop.services.conftest import Heard, Make, offers_of, reopen
from tests.desktop.window_doubles import ScriptedChooser

MINUTE = TimeControl(60_000)
BLITZ = TimeControl(60_000, 2_000)
SPANISH = (("e7e5", ChoiceSource.BOOK, ""), ("b8c6", ChoiceSource.BOOK, ""))


class Timed:
    """Services whose clocks run by a time that goes on only when told."""

    def __init__(self, make: Make, chooser: ScriptedChooser | None = None) -> None:
        self.services: Services = make(chooser).services
        self._ms = int(time.monotonic() * 1000)
        self.services.clock._now = lambda: self._ms / 1000

    def pass_ms(self, milliseconds: int) -> None:
        """So much later; the clock looks, as its timer would make it."""
        self._ms += milliseconds
        self.services.clock.tick()

    def times(self) -> tuple[int | None, int | None]:
        """What the shown clocks have left, White's first."""
        clock = self.services.clock.state.clock
        return clock.white_ms, clock.black_ms

    def start(self, control: TimeControl = MINUTE, *moves: str) -> int:
        """Two people at one board play these moves, a second each. Returns the tab."""
        self.services.match.new_game(NewGame(None, control=control))
        for number, move in enumerate(moves):
            self.pass_ms(1_000 if number else 0)
            self.services.match.user_move(move)
        return self.services.game.state.tab


@pytest.fixture
def timed(make: Make) -> Timed:
    return Timed(make)


# Unseen


def test_no_game_is_lost_on_time_under_another_tab(timed: Timed) -> None:
    over = Heard(timed.services.match.game_over)
    tab = timed.start(MINUTE, "e2e4", "e7e5")
    timed.pass_ms(5_000)
    timed.services.files.paste("1. d4 d5 *")
    timed.pass_ms(600_000)
    assert over.all == []
    state = timed.services.game.state_of(tab)
    assert state is not None and state.adjourned and state.outcome is None
    timed.services.game.select_tab(tab)
    assert timed.times() == (55_000, 59_000)
    timed.pass_ms(10_000)
    assert timed.times() == (55_000, 59_000)  # until the user says so


def test_every_way_of_leaving_a_running_game_is_told_with_its_name(timed: Timed) -> None:
    services = timed.services

    def walk_to_the_first_tab() -> None:
        services.game.select_tab(services.game.tabs.titles[0].tab)

    ways = (
        lambda: services.files.set_position("8/8/8/4k3/8/8/8/KQ6 w - - 0 1"),
        lambda: services.match.new_game(NewGame(None, control=MINUTE)),
        lambda: services.files.paste("1. c4 *"),
        walk_to_the_first_tab,
        lambda: services.match.set_board_shown(False),
    )
    for leave in ways:
        services.match.set_board_shown(True)
        left = Heard(services.match.left)
        tab = timed.start(MINUTE, "e2e4")
        leave()
        (told,) = left.all
        assert told.tab == tab and told.adjourned  # type: ignore[attr-defined]


def test_a_clock_that_shall_go_on_is_told_and_ends_its_own_game_by_name(timed: Timed) -> None:
    services = timed.services
    services.settings.set("left_game", "run")
    ended, shown = Heard(services.match.ended), Heard(services.clock.changed)
    tab = timed.start(MINUTE, "e2e4")
    services.files.paste("1. d4 *")
    timed.pass_ms(20_000)
    assert [state.clock.black_ms for state in shown.all if state.tab == tab][-1] == 40_000  # type: ignore[attr-defined]
    timed.pass_ms(50_000)
    (state,) = ended.all
    assert state.tab == tab and state.outcome == Outcome(Side.WHITE, Termination.FLAG)  # type: ignore[attr-defined]


def test_one_clock_at_a_time_where_clocks_go_on_unseen(timed: Timed) -> None:
    timed.services.settings.set("left_game", "run")
    first = timed.start(MINUTE, "e2e4")
    timed.start(MINUTE, "d2d4")
    timed.pass_ms(30_000)
    old = timed.services.game.state_of(first)
    assert old is not None and old.adjourned
    assert timed.times() == (60_000, 30_000)


def test_the_engine_stops_thinking_about_a_game_that_was_left(make: Make, qtbot: QtBot) -> None:
    chooser = ScriptedChooser(SPANISH, hold=True)
    timed = Timed(make, chooser)
    services = timed.services
    services.match.new_game(NewGame(Side.WHITE, control=MINUTE))
    tab = services.game.state.tab
    services.match.user_move("e2e4")
    timed.pass_ms(3_000)
    services.files.paste("1. d4 *")
    state = services.game.state_of(tab)
    assert state is not None and not state.thinking and not services.match.thinking
    chooser.release()
    services.game.select_tab(tab)
    timed.pass_ms(3_000)
    assert timed.times() == (60_000, 57_000)
    services.match.go_on()
    qtbot.waitUntil(lambda: bool(services.game.state.node.san == "e5" or services.game.state.node.san == "Nc6"))


def test_without_a_clock_a_game_that_was_left_waits_and_goes_on_by_itself(make: Make, qtbot: QtBot) -> None:
    chooser = ScriptedChooser([("e7e5", ChoiceSource.BOOK, "")] * 2, hold=True)
    services = make(chooser).services
    left = Heard(services.match.left)
    services.match.new_game(NewGame(Side.WHITE))
    tab = services.game.state.tab
    services.match.user_move("e2e4")
    services.files.paste("1. d4 *")
    chooser.release()
    qtbot.wait(100)
    waiting = services.game.state_of(tab)
    assert waiting is not None and waiting.playing and not waiting.thinking and waiting.game.end() == waiting.live
    assert len(waiting.game.main_line()) == 1 and left.all == []
    services.game.select_tab(tab)
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")


def test_a_game_that_has_not_begun_may_be_left_and_begins_later(make: Make, qtbot: QtBot) -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"
    chooser = ScriptedChooser([("d2d4", ChoiceSource.BOOK, "")] * 2, hold=True)
    timed = Timed(make, chooser)
    services = timed.services
    left = Heard(services.match.left)
    services.match.new_game(NewGame(Side.BLACK, control=MINUTE, start=Position.of(start, chess960=None)))
    tab = services.game.state.tab
    services.files.paste("1. d4 *")
    timed.pass_ms(20_000)
    chooser.release()
    services.game.select_tab(tab)
    timed.pass_ms(20_000)
    assert timed.times() == (60_000, 60_000)
    qtbot.waitUntil(lambda: services.game.state.node.san == "d4")
    timed.pass_ms(7_000)
    assert timed.times() == (60_000, 53_000) and left.all == []


# After a take back, and after "Go on"


def test_after_a_take_back_the_clock_of_the_side_to_move_runs_at_once(timed: Timed) -> None:
    timed.start(MINUTE, "e2e4", "e7e5", "g1f3")
    timed.pass_ms(4_000)
    timed.services.match.take_back()
    assert timed.services.clock.state.clock.running is Side.WHITE
    timed.pass_ms(5_000)
    assert timed.times() == (54_000, 55_000)


def test_after_going_on_the_clock_of_the_side_to_move_runs_at_once(timed: Timed) -> None:
    timed.start(MINUTE, "e2e4", "e7e5")
    timed.services.match.adjourn()
    timed.pass_ms(30_000)
    timed.services.match.go_on()
    timed.pass_ms(6_000)
    assert timed.services.clock.state.clock.running is Side.WHITE
    assert timed.times() == (54_000, 59_000)


def test_time_used_stays_used_over_a_take_back_and_no_increment_comes_twice(timed: Timed) -> None:
    timed.start(BLITZ, "e2e4", "e7e5", "g1f3")
    before = timed.times()
    for _ in range(10):
        timed.services.match.take_back()
        timed.services.match.user_move("g1f3")
    assert timed.times() == before
    timed.services.match.user_move("b8c6")
    assert timed.times() == (before[0], (before[1] or 0) + 2_000)  # a move that was not made before


def test_a_game_lost_on_time_is_not_taken_back(timed: Timed) -> None:
    heard = Heard(timed.services.match.message)
    timed.start(MINUTE, "e2e4", "e7e5")
    timed.pass_ms(61_000)
    timed.services.match.take_back()
    assert timed.services.game.state.outcome == Outcome(Side.BLACK, Termination.FLAG)
    assert "time is over" in heard.texts


# Adjourning


@pytest.mark.parametrize("kind", list(ClockKind))
def test_adjourning_ten_times_gains_no_time(timed: Timed, kind: ClockKind) -> None:
    timed.start(TimeControl(60_000, 4_000, kind=kind), "e2e4", "e7e5")
    before = timed.times()
    for _ in range(10):
        timed.pass_ms(1_500)
        timed.services.match.adjourn()
        timed.pass_ms(100_000)
        timed.services.match.go_on()
    free = 4_000 if kind is ClockKind.DELAY else 0  # once for the move, not once for each time it is gone on with
    white, black = timed.times()
    assert white == (before[0] or 0) - 15_000 + free
    assert black == (before[1] or 0) + (15_000 if kind is ClockKind.HOURGLASS else 0)
    assert timed.services.clock.state.clock.move_ms == 15_000


def test_a_rated_game_that_is_adjourned_can_be_neither_taken_back_nor_helped(make: Make) -> None:
    services = make(ScriptedChooser(hold=True)).services
    heard = Heard(services.match.message, services.rating.message)
    services.match.new_game(NewGame(Side.WHITE, control=MINUTE, rated=True))
    services.match.user_move("e2e4")
    services.match.adjourn()
    services.match.take_back()
    services.game.delete(services.game.state.current)
    assert len(services.game.state.game.main_line()) == 1 and "rated game" in heard.texts
    services.game.go_to(1)
    assert not may_explain(services.game.state)
    assert services.game.state.game.header("Event") == "Rated game in Ratsu"
    services.review.start()
    assert services.review.state.phase is JobPhase.READY
    services.help.agree(services.game.state.tab, lambda: None)
    assert services.game.state.match is not None and not services.game.state.match.rated
    assert services.game.state.game.header("Event") == "Game in Ratsu", "the file does not claim it either"
    assert "counts as lost" in heard.texts and may_explain(services.game.state)


# Which clocks are shown


def test_each_tab_shows_the_clocks_of_its_own_game(timed: Timed) -> None:
    first = timed.start(MINUTE, "e2e4", "e7e5")
    timed.pass_ms(3_000)
    second = timed.start(TimeControl(300_000), "d2d4", "d7d5", "c2c4")
    timed.pass_ms(9_000)
    services = timed.services
    services.match.adjourn()
    services.game.select_tab(first)
    assert (services.clock.state.tab, *timed.times()) == (first, 57_000, 59_000)
    services.game.select_tab(second)
    assert (services.clock.state.tab, *timed.times()) == (second, 299_000, 290_000)


def test_a_tab_without_a_match_shows_no_clock(timed: Timed) -> None:
    timed.start(MINUTE, "e2e4")
    timed.services.files.paste("1. d4 *")
    assert timed.times() == (None, None)


# Closed and crashed


def test_closing_the_program_in_the_middle_of_a_thought_gives_no_time(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    composition = make()
    services = composition.services
    now = [time.monotonic()]
    services.clock._now = lambda: now[0]
    services.match.new_game(NewGame(None, control=TimeControl(60_000, 5_000, kind=ClockKind.DELAY)))
    services.match.user_move("e2e4")
    now[0] += 4
    services.match.user_move("e7e5")
    now[0] += 17
    composition.close()
    again = make().services
    reopen(again.autosave, *offers_of(again.autosave), asked=False)
    clock = again.clock.state.clock
    assert again.game.state.adjourned
    assert (clock.white_ms, clock.black_ms, clock.move_ms, clock.moves_made) == (48_000, 60_000, 17_000, (1, 1))


def test_a_crash_in_a_long_thought_gives_back_ten_seconds_at_most_and_it_is_told(
    make: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    timed = Timed(make)
    timed.start(MINUTE, "e2e4", "e7e5")
    for _ in range(25):
        timed.pass_ms(1_000)
    left = timed.times()[0] or 0
    home = tmp_path / "user"

    def is_kept() -> bool:
        (kept,) = kept_games(home / "state") or (None,)
        return kept is not None and kept.clock is not None and (kept.clock.white_ms or 0) <= left + 10_000

    qtbot.waitUntil(is_kept)
    crashed = tmp_path / "crashed"
    shutil.copytree(home, crashed)  # the disk as a kill at this moment leaves it
    for lock in (crashed / "state" / "open games").glob("*/owner.lock"):
        lock.unlink()
    again = make(None, crashed).services
    heard = Heard(again.match.message)
    reopen(again.autosave, *offers_of(again.autosave), asked=False)
    clock = again.clock.state.clock
    assert left <= (clock.white_ms or 0) <= left + 10_000 and clock.black_ms == 59_000
    (told,) = [
        one.text
        for one in heard.all
        if isinstance(one, Message) and "The clocks show the times saved last" in str(one.text)
    ]
    assert [type(value) for value in told.values] == [Moment]  # each language writes it in its own way
