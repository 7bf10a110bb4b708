"""Nobody else may read what an evening with Ratsu leaves behind, however open the system makes new files."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from books.choice.open_library import library_in
from books.folder import default_folder
from desktop.compose import Composition
from desktop.model.game.match import NewGame
from desktop.services.kit.folders import user_folders as program_folders
from engine.command_line import main
from engine.game.side import Side
from tests.desktop.state.home import exercise
from tests.desktop.window_doubles import ScriptedSources

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights of Unix")
PGN = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 4. Qh5+ Ke7 5. Qxe5+ Kf7 6. Bc4+ d5 7. Bxd5+ Kg6 1-0\n'
LEFT = {
    *("settings.json", "played games.pgn", "rated games.json", "level search.json", "training.json", "night.db"),
    *("mirror.jsonl", "user.ratsubook", "learned.ratsubook", "games.ratsugames"),
}


@pytest.fixture
def open_system() -> Iterator[None]:
    """New files may be read and written by everybody, unless the program says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_files(home: Path) -> tuple[set[str], list[Path]]:
    """The names of all files, and those that others may read."""
    files = [path for path in home.rglob("*") if path.is_file()]
    return {path.name for path in files}, [path for path in files if path.stat().st_mode & 0o077]


def play_an_evening(qtbot: QtBot, pgn: Path, home: Path) -> None:
    """A rated game that is lost, another that is not over, games imported, a mistake saved, a move put into the book."""
    composition = Composition(program_folders(), ScriptedSources(library=library_in(default_folder())), reply_ms=0)
    services = composition.services
    try:
        composition.window_shown()
        services.settings.set("volume", 33)
        services.level.play()
        services.game.play_move("e2e4")
        services.match.resign()
        services.match.new_game(NewGame(human=Side.WHITE))
        services.game.play_move("d2d4")
        services.book.add_move()
        services.collection.import_files([pgn])
        with qtbot.waitSignal(services.mistakes.message):
            services.mistakes.save((exercise(),))
        qtbot.waitUntil(lambda: services.collection.state.games == 1)
        qtbot.waitUntil(lambda: any(home.rglob("open games/*/*.json")))
        assert open_files(home)[1] == []
    finally:
        assert composition.close()


def test_what_an_evening_leaves_is_the_users_alone(
    qtbot: QtBot, tmp_path: Path, user_folders: Path, open_system: None
) -> None:
    pgn = tmp_path / "games.pgn"
    pgn.write_text(PGN)
    play_an_evening(qtbot, pgn, user_folders)
    for command in (
        ["night", "add", "review", str(pgn)],
        ["mirror", str(pgn), "--player", "Bob"],
        ["book", "health", "--positions", "1", "--no-engine"],
    ):
        assert main(command) == 0
    names, readable = open_files(user_folders)
    assert names >= LEFT and readable == []
