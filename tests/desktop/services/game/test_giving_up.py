"""A level that would resign: it does against a person, and plays on against itself."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from tests.desktop.services.conftest import Make
from tests.desktop.window_doubles import ScriptedChooser


class GivesUp(ScriptedChooser):
    def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
        return replace(super().choose(position, limits, on_info, stopper), resigns=True)


def test_an_engine_that_gives_up_loses_to_the_person(make: Make, qtbot: QtBot) -> None:
    services = make(GivesUp()).services
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: not services.game.state.playing)
    assert services.game.state.outcome == Outcome(Side.WHITE, Termination.RESIGNATION)
    assert len(services.game.state.game.main_line()) == 1


def test_an_engine_against_itself_does_not_give_up(make: Make, qtbot: QtBot) -> None:
    services = make(GivesUp()).services
    services.match.new_game(NewGame(engines=True))
    qtbot.waitUntil(lambda: services.game.state.node.ply >= 3)
