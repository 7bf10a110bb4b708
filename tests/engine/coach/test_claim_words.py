"""The words of claims: every motif has a template that fits its pieces, in a short and a spoken form."""

import re
from dataclasses import replace

import chess
import pytest

from engine.coach.claim_view import owner
from engine.coach.claim_words import PIECES, PRICES, PRIZES, english, every_template, said
from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.game.info import PovScore, Score, TableResult
from engine.game.reason_words import SINGULAR, LanguageFormats
from engine.game.reason_words import TEMPLATES as SCORES
from tests.engine.coach.test_checker import LOST, WON, real_claims

OPEN = re.compile(r"%\d")


def test_every_claim_is_said_and_no_hole_stays_open() -> None:
    for claim in real_claims():
        for spoken in (False, True):
            text = english((claim,), spoken)
            assert text.endswith(".") and ": ." not in text and not OPEN.search(text), text


def test_the_spoken_form_has_no_signs_of_notation() -> None:
    for claim in real_claims():
        if claim.motif is not Motif.SLIPS:  # its scores are numbers in both forms
            assert not re.search(
                r"x[a-h][1-8]|[+#=]|O-O|\d\.\S|\d\. [a-h\d]|[NBRQK][a-h]\d", english((claim,), spoken=True)
            ), claim


def test_every_motif_has_a_template() -> None:
    assert {motif for motif in Motif if not motif.facts.words} == {Motif.MATE, Motif.MATERIAL, Motif.SLIPS}
    assert set(PIECES) == {0, *chess.PIECE_TYPES} and set(PRIZES) == set(PRICES) == set(chess.PIECE_TYPES) - {
        chess.KING
    }


def test_a_language_translates_every_text_and_leaves_no_english() -> None:
    scores = (*SCORES.values(), *SINGULAR.values())  # those of reasons
    known = {template: re.sub(r"[^\W\d_]", "z", template) for template in (*every_template(), *scores)}
    language = LanguageFormats(template=known.__getitem__, move=lambda san: "")
    for claim in real_claims():
        text = said((claim,), language, spoken=True)
        assert not re.search(r"[a-z]{2,}", re.sub(r"z+|\b[a-h][1-8]\b", "", text)), text


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (Score(centipawns=-133), "it is -1.33"),
        (Score(mate=3), "White mates in 3"),
        (Score(mate=-1), "Black mates in 1"),
        (Score(table=TableResult(0)), "it is 0.00"),
        (Score(table=TableResult(2)), "White wins by the tables"),
        (Score(table=TableResult(-2, 9)), "Black wins by the tables"),
        (Score(table=TableResult(-1)), "Black wins, but the fifty-move rule draws it"),
    ],
)
def test_a_score_is_a_clause_that_names_the_winner(after: Score, words: str) -> None:
    for seen in (PovScore(after, True), PovScore(-after, False)):
        slips = Claim(
            ClaimRole.MISSES, Motif.SLIPS, chess.STARTING_FEN, ("e2e4",), 0, WON, seen, other=("f2f3",), chess960=False
        )
        assert english((slips,)) == f"Best was 1. e4 (+6.00); after 1. f3 {words}."
        value = words.removeprefix("it is ")
        better = replace(slips, before=seen, after=LOST)
        assert english((better,)) == f"Best was 1. e4 ({value}); after 1. f3 it is -6.00."


def balance(won: tuple[int, ...], lost: tuple[int, ...] = ()) -> str:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    claim = Claim(
        ClaimRole.MISSES, Motif.MATERIAL, fen, ("h1h8",), 0, WON, LOST, balance=Balance(won, lost), chess960=False
    )
    return english((claim,)).removeprefix("1. Rh8+ was possible: this wins ").removesuffix(".")


@pytest.mark.parametrize(
    ("won", "lost", "words"),
    [
        ((5,), (), "a queen"),
        ((4,), (2,), "the exchange"),
        ((4,), (1, 1), "a rook for 2 pawns"),
        ((5,), (4, 1), "a queen for a rook and a pawn"),
        ((1, 1), (), "2 pawns"),
        ((5, 1), (4,), "a queen and a pawn for a rook"),
        ((4, 4), (), "two rooks"),
        ((5, 1), (2, 2), "a queen and a pawn for two knights"),
        ((5, 4, 2), (), "a queen, a rook and a knight"),
    ],
)
def test_what_is_won_is_named(won: tuple[int, ...], lost: tuple[int, ...], words: str) -> None:
    assert balance(won, lost) == words


