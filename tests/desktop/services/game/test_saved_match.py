"""A match under way is kept in the journal, though its game is in a file."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from engine.game.side import Side
from tests.desktop.kept_games import plies_kept
from tests.desktop.services.conftest import Make
from tests.desktop.window_doubles import ScriptedChooser


def test_a_match_under_way_is_kept_though_its_game_is_saved(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    services = make(ScriptedChooser(hold=True)).services
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e4")
    services.files.save_as(tmp_path / "saved.pgn")
    qtbot.waitUntil(lambda: not services.game.state.modified)
    assert services.game.state.unfinished
    services.autosave.record(services.game.state)
    assert services.autosave.close()
    assert plies_kept(tmp_path / "user" / "state") == 1
