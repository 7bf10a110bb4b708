"""`ratsu train theory`: lines of theory and answers to gambits in a finished book; what it played before stays."""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest

from books.building.build import BuildOptions, MoveCounter
from books.building.game_graph import GameGraph
from books.building.imports import new_book
from books.building.searches import SearchFile
from books.entry import Flag, MoveRow, PositionRow
from books.formats.games import read_lines
from books.graph import children
from books.key import encode, position_key
from engine.command_line import main
from engine.training.book.finished import Pages, read_pages
from engine.training.book.judge_pool import JudgePool
from engine.training.book.theory import ANSWERED_PLIES, THEORY_WEIGHT, TheoryBook
from tests.books.helpers import after
from tests.helpers import greedy_engine

PEOPLE = [("1. e4 e5", 20), ("1. d4 d5", 10), ("1. c4 e5", 10)]
LINES = {"Open": "e4 e5 Nf3 Nc6 Bb5", "Bishop's sacrifice": "e4 e5 Ba6"}
GAMBITS = {"Damiano": "e4 e5 Nf3 f6"}


@pytest.fixture
def judge(tmp_path: Path) -> Iterator[JudgePool]:
    """An engine that sees material and one capture."""
    script = tmp_path / "judge"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{greedy_engine.__file__}' judge '{tmp_path}/judge.log'\n")
    script.chmod(0o755)
    with closing(SearchFile(tmp_path / "searches.db")) as file, JudgePool((str(script),), (), 1, file) as pool:
        yield pool


@pytest.fixture
def people(tmp_path: Path) -> GameGraph:
    games = tmp_path / "people.pgn"
    games.write_text(
        "\n\n".join(f'[Result "1-0"]\n\n{moves} 1-0' for moves, count in PEOPLE for _ in range(count)) + "\n"
    )
    options = BuildOptions(max_ply=8, min_games=1)
    with MoveCounter(options) as counter:
        for game in read_lines(games, options.max_ply):
            counter.add(game)
        return GameGraph(counter.counts())


def old_pages() -> Pages:
    """A book that plays 1.e4, and knows 1.d4 and 1.c4 as normal."""
    board = chess.Board()
    key, reached = position_key(board), children(board)
    codes = {san: encode(board, board.parse_san(san)) for san in ("e4", "d4", "c4")}
    rows = [
        MoveRow(key, codes["e4"], Flag.STRONG, 800, wins=60),
        MoveRow(key, codes["d4"], Flag.NORMAL, 30, wins=40),
        MoveRow(key, codes["c4"], Flag.NORMAL, 30),
    ]
    pages: Pages = {key: (PositionRow(key, value=0, backed=0, depth=9, nodes=2_000_000), rows)}
    for code in codes.values():
        after_it = board.copy()
        after_it.push(next(move for move in board.legal_moves if encode(board, move) == code))
        answer = MoveRow(reached[code], encode(after_it, next(iter(after_it.legal_moves))), Flag.NORMAL, 1000)
        pages[reached[code]] = PositionRow(reached[code], value=0, backed=0, depth=9, nodes=2_000_000), [answer]
    return pages


def row(pages: Pages, text: str, san: str) -> MoveRow | None:
    board = after(text) if text else chess.Board()
    found = pages[position_key(board)][1]
    return next((row for row in found if row.move == encode(board, board.parse_san(san))), None)


def test_lines_and_answers_are_added_and_what_was_played_stays(judge: JudgePool, people: GameGraph) -> None:
    pages = old_pages()
    before = row(pages, "", "e4")
    TheoryBook(pages, judge, people, lambda text: None).add(LINES, GAMBITS)
    assert row(pages, "", "e4") == before
    for text, san in (("1.e4", "e5"), ("1.e4 e5", "Nf3"), ("1.e4 e5 2.Nf3", "Nc6"), ("1.e4 e5 2.Nf3 Nc6", "Bb5")):
        found = row(pages, text, san)
        assert found is not None and found.flag is Flag.NORMAL and found.weight >= THEORY_WEIGHT, text
    lost = row(pages, "1.e4 e5", "Ba6")
    assert lost is not None and lost.flag is Flag.UNCHECKED  # in the book, and not played
    board = after("1.e4 e5 2.Nf3 f6")
    for _ in range(ANSWERED_PLIES + 1):
        best = pages[position_key(board)][1][0]
        assert best.flag.playable
        board.push(next(move for move in board.legal_moves if encode(board, move) == best.move))


def test_normal_moves_weigh_what_people_play(judge: JudgePool, people: GameGraph) -> None:
    pages = old_pages()
    TheoryBook(pages, judge, people, lambda text: None).add(LINES, GAMBITS)
    weights = {san: found.weight for san in ("d4", "c4") if (found := row(pages, "", san))}
    assert weights == {"d4": round(1000 * (0.4 + 0.25) / 2), "c4": round(1000 * 0.25 / 2)}


def test_no_search_is_done_twice(judge: JudgePool, people: GameGraph) -> None:
    TheoryBook(old_pages(), judge, people, lambda text: None).add(LINES, GAMBITS)
    searched, pages = judge.searched, old_pages()
    assert searched > 0
    TheoryBook(pages, judge, people, lambda text: None).add(LINES, GAMBITS)
    assert judge.searched == searched


def test_the_command_writes_the_book_with_its_title(
    judge: JudgePool, people: GameGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = TheoryBook.add
    monkeypatch.setattr(TheoryBook, "add", lambda book: add(book, LINES, GAMBITS))
    with new_book(tmp_path / "old.ratsubook", "Club") as book:
        book.put_packed(old_pages().values())
    files = [
        str(tmp_path / "old.ratsubook"),
        "--to",
        str(tmp_path / "new.ratsubook"),
        "--cache",
        str(tmp_path / "c.db"),
    ]
    others = ["--people", str(tmp_path / "people.pgn"), "--judge", str(tmp_path / "judge")]
    assert main(["train", "theory", *files, *others]) == 0
    pages, title, _ = read_pages(tmp_path / "new.ratsubook")
    assert title == "Club" and row(pages, "1.e4 e5 2.Nf3", "Nc6") is not None
