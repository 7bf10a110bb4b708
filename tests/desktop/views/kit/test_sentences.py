"""What the window tells begins with a capital, unless it begins with what is not its own."""

import pytest

from desktop.model.errors import Message, Severity
from desktop.model.settings import Settings
from desktop.services.kit.language import language
from desktop.views.kit import words
from desktop.views.kit.messages import MessageBar
from engine.ground.text import Text, plain

NESTED = Text("%1: %2", Text("the network answers nothing"), "x")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (Text("chess.com sent no games: %1", "x"), "Chess.com sent no games: x"),
        (NESTED, "The network answers nothing: x"),
        (Text("%1 cannot be read", "games.pgn"), "games.pgn cannot be read"),  # a name stays as it is
        (plain("e4 is played"), "e4 is played"),
        (Text("%1 games", 3), "3 games"),
        (Text(""), ""),
    ],
)
def test_a_message_begins_with_a_capital(qapp: object, text: Text, shown: str) -> None:
    assert words.sentence(text) == shown
    assert words.message(Message(Severity.ERROR, text)) == shown
    game = Message(Severity.ERROR, text, game=plain("tal"))
    assert words.message(game) == f"tal: {shown}"


@pytest.mark.parametrize(
    ("size", "english", "finnish"),
    [
        (1, "1 byte", "1 tavu"),
        (80, "80 bytes", "80 tavua"),
        (3_210_000, "3.2 MB", "3,2 Mt"),
        (2 * 10**9, "2.0 GB", "2,0 Gt"),
    ],
)
def test_a_size_is_in_units_of_the_language(qapp: object, size: int, english: str, finnish: str) -> None:
    assert words.data_size(size) == english
    language().follow(Settings().with_value("language", "fi"))
    try:
        assert words.data_size(size) == finnish
    finally:
        language().follow(Settings().with_value("language", "en"))


def test_a_notice_begins_with_a_capital(qapp: object) -> None:
    bar = MessageBar()
    bar.tell(Message(Severity.ERROR, Text("game %1 of %2 no longer exists; open the file again", 2, "a.pgn")))
    assert bar.notices[0].accessibleName() == "Game 2 of a.pgn no longer exists; open the file again"


def test_it_is_the_language_that_begins(qapp: object) -> None:
    """In Finnish some sentences begin with the name that is in the middle in English."""
    language().follow(Settings().with_value("language", "fi"))
    try:
        assert words.sentence(Text("%1 has no games of this time control: %2", "x", "y")).startswith("Palvelimella")
    finally:
        language().follow(Settings().with_value("language", "en"))
