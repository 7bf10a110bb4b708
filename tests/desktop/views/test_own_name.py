"""What the user is called without a name: one word, in the language in use, in fields and in saved games."""

import pytest
from PySide6.QtWidgets import QLineEdit

from desktop.model.catalogue import read_catalogue
from desktop.model.game.match import NewGame, player_of
from desktop.services.kit.language import FOLDER, LANGUAGES
from desktop.views.game.correspondence_dialog import CorrespondenceDialog
from desktop.views.game.correspondence_panel import CorrespondencePanel
from desktop.views.kit import words
from desktop.views.setup.game_defaults import game_of
from desktop.views.window.mode_bar import Mode
from desktop.views.window.settings_dialog import SettingsDialog
from engine.game.side import Side
from engine.ground.user_name import USER
from engine.pgn.writer import written_game
from tests.desktop.views.conftest import MakeWindow

WORDS = {"en": "You", "fi": "Sinä", "de": "Du", "es": "Tú", "fr": "Vous"}


def test_the_words_of_all_languages_are_known() -> None:
    assert WORDS.keys() == LANGUAGES.keys() and tuple(WORDS.values()) == USER
    for code in LANGUAGES.keys() - {"en"}:
        assert read_catalogue(FOLDER / f"{code}.po").text("Messages", USER[0]) == WORDS[code]


@pytest.mark.parametrize("language", ["fi", "en"])
def test_games_and_fields_have_the_word_of_the_window(make_window: MakeWindow, language: str) -> None:
    window, word = make_window(language=language), WORDS[language]
    services = window.services
    services.match.new_game(NewGame(Side.BLACK))
    assert f'[Black "{word}"]' in written_game(services.game.state.game)
    for name in USER:
        assert words.player(player_of(name)) == word
    services.match.resign()
    window.show_mode(Mode.PLAY)
    window.body.side.show_panel("correspondence")
    panel = window.findChild(CorrespondencePanel)
    assert isinstance(panel, CorrespondencePanel)
    panel.new.click()
    assert window.findChildren(CorrespondenceDialog)[-1].me.text() == word
    window.actions_by_key["settings"].trigger()
    dialog = window.findChildren(SettingsDialog)[-1]
    line = next(field for field in dialog.findChildren(QLineEdit) if field.placeholderText() == word)
    assert line.text() == ""


def test_a_given_name_is_written_as_it_is(make_window: MakeWindow) -> None:
    window = make_window(language="fi")
    window.services.settings.set("player_name", "You Wen")
    window.services.match.new_game(game_of(window.services.settings.settings, Side.BLACK))
    assert '[Black "You Wen"]' in written_game(window.services.game.state.game)
