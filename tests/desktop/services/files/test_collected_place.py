"""The place of a game in a collection is its number there."""

import pytest

from desktop.model.game_list import FileGame
from desktop.services.files.collected_place import CollectedPlace
from engine.pgn.reader import games_of


@pytest.mark.parametrize(
    ("number", "collected", "its"), [(7, True, True), (8, True, False), (7, False, False), (8, False, False)]
)
def test_a_place_is_of_the_collected_game_with_its_number_alone(number: int, collected: bool, its: bool) -> None:
    found = FileGame("a", number, b"", games_of("1. e4 *")[0], collected=collected)
    assert CollectedPlace.of(7, b"").is_of(found) is its
