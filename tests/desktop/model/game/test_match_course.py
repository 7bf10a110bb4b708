"""The course of a match is a state machine that owns its clock. Time is handed in."""

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from desktop.model.game.match_course import MatchCourse, MatchPhase
from engine.game.side import Side
from engine.game.time_control import ClockKind, Period, TimeControl

BLITZ = TimeControl(60_000, 2_000)


def begun(control: TimeControl = BLITZ) -> MatchCourse:
    """After White's first move, at time 0: Black's clock runs."""
    return MatchCourse.begin(control, Side.WHITE).moved(0)


def test_before_the_first_move_no_clock_runs() -> None:
    waiting = MatchCourse.begin(BLITZ, Side.WHITE)
    assert waiting.clock_at(100_000) == waiting.clock
    assert waiting.moved(100_000).clock_at(103_000).black_ms == 57_000


def test_a_pause_and_an_adjournment_keep_what_the_move_has_used() -> None:
    course = begun().paused(4_000).resumed(9_000).adjourned(10_000).continued(70_000)
    clock = course.clock_at(72_000)
    assert (clock.black_ms, clock.move_ms, clock.running) == (53_000, 7_000, Side.BLACK)


def test_going_on_before_the_first_move_waits_for_it() -> None:
    assert MatchCourse.begin(BLITZ, Side.WHITE).adjourned(5_000).continued(9_000).phase is MatchPhase.WAITING


def test_only_a_take_back_leads_out_of_a_game_that_is_over() -> None:
    over = begun().over(5_000)
    assert over.moved(6_000) == over.paused(6_000) == over.resumed(6_000) == over.adjourned(6_000) == over
    assert over.continued(6_000) == over.over(9_000) == over and over.flagged(900_000) is None
    back = over.taken_back(1, 8_000)
    assert (back.phase, back.turn, back.clock_at(9_000).white_ms) == (MatchPhase.RUNNING, Side.WHITE, 61_000)


def test_a_move_that_comes_again_brings_no_increment_and_no_delay() -> None:
    back = begun().moved(1_000).taken_back(2, 1_000)
    assert back.moved(2_000).clock.white_ms == 61_000  # 60 + 2 for the first move, and 1 second of thought
    delay = begun(TimeControl(60_000, 5_000, kind=ClockKind.DELAY)).moved(0).taken_back(2, 0)
    assert delay.clock_at(3_000).white_ms == 57_000


def test_a_time_that_is_added_after_some_moves_is_added_once() -> None:
    control = TimeControl(60_000, moves=1, then=(Period(0, 30_000),))
    course = begun(control)
    assert course.clock.white_ms == 90_000
    assert course.taken_back(1, 0).moved(0).clock.white_ms == 90_000


def test_an_hourglass_adds_nothing_to_a_time_for_each_move() -> None:
    control = TimeControl(60_000, kind=ClockKind.HOURGLASS).against(TimeControl(5_000, kind=ClockKind.MOVE))
    course = begun(control).moved(1_000)
    assert course.clock_at(3_000).white_ms == 58_000
    assert course.moved(3_000).clock.black_ms == 5_000


def test_an_edited_tree_moves_the_count_of_moves_and_no_time() -> None:
    course = begun().moved(1_000).adjourned(3_000)
    for plies in (1, 2, -1, -4):
        edited = course.set_back(plies)
        assert (edited.clock.white_ms, edited.clock.black_ms) == (course.clock.white_ms, course.clock.black_ms)
        assert sum(edited.clock.moves_made) == 2 - plies and edited.phase is MatchPhase.ADJOURNED
        assert edited.turn is (course.turn if plies % 2 == 0 else course.turn.other)


@given(kind=st.sampled_from(ClockKind), used=st.lists(st.integers(0, 4_000), max_size=12))
def test_adjourning_in_the_middle_of_a_move_is_as_if_nobody_had(kind: ClockKind, used: list[int]) -> None:
    control = TimeControl(60_000, 3_000, kind=kind).against(TimeControl(45_000, 3_000, kind=kind))
    straight = begun(control)
    broken, now = straight, 0
    for part in used:
        now += part
        broken = broken.adjourned(now).continued(now + 50_000)
        now += 50_000
    assert broken.moved(now).clock == straight.moved(sum(used)).clock


