"""One text for every time control: what is written is read again."""

from dataclasses import replace

import pytest
from chess.pgn import parse_time_control
from hypothesis import given
from hypothesis import strategies as st

from engine.game.limits import Limits
from engine.game.side import Side
from engine.game.time_control import NO_CLOCK, ClockKind, FixedLimits, Period, TimeControl, parse, parse_typed
from engine.ground.errors import OptionError

TIMES = st.integers(0, 999_999_999_999)
BUDGETS = st.builds(
    FixedLimits,
    move_time_ms=st.none() | TIMES,
    depth=st.none() | st.integers(1, 999_999_999),
    nodes=st.none() | st.integers(1, 10**18 - 1),
)
CLOCKS = st.builds(
    TimeControl,
    base_ms=TIMES,
    increment_ms=TIMES,
    moves=st.integers(0, 9_999),
    kind=st.sampled_from(ClockKind),
    then=st.lists(st.builds(Period, st.integers(0, 9_999), TIMES, TIMES), max_size=3).map(tuple),
    budget=BUDGETS,
)
OWN = CLOCKS | st.builds(TimeControl, budget=BUDGETS)
CONTROLS = OWN | st.builds(TimeControl.against, OWN, OWN)


@given(CONTROLS)
def test_what_is_written_is_read_again(control: TimeControl) -> None:
    assert parse(str(control)) == control


@given(CLOCKS.filter(lambda control: control.kind not in (ClockKind.HOURGLASS, ClockKind.MOVE)))
def test_what_a_pgn_tag_says_of_increments_and_delays_is_read_again(control: TimeControl) -> None:
    """A delay was written as an increment."""
    assert parse(control.pgn()) == replace(control, budget=FixedLimits())


@pytest.mark.parametrize(
    "control",
    [
        *(TimeControl(base_ms, kind=ClockKind.MOVE) for base_ms in (100, 30_000)),
        TimeControl(30_000, moves=1),  # what is left of each move stays
    ],
)
def test_a_pgn_tag_of_a_time_for_each_move_is_read_again(control: TimeControl) -> None:
    """It became a period of one move, of which the rest is kept."""
    assert parse(control.pgn()) == control
    assert control.moves or control.pgn().startswith("1/")


@given(CONTROLS)
def test_odds_that_are_mirrored_twice_are_as_they_were(control: TimeControl) -> None:
    assert control.mirrored().mirrored() == control
    for side in Side:
        assert replace(control.mirrored().of(side), black=None) == replace(control.of(side.other), black=None)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("-", NO_CLOCK),
        ("300", TimeControl(300_000)),
        ("60+0.5", TimeControl(60_000, 500)),
        ("40/90+30:0+30", TimeControl(90_000, 30_000, 40, then=(Period(0, 0, 30_000),))),
        ("300d3", TimeControl(300_000, 3_000, kind=ClockKind.DELAY)),
        ("300b3", TimeControl(300_000, 3_000, kind=ClockKind.BRONSTEIN)),
        ("*60", TimeControl(60_000, kind=ClockKind.HOURGLASS)),
        ("=30", TimeControl(30_000, kind=ClockKind.MOVE)),
        ("1/30", TimeControl(30_000, kind=ClockKind.MOVE)),
        ("1/30|1/60", TimeControl(30_000, kind=ClockKind.MOVE, black=TimeControl(60_000, kind=ClockKind.MOVE))),
        ("2/30", TimeControl(30_000, moves=2)),
        ("0.1s a move", TimeControl(budget=FixedLimits(100))),
        ("100 nodes a move", TimeControl(budget=FixedLimits(nodes=100))),
        ("60+1, depth 6", TimeControl(60_000, 1_000, budget=FixedLimits(depth=6))),
        ("300+3|60", TimeControl(300_000, 3_000, black=TimeControl(60_000))),
    ],
)
def test_every_kind_has_its_text(text: str, control: TimeControl) -> None:
    assert parse(text) == control


def test_people_may_count_the_base_in_minutes() -> None:
    # FIDE's classical control: 40 moves in 90 minutes, then 30 minutes, 30 seconds a move from the first
    assert str(parse("40/90+30:30+30", unit_ms=60_000)) == "40/5400+30:1800+30"
    assert parse("0.5+1", unit_ms=60_000) == TimeControl(30_000, 1_000)


@pytest.mark.parametrize(
    "text", ["", "x", "-5", "10+", "10+1+1", "1e9", "300d3:60+1", "300d3b", "1|2|3", "60,depth 6", "٣+1", "--"]
)
def test_what_is_no_time_control_is_named(text: str) -> None:
    with pytest.raises(OptionError, match="is not a time control"):
        parse(text)


