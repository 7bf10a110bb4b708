"""A book that grows: what did well three times becomes a normal move once an analysis agrees."""

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from books.entry import Flag
from books.key import position_key
from books.learning import lessons
from books.learning.learn import Learner
from books.learning.played import LearnedGame
from engine.game.reason_words import english
from tests.books.helpers import TableAnalyser, after, line, white_values

BOOK = "1.e4 e5 2.Nf3 Nc6"
WON = f"{BOOK} 3.d4 exd4 4.Nxd4 Nxd4 5.Qxd4 c5 6.Qd5"
HERE = after(BOOK)
D4 = HERE.parse_san("d4")
SOUND = TableAnalyser({})


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line(BOOK))
    yield opened
    opened.close()


def played(number: int, result: str = "1-0", text: str = WON, **values: object) -> LearnedGame:
    moves = tuple(move.uci() for move in line(text))
    return LearnedGame(moves, True, result, book_plies=3, date=f"2026.02.{number:02}", **values)  # type: ignore[arg-type]


def learn(library: Library, analyser: TableAnalyser, *games: LearnedGame) -> list[str]:
    learner = Learner(library)
    learner.record_all(games)
    found = [english(lesson.reason) for lesson in learner.analyse_pending(analyser)]
    assert learner.pending() == []
    return found


def flag(library: Library) -> Flag:
    return next((entry.flag for entry in library.look_up(HERE) if entry.move == D4), Flag.UNCHECKED)


def test_what_won_three_times_comes_from_the_book_in_the_fourth_game(library: Library) -> None:
    assert learn(library, SOUND, played(1), played(2)) == []
    assert library.chooser().choose(HERE) is None
    found = learn(library, SOUND, played(3))
    assert found[0] == "after game 3: 3.d4 -> normal, 0.00 at depth 20, 100% of the points, 3 games"
    choice = library.chooser().choose(HERE)
    assert choice is not None
    assert (choice.move, choice.flag) == (D4, Flag.NORMAL)
    assert library.chooser().choose(after(f"{BOOK} 3.d4 exd4")).move == chess.Move.from_uci("f3d4")  # type: ignore[union-attr]
    assert learn(library, SOUND, played(4)) == []  # it is in the book now
    lessons.undo_game(Learner(library).book, 3)
    assert flag(library) is Flag.UNCHECKED


def test_a_game_that_is_learned_three_times_counts_once(library: Library) -> None:
    assert learn(library, SOUND, played(1), played(1), played(1)) == []
    assert flag(library) is Flag.UNCHECKED


@pytest.mark.parametrize(
    ("result", "values"),
    [
        ("0-1", {"evaluations": (None, None, 20, 20, 20, 20)}),
        ("1/2-1/2", {}),
        ("1/2-1/2", {"evaluations": (None, None, 40, 40, 40, 40)}),
        ("1-0", {"evaluations": (None, None, -60, -60, -70, -75)}),
        ("1-0", {"termination": "abandoned"}),
    ],
)
def test_what_did_not_do_well_by_result_and_evaluation_stays_unchecked(
    library: Library, result: str, values: dict[str, object]
) -> None:
    learn(library, SOUND, *(played(number, result, **values) for number in range(1, 5)))  # type: ignore[arg-type]
    assert flag(library) is Flag.UNCHECKED


def test_a_bad_move_that_won_is_not_learned(library: Library) -> None:
    bad = TableAnalyser({position_key(after(f"{BOOK} 3.d4")): -40})
    assert learn(library, bad, *map(played, range(1, 5))) == []
    assert flag(library) is Flag.UNCHECKED


def test_a_move_that_the_user_removed_does_not_come_back(library: Library) -> None:
    learn(library, SOUND, played(1))
    library.delete(HERE, D4)
    found = learn(library, SOUND, played(2), played(3))
    assert not any("3.d4 " in text for text in found)
    assert flag(library) is Flag.UNCHECKED


def test_a_bad_line_in_the_learned_book_is_unlearned(library: Library) -> None:
    learn(library, SOUND, *map(played, range(1, 4)))
    assert flag(library) is Flag.NORMAL
    knows = TableAnalyser(white_values(BOOK, "3.d4 exd4 4.Nxd4 Nxd4"))
    learn(library, knows, played(5, "0-1", f"{BOOK} 3.d4 exd4 4.Nxd4 Nxd4", evaluations=(None, None, None, None, -300)))
    assert flag(library) is Flag.BAD
    choice = library.chooser().choose(HERE)
    assert choice is not None
    assert choice.move != D4


def test_a_style_decides_what_is_dubious_among_playable_moves(library: Library) -> None:
    """3.d4 loses 0.40: without a style it stays unchecked, a style that likes it plays it, another one marks it `$`."""
    values = {position_key(after(f"{BOOK} 3.d4")): -40}
    plain, dislikes = TableAnalyser(values), TableAnalyser({position_key(after(f"{BOOK} 3.d4")): -60})
    learner = Learner(library, style=SOUND)
    learner.record_all(map(played, range(1, 4)))
    learner.analyse_pending(plain)
    assert flag(library) is Flag.NORMAL
    lessons.undo_everything(learner.book)
    learner = Learner(library, style=dislikes)
    learner.record_all(map(played, range(1, 4)))
    found = learner.analyse_pending(plain)
    assert "3.d4 -> $, playable, but not the style, -0.40 at depth 20" in english(found[0].reason)
    assert flag(library) is Flag.DUBIOUS
