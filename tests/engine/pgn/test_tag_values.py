"""A tag's value comes back as it was, whatever backslashes, quotes and brackets it holds; and so do files in the wild."""

import io
import shutil
import subprocess
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.game.tree import Game
from engine.pgn.edit import append_games, change_games, save_games
from engine.pgn.index import GameList
from engine.pgn.mainlines import MainLineReader
from engine.pgn.reader import first_game, games_of
from engine.pgn.values import ProblemKind
from engine.pgn.writer import written_game

PGN_EXTRACT = shutil.which("pgn-extract", path="/usr/games:/usr/bin:/usr/local/bin")
HARD = (
    "C:\\games\\",
    "\\\\server\\share\\",
    '"',
    '\\"',
    '"]',
    '\\"]',
    '"] [Site "x',
    "]",
    "\\",
    "\\\\",
    "a\\\\\\",
    'x\\" ]',
)
VALUES = st.text(alphabet='\\"][ aé%{;', max_size=12)


def unescaped(text: str) -> str:
    """Undoes the standard's escapes, for readers that leave them in the value."""
    return text.replace("\\\\", "\0").replace('\\"', '"').replace("\0", "\\")


def in_a_game(value: str) -> str:
    return written_game(Game.new(headers={"Event": value, "Annotator": value, "Site": "behind it"}))


@given(VALUES)
@example("C:\\games\\")
@settings(max_examples=300, deadline=None)
def test_what_is_written_of_a_value_is_read_as_the_value(value: str) -> None:
    text = in_a_game(value)
    (game,) = games_of(text)
    assert (game.headers["Event"], game.headers["Annotator"], game.headers["Site"]) == (value, value, "behind it")
    assert not game.problems
    assert written_game(game) == text
    (line,) = MainLineReader().feed(text.encode(), True)
    assert line.headers["Event"] == value
    shown = first_game(text)
    assert shown.header("Event") == value
    assert first_game(written_game(shown)).headers == shown.headers


@given(st.text(alphabet='\\"[ aé%{;', max_size=12))  # a bare quote and bracket end a tag, whoever reads it
@settings(max_examples=300, deadline=None)
def test_a_value_that_nobody_escaped_is_read_once_and_stays(value: str) -> None:
    (game, *more) = games_of(f'[Event "{value}"]\n[Site "behind it"]\n\n1. e4 *\n')
    assert not more and game.headers["Site"] == "behind it"
    (again,) = games_of(written_game(game))
    assert again.headers["Event"] == game.headers["Event"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('[Event "C:\\games\\"]', "C:\\games\\"),
        ('[Event "C:\\games\\" ]  ', "C:\\games\\"),
        ('[Event "C:\\\\games\\\\"]', "C:\\games\\"),
        ('[Event "C:\\\\games\\"]', "C:\\games\\"),
        ('[Event "\\"]', "\\"),
        ('[Event "a \\"]"]', 'a "]'),
        ('[Event "a \\"b\\""]', 'a "b"'),
        ('[Event "a\\b \\x"]', "a\\b \\x"),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_backslash_before_the_last_quote_is_read_as_it_was_meant(written: str, meant: str, line_end: str) -> None:
    text = line_end.join((written, '[Site "x"]', "", "1. e4 *", ""))
    (game,) = games_of(text)
    assert (game.headers["Event"], game.headers["Site"]) == (meant, "x")
    assert not game.problems
    assert games_of(written)[0].headers["Event"] == meant  # at the end of the file


def test_a_value_without_any_end_is_still_told() -> None:
    (game,) = games_of('[Event "C:\\games\\" and more\n[Site "x"]\n\n1. e4 *\n')
    assert [problem.kind for problem in game.problems] == [ProblemKind.OPEN_TAG]
    assert game.headers["Site"] == "x"


@pytest.mark.parametrize("value", HARD)
def test_every_writer_of_files_keeps_the_value(value: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    save_games(path, [in_a_game("first"), in_a_game(value)])
    append_games(path, [in_a_game(value)])
    games = GameList(path)
    list(games.load())
    change_games(games, {0: in_a_game(value)})
    games.close()
    games = GameList(path)
    list(games.load())
    assert [games.value(row, "Event") for row in range(3)] == [value] * 3
    assert [games.game(row).headers["Event"] for row in range(3)] == [value] * 3
    games.close()


@pytest.mark.parametrize("value", HARD)
def test_python_chess_and_pgn_extract_find_the_same_value_where_ours_is_escaped(value: str, tmp_path: Path) -> None:
    text = in_a_game(value)
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None and unescaped(theirs.headers["Event"]) == value
    assert theirs.headers["Site"] == "behind it"
    if PGN_EXTRACT is None:
        pytest.skip("needs pgn-extract (apt-get install pgn-extract)")
    path = tmp_path / "games.pgn"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([PGN_EXTRACT, "-s", str(path)], capture_output=True, text=True, check=True)
    assert not done.stderr
    assert games_of(done.stdout)[0].headers["Event"] == value
