"""Words during a game: about what happened on the board, seldom, and never twice the same."""

from collections.abc import Sequence

import pytest

from engine.game.limits import GamePosition
from engine.play.people.remark_words import REMARKS, Occasion, PersonVoice
from engine.play.people.remarks import MOST, remarks
from engine.rules.fen import START_FEN

ITALIAN = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d3", "e8g8"]
QUEEN_LEFT = ["e2e4", "e7e5", "g1f3", "d8h4", "f3h4", "a7a6", "b1c3", "a6a5"]
PAWN_ONLY = ["e2e4", "d7d5", "e4d5", "g8f6", "g1f3", "f6d5", "d2d4", "c8g4"]
FEN = "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1"


def said(moves: Sequence[str], white: bool, fen: str = START_FEN) -> dict[Occasion, int]:
    """The occasions that any voice mentions, with their plies."""
    return {one.occasion: one.ply for voice in PersonVoice for one in remarks(voice, fen, False, tuple(moves), white)}


def test_each_voice_has_its_own_words_for_each_occasion() -> None:
    assert set(REMARKS) == {(voice, occasion) for voice in PersonVoice for occasion in Occasion}
    templates = [words.template for row in REMARKS.values() for words in row]
    assert len(templates) == len(set(templates)) and all(len(row) >= 3 for row in REMARKS.values())


def test_the_opening_is_named_by_whoever_moved_into_it() -> None:
    found = [one for voice in PersonVoice for one in remarks(voice, START_FEN, False, tuple(ITALIAN), False)]
    assert found and all(one.occasion is Occasion.OPENING and one.ply in (6, 8) for one in found)
    assert {str(one.words.values[0]) for one in found} == {"Italian Game"}


def test_a_queen_left_hanging_is_regretted_once_it_is_gone() -> None:
    before, after = said(QUEEN_LEFT[:5], False), said(QUEEN_LEFT, False)
    assert Occasion.SLIP not in before and after[Occasion.SLIP] == 6
    assert Occasion.SLIP not in said(QUEEN_LEFT, True)


def test_a_piece_that_could_be_taken_back_was_given_up_for_something_better() -> None:
    opening = ["e2e4", "a7a5", "d2d3", "e7e6", "c1d2", "f8b4", "d2b4"]
    assert said([*opening, "h7h6", "b4c3", "h6h5"], False)[Occasion.PRAISE] == 8
    undefended = ["a7a6" if move == "a7a5" else move for move in opening]
    assert said([*undefended, "h7h6", "b4c3", "h6h5"], False)[Occasion.SLIP] == 8


def test_the_new_queen_of_a_pawn_is_no_oversight() -> None:
    found = said(["a7a8q", "h7g7", "a8b8", "g7g6"], False, "8/P6k/8/8/8/7p/8/4K3 w - - 0 1")
    assert found[Occasion.PRAISE] == 2 and Occasion.SLIP not in found


def test_a_series_of_exchanges_is_no_loss() -> None:
    moves = [
        "e2e4",
        "e7e5",
        "d1h5",
        "g8f6",
        "h5e5",
        "f8e7",
        "g1f3",
        "e8g8",
        "d2d3",
        "e7b4",
        "c1d2",
        "b8c6",
        "e5c3",
        "f8e8",
        "c3b3",
        "d7d5",
        "d2b4",
        "d5e4",
        "d3e4",
        "f6e4",
        "f1c4",
        "e4d6",
        "c4e2",
        "c8g4",
        "b1d2",
        "d6e4",
        "e1c1",
        "e4f2",
        "h1e1",
        "f2d1",
        "e2d1",
        "g4f3",
        "d2f3",
        "e8e1",
        "b4e1",
        "c6d4",
    ]
    assert Occasion.SLIP not in said(moves, False) and Occasion.PRAISE not in said(moves, False)


def test_exchanges_and_pawns_are_not_worth_a_word() -> None:
    assert not {Occasion.SLIP, Occasion.PRAISE} & said(PAWN_ONLY, True).keys()
    assert not {Occasion.SLIP, Occasion.PRAISE} & said(PAWN_ONLY, False).keys()


@pytest.mark.parametrize("white", [True, False])
def test_words_are_few_never_repeated_and_stay_as_the_game_goes_on(white: bool) -> None:
    moves = (*ITALIAN, *["e1g1", "a7a6", "a2a4", "h7h6", "h2h3", "d7d6", "f1e1", "c8e6"])
    for voice in PersonVoice:
        known = remarks(voice, START_FEN, False, moves, white)
        assert len(known) <= MOST and len({str(one.words) for one in known}) == len(known)
        for end in range(len(moves)):
            assert remarks(voice, START_FEN, False, moves[:end], white) == tuple(one for one in known if one.ply <= end)


def test_a_game_from_a_set_up_endgame_has_no_greeting_to_the_endgame() -> None:
    moves, board = [], GamePosition(FEN, chess960=False).board()
    for _ in range(6):
        moves.append(board.uci(board.legal_moves()[0]))
        board.push(board.parse_uci(moves[-1]))
    assert Occasion.ENDGAME not in said(moves, False, FEN)
