"""The line of the panel *Game* that says where an engine's move came from."""

from desktop.model.game.match import NewGame
from desktop.views.game.move_source import MoveSourceCard
from tests.desktop.views.conftest import MakeWindow


def test_two_people_at_the_board_are_promised_no_engine_move(make_window: MakeWindow) -> None:
    window = make_window()
    card = window.body.side.panel("game")
    assert isinstance(card, MoveSourceCard)
    window.services.match.new_game(NewGame(human=None))
    assert card.heading == "White to move" and card.text == ""
    window.services.match.new_game(NewGame())
    assert card.text == "The source of each engine move, and the reason, will appear here."
