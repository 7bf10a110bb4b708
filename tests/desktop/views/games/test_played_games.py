"""The list of the games that were played here."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.views.window.mode_bar import Mode
from engine.game.side import Side
from engine.pgn.writer import written_game
from engine.play.people.persons import PERSONS
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.games.test_games_page import cell, column_of, page_of


def test_played_games_are_listed_newest_first_with_ratings_and_in_the_language_in_use(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window = make_window(language="fi")
    services, yuki = window.services, next(person for person in PERSONS if person.key == "yuki")
    written = []
    for game in (NewGame(None), NewGame(Side.BLACK, person=yuki), NewGame(Side.WHITE, person=yuki, rated=True)):
        services.match.new_game(game)
        services.match.resign()
        written.append(written_game(services.game.state.game))
    assert 'White "You"' in written[2] and 'Event "Rated game in Ratsu"' in written[2] and "Sinä" not in written[2]
    services.files.played_games = played = tmp_path / "played.pgn"
    played.write_text("\n\n".join(written))
    window.show_mode(Mode.GAMES)
    page = page_of(window)
    qtbot.waitUntil(lambda: len(services.lists.state.order) == 3 and not services.lists.state.loading)
    columns = [column_of(name) for name in ("White", "WhiteElo", "Black", "BlackElo", "Event")]
    assert [[cell(page, row, column) for column in columns] for row in range(3)] == [
        ["Sinä", "", "Yuki", str(yuki.elo), "Pisteytetty peli Ratsussa"],
        ["Yuki", str(yuki.elo), "Sinä", "", "Peli Ratsussa"],
        ["Valkea", "", "Musta", "", "Peli Ratsussa"],
    ]
    assert page.table.current_number == 2 and page.table.selected_numbers() == [2]
    other = tmp_path / "other.pgn"
    other.write_text(played.read_text())
    services.lists.open(other)
    qtbot.waitUntil(lambda: list(services.lists.state.order) == [0, 1, 2])
