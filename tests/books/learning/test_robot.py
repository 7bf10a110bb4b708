"""A lost position is not reached a second time, by whatever order of moves: a sample of tests/bench/book_robot.py."""

from collections.abc import Sequence
from pathlib import Path

import chess
import pytest

from books.analysis import Analysis
from books.choice.library import Library
from books.entry import Flag, PositionVerdict
from books.formats import polyglot
from books.formats.polyglot import to_row
from books.key import encode, position_key, signed
from books.learning.learn import Learner
from engine.game.reason_words import english
from engine.play.book.book_export import write_book
from tests.bench.book_robot import Robot, Trap, run, traps
from tests.books.helpers import TableAnalyser, after

FOOL, LEGAL = "f3 e5 g4", "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6"


def knowing(*some: Trap) -> TableAnalyser:
    """An analyser that knows each trap's lost position and what comes after it."""
    return TableAnalyser(
        {position_key(board): -600 if trap.own_white else 600 for trap in some for board in trap.boards}
    )


def trap(line: str) -> Trap:
    return next(found for found in traps() if found.line == line)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)


def test_every_trap_is_legal_as_it_is_written() -> None:
    assert len(traps()) >= 30
    assert len({found.lost for found in traps()}) == len(traps())
    for found in traps():
        assert len(found.boards) == 1 + len(found.refutation.split())


@pytest.mark.parametrize(
    ("line", "other_way", "mistake"),
    [
        (FOOL, "1.g4 e5", "f3"),
        (LEGAL, "1.e4 e5 2.Nf3 d6 3.Bc4 g6 4.Nc3", "Bg4"),
        (LEGAL, "1.e4 e5 2.Nf3 d6 3.Nc3 Bg4 4.Bc4", "g6"),
    ],
)
def test_a_trap_that_was_lost_once_is_avoided_by_any_order_of_moves(
    library: Library, line: str, other_way: str, mistake: str
) -> None:
    lost = trap(line)
    robot = Robot(library, knowing(lost))
    robot.add_to_book(lost)
    board = after(other_way)
    move = board.parse_san(mistake)
    library.set_flag(board, move, Flag.STRONG)  # even where the user's book says so
    assert library.chooser().choose(board).move == move  # type: ignore[union-attr]
    while not robot.play(lost):
        pass
    choice = library.chooser().choose(board)
    assert choice is not None
    assert choice.move != move
    assert move in {found.move for found in library.lost_moves(board)}
    library.close()


def test_a_move_that_the_book_does_not_know_is_left_out_of_the_search_if_it_reaches_a_lost_position(
    library: Library,
) -> None:
    lost = trap(FOOL)
    robot = Robot(library, knowing(lost))
    robot.add_to_book(lost)
    assert robot.play(lost)
    board = after("1.g4 e5")
    assert library.moves_on(board) == []
    choice = library.chooser().choose(board)
    assert choice is not None
    assert (choice.move, choice.excluded) == (None, (chess.Move.from_uci("f2f3"),))
    library.close()


def test_no_position_is_lost_from_twice(library: Library) -> None:
    some = traps()[:12]
    won = run(library, knowing(*some), some, 120)
    assert len(won) >= 8  # the robot does win
    assert max(won.values()) == 1
    library.close()


def test_an_exported_book_has_no_move_that_is_known_to_lose(library: Library, tmp_path: Path) -> None:
    lost = trap(FOOL)
    robot = Robot(library, knowing(lost))
    robot.add_to_book(lost)
    other = after("1.g4 e5")
    library.add_line(
        chess.Board(), [chess.Move.from_uci("g2g4"), chess.Move.from_uci("e7e5"), chess.Move.from_uci("f2f3")]
    )
    assert robot.play(lost)
    assert write_book(tmp_path / "book.bin", library, lambda _done, _total: True).moves > 3
    weights = {
        (signed(entry.key), to_row(entry).move): entry.weight for entry in polyglot.read_entries(tmp_path / "book.bin")
    }
    assert weights[position_key(other), encode(other, other.parse_san("f3"))] == 0
    assert weights[position_key(chess.Board()), encode(chess.Board(), chess.Move.from_uci("g2g4"))] > 0
    library.close()


def test_a_suspicion_stands_after_a_second_look_of_two_million_nodes(library: Library) -> None:
    """Of 23 learned `?` that a foreign engine looked at again, three lost less than 0.20."""
    lost = trap(LEGAL)
    knows = knowing(lost)

    def analyse(board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        return knows(board, root_moves, times)._replace(nodes=200_000 * times)

    robot = Robot(library, analyse)
    robot.add_to_book(lost)
    while not robot.play(lost):
        pass
    assert library.position_at(lost.lost).verdict is PositionVerdict.SUSPECTED
    assert Learner(library).recheck(analyse) == []
    position = library.position_at(lost.lost)
    assert (position.verdict, position.lost, position.nodes) == (PositionVerdict.CONFIRMED, 1, 3_200_000)
    knows.values.clear()
    knows.depth += 1
    cleared = Learner(library).recheck(analyse)
    assert "is playable after all" in english(cleared[0].reason)
    assert library.position_at(lost.lost).verdict is PositionVerdict.CLEARED
    assert library.lost_moves(after("1.e4 e5 2.Nf3 d6 3.Bc4 Bg4 4.Nc3")) == []
    library.close()
