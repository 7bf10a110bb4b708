"""Equality with python-chess on real games: 1,400 spread over all files in the test run, all 243,379 behind `-m long`."""

import gzip
import re
from collections.abc import Iterator
from itertools import islice
from typing import TextIO, cast

import chess.pgn
import pytest

from engine.pgn.mainlines import MainLine
from engine.pgn.reader import read_main_lines
from tests.engine.pgn.test_mainlines import to_chess
from tests.helpers.shared import shared_file

# Games in each file: README of the shared games.
FILES = {
    "classics_to_1969": 46_967,
    "elite2600_A": 15_383,
    "elite2600_B": 17_472,
    "elite2600_C": 17_998,
    "elite2600_D": 18_555,
    "elite2600_E": 12_826,
    "gnuchess_book_pd": 114_178,
}
QUICK_GAMES = 200


def reference(text: TextIO) -> Iterator[chess.pgn.Game]:
    while (game := chess.pgn.read_game(text)) is not None:
        yield game


def as_we_read(value: str) -> str:
    """A tag's value as the standard means it: python-chess leaves escapes and control characters as they are written."""
    return re.sub(r"[\x00-\x1f]+", " ", value).replace("\\\\", "\\").replace('\\"', '"')


def assert_same(mine: MainLine, theirs: chess.pgn.Game) -> None:
    assert [to_chess(move) for move in mine.moves] == list(theirs.mainline_moves()), mine
    assert mine.headers == {name: as_we_read(value) for name, value in theirs.headers.items()}
    assert mine.result == theirs.headers["Result"]
    assert not mine.problems and not theirs.errors


def compare(name: str, games: int) -> int:
    path = shared_file(f"data/games/{name}.pgn.gz")
    # One game of the 114,178 has a byte that is not UTF-8; our decoding handler makes python-chess read it as we do.
    with gzip.open(path, "rt", encoding="utf-8", errors="ratsu.single-byte") as text:
        count = 0
        for mine, theirs in zip(
            islice(read_main_lines(path, keys=False), games), reference(cast(TextIO, text)), strict=False
        ):
            assert_same(mine, theirs)
            count += 1
    return count


@pytest.mark.parametrize("name", FILES)
def test_moves_and_headers_equal_those_of_python_chess(name: str) -> None:
    assert compare(name, QUICK_GAMES) == QUICK_GAMES


@pytest.mark.long
@pytest.mark.parametrize("name", FILES)
def test_every_game_equals_python_chess(name: str) -> None:
    assert compare(name, FILES[name]) == FILES[name]
