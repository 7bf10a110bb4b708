"""What a match does where nothing is asked for."""

from engine.jobs.match import MatchRequest, _setup


def test_without_a_wish_no_game_is_adjudicated() -> None:
    """Neither drawn by level evaluations nor lost by a bad one."""
    rules = _setup(MatchRequest(("ratsu", "ratsu"), nodes=1), []).rules
    assert (rules.draw_moves, rules.resign_moves) == (0, 0)