def test_pgn_tags_are_those_of_each_side() -> None:
    # PGN standard, 9.6.1; the standard has no delay, and "additional TimeControl field kinds will be defined as necessary"
    assert parse("40/5400+30:1800+30").tags() == {"TimeControl": "40/5400+30:1800+30"}
    assert parse("300d3").tags() == {"TimeControl": "300+3d"}
    assert parse("40/5400b5:1800b5").tags() == {"TimeControl": "40/5400+5b:1800+5b"}
    assert parse("300d3|60b1").tags() == {"WhiteTimeControl": "300+3d", "BlackTimeControl": "60+1b"}
    part = parse_time_control("300+3d").parts[0]  # python-chess
    assert (part.time, part.increment, part.delay) == (300, 0, 3)
    # games without a clock have no time control in the standard's words
    assert parse("100 nodes a move").tags() == {"TimeControl": "-", "SearchLimit": "100 nodes a move"}
    assert parse("60+1, depth 6").tags() == {"TimeControl": "60+1", "SearchLimit": "depth 6"}
    assert NO_CLOCK.tags() == {"TimeControl": "-"}
    assert parse("300+3|60").tags() == {"WhiteTimeControl": "300+3", "BlackTimeControl": "60"}


def test_bounds_of_a_move_are_limits_of_a_search() -> None:
    odds = parse("60|30").within(FixedLimits(depth=6))
    assert [odds.of(side).budget for side in Side] == [FixedLimits(depth=6)] * 2
    assert FixedLimits(100, 6, 1_000).limits == Limits(depth=6, nodes=1_000, move_time_ms=100)


def test_time_is_added_with_the_last_move_of_each_period() -> None:
    control = TimeControl(60_000, moves=3, then=(Period(2, 30_000, 0), Period(0, 10_000, 0)))
    assert [control.added_at(made) for made in range(1, 8)] == [0, 0, 30_000, 0, 10_000, 0, 0]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        # cutechess and fastchess write minutes and seconds so
        ("40/1:00", "40/60"),
        ("40/2:00+1", "40/120+1"),
        ("1:00", "60"),
        ("1:30+1", "90+1"),
        ("0:05.5", "5.5"),
        ("1:30:00+30", "5400+30"),
        ("40/1:30:00:20/1:00", "40/5400:20/60"),
        ("40/1:30:20/1:00", "40/90:20/60"),
        ("40/60+0:1:30", "40/60+0:90"),
        ("5:00d3", "300d3"),
        ("*2:00", "*120"),
        ("=1:30", "=90"),
        ("5:00+3|1:00", "300+3|60"),
        # PGN's periods
        ("40/5400:1800", "40/5400+0:1800+0"),
        ("40/5400+30:1800+30", "40/5400+30:1800+30"),
        ("40/60:20/30+1", "40/60+0:20/30+1"),
        ("40/7200:20/3600:900", "40/7200+0:20/3600+0:900+0"),
    ],
)
def test_minutes_and_seconds_are_told_from_periods(text: str, same: str) -> None:
    """`40/1:00` gave a second for 40 moves, and then nothing."""
    assert parse_typed(text) == parse(same)
    assert "|" in same or parse(parse(same).pgn()) == parse(same)


@pytest.mark.parametrize("text", ["40/1:00", "1:30+1", "0:05.5"])
def test_minutes_and_seconds_do_not_depend_on_the_unit(text: str) -> None:
    assert parse_typed(text, unit_ms=60_000) == parse_typed(text)


@pytest.mark.parametrize("text", ["40/1:5", "60:5", "40/120:60:30", "100:30:00", "1:5:00", "1:-5", "1::00", ":30"])
def test_what_may_mean_several_times_is_refused_with_examples(text: str) -> None:
    with pytest.raises(OptionError, match=r"is not a time control.*1:30\+1 \(minutes:seconds\)"):
        parse_typed(text)


@pytest.mark.parametrize("text", ["40/60+0:0", "40/60+1:0", "40/60+0:20/0+0:30+1", "5+3|40/5+0:0"])
def test_a_period_without_time_is_refused_with_the_right_spelling(text: str) -> None:
    with pytest.raises(OptionError, match="a period without time; a minute for 40 moves is 40/1:00"):
        parse_typed(text)


@pytest.mark.parametrize(
    "text", ["5", "5+3", "40/60+0:20+1", "40/60+0:0+1", "40/60:20/30", "5d3", "5b3", "*60", "=5", "5+3|1", "*60+0"]
)
def test_a_typed_clock_is_what_is_read(text: str) -> None:
    assert parse_typed(text) == parse(text)


@pytest.mark.parametrize(
    "text", ["-", "0+1", "0:00", "5+3|-", "5+3|0+3", "*60+5", "=5+3", "=5:6", "40/60|=5+1", "60+0:20", "5+1:3"]
)
def test_a_typed_clock_has_time_for_both_and_no_figure_without_effect(text: str) -> None:
    """`5+3|-` let the engine think without end; the increment of an hourglass was dropped without a word."""
    with pytest.raises(OptionError):
        parse_typed(text)
