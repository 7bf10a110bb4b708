"""An engine that answers at once is seen to answer."""

import time

from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from engine.game.move_choice import ChoiceSource
from engine.game.side import Side
from tests.desktop.services.conftest import Make
from tests.desktop.window_doubles import ScriptedChooser


def test_its_move_is_shown_after_the_usual_moment(make: Make, qtbot: QtBot) -> None:
    """A move that appears with the user's own cannot be seen."""
    services = make(ScriptedChooser([("e7e5", ChoiceSource.BOOK, "shipped book")])).services
    services.match._reply.setInterval(150)
    services.match.new_game(NewGame(Side.WHITE))
    began = time.monotonic()
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")
    assert time.monotonic() - began >= 0.14
