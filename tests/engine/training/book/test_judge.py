"""A judge is asked for exact values, and its word is kept so that nobody asks twice."""

import sys
from pathlib import Path

import chess
import pytest

from books.building.searches import Search, SearchFile
from books.errors import BookError
from books.key import encode, position_key
from engine.play.external.errors import EngineCrash
from engine.training.book.frontier import BookNode, SearchEffort
from engine.training.book.judge import Judge
from engine.training.book.judge_pool import JudgePool, JudgeTask, in_turn
from tests.helpers import fake_engine, greedy_engine

HANGING = chess.Board("rnbqkbnr/1ppppppp/p7/1B6/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 0 2")  # the bishop on b5 can be taken


def greedy(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, greedy_engine.__file__, *arguments)


def node(board: chess.Board) -> BookNode:
    return BookNode(board.fen(), position_key(board), 1.0, board.ply())


def test_a_bound_at_the_end_of_a_search_is_no_value() -> None:
    judge = Judge(greedy())
    try:
        found = judge.search(HANGING, 1_000, 3)
    finally:
        judge.close()
    takes = encode(HANGING, chess.Move.from_uci("a6b5"))
    assert found.lines[0] == (takes, 300)
    assert found.value == 300
    assert len(found.lines) == 3
    assert found.best_line == (takes,)


def test_what_was_searched_is_not_searched_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for effort, searched in ((SearchEffort(1_000, 1), 1), (SearchEffort(1_500, 1), 1), (SearchEffort(4_000, 1), 2)):
        file = SearchFile(tmp_path / "searches.db")
        with JudgePool(greedy("Greedy", str(log)), (), 2, file) as panel:
            found = list(panel.search(in_turn(JudgeTask(node(HANGING), effort))))
        file.close()
        assert [search.value for _, search in found] == [300]
        assert len(log.read_text().splitlines()) == searched


def test_a_reader_that_stops_leaves_what_was_being_searched_in_the_file(tmp_path: Path) -> None:
    log = tmp_path / "log"
    file = SearchFile(tmp_path / "searches.db")
    nodes = [node(HANGING), node(chess.Board())]
    with JudgePool(greedy("Greedy", str(log)), (), 2, file) as panel:
        searching = panel.search(in_turn(*(JudgeTask(one, SearchEffort(1_000, 1)) for one in nodes)))
        next(searching)
        searching.close()
        assert panel.searched == 2
    assert set(file.deepest("Greedy")) == {one.key for one in nodes}
    file.close()


def test_a_judge_that_ends_leaves_what_was_found(tmp_path: Path) -> None:
    file = SearchFile(tmp_path / "searches.db")
    file.keep("Fake", 7, Search(1_000, 3, ((5, 20), (6, -10)), (5, 9)))
    with JudgePool((sys.executable, fake_engine.__file__, "uci", "dies"), (), 1, file) as panel:
        searching = panel.search(in_turn(JudgeTask(node(HANGING), SearchEffort(1_000, 1))))
        with pytest.raises(EngineCrash):
            list(searching)
    assert file.deepest("Fake") == {7: Search(1_000, 3, ((5, 20), (6, -10)), (5, 9))}
    file.close()


def test_the_deepest_search_counts_and_a_foreign_file_is_refused_in_words(tmp_path: Path) -> None:
    file = SearchFile(tmp_path / "searches.db")
    file.keep("A", 1, Search(9_000, 5, ((1, 30),)))
    file.keep("A", 1, Search(1_000, 3, ((2, 50),)))
    file.keep("B", 1, Search(99_000, 9, ((3, 70),)))
    assert file.deepest("A") == {1: Search(9_000, 5, ((1, 30),))}
    file.close()
    (tmp_path / "text").write_text("no database" * 100)
    with pytest.raises(BookError):
        SearchFile(tmp_path / "text")
