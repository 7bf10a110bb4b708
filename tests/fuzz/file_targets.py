"""Fuzzers of files: books of four programs, our own, collections, endgame tables and networks."""

import hashlib
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path

import chess

from books.choice.library import Library
from books.entry import Flag, MoveRow, PositionRow
from books.errors import BookError
from books.formats import any_format, polyglot
from books.key import position_key
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.evaluation.network import HEADER, SHIPPED, decode
from engine.evaluation.nnue import NetworkBoard
from engine.rules.board import CoreBoard
from tablebases.files.folders import BUILT_IN
from tablebases.tables import Tablebases
from tests.books import collection_mutants
from tests.books.damage import WRONG_VALUES, small_book, without_rules
from tests.books.test_formats import arena_book, ctg_book, ctg_entry
from tests.fuzz.driver import Check, Target
from tests.fuzz.mutators import bytes_mutant, put
from tests.tablebases.damage import NAMES, damaged, forged
from tests.tablebases.positions import random_boards

GAMES = '[White "Ann %d"]\n[Black "Bob"]\n[Date "2020.01.02"]\n[WhiteElo "2400"]\n\n%s 1-0\n\n'
MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Qxd4 Qxd4 8. Nxd4"


def _polyglot(path: Path) -> None:
    entry = polyglot.PolyglotEntry
    polyglot.write_entries(path, [entry(5, 796, 3, 1), entry(5, 797, 3, 1), entry(9, 1, 0, 0)])


def _arena(path: Path) -> None:
    none = 0xFFFFFFFF
    arena_book(
        path,
        [(12, 28, 0, 5, 10, 6, 2, 901, 902), (52, 36, 0, 1, 4, 1, 1, none, none), (11, 27, 0, 1, 4, 1, 1, none, none)],
    )


def _chessbase(path: Path) -> None:
    board = chess.Board()
    entries = [ctg_entry(board, [("e2e4", 1), ("d2d4", 2)], (3, 2, 1))]
    board.push_san("e4")
    ctg_book(path, [*entries, ctg_entry(board, [("e7e5", 0)], (1, 2, 3))])


def _flagged_pgn(path: Path) -> None:
    path.write_text('[Event "a {b}"]\n\n{all} 1. e4! {text} e5 (1... c5 $6 {x} 2. c3??) 2. Nf3 *\n')


def _foreign(kind: str, make: Callable[[Path], None], tail: int) -> Callable[[Path], AbstractContextManager[Check]]:
    """A book of another program. `tail`: the last bytes, where its data are; every second damage is there."""

    @contextmanager
    def prepare(folder: Path) -> Iterator[Check]:
        path = folder / f"book{kind}"
        make(path)
        whole = path.read_bytes()

        def check(dice: random.Random) -> None:
            put(path, bytes_mutant(whole, dice, max(0, len(whole) - tail) if dice.random() < 0.5 else 0))
            try:
                list(any_format.read_positions(path))
                for row in any_format.read_rows(path):
                    assert 0 <= row.move <= 0xFFFF
            except BookError as error:
                if str(path) not in str(error):
                    raise AssertionError(f"the message does not name the file: {error}") from error
                raise

        yield check

    return prepare


def _packed_book(path: Path) -> None:
    """A book of blocks that knows two positions."""
    start = position_key(chess.Board())
    with BookFile(path) as book:
        rows = [MoveRow(start, code, Flag.NORMAL, 900, 30, 20, 10) for code in (0o3414, 0o3313)]
        book.put_packed([(PositionRow(start, value=30, depth=20, nodes=40_000), rows), (PositionRow(5, backed=7), [])])
        book.seal()


@contextmanager
def _book(folder: Path, make: Callable[[Path], None] = small_book) -> Iterator[Check]:
    """Our own book: flipped bits in its pages, or values that do not belong there. A library with it still opens."""
    path = folder / "whole.ratsubook"
    make(path)
    whole = path.read_bytes()
    with closing(sqlite3.connect(path)) as book:
        tables = [
            row[0]
            for row in book.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%'")
        ]
        columns = [(table, row[1]) for table in tables for row in book.execute(f"PRAGMA table_info({table})")]

    def check(dice: random.Random) -> None:
        for old in folder.glob("mutant*"):
            old.unlink()
        path = folder / "mutant.ratsubook"
        if dice.random() < 0.5:
            path.write_bytes(whole)
            _spoil_value(path, *dice.choice(columns), dice.choice(WRONG_VALUES))
        else:
            put(path, bytes_mutant(whole, dice, 20))
        with closing(Library(path, None, None)) as library:
            library.look_up(chess.Board())
            library.comment_at(chess.Board())
        with BookFile(path, Access.READ) as book:
            book.check_integrity()
            list(book.all_rows())
            list(book.all_positions())
            book.comments()

    yield check


