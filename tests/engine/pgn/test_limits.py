"""The limits that docs/pgn.md writes down, each at its edge: told, nothing lost before them, the next game read."""

import gzip
from pathlib import Path

import pytest

from engine.pgn.errors import PgnError
from engine.pgn.mainlines import MainLineReader
from engine.pgn.reader import games_of, read_games
from engine.pgn.streams import blocks
from engine.pgn.tree import TreeReader
from engine.pgn.values import ProblemKind
from engine.pgn.writer import written_game

SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")


def shuffled(plies: int) -> str:
    return " ".join(SHUFFLE[ply % 4] for ply in range(plies))


def test_a_line_of_20_000_plies_is_read_whole() -> None:
    (game,) = games_of(shuffled(20_000) + " *")
    assert len(list(game.main_line())) == 20_000
    assert not game.problems


def test_of_a_longer_line_the_rest_is_kept_as_text_and_written_again() -> None:
    game, after = games_of(shuffled(20_010) + " *\n\n1. e4 *")
    assert [problem.kind for problem in game.problems] == [ProblemKind.TOO_LONG]
    *_, last = game.main_line()
    kept = last.unread.split()
    assert len(list(game.main_line())) + len(kept) == 20_010
    assert kept == [SHUFFLE[ply % 4] for ply in range(20_010 - len(kept), 20_010)]
    (again,) = games_of(written_game(game))
    assert len(list(again.main_line())) == len(list(game.main_line()))
    assert after.children()[0].san == "e4"
    first, second = MainLineReader("text").feed((shuffled(20_010) + " *\n\n1. e4 *").encode(), True)
    assert len(first.moves) == len(list(game.main_line())) and len(second.moves) == 1


def test_of_a_game_above_16_megabytes_the_beginning_is_read_and_the_next_game_too() -> None:
    content = b"1. e4 {" + b"word " * (17 << 18) + b'} e5 *\n\n[Event "next"]\n\n1. d4 *\n'
    assert len(content) > 17 << 20
    games = TreeReader("big").feed(content, True)
    assert games[0].children()[0].san == "e4"
    assert games[-1].headers["Event"] == "next" and games[-1].children()[0].san == "d4"
    assert any(problem.kind is ProblemKind.TOO_BIG for game in games for problem in game.problems)


def test_an_archive_that_unpacks_to_more_than_is_allowed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(b"1. e4 {%b} e5 *\n" % (b"-" * 86) * 33_000, compresslevel=0))
    assert sum(map(len, blocks(path, most_unpacked=4 << 20))) == 3_300_000
    with pytest.raises(PgnError, match="unpacks to more than 2 MB"):
        list(blocks(path, most_unpacked=2 << 20))
    assert len(list(read_games(path))) == 33_000


def tags(first: int, last: int) -> str:
    return "".join(f'[T{number:04} "{number}"]\n' for number in range(first, last))


def test_1_000_tags_of_a_game_are_headers() -> None:
    (game,) = games_of(tags(0, 999) + '[Result "1-0"]\n\n1. e4 1-0')
    assert len(game.headers) == 1000 and not game.problems


def test_of_more_tags_the_rest_is_kept_as_text_and_written_again() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    text = tags(0, 1500) + f'[FEN "{fen}"]\n[White "Tal"]\n[White "Tal"]\n\n1. e4 1-0\n\n1. d4 *'
    game, after = games_of(text)
    assert [problem.kind for problem in game.problems] == [ProblemKind.TOO_MANY_TAGS]
    assert "line 1001: more than 1,000 tags, the rest is stored as text: [T1000" in str(game.problems[0])
    assert len(game.headers) == 1003 and game.result == "1-0"  # FEN, White and the result of the moves are always read
    assert game.start_fen == fen and game.headers["White"] == "Tal"
    assert game.escapes == (*tags(1000, 1500).split("\n")[:-1], '[White "Tal"]')
    written = written_game(game)
    assert all(f'[T{number:04} "{number}"]\n' in written for number in range(1500))
    (again,) = games_of(written)
    assert written_game(again) == written and again.start_fen == fen
    assert after.children()[0].san == "d4"
    line, _ = MainLineReader("text").feed(text.encode(), True)
    assert line.start_fen == fen and line.headers["White"] == "Tal"
