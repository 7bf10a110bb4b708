"""The window and the console share one journal of open games."""

import shutil
from pathlib import Path

from engine.console.game_in_terminal import ConsoleGame, ConsoleSettings
from tests.desktop.services.conftest import Make, offers_of, reopen
from tests.helpers.doubles import RandomMover


def test_a_console_game_that_was_broken_off_is_offered_by_the_window(make: Make, tmp_path: Path) -> None:
    ConsoleGame(RandomMover(), ConsoleSettings(), iter(["e4", "d4"]), lambda _text: None).play()
    (left,) = (tmp_path / "home" / "state" / "ratsu" / "open games").iterdir()
    shutil.copytree(left, tmp_path / "user" / "state" / "open games" / left.name)
    services = make().services
    (offer,) = offers_of(services.autosave)
    assert (offer.white, offer.moves) == ("Human", 2)
    reopen(services.autosave, offer)
    assert [node.san for node in services.game.state.game.main_line()][::2] == ["e4", "d4"]