def _spoil_value(path: Path, table: str, column: str, value: object) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as book:
        without_rules(book, table)
        try:
            book.execute(f"UPDATE {table} SET {column} = ?", (value,))
        except sqlite3.Error:
            return  # a key cannot be spoilt this way


@contextmanager
def _collection(folder: Path) -> Iterator[Check]:
    more, path = folder / "more.pgn", folder / "mutant.collection"
    more.write_text(collection_mutants.MORE)
    whole = collection_mutants.collection_of(
        folder, "".join(GAMES % (n, MOVES[: 70 + 8 * n]) for n in range(6))
    ).read_bytes()

    def check(dice: random.Random) -> None:
        for old in folder.glob("mutant*"):
            old.unlink()
        path.write_bytes(whole)
        try:
            collection_mutants.mutate(path, dice)
        except sqlite3.Error:
            return  # SQLite refused to be spoilt this way
        collection_mutants.ask_everything(path, more)

    yield check


@contextmanager
def _syzygy(folder: Path) -> Iterator[Check]:
    """A damaged table whose checksum fits again, so that only the reader's checks stand between damage and crash."""
    sound = {path.name: path.read_bytes() for name in NAMES for path in BUILT_IN.glob(f"{name}.rtb?")}
    boards = {name: list(random_boards(name, 6, 1)) for name in NAMES}
    for name, content in sound.items():
        (folder / name).write_bytes(content)

    def check(dice: random.Random) -> None:
        name = dice.choice(sorted(sound))
        bad = damaged(sound[name], sound[dice.choice(sorted(sound))], dice)
        put(folder / name, forged(bad) if dice.random() < 0.7 else bad)
        tables = Tablebases([folder], built_in=False)
        for board in boards[name.split(".")[0]]:
            assert tables.probe_wdl(board) in (None, -2, -1, 0, 1, 2)
            tables.probe_dtz(board)
        put(folder / name, sound[name])
        if tables.problems:
            raise BookError("refused")

    yield check


@contextmanager
def _nnue(_: Path) -> Iterator[Check]:
    """Damage of the header, of the length, or of the payload with a checksum that fits again."""
    whole = SHIPPED.read_bytes()
    head, payload = whole[: HEADER.size], whole[HEADER.size :]

    def check(dice: random.Random) -> None:
        spoilt = bytearray(payload)
        for _ in range(dice.choice((0, 1, 100))):
            at = dice.randrange(len(spoilt) - 8) if dice.random() < 0.5 else len(spoilt) - dice.randint(1, 6_000)
            spoilt[at] = dice.randrange(256)
        if dice.random() < 0.2:
            del spoilt[dice.randrange(len(spoilt)) :]
        if dice.random() < 0.5:
            fields = list(HEADER.unpack(head))
            fields[dice.randrange(1, 7)] = dice.choice((0, 1, 2, 400, 0xFFFFFFFF, 0x7FFFFFFF))
            first = HEADER.pack(*fields[:-1], hashlib.sha256(spoilt).digest())
        else:
            first = HEADER.pack(*HEADER.unpack(head)[:-1], hashlib.sha256(spoilt).digest())
        network = decode((bytes_mutant(first, dice) if dice.random() < 0.3 else first) + spoilt, "mutant.nnue")
        NetworkBoard(network).evaluate(CoreBoard.start())

    yield check


TARGETS: dict[str, Target] = {
    "polyglot": _foreign(".bin", _polyglot, 48),
    "abk": _foreign(".abk", _arena, 100),
    "ctg": _foreign(".ctg", _chessbase, 4096),
    "book-pgn": _foreign(".pgn", _flagged_pgn, 100),
    "book": _book,
    "packed-book": partial(_book, make=_packed_book),
    "collection": _collection,
    "syzygy": _syzygy,
    "nnue": _nnue,
}
