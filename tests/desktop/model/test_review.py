"""What a review's panel knows of the shown game."""

from desktop.model.game.state import GameState
from desktop.model.review import own_side
from engine.game.tree import ROOT, Game


def shown(white: str, black: str) -> GameState:
    return GameState(1, Game.new(headers={"White": white, "Black": black}), ROOT)


def test_the_side_of_the_user_is_that_of_the_saved_name_if_no_match_says_it() -> None:
    assert own_side(shown("You", "Marta"), "You") is True
    assert own_side(shown("Marta", "You"), "You") is False
    assert own_side(shown("You", "You"), "You") is own_side(shown("Tal", "Keres"), "You") is None
    assert own_side(shown("", "Keres"), "") is None


def test_games_saved_without_a_name_in_any_language_stay_the_users() -> None:
    for you in ("", "Matti"):
        assert own_side(shown("Sinä", "Marta"), you) is True
        assert own_side(shown("Marta", "You"), you) is False
    assert own_side(shown("You", "Sinä"), "Matti") is None
