"""How the user's settings become the book's choice."""

import chess

from books.choice.choose import NORMAL_SHARE, Selection
from desktop.model.settings import Settings
from desktop.services.book.book_choice import choice_settings
from engine.play.people.human_replies import human_replies
from tests.books.helpers import after


def test_the_choice_by_traps_asks_people_of_the_rating_in_the_settings() -> None:
    chosen = choice_settings(Settings({"book_selection": "trappiest", "people_elo": 1200}))
    assert chosen.selection is Selection.TRAPPIEST
    assert chosen.traps is not None
    board = after("1.e4 e5 2.Nf3 Nc6 3.Bc4")
    moves: list[chess.Move] = [board.parse_san(san) for san in ("Nd4", "Bc5")]
    costs = chosen.traps(board, moves)
    assert costs[0] > costs[1]  # 3...Nd4 sets the Blackburne trap
    assert costs[0] == human_replies(1200).trap(board, moves[0]).cost


def test_every_other_choice_asks_nobody() -> None:
    for selection in ("weight", "uniform", "best"):
        assert choice_settings(Settings({"book_selection": selection})).traps is None


def test_the_variety_of_the_settings_is_that_of_the_choice() -> None:
    assert choice_settings(Settings()).normal_share == NORMAL_SHARE
    assert choice_settings(Settings({"book_sound": 25})).normal_share == 25
