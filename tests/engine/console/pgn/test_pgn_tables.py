"""`ratsu pgn table`, `player`, `list` and `extract` say so where nothing was found; the table's columns are straight."""

import json
from pathlib import Path

import pytest

from engine import command_line as cli

GAMES = """[Event "Tal Memorial"]
[White "Carlsen"]
[Black "Anand"]
[Result "1-0"]

1-0

[Event "Tal Memorial"]
[White "Carlsen"]
[Black "Anand"]
[Result "1/2-1/2"]

1/2-1/2

[Event "Riga"]
[White "Tál, Mikhail"]
[Black "Anand"]
[Result "0-1"]

0-1

[Event "Tal, unfinished"]
[White "?"]
[Black "Tál, Mikhail"]
[Result "*"]

*
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return path


def test_a_table_has_straight_columns_and_the_tie_break(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["pgn", "table", str(games)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "  1 Carlsen         -   1.5/2   *  1½ .  2.25  1.5  3",
        "  2 Anand           -   1.5/3   0½ *  1  0.75  0.5  3",
        "  3 Tál, Mikhail    -     0/1   .  0  *  0  0  1.5",
    ]


@pytest.mark.parametrize(("words", "name"), [("tal", "Tál, Mikhail"), ("", "Anand"), ("carl", "Carlsen")])
def test_the_page_is_of_the_player_whose_name_was_asked_for(
    words: str, name: str, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`tal` found the games of the Tal Memorial too, and the page was of whoever had played most there."""
    assert cli.main(["pgn", "player", str(games), *([words] if words else []), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == name


def test_an_unfinished_game_is_told_on_the_page(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["pgn", "player", str(games), "tal"]) == 0
    assert "unfinished 1" in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        (["table", "GAMES", "--find", "unfinished"], 1, "no cross table: no game chosen from GAMES has a result (chosen: 1)"),
        (["player", "GAMES", "memorial"], 1, "no player found in GAMES (games in it: 4)"),
        (["extract", "GAMES", "--games", "9"], 1, "no game of GAMES was chosen (it has 4)"),
        (["extract", "GAMES", "--games", "3-1"], 1, "games '3-1' are not written like 1,5-7"),
        (["merge", "GAMES", "--find", "nobody", "-o", "-"], 1, "no games to merge; choose at least one"),
        (["list", "GAMES", "--find", "nobody"], 0, "no game of GAMES was chosen (it has 4)"),
    ],
)  # fmt: skip
def test_nothing_found_is_told(
    command: list[str], code: int, words: str, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["pgn", *(str(games) if word == "GAMES" else word for word in command)]) == code
    told = capsys.readouterr()
    assert not told.out
    assert told.err.removeprefix("ratsu pgn: ") == words.replace("GAMES", str(games)) + "\n"


@pytest.mark.parametrize("command", ["check", "list", "stats", "extract", "table", "player"])
def test_a_file_in_binary_form_is_refused(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Between its bytes something reads as a result: it was one game, or thousands."""
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR * 1-0 \0\0\0")
    assert cli.main(["pgn", command, str(path)]) == 1
    assert capsys.readouterr().err == f"ratsu pgn: {path} holds no chess game.\n"
