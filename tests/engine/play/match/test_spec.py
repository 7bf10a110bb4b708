"""Specifications of engines and clocks, as they are typed."""

import pytest

from engine.game.time_control import TimeControl
from engine.play.match.errors import MatchError
from engine.play.match.spec import BUILT_IN, Protocol, distinct, parse_clock, parse_engine


def test_an_engine_is_named_or_described() -> None:
    assert parse_engine("toga2") == BUILT_IN["toga2"]
    changed = parse_engine("ratsu name=new option.Hash=64 'option.Move Overhead=5'")
    assert changed.name == "new" and dict(changed.options) == {"Threads": "1", "Hash": "64", "Move Overhead": "5"}
    club = parse_engine("ratsu level='club player'")
    assert club.name == "ratsu 1600" and dict(club.options)["UCI_Elo"] == "1600"
    own = parse_engine('cmd="/opt/my engine/x --uci" proto=xboard dir=/opt')
    assert (own.command, own.protocol, own.folder) == (("/opt/my", "engine/x", "--uci"), Protocol.XBOARD, "/opt")
    assert parse_engine("stockfish tc=1+0.01").control == TimeControl(1_000, 10)
    assert parse_engine("cmd=/opt/foo").name == "foo" and parse_engine("cmd=/opt/foo").protocol is Protocol.UCI


@pytest.mark.parametrize(
    "text", ["", "nosuch", "name=x", "cmd=x proto=telepathy", "ratsu blah", "ratsu level=9", "ratsu tc=x", "cmd='x"]
)
def test_a_bad_engine_is_refused(text: str) -> None:
    with pytest.raises(MatchError):
        parse_engine(text)


def test_two_of_the_same_engine_get_names_of_their_own() -> None:
    assert [spec.name for spec in distinct([BUILT_IN["ratsu"]] * 3)] == ["ratsu", "ratsu-2", "ratsu-3"]
    with pytest.raises(MatchError, match="two engines"):
        distinct([BUILT_IN["ratsu"]])
    named = [parse_engine(f"ratsu name={name}") for name in ("a", "a-2", "a")]
    assert [spec.name for spec in distinct(named)] == ["a", "a-2", "a-3"]


@pytest.mark.parametrize("text", ["10+0.1", "40/60+0.5", "60+0"])
def test_a_time_control_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_clock(text)) == text


def test_minutes_and_seconds_are_read_for_the_match_and_for_one_engine() -> None:
    """`--tc 40/1:00` gave one second for 40 moves."""
    assert parse_clock("40/1:00") == TimeControl(60_000, 0, 40)
    assert parse_engine("stockfish tc=1:30+1").control == TimeControl(90_000, 1_000)


@pytest.mark.parametrize("text", ["", "x", "0+1", "40/60+0:0", "-5", "10+", "10+1+1", "1e9"])
def test_a_bad_time_control_is_refused(text: str) -> None:
    with pytest.raises(MatchError):
        parse_clock(text)
