"""Piece letters of other languages are recognised by what can be played, and only where English does not do."""

from contextlib import closing
from pathlib import Path

import pytest

from engine.pgn.index import GameList
from engine.pgn.reader import first_game
from engine.pgn.recognise import language_of_file, language_of_game
from engine.pgn.text.letters import LANGUAGES

GERMAN = Path(__file__).parents[2] / "data" / "pgn" / "german.pgn"
ENGLISH = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 O-O 7. Qe2 Kh8 *"
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 O-O Qe2 Kh8"


def in_letters(language: str) -> str:
    table = str.maketrans(dict(zip(LANGUAGES["en"][1:], LANGUAGES[language][1:], strict=True)))
    return ENGLISH.replace("O-O", "0-0").translate(table)


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_a_game_is_read_to_its_end_with_the_letters_of_any_language(language: str) -> None:
    assert [node.san for node in first_game(in_letters(language)).main_line()] == MOVES.split()


def test_a_file_in_another_language_is_opened_right_and_not_changed() -> None:
    before = GERMAN.read_bytes()
    with closing(GameList(GERMAN)) as games:
        for _ in games.load():
            pass
        game = games.game(0)
    assert " ".join(node.san for node in game.main_line()) == MOVES and not game.problems
    assert GERMAN.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH,
        "1. e4 e5 2. Ke3 *",  # an illegal move is no proof of a language
        "1. e4 xyzzy *",
        "",
    ],
)
def test_what_no_other_language_reads_better_stays_english(text: str) -> None:
    assert language_of_file(text.encode()) == language_of_game(b"1. e4 xyzzy *") == "en"


def test_a_bad_game_among_english_ones_does_not_change_the_file() -> None:
    text = "\n\n".join([ENGLISH, in_letters("de"), ENGLISH, ENGLISH])
    assert language_of_file(text.encode()) == "en"
    found = language_of_file("\n\n".join([ENGLISH, in_letters("de"), in_letters("de")]).encode())
    assert LANGUAGES[found] == LANGUAGES["de"]  # Danish and others write the same letters
