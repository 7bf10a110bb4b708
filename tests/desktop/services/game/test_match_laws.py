"""Any hands on any tabs: a clock runs exactly when its game does, the clocks that are shown are the shown tab's, and nothing
but a move gives time. The real services, with an engine and a time that the test moves."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from PySide6.QtCore import QCoreApplication

from desktop.model.game.match import NewGame
from desktop.model.game.match_course import MatchPhase
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from engine.game.clock import Clock
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.game.position import Position
from engine.game.reason import text_reason
from engine.game.side import Side
from engine.game.time_control import NO_CLOCK, ClockKind, TimeControl
from engine.game.tree import Game
from tests.desktop.window_doubles import ScriptedChooser

CONTROLS = (
    NO_CLOCK,
    TimeControl(20_000),
    TimeControl(10_000, 2_000, moves=2),
    TimeControl(15_000, 3_000, kind=ClockKind.DELAY),
    TimeControl(15_000, 3_000, kind=ClockKind.BRONSTEIN).against(TimeControl(5_000, 3_000, kind=ClockKind.BRONSTEIN)),
    TimeControl(20_000, kind=ClockKind.HOURGLASS),
    TimeControl(6_000, kind=ClockKind.MOVE),
)


class SilentWorker:
    """Stands for the engine's thread: the search is answered when the test says so."""

    def __init__(self) -> None:
        self._answer: Callable[[MoveChoice], object] | None = None

    def submit(self, _: object, on_done: Callable[[MoveChoice], object], __: object) -> None:
        self._answer = on_done

    def drop_all(self) -> None:
        self._answer = None

    def take(self) -> Callable[[MoveChoice], object] | None:
        """Who waits for the answer; nobody waits for it afterwards."""
        answer, self._answer = self._answer, None
        return answer