def test_castling_promotion_and_mate_are_spoken_in_words() -> None:
    def spoken(fen: str, *line: str) -> str:
        claim = Claim(
            ClaimRole.MISSES, Motif.MATERIAL, fen, line, len(line) - 1, WON, LOST, balance=Balance((1,)), chess960=False
        )
        return english((claim,), spoken=True).split(" was possible")[0]

    assert spoken("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1") == "castles kingside"
    assert spoken("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e8e7") == "castles queenside, king to e7"
    assert spoken("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q") == "pawn to a8, becomes queen, check"
    assert spoken("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8") == "rook to a8, mate"


def test_the_square_of_a_promotion_may_be_what_was_guarded() -> None:
    claim = Claim(
        ClaimRole.MISSES, Motif.DEFLECTION, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ("h1h8",), 0,
        PovScore(Score(centipawns=1), True), LOST, (ClaimPiece(chess.ROOK, chess.C5), ClaimPiece(0, chess.C8)),
     chess960=False)  # fmt: skip
    assert "the rook on c5 can no longer guard the square c8" in english((claim,))


@pytest.mark.parametrize(
    ("role", "motif", "words"),
    [
        (ClaimRole.MISSES, Motif.BISHOP_PAIR, "Black loses the bishop pair"),
        (ClaimRole.ALLOWS, Motif.BISHOP_PAIR, "White loses the bishop pair"),
    ],
)
def test_the_side_that_loses_or_gains_is_named(role: ClaimRole, motif: Motif, words: str) -> None:
    line = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    claim = Claim(role, motif, chess.STARTING_FEN, line, 0, WON, LOST, other=("d2d4",), chess960=False)
    assert words in english((claim,))


def test_a_lasting_change_is_told_to_where_the_piece_arrives() -> None:
    fen = "2k1r1r1/b1p2p2/p1pp3p/6p1/1PP1P3/P2Q1P2/6PP/q1BK2NR b - - 0 21"
    line, other = ("g5g4", "g1e2", "g4f3", "g2f3", "g8g2"), ("e8e5", "g1e2", "f7f5", "d1c2", "f5e4")
    rook = (ClaimPiece(chess.ROOK, chess.G2),)
    claim = Claim(ClaimRole.MISSES, Motif.OPEN_FILE, fen, line, 0, LOST, WON, rook, other=other, chess960=False)
    said_of = (
        "21...g4 was possible, and later 23...Rg2: the rook on g2 takes the open file "
        "(21...g4 22. Ne2 gxf3 23. gxf3 Rg2)."
    )
    assert english((claim,)) == said_of
    early = replace(claim, line=("g8g6", "g1e2", "g6e6", "a3a4", "e6e7"), pieces=(ClaimPiece(chess.ROOK, chess.G6),))
    assert english((early,)).startswith("21...Rg6 22. Ne2 Rge6 was possible"), "three moves at least"


@pytest.mark.parametrize("won", [(), (chess.KNIGHT,)])
def test_a_piece_that_was_attacked_before_falls_now(won: tuple[int, ...]) -> None:
    fen, line = "4k3/8/5q2/4N3/8/8/P7/4K3 w - - 0 1", ("a2a3", "f6e5")
    claim = Claim(
        ClaimRole.ALLOWS, Motif.STILL_ATTACKED, fen, line, 1, WON, LOST,
        (ClaimPiece(chess.KNIGHT, chess.E5),), Balance(won), chess960=False,
    )  # fmt: skip
    assert english((claim,)) == "1. a3 allows 1...Qxe5+: the knight on e5 was already attacked, and now it falls."


def test_a_threat_of_a_poisoned_capture_names_what_punishes_the_recapture() -> None:
    # It ended in an error.
    fen = "r2qkbnr/pp3p2/2p1p1pp/3pPb2/Bn3Q2/3P4/PPP2PPP/RNB1K1NR b KQkq - 0 9"
    pieces = ClaimPiece(chess.PAWN, chess.C2), ClaimPiece(chess.KNIGHT, chess.B4), ClaimPiece(chess.PAWN, chess.D3)
    claim = Claim(
        ClaimRole.MISSES, Motif.POISONED, fen, ("b7b6",), 2, WON, LOST, pieces, Balance((chess.PAWN,)),
        threat=("f5d3",), chess960=False,
    )  # fmt: skip
    assert "cannot recapture because of 11...Nxd3+" in english((claim,))


