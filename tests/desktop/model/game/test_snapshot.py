"""A kept game comes back as it was."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.model.errors import GameInputError
from desktop.model.game import snapshot, stored_control
from desktop.model.game.after_end import with_end_marked
from desktop.model.game.match import NewGame, level_of
from engine.game.clock import Clock
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.game.time_control import ClockKind, Period, TimeControl
from engine.game.tree import ROOT, Game
from tests.engine.game.test_tree import random_tree

MATCH = NewGame(Side.BLACK, level_of("club player"), TimeControl(180_000, 2_000)).match()
CLOCK = Clock(MATCH.control, 1_000, 2_000, None, 3_456, (7, 6), (8, 7))


def kept(game: Game, node_id: int) -> snapshot.Snapshot:
    return snapshot.Snapshot(game, node_id, node_id, MATCH, True, CLOCK, "/a/b.pgn", "2026-01-02 03:04")


@given(seed=st.integers(0, 1_000), size=st.integers(1, 30))
def test_a_snapshot_comes_back(seed: int, size: int) -> None:
    game = random_tree(seed, size)
    end = game.end()
    found = snapshot.load(snapshot.dump(kept(game, end)))
    assert found.game.moves(found.live) == game.moves(end)
    assert (found.match, found.playing, found.clock, found.running) == (MATCH, True, CLOCK, False)


def test_a_sparring_game_keeps_the_openings_it_is_played_from() -> None:
    game, end = Game.new().add_move(ROOT, "e2e4")
    spar = NewGame(Side.WHITE, level_of("expert"), book="/books/sparring/Tal.ratsubook").match()
    found = snapshot.load(snapshot.dump(replace(kept(game, end), match=spar)))
    assert found.match == spar
    old = json.loads(snapshot.dump(kept(game, end)))
    old["match"]["white"].pop()  # a game that was kept before there was sparring
    loaded = snapshot.load(json.dumps(old).encode()).match
    assert loaded is not None
    assert loaded.white.book == ""


def test_clocks_that_an_older_version_kept_without_their_moves_are_counted() -> None:
    game, end = Game.new().add_move(ROOT, "e2e4")
    old = json.loads(snapshot.dump(kept(game, end)))
    for key in ("move_ms", "moves_made", "paid", "running"):
        del old[key]
    found = snapshot.load(json.dumps(old).encode())
    assert found.clock == Clock(MATCH.control, 1_000, 2_000, None, 0, (1, 0), (1, 0))
    assert found.running  # nobody knows: it is told that time may have been lost
    found = snapshot.load(json.dumps({**old, "white_ms": None}).encode())
    assert found.clock == Clock(MATCH.control, 180_000, 180_000, None, 0, (1, 0), (1, 0))


def test_a_place_in_what_was_tried_after_the_end_comes_back() -> None:
    game, end = Game.new(headers={"Result": "1-0"}).add_move(ROOT, "e2e4")
    game, tried = with_end_marked(game, end).add_move(end, "e7e5")
    found = snapshot.load(snapshot.dump(replace(kept(game, tried), live=end)))
    assert found.game.node(found.current).san == "e5" and found.live == end
    assert found.game.node(found.live).comments == ("1-0",)


def test_a_finished_game_stays_finished() -> None:
    game, end = Game.new().add_move(ROOT, "e2e4")
    game = game.with_outcome(Outcome(Side.BLACK, Termination.RESIGNATION))
    assert snapshot.load(snapshot.dump(kept(game, end))).game.outcome == Outcome(Side.BLACK, Termination.RESIGNATION)


def test_a_game_without_moves_comes_back() -> None:
    found = snapshot.load(snapshot.dump(kept(Game.new().with_header("White", "Ann"), ROOT)))
    assert found.game.header("White") == "Ann"


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff", b'{"version": 99}', b"[" * 100_000])
def test_damage_is_one_error(content: bytes) -> None:
    with pytest.raises(GameInputError):
        snapshot.load(content)


@given(st.data())
def test_any_changed_value_is_read_or_refused(data: st.DataObject) -> None:
    found = json.loads(snapshot.dump(kept(random_tree(1, 5), ROOT)))
    key = data.draw(st.sampled_from(sorted(found)))
    found[key] = data.draw(st.none() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=3))
    try:
        snapshot.load(json.dumps(found).encode())
    except GameInputError:
        return


def test_the_game_inside_is_pgn_that_a_person_can_rescue() -> None:
    game, end = Game.new().add_move(ROOT, "e2e4")
    assert "1. e4" in json.loads(snapshot.dump(kept(replace(game), end)))["pgn"]


@pytest.mark.parametrize(
    ("odds", "expected"),
    [
        ((None, None), "40/300d3:60d1"),
        ((120_000, None), "40/300d3:60d1|40/120d3:60d1"),
        ((None, 0), "40/300d3:60d1|40/300d0:60d1"),
    ],
)
def test_time_controls_of_older_versions_are_read(odds: tuple[int | None, int | None], expected: str) -> None:
    """As version 2 of kept games had them, and the settings file of 0.1.0."""
    control = TimeControl(300_000, 3_000, 40, ClockKind.DELAY, (Period(0, 60_000, 1_000),))
    now = replace(kept(Game.new(), ROOT), match=NewGame(control=control).match(), clock=Clock.start(control))
    found = json.loads(snapshot.dump(now))
    assert found["match"]["control"] == "40/300d3:60d1"
    older = {"then": [[0, 60_000, 1_000]], "black_increment": odds[1]}
    found["version"] = 2
    found["match"] |= {"control": [300_000, 3_000, 40, "delay", odds[0]], **older}
    read = snapshot.load(json.dumps(found).encode())
    assert read.match is not None and str(read.match.control) == expected
    names = {"base": 300_000, "increment": 3_000, "moves": 40, "kind": "delay", "black_base": odds[0], **older}
    assert str(stored_control.read_control(json.dumps(names))) == expected


@pytest.mark.parametrize("text", ["", "{", "{}", "5 + 3", '{"base": [], "increment": 0}', "[" * 9_000])
def test_a_time_control_that_was_edited_to_nonsense_is_none(text: str) -> None:
    assert stored_control.read_control(text) is None
