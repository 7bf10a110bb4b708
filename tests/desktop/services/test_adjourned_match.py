"""A game that was adjourned: it stands still, and goes on from what is there."""

from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from engine.game.move_choice import ChoiceSource
from engine.game.side import Side
from engine.game.time_control import TimeControl
from tests.desktop.services.conftest import Make
from tests.desktop.window_doubles import ScriptedChooser

BOOK = (("e7e5", ChoiceSource.BOOK, "shipped book"), ("b8c6", ChoiceSource.BOOK, "shipped book"))


def test_a_new_game_adjourns_the_running_one(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser(BOOK)).services
    services.match.new_game(NewGame(Side.WHITE, control=TimeControl(60_000)))
    first = services.game.state.tab
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")
    services.match.new_game(NewGame(Side.WHITE))
    old = services.game.state_of(first)
    assert old is not None
    assert old.adjourned
    services.game.select_tab(first)
    services.match.go_on()
    services.match.user_move("g1f3")
    qtbot.waitUntil(lambda: services.game.state.node.san == "Nc6")


def test_an_adjourned_game_stands_still_and_goes_on(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser(BOOK)).services
    services.match.new_game(NewGame(Side.WHITE, control=TimeControl(60_000)))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")
    services.match.adjourn()
    assert services.game.state.adjourned and services.clock.state.clock.running is None
    services.match.go_on()
    services.match.user_move("g1f3")
    qtbot.waitUntil(lambda: services.game.state.node.san == "Nc6")


def test_an_adjourned_game_whose_last_moves_were_deleted_goes_on_from_what_is_left(make: Make, qtbot: QtBot) -> None:
    services = make(ScriptedChooser(BOOK)).services
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.node.san == "e5")
    services.match.adjourn()
    services.game.delete(services.game.state.current)
    state = services.game.state
    assert state.live in state.game
    services.match.take_back()
    assert services.game.state.game.main_line() == ()