def test_a_pawn_ending_is_called_lost_only_if_the_score_says_so() -> None:
    fen, line = "8/p5pp/1p1k1p2/1Pn1p3/P3PP2/3NK1P1/7P/8 w - - 1 35", ("d3c5", "d6c5", "e3f3", "c5b4", "f3g4")
    before, after = PovScore(Score(centipawns=-25), True), PovScore(Score(centipawns=-531), True)
    claim = Claim(ClaimRole.ALLOWS, Motif.PAWN_ENDING, fen, line, 0, before, after, other=("d3b2",), chess960=False)
    assert "it comes to a lost pawn ending" in english((claim,))
    open_score = PovScore(Score(centipawns=-100), True)
    assert "it comes to a pawn ending" in english((replace(claim, after=open_score),))
    assert "it comes to a drawn pawn ending" in english((replace(claim, after=before),))
    missed = replace(claim, role=ClaimRole.MISSES, before=PovScore(Score(centipawns=531), True))
    assert "it comes to a won pawn ending" in english((missed,))


def test_a_sacrificed_piece_is_of_the_side_that_profits() -> None:
    fen, line = (
        "r2q1r2/ppp2ppk/2np3p/4nP1Q/4P3/1NN5/PPP5/2K3RR b - - 4 19",
        ["f8g8", "g1g7", "g8g7", "h5h6", "h7g8", "h6h8"],
    )
    rook = (ClaimPiece(chess.ROOK, chess.G7),)
    claim = Claim(ClaimRole.ALLOWS, Motif.SACRIFICE, fen, tuple(line), 5, LOST, WON, rook, mate=3, chess960=False)
    assert "the rook on g7 is sacrificed" in english((claim,), addressed=True)


def test_a_passed_pawn_is_of_the_side_that_gets_it() -> None:
    """It was told as "your pawn on f5", which the player's own pawn had been until White captured it."""
    fen = "2kr3r/Bpp1n1b1/3p1p2/3Pp3/4P1Np/P7/1PP2PP1/R3R1K1 b - - 0 20"
    line, pawn = ("f6f5", "e4f5", "d8f8"), ClaimPiece(chess.PAWN, chess.F5)
    for role, side in ((ClaimRole.ALLOWS, chess.WHITE), (ClaimRole.MISSES, chess.BLACK)):
        claim = Claim(role, Motif.PASSED_PAWN, fen, line, 0, WON, LOST, (pawn,), other=("b7b6",), chess960=False)
        assert owner(claim, pawn) is side


FORKED = Claim(
    ClaimRole.MISSES,
    Motif.FORK,
    "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1",
    ("d5c7", "e8d7", "c7a8"),
    0,
    LOST,
    WON,
    (ClaimPiece(chess.ROOK, chess.A8), ClaimPiece(chess.KING, chess.E8)),
    Balance((chess.ROOK,)),
    chess960=False,
)


def test_how_something_is_won_after_the_key_move_is_said_in_brackets() -> None:
    assert english((FORKED,)).endswith("and this wins a rook (1...Kd7 2. Nxa8).")
    assert "(" not in said((FORKED,), spoken=True), "too much to be heard at once"
    waits = ("d5c7", "e8d7", "e1e2", "d7d6", "e2e3", "d6c7")
    late = replace(FORKED, line=waits, balance=Balance((chess.ROOK,)))
    assert "(" not in english((late,)), "that line does not take the rook"


def test_a_lost_queen_is_not_called_a_rook_in_the_end() -> None:
    """What the line wins back elsewhere puzzles a reader: that the queen is unprotected is enough."""
    fen = "3qk3/8/8/8/8/8/8/3QK2R w K - 0 1"
    queen = ClaimPiece(chess.QUEEN, chess.D8)
    claim = Claim(ClaimRole.MISSES, Motif.HANGING, fen, ("d1d8",), 0, WON, LOST, (queen,), chess960=False)
    assert english((replace(claim, balance=Balance((chess.ROOK,))),)).endswith("the queen on d8 is unprotected.")
    several = replace(claim, balance=Balance((chess.ROOK, chess.PAWN)))
    assert english((several,)).endswith("is unprotected; in the end this wins a rook and a pawn.")
