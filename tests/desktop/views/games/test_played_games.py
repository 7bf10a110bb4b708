"""The list of the games that were played here."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.views.window.mode_bar import Mode
from engine.game.side import Side
from engine.pgn.writer import written_game
from engine.play.people.persons import PERSONS
from tests.desktop.views.book.test_book_adding import notice, press
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
    assert 'White "Sinä"' in written[2] and 'Event "Rated game in Ratsu"' in written[2]
    written[2] = written[2].replace("Sinä", "You")  # as versions before and English windows write it
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


def test_the_end_of_a_game_that_was_taken_back_can_be_brought_back(make_window: MakeWindow, qtbot: QtBot) -> None:
    """One click on Take back reopened a finished game, and its next end replaced it among the played games."""
    window = make_window()
    services = window.services
    services.match.new_game(NewGame(None))
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        services.match.user_move(move)

    def result() -> str:
        return services.game.state.game.result

    assert result() == "0-1"
    window.actions_by_key["take_back"].trigger()
    assert result() == "*"
    assert "its end (0-1) is taken back" in notice(window, qtbot)
    services.match.user_move("b8c6")
    press(window, "Undo")
    assert result() == "0-1"
    assert [node.san for node in services.game.state.game.main_line()] == ["f3", "e5", "g4", "Qh4#"]
