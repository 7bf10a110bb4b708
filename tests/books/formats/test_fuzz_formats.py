"""No book file can crash or hang us: whatever bytes it holds, only our own errors escape (reliability: P7)."""

import random
from pathlib import Path

import chess
import pytest

from books.errors import BookError
from books.formats import any_format as source
from books.formats import polyglot
from tests.books.test_formats import arena_book, ctg_book, ctg_entry

ROUNDS, LONG_ROUNDS = 400, 20_000


def seeds(folder: Path) -> dict[str, bytes]:
    """A small good file of each kind."""
    polyglot.write_entries(folder / "s.bin", [polyglot.PolyglotEntry(5, 796, 3, 1), polyglot.PolyglotEntry(9, 1, 0, 0)])
    arena_book(folder / "s.abk", [(12, 28, 0, 5, 10, 6, 2, 901, 0), (52, 36, 0, 1, 4, 1, 1, 0, 0)])
    ctg_book(folder / "s.ctg", [ctg_entry(chess.Board(), [("e2e4", 1)], (3, 2, 1))])
    (folder / "s.pgn").write_text('[Event "a {b}"]\n\n1. e4! {text} e5 (1... c5 $6) 2. Nf3 *\n')
    return {path.suffix: path.read_bytes() for path in folder.glob("s.*")}


def mutated(content: bytes, dice: random.Random) -> bytes:
    """A few bytes changed, cut out or put in."""
    data = bytearray(content)
    for _ in range(dice.randint(1, 4)):
        place = (
            dice.randrange(len(data))
            if dice.random() < 0.3
            else dice.randrange(max(1, len(data) - 300), len(data) + 1) - 1
        )
        what = dice.randrange(4)
        if what == 0:
            data[place] = dice.randrange(256)
        elif what == 1:
            del data[place : place + dice.randint(1, 40)]
        elif what == 2:
            data[place:place] = dice.randbytes(dice.randint(1, 20))
        else:
            data[place] ^= 1 << dice.randrange(8)
        if not data:
            return b""
    return bytes(data)


def fuzz(folder: Path, rounds: int) -> int:
    """Reads mutated files; returns how many were refused."""
    dice = random.Random(7)
    good = seeds(folder)
    refused = 0
    for number in range(rounds):
        kind = sorted(good)[number % len(good)]
        path = folder / f"f{kind}"
        path.write_bytes(mutated(good[kind], dice))
        try:
            list(source.READERS[kind](path, lambda done, total: True))
        except BookError as error:
            refused += 1
            if str(path) not in str(error):
                raise AssertionError(f"the message does not name the file: {error}") from error
    return refused


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    assert fuzz(tmp_path, ROUNDS) > ROUNDS // 10


@pytest.mark.long
def test_many_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    assert fuzz(tmp_path, LONG_ROUNDS) > LONG_ROUNDS // 10
