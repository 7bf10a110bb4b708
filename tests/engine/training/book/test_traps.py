"""`ratsu train traps`: a trap that two judges condemn is in the book with its flag and its refutation."""

import sys
from pathlib import Path

import chess
import pytest

from books.building.imports import new_book
from books.entry import Flag, MoveRow, PositionRow
from books.key import encode, position_key
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.command_line import main
from engine.training.book import traps
from engine.training.commands import traps as command
from tests.books.helpers import after
from tests.helpers import greedy_engine

TRAP = "e4 a6 Bb5"  # the pawn takes the bishop


def test_a_trap_has_its_flag_its_better_move_and_its_refutation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = tmp_path / "judge"
    judge.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{greedy_engine.__file__}' judge '{tmp_path}/log'\n")
    judge.chmod(0o755)
    monkeypatch.setattr(traps, "TRAPS", (TRAP, "e4 a6 Nf3"))
    monkeypatch.setattr(command, "own_command", lambda *_: (str(judge),))
    board = after("1.e4 a6")
    key, bishop, knight = position_key(board), *(encode(board, board.parse_san(san)) for san in ("Bb5", "Nf3"))
    with new_book(tmp_path / "old.ratsubook", "Club") as book:
        rows = [MoveRow(key, knight, Flag.STRONG, 9, 5), MoveRow(key, bishop, Flag.UNCHECKED, 1, 3)]
        book.put_packed([(PositionRow(key, value=0, depth=9, nodes=1000, backed=0), rows)])
    paths = [str(tmp_path / "old.ratsubook"), "--to", str(tmp_path / "new.ratsubook"), "--judge", str(judge)]
    assert main(["train", "traps", *paths]) == 0
    assert f"{TRAP}: loses 3" in capsys.readouterr().out
    with BookFile(tmp_path / "new.ratsubook", Access.READ) as book:
        found = {row.move: row for row in book.rows(key)}
        assert (found[knight].flag, found[bishop].flag) == (Flag.STRONG, Flag.BAD)
        assert (found[bishop].better, found[bishop].wins) == (knight, 3)
        reply = after("1.e4 a6 2.Bb5")
        assert [row.move for row in book.rows(position_key(reply))] == [encode(reply, chess.Move.from_uci("a6b5"))]
        assert book.meta("title") == "Club"
