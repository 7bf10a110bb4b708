"""The heading above the sheet."""

from desktop.model.game.heading import heading_of
from desktop.model.game.match import NewGame
from desktop.model.game.referee import with_tags
from engine.game.tree import Game


def test_the_heading_says_players_elo_result_event_and_opening() -> None:
    game = Game.new()
    tags = {
        "White": "Ann", "Black": "Bob", "WhiteElo": "2100", "Event": "Open <b>", "Date": "2024.05.17", "ECO": "C65",
        "Opening": "Ruy Lopez", "Variation": "Berlin", "Result": "1-0",
    }  # fmt: skip
    for name, value in tags.items():
        game = game.with_header(name, value)
    found = heading_of(game)
    assert (str(found.white), str(found.black)) == ("Ann", "Bob")
    assert (found.white_elo, found.black_elo, found.result) == ("2100", "", "1-0")
    assert (str(found.event), found.opening) == ("Open <b>", "C65 Ruy Lopez: Berlin")


def test_a_game_without_names_has_an_empty_heading() -> None:
    assert heading_of(Game.new()).empty


def test_the_events_of_the_program_itself_are_texts_for_every_language() -> None:
    found = heading_of(with_tags(Game.new(), NewGame().match(), "2026.11.23"))
    assert found.event.template == "Game in Ratsu" and not found.empty


def test_the_elo_of_nobody_is_not_shown() -> None:
    game = Game.new().with_header("White", "Ann")
    for name in ("WhiteElo", "BlackElo"):
        game = game.with_header(name, "2100")
    found = heading_of(game)
    assert (found.white_elo, found.black_elo) == ("2100", "")
    nobody = heading_of(game.with_header("White", "?"))
    assert (nobody.white_elo, nobody.black_elo) == ("", "")
