"""Fuzzers of what ChessBase writes: its databases, of five files, and archives of them."""

import io
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chess.pgn

from books.collection.chessbase.archive import NEEDED, unpack
from books.collection.chessbase.base import games_in, read_base
from engine.pgn.mainlines import MainLineReader
from tests.books.collection.chessbase.written_archive import write_archive
from tests.books.collection.chessbase.written_base import note, write_base
from tests.fuzz.driver import Check, Target
from tests.fuzz.mutators import bytes_mutant, put

NAMES = '[White "Müller, Karl"]\n[Black "Ås, B"]\n\n'
VARIATIONS = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 3. exd5) 2... d6) 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 5. Bxc6 dxc6 1-0"
ENDING = '[SetUp "1"]\n[FEN "8/1P5k/8/8/8/8/6p1/K7 w - - 3 40"]\n\n40. b8=Q g1=R+ 41. Kb2 *'
NOTES = (
    note(0, 2, b"\0\x2aBest by \xa4f3"),
    note(0, 3, b"\x01\x10"),
    note(1, 5, b"\x04\x22\x24"),
    note(2, 4, b"\x02\x22"),
    note(-1, 2, b"\0\0Whole game"),
)


def _game(text: str) -> chess.pgn.Game:
    found = chess.pgn.read_game(io.StringIO(text))
    assert found is not None
    return found


def _written(folder: Path) -> Path:
    """A database of four games."""
    games = [(_game(NAMES + VARIATIONS), NOTES), (_game(NAMES.rstrip("\n") + "\n" + ENDING), ())]
    return write_base(folder, games * 2)


def _look(base: Path) -> None:
    """All games of a database: each has a fault in words, or a PGN that the own reader and a foreign one read without one."""
    count = 0
    for game in read_base(base):
        count += 1
        assert "%1" not in f"{game.fault}{game.unread}", "a message with a hole"
        if game.pgn:
            lines = MainLineReader("", language="en", contents=True).feed(game.pgn.encode(), True)
            assert len(lines) == 1, "a game became several"
            assert game.fault or not _game(game.pgn).errors
    assert count <= games_in(base), "more games than records"


@contextmanager
def _base(folder: Path) -> Iterator[Check]:
    """One file of a database damaged, or two."""
    base = _written(folder)
    whole = {suffix: base.with_suffix(suffix).read_bytes() for suffix in NEEDED}

    def check(dice: random.Random) -> None:
        for suffix, content in whole.items():
            put(base.with_suffix(suffix), content)
        for suffix in dice.sample(NEEDED, dice.choice((1, 1, 2))):
            # The heads of the games' and comments' files are of no use to the reader.
            first = 26 if suffix in (".cbg", ".cba") and dice.random() < 0.8 else 0
            put(base.with_suffix(suffix), bytes_mutant(whole[suffix], dice, first))
        _look(base)

    yield check


@contextmanager
def _archive(folder: Path) -> Iterator[Check]:
    """An archive with blocks of each kind; what could be unpacked is read."""
    made, out = folder / "made", folder / "out"
    made.mkdir()
    out.mkdir()
    base = _written(made)
    files = {f"small{suffix}": base.with_suffix(suffix).read_bytes() for suffix in NEEDED}
    whole = write_archive(folder / "small.cbv", files).read_bytes()
    path = folder / "mutant.cbv"

    def check(dice: random.Random) -> None:
        put(path, bytes_mutant(whole, dice))
        found = unpack(path, out)
        assert found is not None, "nobody has stopped it"
        _look(found)
        assert {one.suffix for one in out.iterdir()} <= set(NEEDED), "only the files of a database"

    yield check


TARGETS: dict[str, Target] = {"chessbase": _base, "chessbase-archive": _archive}
