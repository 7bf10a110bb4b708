"""Moves played on after the end of a game continue its main line; no move is written twice, and the end is marked."""

import io
import re
from pathlib import Path

import chess.pgn
import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.services.all_services import Services
from engine.pgn.reader import first_game
from engine.pgn.writer import written_game
from tests.desktop.services.conftest import Heard, Make
from tests.desktop.window_doubles import ScriptedChooser

RESIGNED = '[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0'


def movetext(services: Services) -> str:
    """Without the clock's comments."""
    text = written_game(services.game.state.game).split("\n\n")[1]
    return " ".join(re.sub(r"\{\[%.*?\]\}", "", text, flags=re.DOTALL).split())


def test_moves_after_a_resignation_continue_the_game(make: Make) -> None:
    services = make(ScriptedChooser()).services
    games, match = services.game, services.match
    match.new_game(NewGame(None))
    for move in ("e2e4", "e7e5"):
        match.user_move(move)
    match.resign()
    heard = Heard(games.message)
    for move in ("g1f3", "b8c6"):
        match.user_move(move)
    assert movetext(services) == "1. e4 e5 {0-1} 2. Nf3 Nc6 0-1"
    assert games.state.node.san == "Nc6" and len(heard.all) == 1
    assert heard.texts == "The game ended here (0–1). The result is now a comment of its last move."
    games.go_to(games.state.live)
    match.user_move("f1c4")  # another try is a variation of the first
    match.user_move("b8c6")
    assert movetext(services) == "1. e4 e5 {0-1} 2. Nf3 (2. Bc4 Nc6) 2... Nc6 0-1"
    assert len(heard.all) == 1
    games.undo()
    games.undo()
    games.undo()
    games.undo()
    assert movetext(services) == "1. e4 e5 0-1" and games.state.node.san == "e5"


def test_other_programs_read_the_game_that_is_saved(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(RESIGNED)
    services = make().services
    services.files.open_file(path)
    qtbot.waitUntil(lambda: services.game.state.path == str(path))
    services.game.go_last()
    services.game.play_move("b8c6")
    with qtbot.waitSignal(services.files.written):
        assert services.files.save()
    other = chess.pgn.read_game(io.StringIO(path.read_text()))
    assert other is not None and not other.errors
    assert [move.uci() for move in other.mainline_moves()] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert [node.comment for node in other.mainline()] == ["", "", "1-0", ""]
    assert not any(len(node.variations) > 1 for node in other.mainline())
    assert written_game(first_game(path.read_text())) == path.read_text().rstrip("\n") + "\n"


def test_an_engine_line_after_the_end_continues_the_game_too(make: Make) -> None:
    services = make().services
    services.files.paste(RESIGNED)
    services.game.insert_line(services.game.state.game.end(), ("b8c6", "f1b5"))
    assert movetext(services) == "1. e4 e5 2. Nf3 {1-0} 2... Nc6 3. Bb5 1-0"
    before = services.game.state.game
    services.game.insert_line(before.end(), ("e2e4",))  # illegal: nothing is added
    assert services.game.state.game is before


@pytest.mark.parametrize("text", ["1. e4 e5 *", '[Result "1-0"]\n\n1-0'])
def test_a_game_that_goes_on_or_has_no_moves_yet_grows(make: Make, text: str) -> None:
    services = make().services
    services.files.paste(text)
    services.game.go_last()
    end = services.game.state.current
    move = "g1f3" if end else "e2e4"
    services.game.play_move(move)
    assert services.game.state.game.main_line()[-1].uci == move
