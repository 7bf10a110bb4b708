"""What a game threw away teaches, whatever its result was in the end."""

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from books.choice.choose import BookChoice
from books.choice.judging import entry_of
from books.choice.library import Library
from books.entry import Flag, PositionVerdict
from books.key import position_key
from books.learning.collapses import BETTER_CP, collapses, last_collapse
from books.learning.learn import Learner
from books.learning.mistakes import Stretch
from books.learning.played import LearnedGame, plies
from engine.game.reason_words import english
from tests.books.helpers import TRAP, TRAP_BOOK, TRAP_END, TableAnalyser, after, line, white_values

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def game(*evaluations: int | None, result: str = "1/2-1/2") -> LearnedGame:
    """A game of White's in which nothing happens but what the evaluations say."""
    moves = (SHUFFLE * len(evaluations))[: 2 * len(evaluations)]
    return LearnedGame(moves, True, result, evaluations=evaluations)


def found(played: LearnedGame) -> list[Stretch]:
    return collapses(played, plies(played))


@pytest.mark.parametrize(
    "evaluations", [(0, 20, -40), (-90, -200, -290, 0), (-300, 0, -310, 10), (90, 99, 0), (150, 40)]
)
def test_a_draw_that_was_never_won_or_lost_twice_in_a_row_fell_nowhere(evaluations: tuple[int, ...]) -> None:
    assert found(game(*evaluations)) == []


def test_a_drawn_game_fell_to_each_lost_position_that_was_held_before() -> None:
    played = game(None, 30, -310, -400, -20, 10, -500, -600, 0)
    assert found(played) == [Stretch(4), Stretch(12, 8)]


def test_a_position_still_lost_is_no_second_fall() -> None:
    assert found(game(0, -310, -400, -90, -320, -330, 0)) == [Stretch(2)]


def test_a_drawn_game_fell_from_better_to_level() -> None:
    played = game(None, 100, 120, 60, 110, 49, 0)
    assert found(played) == [Stretch(10, 2, BETTER_CP)]
    assert found(game(120, 300, 200)) == [Stretch(4, 0, BETTER_CP)]  # given away by the last move


def test_what_was_lost_is_not_also_better() -> None:
    assert found(game(200, 300, -310, -400, 0)) == [Stretch(4)]


def test_a_lost_game_fell_before_its_end_only_where_it_was_held_again() -> None:
    played = game(0, -310, -400, 20, -90, -350, -420, result="0-1")
    assert found(played) == [Stretch(2)]
    assert last_collapse(played, plies(played)) == Stretch(10)
    assert found(game(0, -310, -400, -10, result="0-1")) == [Stretch(2)]  # held again at the very end
    assert found(game(0, -310, -400, -500, result="0-1")) == []


@pytest.mark.parametrize("result", ["1-0", "*"])
def test_a_won_or_unfinished_game_is_left_alone(result: str) -> None:
    assert found(game(300, 300, -400, -400, 300, result=result)) == []


# What is learned from it: the trap of helpers.py, which the opponent let go


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line(TRAP_BOOK))
    yield opened
    opened.close()


MISTAKE = after(f"{TRAP_BOOK} Nd4")
TAKES = MISTAKE.parse_san("Nxe5")


def drawn(*late: int) -> LearnedGame:
    """The trap up to 6.Rf1 Qxe4, with a draw; `late`: the own evaluations after the book."""
    moves = tuple(move.uci() for move in line(TRAP)[:-2])
    return LearnedGame(moves, True, "1/2-1/2", book_plies=5, evaluations=(None, None, None, *late))


def choice_at(library: Library, board: chess.Board) -> BookChoice:
    choice = library.chooser().choose(board)
    assert choice is not None
    return choice


def test_a_draw_that_the_opponent_let_go_is_learned_like_a_loss(library: Library) -> None:
    learner = Learner(library)
    number = learner.record(drawn(0, -310, -400))
    assert learner.pending() == [number]
    (lesson,) = learner.analyse_pending(TableAnalyser(white_values(f"{TRAP_BOOK} Nd4", TRAP_END)))
    assert english(lesson.reason).startswith(f"after game {number}: 4.Nxe5 -> ?, -3.00 at depth 20, better 4.")
    assert choice_at(library, MISTAKE).move not in (None, TAKES)
    MISTAKE.push(TAKES)
    assert learner.book.position(position_key(MISTAKE)).verdict is PositionVerdict.SUSPECTED  # type: ignore[union-attr]
    MISTAKE.pop()


def spoiled(library: Library) -> str:
    """Learns a draw in which 4.Nxe5 made 1.50 of 3.00 level. Returns the lesson's words."""
    learner = Learner(library)
    learner.record(drawn(150, 120, 0))
    good = white_values(f"{TRAP_BOOK} Nd4 4.O-O", value=150)
    (lesson,) = learner.analyse_pending(TableAnalyser(good | white_values(f"{TRAP_BOOK} Nd4", TRAP_END, 20)))
    return english(lesson.reason)


def test_a_move_that_gave_the_advantage_away_becomes_dubious(library: Library) -> None:
    assert spoiled(library) == "after game 1: 4.Nxe5 -> $, +0.20 at depth 20, better 4.O-O"
    choice = choice_at(library, MISTAKE)
    assert (choice.move, choice.flag) == (MISTAKE.parse_san("O-O"), Flag.STRONG)
    entry = entry_of(library, MISTAKE, TAKES)
    assert entry is not None
    assert entry.flag is Flag.DUBIOUS
    assert choice.excluded == ()  # it is not lost


def test_what_a_book_recommends_keeps_its_flag(library: Library) -> None:
    library.set_flag(MISTAKE, TAKES, Flag.NORMAL)
    assert spoiled(library) == "after game 1: 4.Nxe5, +0.20 at depth 20, better 4.O-O"
    entry = entry_of(library, MISTAKE, TAKES)
    assert entry is not None
    assert entry.flag is Flag.NORMAL
    assert choice_at(library, MISTAKE).move == MISTAKE.parse_san("O-O")  # clearly best


def test_a_draw_that_fell_nowhere_teaches_nothing(library: Library) -> None:
    learner = Learner(library)
    learner.record(drawn(20, 30, 0))
    assert learner.pending() == []