class Hands(RuleBasedStateMachine):
    """Every rule looks at all clocks before and after."""

    @initialize(unseen=st.sampled_from(["stand", "run"]))
    def begin(self, unseen: str) -> None:
        self.now = 1_000_000
        self.games = GameService()
        self.engine = SilentWorker()
        self.clock = ClockService(self.games, now=lambda: self.now / 1_000)
        self.match = MatchService(self.games, self.clock, ScriptedChooser, reply_ms=0)  # type: ignore[arg-type]
        self.match._search._worker = self.engine  # type: ignore[assignment]
        self.unseen, self.board_shown = unseen, True
        self.match.configure(Settings().with_value("left_game", unseen))
        self.shown: dict[int, Clock] = {}
        self.clock.changed.connect(lambda told: self.shown.__setitem__(told.tab, told.clock))

    def teardown(self) -> None:
        if hasattr(self, "match"):
            self.match.close()
            self.clock.close()

    # What the laws look at

    def states(self) -> dict[int, GameState]:
        found = (self.games.state_of(title.tab) for title in self.games.tabs.titles)
        return {state.tab: state for state in found if state is not None}

    def left(self) -> dict[int, tuple[int | None, int | None]]:
        clocks = {tab: self.clock.state_of(tab).clock for tab in self.states()}
        return {tab: (clock.white_ms, clock.black_ms) for tab, clock in clocks.items()}

    def at_this_moment(self, gesture: Callable[[], object]) -> None:
        """A gesture that is no move neither gives nor takes time, and leaves a game that is over as it is."""
        left, over = self.left(), self.over()
        gesture()
        self.settle()
        after = self.left()
        assert all(after[tab] == times for tab, times in left.items() if tab in after)
        assert all(tab not in after or self.over().get(tab) == outcome for tab, outcome in over.items())

    def over(self) -> dict[int, object]:
        return {tab: state.outcome for tab, state in self.states().items() if state.outcome is not None}

    @staticmethod
    def settle() -> None:
        QCoreApplication.processEvents()

    # The hands

    @rule(control=st.sampled_from(CONTROLS), human=st.sampled_from([None, Side.WHITE, Side.BLACK]), rated=st.booleans())
    def new_game(self, control: TimeControl, human: Side | None, rated: bool) -> None:
        wanted = NewGame(human, control=control, rated=rated and human is not None)
        before = self.left()
        self.at_this_moment(lambda: self.match.new_game(wanted))
        assert self.games.state.tab not in before

    @rule(which=st.integers(0, 30))
    def move(self, which: int) -> None:
        state = self.games.state
        if state.legal_moves:
            self.moved(lambda: self.match.user_move(state.legal_moves[which % len(state.legal_moves)]), state.tab)

    @rule(which=st.integers(0, 30))
    def engine_moves(self, which: int) -> None:
        answer = self.engine.take()
        thinking = [state for state in self.states().values() if state.thinking]
        if answer and thinking:
            (state,) = thinking
            moves = self.legal(state)
            choice = MoveChoice(moves[which % len(moves)], ChoiceSource.SEARCH, text_reason(""))
            self.moved(lambda: answer(choice), state.tab)

    @staticmethod
    def legal(state: GameState) -> tuple[str, ...]:
        from desktop.model.game import rules

        return rules.legal_moves(state.game.fen(state.live), False)

    def moved(self, gesture: Callable[[], object], tab: int) -> None:
        """A move gives at most what the control gives for it, to whoever made it; every other clock stands."""
        before, state = self.left(), self.states()[tab]
        gesture()
        self.settle()
        after = self.left()
        assert all(after[other] == times for other, times in before.items() if other != tab)
        if state.match is None or state.course is None:
            return
        mover = 0 if state.course.turn is Side.WHITE else 1
        old, new = before[tab], after[tab]
        if old[0] is None or new[0] is None:
            return
        control = state.match.control
        most = control.of(state.course.turn).base_ms or 0
        most += max(3_000, control.increment_ms)
        assert old[1 - mover] == new[1 - mover]
        assert 0 <= (new[mover] or 0) - (old[mover] or 0) <= most

    @rule(passed=st.integers(0, 6_000))
    def tick(self, passed: int) -> None:
        before, running = self.left(), self.clock.running
        self.now += passed
        self.clock.tick()
        self.settle()
        after = self.left()
        assert all(after[tab] == times for tab, times in before.items() if tab != running)

    @rule(which=st.integers(0, 9))
    def show_tab(self, which: int) -> None:
        titles = self.games.tabs.titles
        self.at_this_moment(lambda: self.games.select_tab(titles[which % len(titles)].tab))

    @rule()
    def open_another_game(self) -> None:
        self.at_this_moment(
            lambda: self.games.open_tab(Game.new(Position.of("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", chess960=None)))
        )

    @rule()
    def close_tab(self) -> None:
        self.at_this_moment(lambda: self.games.close_tab(self.games.state.tab))

    @rule()
    def turn_a_page(self) -> None:
        self.board_shown = not self.board_shown
        self.at_this_moment(lambda: self.match.set_board_shown(self.board_shown))

    @rule()
    def adjourn(self) -> None:
        self.at_this_moment(self.match.adjourn)
        assert not self.games.state.playing

    @rule()
    def go_on(self) -> None:
        if self.board_shown:
            self.at_this_moment(self.match.go_on)
            assert not self.games.state.adjourned

    @rule()
    def take_back(self) -> None:
        before, state, left = self.games.state, self.games.state, self.left()
        if self.board_shown:
            self.match.take_back()
            self.settle()
            state = self.games.state
            assert self.left() == left
        if state.game is not before.game:  # it was taken back: the clock runs at once, where no engine is to be started
            assert state.course is not None and state.course.phase is MatchPhase.RUNNING
            assert state.match is not None and not state.match.rated

    @rule()
    def resign(self) -> None:
        playing = self.games.state.playing
        left = self.left()
        self.match.resign()
        assert self.left() == left and (not playing or self.games.state.outcome is not None)

    # The laws

    @invariant()
    def a_clock_runs_exactly_when_its_game_does(self) -> None:
        if not hasattr(self, "games"):
            return
        states = self.states()
        running = [tab for tab, state in states.items() if state.course and state.course.phase is MatchPhase.RUNNING]
        assert running in ([], [self.clock.running])
        for tab, state in states.items():
            clock = self.clock.state_of(tab).clock
            assert (clock.running is not None) == (tab in running)
            assert clock.running in (None, state.game.node(state.live).side_to_move)
            assert state.playing or not state.thinking
            assert (state.outcome is None) or not state.playing

    @invariant()
    def nothing_runs_unseen_unless_the_user_wishes_it(self) -> None:
        if hasattr(self, "games") and self.unseen == "stand":
            seen = {self.games.state.tab, 0} if self.board_shown else {0}
            assert self.clock.running in seen
            assert not self.match.thinking or self.clock.running in seen

    @invariant()
    def the_clocks_shown_are_those_of_the_shown_tab(self) -> None:
        if hasattr(self, "games") and self.shown:
            state = self.games.state
            assert self.clock.state.tab == state.tab
            assert self.shown[state.tab] == self.clock.state.clock
            assert state.course is None or state.course.clock_at(self.clock.now) == self.clock.state.clock


@pytest.mark.usefixtures("qapp")
def test_laws_of_the_clocks_hold_whatever_is_done_in_any_tab() -> None:
    few = settings(max_examples=30, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(Hands, settings=few)


@pytest.mark.long
@pytest.mark.usefixtures("qapp")
def test_laws_of_the_clocks_hold_for_long() -> None:
    many = settings(max_examples=300, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(Hands, settings=many)
