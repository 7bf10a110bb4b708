"""A person at the book: the shipped book confirms a habit or is left; the user's own books and what was learned still speak."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest

from books.choice.choose import BookChoice, ChoiceSettings, HabitualMove
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.key import encode, position_key
from books.store.book_file import BookFile
from engine.game.reason import Reason, ReasonKind, Share
from engine.game.reason_words import english

FLAGS = {"e2e4": Flag.STRONG, "d2d4": Flag.STRONG, "g1f3": Flag.NORMAL, "f2f3": Flag.BAD}
WHY = Reason(ReasonKind.AS_PEOPLE, ("1000", Share(0.4)))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    board = chess.Board()
    with BookFile(tmp_path / "shipped.ratsubook") as book:
        book.put_rows(
            MoveRow(position_key(board), encode(board, chess.Move.from_uci(uci)), flag, 100)
            for uci, flag in FLAGS.items()
        )
    with closing(Library(tmp_path / "user.ratsubook", None, tmp_path / "shipped.ratsubook")) as opened:
        yield opened


def choice(library: Library, uci: str, **settings: int) -> BookChoice | None:
    asked = ChoiceSettings(habit=lambda _: HabitualMove(chess.Move.from_uci(uci), WHY), **settings)  # type: ignore[arg-type]
    return library.chooser(asked).choose(chess.Board())


def test_a_habit_that_the_book_knows_is_a_move_of_the_book(library: Library) -> None:
    found = choice(library, "d2d4")
    assert found is not None and found.move == chess.Move.from_uci("d2d4") and found.flag is Flag.STRONG
    assert "40% of people rated 1000 play this" in english(found.reason)


@pytest.mark.parametrize("uci", ["h2h4", "g1f3"])
def test_another_habit_leaves_the_book(library: Library, uci: str) -> None:
    found = choice(library, uci)
    assert found is None or found.move is None


def test_nobody_is_kept_from_a_mistake_that_only_theory_knows(library: Library) -> None:
    assert choice(library, "f2f3") is None
    theory = library.chooser(ChoiceSettings(max_ply=0)).choose(chess.Board())
    assert theory is not None and theory.excluded == (chess.Move.from_uci("f2f3"),)


def test_a_move_that_the_user_calls_bad_is_left_out_for_people_too(library: Library) -> None:
    library.set_flag(chess.Board(), chess.Move.from_uci("a2a4"), Flag.BAD)
    found = choice(library, "h2h4")
    assert found is not None and found.excluded == (chess.Move.from_uci("a2a4"),)


def test_a_book_in_which_the_user_has_a_move_is_not_left(library: Library) -> None:
    library.set_flag(chess.Board(), chess.Move.from_uci("b2b4"), Flag.STRONG)
    found = [choice(library, "h2h4") for _ in range(20)]
    assert all(one is not None and one.move is not None for one in found)


def test_the_book_that_is_closed_confirms_nothing(library: Library) -> None:
    found = choice(library, "e2e4", max_ply=0)
    assert found is None or found.move is None


def test_without_the_predictor_the_book_chooses_by_weight(library: Library) -> None:
    found = library.chooser(ChoiceSettings(habit=lambda _: None)).choose(chess.Board())
    assert found is not None and found.move is not None


def test_a_move_against_the_style_is_dubious_for_its_player(library: Library) -> None:
    """Unless the user's own book has it, or the style wants none of the candidates."""
    king_pawn, queen_pawn = chess.Move.from_uci("e2e4"), chess.Move.from_uci("d2d4")

    def choices(*unwanted: chess.Move) -> list[BookChoice]:
        styled = library.chooser(ChoiceSettings(against_style=lambda _, __: unwanted))
        return [found for _ in range(30) if (found := styled.choose(chess.Board()))]

    for found in choices(queen_pawn):
        assert found.move == king_pawn and english(found.reason).endswith("against the style ($): d4")
    assert {found.move for found in choices(queen_pawn, king_pawn)} == {king_pawn, queen_pawn}
    library.set_flag(chess.Board(), queen_pawn, Flag.STRONG)
    assert {found.move for found in choices(queen_pawn)} == {king_pawn, queen_pawn}
