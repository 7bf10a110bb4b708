"""Positions set up by hand: read however impossible, every fault named, every repair mends what it names."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.model.board.position_faults import board_of, faults_of, possible_en_passant
from desktop.model.board.position_setup import PositionSetup
from engine.ground.errors import PositionError
from engine.rules.fen import PIECES as MEN
from engine.rules.fen import read_fields


def setup_of(fen: str, chess960: bool = False) -> PositionSetup:
    fields = read_fields(fen, [])
    return PositionSetup(*fields, chess960=chess960 or fields.names_rooks)


# Each position has one fault by FIDE's Laws of Chess (articles 2.2, 3.7-3.9) and a word that its sentence must hold.
FAULTY = (
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "more than one king"),
    ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "A pawn cannot be"),
    ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "together 8"),
    ("4k3/8/8/8/8/8/QQPPPPPP/QQ2K3 w - - 0 1", "together 8"),
    ("4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "not in place"),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "En passant"),
    ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "Black is in check"),
    ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "is in check"),
    ("4k3/8/8/8/8/2n1n3/5n2/3K4 w - - 0 1", "at once"),
)


@pytest.mark.parametrize(("fen", "words"), FAULTY)
def test_a_fault_is_named_and_its_repair_leaves_a_position_that_can_be_played(fen: str, words: str) -> None:
    setup = setup_of(fen)
    assert setup.fen == fen
    faults = faults_of(setup)
    assert any(words in fault.words for fault in faults), faults
    for _ in range(8):
        faults = faults_of(setup)
        if not faults:
            break
        assert faults[0].repaired is not None
        setup = faults[0].repaired
    assert chess.Board(setup.fen).is_valid()


@given(st.lists(st.sampled_from(("", "", "", *MEN)), min_size=64, max_size=64), st.booleans(), st.booleans())
def test_what_has_no_fault_can_be_played_and_every_repair_ends(men: list[str], white: bool, rights: bool) -> None:
    setup = PositionSetup(tuple(men), white, "KQkq" if rights else "", "e6" if white else "e3")
    for _ in range(60):
        faults = faults_of(setup)
        repaired = next((fault.repaired for fault in faults if fault.repaired is not None), None)
        if repaired is None:
            break
        assert repaired != setup
        setup = repaired
    else:
        pytest.fail("the repairs go round in circles")
    assert faults or board_of(setup).is_valid()


@given(st.lists(st.sampled_from(("", "", *MEN)), min_size=64, max_size=64), st.booleans())
def test_a_fen_reads_back_and_mirroring_or_exchanging_twice_changes_nothing(men: list[str], white: bool) -> None:
    setup = PositionSetup(tuple(men), white, "", "", 3, 40)
    assert setup_of(setup.fen) == setup
    assert setup.mirrored().mirrored() == setup
    assert setup.flipped().flipped() == setup


def test_exchanging_colours_agrees_with_python_chess() -> None:
    fen = "r3k2r/pppq1ppp/2n5/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 12"
    assert setup_of(fen).flipped().fen == chess.Board(fen).mirror().fen(en_passant="fen")


def test_only_possible_squares_are_offered_for_en_passant() -> None:
    assert possible_en_passant(setup_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")) == ("d6",)
    assert possible_en_passant(PositionSetup.start()) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("8/8/8", "3"),
        ("9/8/8/8/8/8/8/8 w", "not a piece"),
        ("ppppppppp/8/8/8/8/8/8/8 w", "rank 8 has 9"),
    ],
)
def test_what_cannot_be_read_is_said_in_words(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        setup_of(text)


def test_chess960_rights_are_read_in_both_spellings() -> None:
    # Rooks on b1 and g1, king on f1 (X-FEN: the outermost rook; Shredder-FEN: its file)
    shredder = setup_of("1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1")
    assert shredder.chess960 and not faults_of(shredder)
    named = setup_of("1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1", chess960=True)
    assert not faults_of(named)
    assert board_of(shredder).castling_rights == board_of(named).castling_rights
    assert [named.rook_of(right) for right in "KQkq"] == [chess.G1, chess.B1, chess.G8, chess.B8]
    assert all(shredder.has_right(right) for right in "KQkq")
    assert not shredder.with_right("K", False).has_right("K") and shredder.with_right("K", False).has_right("Q")


def test_an_inner_rook_may_castle_where_its_file_says_so() -> None:
    setup = setup_of("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1")
    assert setup.rook_of("B") == chess.B1 and not faults_of(setup)
    assert chess.Board(setup.fen, chess960=True).clean_castling_rights() == chess.BB_B1


def test_without_chess960_the_same_rights_are_faults() -> None:
    setup = setup_of("1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1")
    (fault,) = faults_of(setup)
    assert "not in place" in fault.words and fault.repaired is not None and not fault.repaired.castling
    assert not faults_of(setup.with_chess960(True))
    assert setup_of("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1").with_chess960(False).castling == "Q"


@pytest.mark.parametrize("number", range(0, 960, 37))
def test_every_start_position_of_chess960_is_without_fault_and_reads_back(number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    for fen in (board.fen(), chess.Board.shredder_fen(board)):
        setup = setup_of(fen, chess960=True)
        assert not faults_of(setup)
        assert chess.Board(setup.fen, chess960=True).castling_rights == board.castling_rights
        assert not faults_of(setup.flipped())


def test_counters_that_end_the_game_or_contradict_en_passant_are_faults() -> None:
    (over,) = faults_of(setup_of("4k3/8/8/8/8/8/4P3/4K3 w - - 100 80"))
    assert "fifty-move" in over.words and over.repaired is not None and over.repaired.halfmoves == 0
    wrong = setup_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 4 10")
    (fault,) = faults_of(wrong)
    assert fault.repaired is not None and not faults_of(fault.repaired)
    assert wrong.epd == "4k3/8/8/8/4P3/8/8/4K3 b - e3"


def test_rights_that_only_chess960_has_switch_it_on() -> None:
    assert (
        PositionSetup().read(read_fields("rqnknrbb/pppppppp/8/8/8/8/PPPPPPPP/RQNKNRBB w KQkq - 0 1", [])).chess960
    )  # X-FEN
    assert (
        not PositionSetup().read(read_fields("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", [])).chess960
    )  # no rook for Q: a slip
