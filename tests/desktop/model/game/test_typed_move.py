"""Moves as people type or say them."""

import pytest

from desktop.model.errors import EditError, IllegalMoveError
from desktop.model.game.typed_move import read
from engine.rules.fen import START_FEN

FINNISH = {"K": "K", "D": "Q", "T": "R", "L": "B", "R": "N"}  # kuningas, daami, torni, lähetti, ratsu
MIDDLE = "r3k2r/pPp2ppp/2n2n2/1B1qp3/3P4/2N2N2/PPP2PPP/R2QK2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Nf3", "g1f3"), ("nf3", "g1f3"), ("g1f3", "g1f3"), ("g1-f3", "g1f3"), ("G1F3", "g1f3"), ("♘f3", "g1f3"),
        ("knight f3", "g1f3"), ("knight to f3", "g1f3"), ("horse f three", "g1f3"), ("e4", "e2e4"), ("e 4", "e2e4"),
        ("pawn to e4", "e2e4"), ("echo four", "e2e4"), ("e2 to e4", "e2e4"), ("e4!", "e2e4"),
    ],
)  # fmt: skip
def test_many_spellings_of_a_first_move(text: str, move: str) -> None:
    assert read(START_FEN, text, chess960=False) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("O-O", "e1g1"), ("0-0", "e1g1"), ("o-o", "e1g1"), ("castle short", "e1g1"), ("castle kingside", "e1g1"),
        ("Nxd5", "c3d5"), ("knight takes d5", "c3d5"), ("c3xd5", "c3d5"), ("dxe5", "d4e5"), ("bxa8=N", "b7a8n"),
        ("bxa8q", "b7a8q"), ("b8=q", "b7b8q"), ("b7a8r", "b7a8r"), ("b7a8", "b7a8q"), ("b7-a8=R", "b7a8r"), ("bxc6", "b5c6"),
        ("Bxc6+", "b5c6"), ("queen e2", "d1e2"),
    ],
)  # fmt: skip
def test_captures_castling_and_promotions(text: str, move: str) -> None:
    assert read(MIDDLE, text, chess960=False) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [("Rf3", "g1f3"), ("ratsu f3", "g1f3"), ("Nf3", "g1f3"), ("sotilas e4", "e2e4")],
)
def test_finnish_letters_and_words(text: str, move: str) -> None:
    assert read(START_FEN, text, letters=FINNISH, chess960=False) == move


def test_finnish_letters_in_captures_and_promotions() -> None:
    assert read(MIDDLE, "De2", letters=FINNISH, chess960=False) == "d1e2"
    assert read(MIDDLE, "Lxc6", letters=FINNISH, chess960=False) == "b5c6"
    assert read(MIDDLE, "bxa8=R", letters=FINNISH, chess960=False) == "b7a8n"
    assert read(MIDDLE, "bxa8D", letters=FINNISH, chess960=False) == "b7a8q"
    assert read(MIDDLE, "lyhyt linna", letters=FINNISH, chess960=False) == "e1g1"


@pytest.mark.parametrize("text", ["ed", "exd", "e:d", "e takes d", "echo delta"])
def test_a_pawns_capture_is_read_by_its_files_if_it_is_the_only_one(text: str) -> None:
    assert read("k7/8/8/3p4/4P3/8/8/K7 w - - 0 1", text, chess960=False) == "e4d5"
    with pytest.raises(EditError, match="can be more than one move here"):
        read("k7/8/3p4/3pP3/4P3/8/8/K7 w - - 0 1", text, chess960=False)


@pytest.mark.parametrize("text", ["", "e5", "Ke2", "hello", "x" * 500, "0000", "--", "()[]*+"])
def test_what_is_no_legal_move_is_said_with_its_text(text: str) -> None:
    with pytest.raises(EditError, match="is not a legal move here"):
        read(START_FEN, text, chess960=False)


@pytest.mark.parametrize("text", ["Ke2", "kuningas e2", "e1-e2", "♔e2"])
def test_a_move_that_breaks_a_rule_is_refused_with_the_rule(text: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"“{text}” is not a legal move here. Your own piece is on e2."):
        read(START_FEN, text, chess960=False)


def test_chess960_castling_is_found_by_its_sign() -> None:
    assert read("1r2k2r/8/8/8/8/8/8/1R2K2R w BHbh - 0 1", "O-O", chess960=True) == "e1h1"
