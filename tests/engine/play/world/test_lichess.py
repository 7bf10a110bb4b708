"""One line of lichess: a game, another variant, or refused in words."""

import json

import pytest

from engine.play.world.downloads import WorldError
from engine.play.world.lichess import _game
from tests.engine.play.world.replaying_server import game


@pytest.mark.parametrize("created", [-1, 1 << 54, "1", None, 1.5])
def test_a_game_without_a_possible_time_is_refused(created: object) -> None:
    """Its time is the place at which the next import continues."""
    with pytest.raises(WorldError, match="not a game"):
        _game(json.dumps({**game(1), "createdAt": created}).encode())


@pytest.mark.parametrize("created", [0, 1 << 53])
def test_any_possible_time_is_its_place(created: int) -> None:
    found = _game(json.dumps({**game(1), "createdAt": created}).encode())
    assert found is not None and found.place == created
