"""No game begins where the game is over."""

import pytest

from desktop.model.game.match import NewGame
from engine.game.position import Position
from engine.game.side import Side
from tests.desktop.services.conftest import Heard, Make
from tests.desktop.window_doubles import ScriptedChooser

OVER = "The game is over in this position, so it cannot be played on."
MATE, STALEMATE, BARE = (
    "8/8/8/8/8/5k2/6q1/7K w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "k7/8/8/8/8/8/8/1K4B1 w - - 0 1",
)


@pytest.mark.parametrize("fen", [MATE, STALEMATE, BARE], ids=["mate", "stalemate", "bare kings"])
@pytest.mark.parametrize("human", [Side.WHITE, Side.BLACK])
def test_a_position_that_is_over_is_not_played(make: Make, fen: str, human: Side) -> None:
    services = make(ScriptedChooser()).services
    heard, before = Heard(services.match.message), services.game.state
    services.match.new_game(NewGame(human, start=Position.of(fen, chess960=None)))
    assert heard.texts == OVER
    assert services.game.state is before and not services.match.thinking


def test_a_game_is_not_played_on_from_its_mate(make: Make) -> None:
    services = make(ScriptedChooser()).services
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        services.game.play_move(move)
    heard, tab = Heard(services.match.message), services.game.state.tab
    services.match.play_from_here(NewGame(Side.WHITE))
    assert heard.texts == OVER and services.game.state.tab == tab and not services.game.state.playing


def test_a_draw_by_moves_may_be_played_on(make: Make) -> None:
    services = make(ScriptedChooser()).services
    services.match.new_game(NewGame(Side.WHITE, start=Position.of("7k/8/6K1/8/8/8/Q7/8 w - - 100 80", chess960=None)))
    assert services.game.state.playing
