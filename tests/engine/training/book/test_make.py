"""`ratsu train book`: a book in which every position was searched, bad moves fell by two judges, and no search is done twice."""

import json
import sys
from pathlib import Path

import chess
import pytest

from books.building.searches import SearchFile
from books.entry import Flag, MoveRow
from books.graph import children
from books.key import decode, encode, position_key
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.command_line import main
from engine.training.book import condemned, denial, frontier, maker
from engine.training.book.frontier import SearchEffort, predict_nothing
from engine.training.commands import book as command
from tests.books.helpers import line
from tests.helpers import greedy_engine

GAMES = [("1. e4 a6 2. Nf3 b5", 9), ("1. e4 a6 2. Bb5 axb5", 8), ("1. d4 d5 2. c4 e6", 7), ("1. h3 h6", 2)]
BLUNDER = "1.e4 a6 2.Bb5"


@pytest.fixture
def judges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The two judges as greedy engines; they log their searches in the folder that is returned."""
    for name in ("foreign", "own"):
        script = tmp_path / name
        script.write_text(
            f"#!/bin/sh\nexec '{sys.executable}' '{greedy_engine.__file__}' {name} '{tmp_path}/{name}.log' $BLIND\n"
        )
        script.chmod(0o755)
    monkeypatch.setattr(command, "own_command", lambda *_: (str(tmp_path / "own"),))
    monkeypatch.setattr(command, "StrongPlayers", lambda: predict_nothing)
    return tmp_path


def make(folder: Path, *options: str) -> int:
    games = folder / "games.pgn"
    games.write_text(
        "\n\n".join(f'[Result "1-0"]\n\n{moves} 1-0' for moves, count in GAMES for _ in range(count)) + "\n"
    )
    files = ["--to", str(folder / "made.ratsubook"), "--cache", str(folder / "searches.db")]
    return main(["train", "book", str(games), *files, "--judge", str(folder / "foreign"), "--plies", "6", *options])


def rows(folder: Path, text: str) -> dict[str, MoveRow]:
    board = chess.Board()
    for move in line(text):
        board.push(move)
    with BookFile(folder / "made.ratsubook", Access.READ) as book:
        found = {row.move: row for row in book.rows(position_key(board))}
    return {board.san(move): found[code] for move in board.legal_moves if (code := encode(board, move)) in found}


def test_the_move_that_both_condemn_is_bad_and_its_refutation_is_there(judges: Path) -> None:
    assert make(judges) == 0
    here = rows(judges, "1.e4 a6")
    assert here["Bb5"].flag is Flag.BAD
    assert here["Bb5"].losses + here["Bb5"].draws + here["Bb5"].wins == 8
    assert here["Bb5"].better is not None
    assert here["Nf3"].flag.playable
    assert rows(judges, BLUNDER)["axb5"].flag.playable
    deep = {text.split()[0] for text in (judges / "own.log").read_text().splitlines()}
    assert deep == {"5000000"}  # and nothing else was asked of it


def test_every_position_has_a_move_to_play(judges: Path) -> None:
    make(judges)
    for text in ("", "1.e4", "1.d4", "1.d4 d5", "1.h3", "1.h3 h6", "1.e4 a6 2.Nf3"):
        assert any(row.flag.playable for row in rows(judges, text).values()), text
    with BookFile(judges / "made.ratsubook", Access.READ) as book:
        position = book.position(position_key(chess.Board()))
        assert position is not None
        assert position.worth is not None
        assert position.engine == "foreign"
        assert "foreign" in (book.meta("checked") or "")


@pytest.mark.long
@pytest.mark.parametrize(("limit", "value"), [("DECIDED_CP", -1), ("LATE_PLY", 2)])
def test_what_few_games_reach_is_left_out_where_it_is_decided_or_late(
    judges: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    few = "1.h3 h6"  # two games reach it; the greedy engine finds all equal there
    make(judges)
    assert rows(judges, few)
    monkeypatch.setattr(maker, limit, value)
    make(judges, "--hours", "0")
    assert not rows(judges, few)
    assert rows(judges, "1.e4 a6")  # many games
    assert rows(judges, BLUNDER)  # the refutation of a condemned move


@pytest.mark.long
def test_a_move_is_played_only_if_something_was_searched_behind_it(
    judges: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker.BookMaker, "confirm", lambda *_: None)
    with monkeypatch.context() as patch:
        patch.setattr(maker.BookMaker, "search_replies", lambda *_: None)
        make(judges, "--condemn", "0", "--verify", "0")
    assert _unconfirmed(judges) == []
    before = _positions(judges)
    searched = len((judges / "foreign.log").read_text().splitlines())
    make(judges, "--condemn", "0", "--verify", "0")
    looked = (judges / "foreign.log").read_text().splitlines()[searched:]
    assert {text.split()[0] for text in looked} == {"15000", "20000"}  # half of the search before, 15,000 at least
    assert _unconfirmed(judges) == []
    assert _positions(judges) > before


def _positions(folder: Path) -> int:
    with BookFile(folder / "made.ratsubook", Access.READ) as book:
        return book.count_positions()


def _unconfirmed(folder: Path) -> list[str]:
    """The positions of the book with a move to play behind which nothing was searched."""
    file = SearchFile(folder / "searches.db")
    searched = file.deepest("foreign")
    file.close()
    found, waiting = [], [chess.Board()]
    with BookFile(folder / "made.ratsubook", Access.READ) as book:
        while waiting:
            board = waiting.pop()
            playable = {row.move for row in book.rows(position_key(board)) if row.flag.playable}
            for code, key in children(board).items():
                if code in playable:
                    waiting.append(board.copy())
                    move = decode(board, code)
                    assert move is not None
                    waiting[-1].push(move)
                    if key not in searched:
                        found.append(board.fen())
    return found


@pytest.mark.long
def test_a_position_of_which_every_move_is_denied_is_searched_again(
    judges: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frontier, "EFFORTS", ((0.0, SearchEffort(60_000, 1)),))  # more than half of what confirms
    monkeypatch.setattr(maker.BookMaker, "search_replies", lambda *_: None)
    with monkeypatch.context() as patch:
        patch.setattr(maker.BookMaker, "confirm", lambda *_: None)
        make(judges, "--verify", "0", "--condemn", "0")
    before = (judges / "foreign.log").read_text()
    monkeypatch.setattr(denial, "falls_short", lambda *_: True)
    monkeypatch.setattr(maker, "NEAR_CP", 10_000)
    make(judges, "--verify", "1", "--condemn", "0")
    first, *others = (judges / "foreign.log").read_text().removeprefix(before).splitlines()
    assert first == f"{condemned.FOREIGN.nodes} {chess.STARTING_FEN}"  # the most reached
    assert {text.split()[0] for text in others} == {str(denial.CONFIRMED.nodes)}
    asked = [text.split(" ", 1)[1] for text in others]
    assert asked[0].startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")  # after the move played most
    assert len(set(asked)) == len(asked) >= len(GAMES)


@pytest.mark.long
def test_without_time_a_denied_move_to_an_unknown_position_is_passed_over(
    judges: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(judges, "--positions", "3", "--condemn", "0")
    monkeypatch.setattr(denial, "falls_short", lambda *_: True)
    before = (judges / "foreign.log").read_text()
    assert make(judges, "--hours", "0") == 0
    assert (judges / "foreign.log").read_text() == before


def test_a_judge_that_disagrees_saves_the_move(judges: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = judges / "own"
    own.write_text(own.read_text().replace("$BLIND", "blind"))
    make(judges)
    assert rows(judges, "1.e4 a6")["Bb5"].flag is Flag.UNCHECKED


@pytest.mark.long
def test_a_move_near_the_line_is_condemned_only_if_a_third_look_agrees(
    judges: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(condemned, "SURE_CP", 1_000)
    foreign = judges / "foreign"
    foreign.write_text(foreign.read_text().replace("$BLIND", str(condemned.DEEPER.nodes)))
    make(judges)
    assert rows(judges, "1.e4 a6")["Bb5"].flag not in (Flag.BAD, Flag.DUBIOUS)
    (judges / "made.ratsubook").unlink()
    (judges / "searches.db").unlink()
    foreign.write_text(foreign.read_text().replace(str(condemned.DEEPER.nodes), ""))
    make(judges)
    assert rows(judges, "1.e4 a6")["Bb5"].flag is Flag.BAD


@pytest.mark.long
def test_a_move_near_the_line_is_spared_without_time_for_the_third_look(
    judges: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(judges)
    assert rows(judges, "1.e4 a6")["Bb5"].flag is Flag.BAD
    monkeypatch.setattr(condemned, "SURE_CP", 1_000)
    make(judges, "--hours", "0")
    assert rows(judges, "1.e4 a6")["Bb5"].flag is Flag.UNCHECKED


def test_a_second_run_searches_nothing_and_makes_the_same_book(
    judges: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(judges)
    first = (judges / "made.ratsubook").read_bytes()
    searched = [(judges / name).read_text() for name in ("foreign.log", "own.log")]
    capsys.readouterr()
    make(judges, "--hours", "0", "--json")
    assert json.loads(capsys.readouterr().out)["games"] == 26
    assert [(judges / name).read_text() for name in ("foreign.log", "own.log")] == searched
    assert (judges / "made.ratsubook").read_bytes() == first


def test_without_time_nothing_is_searched(judges: Path) -> None:
    make(judges, "--positions", "3", "--condemn", "0")
    searched = (judges / "foreign.log").read_text()
    assert sum(text.startswith("40000 ") for text in searched.splitlines()) == 3
    make(judges, "--hours", "0")
    assert (judges / "foreign.log").read_text() == searched
    assert rows(judges, "")


@pytest.mark.long
def test_a_lost_cache_is_replaced_by_the_book(judges: Path) -> None:
    make(judges)
    before = rows(judges, "1.e4 a6")
    searched = [(judges / name).read_text() for name in ("foreign.log", "own.log")]
    for file in judges.glob("searches.db*"):
        file.unlink()
    (judges / "made.ratsubook").rename(judges / "earlier.ratsubook")
    make(judges, "--earlier", str(judges / "earlier.ratsubook"), "--hours", "0")
    assert [(judges / name).read_text() for name in ("foreign.log", "own.log")] == searched
    after = rows(judges, "1.e4 a6")
    assert {san: row.flag for san, row in after.items()} == {san: row.flag for san, row in before.items() if row.games}
