"""Now and then the book plays a normal move beside `!`: one that people play and that is hardly worse."""

import random
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from books.choice.choose import MORE_OFTEN, NORMAL_SHARE, SOUND_CP, ChoiceSettings, Selection
from books.choice.library import Library
from books.entry import Flag, MoveRow, PositionRow
from books.graph import children
from books.key import encode, position_key
from books.store.book_file import BookFile
from engine.play.mover import RatsuMover

MOVES = {  # flag, weight, value
    "e4": (Flag.STRONG, 1000, 30),
    "d4": (Flag.STRONG, 1000, 28),
    "c4": (Flag.NORMAL, 300, 30 - SOUND_CP),
    "g3": (Flag.NORMAL, 100, 20),
    "b3": (Flag.NORMAL, 500, 30 - SOUND_CP - 1),  # too much worse
    "a3": (Flag.NORMAL, 4, 30),  # hardly anybody plays it
    "g4": (Flag.DUBIOUS, 900, 30),
    "f3": (Flag.BAD, 900, 30),
    "h4": (Flag.UNCHECKED, 900, 30),
}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    board = chess.Board()
    key, reached = position_key(board), children(board)
    with BookFile(tmp_path / "shipped.ratsubook") as book:
        for san, (flag, weight, value) in MOVES.items():
            code = encode(board, board.parse_san(san))
            book.put_rows([MoveRow(key, code, flag, weight, wins=10)])
            book.put_positions([PositionRow(reached[code], value=-value, backed=-value)])
        book.seal()
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", tmp_path / "shipped.ratsubook")
    yield opened
    opened.close()


def shares(library: Library, settings: ChoiceSettings) -> dict[str, float]:
    found = {entry.san: entry.probability for entry in library.look_up(chess.Board(), settings)}
    assert sum(found.values()) == pytest.approx(1)
    return {san: share for san, share in found.items() if share}


def test_sound_normal_moves_share_what_the_setting_gives_them_by_weight(library: Library) -> None:
    assert shares(library, ChoiceSettings(normal_share=0)) == pytest.approx({"e4": 0.5, "d4": 0.5})
    found = shares(library, ChoiceSettings(normal_share=20))
    assert found == pytest.approx({"e4": 0.4, "d4": 0.4, "c4": 0.15, "g3": 0.05})
    uniform = shares(library, ChoiceSettings(Selection.UNIFORM, normal_share=20))
    assert uniform == pytest.approx(found)


def test_they_are_played_at_most_three_times_as_often_as_their_weight_says(library: Library) -> None:
    found = shares(library, ChoiceSettings(normal_share=100))
    assert found["c4"] + found["g3"] == pytest.approx(MORE_OFTEN * 400 / 2400)


@pytest.mark.parametrize(
    "settings", [ChoiceSettings(Selection.BEST), ChoiceSettings(variety=0), ChoiceSettings(normal_share=0)]
)
def test_the_choice_of_the_best_or_the_main_line_plays_none(library: Library, settings: ChoiceSettings) -> None:
    assert set(shares(library, settings)) <= {"e4", "d4"}


def test_a_move_that_is_only_added_changes_no_share(library: Library) -> None:
    before, board = shares(library, ChoiceSettings()), chess.Board()
    assert "c4" in before
    for san in ("e4", "c4"):
        library.add_move(board, board.parse_san(san))
        assert shares(library, ChoiceSettings()) == pytest.approx(before)


def test_beside_the_users_own_choice_none_is_played(library: Library) -> None:
    board = chess.Board()
    library.set_flag(board, board.parse_san("e4"), Flag.STRONG)
    assert set(shares(library, ChoiceSettings())) == {"e4", "d4"}


def test_the_drawn_moves_have_these_shares(library: Library) -> None:
    chooser = library.chooser(ChoiceSettings(normal_share=20), random.Random(7))
    drawn = [
        chess.Board().san(choice.move) for _ in range(400) if (choice := chooser.choose(chess.Board())) and choice.move
    ]
    assert len(drawn) == 400 and set(drawn) == {"e4", "d4", "c4", "g3"}
    assert 50 <= drawn.count("c4") + drawn.count("g3") <= 110  # 80 on the mean, within four standard errors


def test_the_option_of_the_engine_says_how_often() -> None:
    mover = RatsuMover()
    try:
        mover.set_option("OwnBook", True)
        assert mover._book is not None and mover._book.chooser().settings.normal_share == NORMAL_SHARE
        mover.set_option("Book Variety", "0")
        assert mover._book.chooser().settings.normal_share == 0
    finally:
        mover.close()