OWN_CONTROLS = st.builds(
    TimeControl,
    base_ms=st.integers(1_000, 90_000),
    increment_ms=st.integers(0, 5_000),
    moves=st.integers(0, 4),
    kind=st.sampled_from(ClockKind),
    then=st.just(()) | st.just((Period(3, 20_000, 1_000), Period(0, 5_000, 500))),
)
CONTROLS = OWN_CONTROLS | st.builds(TimeControl.against, OWN_CONTROLS, OWN_CONTROLS)


class Laws(RuleBasedStateMachine):
    """Any hand on one match: the time that is left is the time that was given less the time that was used."""

    @initialize(control=CONTROLS)
    def begin(self, control: TimeControl) -> None:
        self.now = 0
        self.course = MatchCourse.begin(control, Side.WHITE)
        self.given = {side: control.of(side).base_ms or 0 for side in Side}
        self.used = dict.fromkeys(Side, 0)
        self.most_made = dict.fromkeys(Side, 0)

    def left(self) -> dict[Side, int]:
        clock = self.course.clock_at(self.now)
        return {side: clock.remaining(side) or 0 for side in Side}

    def turns(self, course: MatchCourse) -> None:
        """A transition that is no move gives no time and takes none."""
        before = self.left()
        self.course = course
        assert self.left() == before

    @rule(passed=st.integers(0, 8_000))
    def tick(self, passed: int) -> None:
        before, course = self.left(), self.course
        self.now += passed
        for side in Side:
            spent = before[side] - self.left()[side]
            assert spent == 0 or course.phase is MatchPhase.RUNNING
            self.used[side] += spent
        if course.phase is MatchPhase.RUNNING:
            other = course.turn.other
            hourglass = course.clock.control.of(course.turn).kind is ClockKind.HOURGLASS
            assert hourglass or before[other] == self.left()[other]
            assert before[course.turn] >= self.left()[course.turn]

    @precondition(lambda self: self.course.playing)
    @rule()
    def move(self) -> None:
        before, side = self.left(), self.course.turn
        self.course = self.course.moved(self.now)
        brought = self.left()[side] - before[side]
        assert brought >= 0 and before[side.other] == self.left()[side.other]
        number = self.course.clock.made(side)
        if number <= self.most_made[side]:
            assert brought == 0  # a move number brings its time once
        self.most_made[side] = max(self.most_made[side], number)
        self.given[side] += brought

    @rule()
    def pause(self) -> None:
        self.turns(self.course.paused(self.now))

    @rule()
    def resume(self) -> None:
        self.turns(self.course.resumed(self.now))

    @rule()
    def adjourn(self) -> None:
        self.turns(self.course.adjourned(self.now))

    @rule()
    def go_on(self) -> None:
        self.turns(self.course.continued(self.now))

    @rule()
    def end(self) -> None:
        self.turns(self.course.over(self.now))

    @rule(plies=st.integers(1, 5))
    def take_back(self, plies: int) -> None:
        plies = min(plies, sum(self.course.clock.moves_made))
        if plies:
            self.turns(self.course.taken_back(plies, self.now))
            assert self.course.phase is MatchPhase.RUNNING

    @rule(plies=st.integers(-3, 3))
    def edit(self, plies: int) -> None:
        if not self.course.playing:
            self.turns(self.course.set_back(min(plies, sum(self.course.clock.moves_made))))
            for side in Side:
                self.most_made[side] = max(self.most_made[side], self.course.clock.made(side))

    @rule()
    def keep(self) -> None:
        """Kept and restored: adjourned, with the same times."""
        if self.course.playing:
            self.turns(MatchCourse.kept(self.course.clock_at(self.now), self.course.turn))

    @invariant()
    def what_is_left_is_what_was_given_less_what_was_used(self) -> None:
        if hasattr(self, "course"):
            assert self.left() == {side: self.given[side] - self.used[side] for side in Side}

    @invariant()
    def the_clock_of_the_side_to_move_runs_exactly_while_the_match_does(self) -> None:
        if hasattr(self, "course"):
            running = self.course.clock_at(self.now).running
            assert running is (self.course.turn if self.course.phase is MatchPhase.RUNNING else None)


TestLaws = Laws.TestCase
