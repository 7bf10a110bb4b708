"""Endings: what decides them is named, with the outcome. Each claim is refused where the board does not show it."""

from dataclasses import replace

import chess

from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events.endings import of_endings
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.play.review.coach_sources import sources_at
from tests.engine.coach.test_events import mistake, only

FACING = mistake("8/5k2/6p1/6P1/4K3/8/8/8 w - - 5 95", "e4e5", "e4d5 f7f8 d5e6 f8e8 e6f6", 732, "f7e7 e5d5 e7d7", 0)
RUNS = mistake("8/p7/Kp3p2/8/6pP/P5P1/5k2/8 w - - 0 53", "a6a7", "h4h5 f6f5 h5h6 f2g3 h6h7", 507,
               "f2g3 h4h5 g3f3 h5h6 g4g3 h6h7 g3g2", 37)  # fmt: skip
KEY = mistake("8/8/8/8/5kp1/8/8/6K1 b - - 1 100", "g4g3", "f4g3 g1f1 g3h2 f1f2 g4g3", -1716, "g1g2 f4g4", 0)
ROOKS = mistake("5r2/1p2k3/p5K1/5P2/8/8/2P5/7R w - - 1 45", "c2c4", "h1h7 e7d6 h7b7 d6c6 b7g7 a6a5 f5f6", 495,
                "f8g8 g6h7 g8g5 h1b1 a6a5 b1b7 e7f6", 0)  # fmt: skip
LAST = mistake("8/8/8/8/3p4/5k2/2PK1b2/8 b - - 11 61", "f2e3", "f3e4 d2e2 f2e3 e2e1 e4f3", -636,
               "d2d3 f3g2 c2c3 d4c3 d3c3", 0)  # fmt: skip


def of(given: Mistake, role: ClaimRole, motif: Motif) -> Claim:
    return only([*of_endings(given, role)], motif)


def test_the_opposition_is_named_with_the_outcome_of_the_ending() -> None:
    claim = of(FACING, ClaimRole.ALLOWS, Motif.OPPOSITION)
    said = "95. Ke5 allows 95...Ke7: the king on e7 takes the opposition, and the ending is drawn."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=("e4f4", "f7f8"), pieces=(ClaimPiece(chess.KING, chess.F8),))), "three squares"
    assert refusal(replace(claim, other=("e4e3", "f7e7"))) == "" and refusal(replace(claim, other=())), "no other line"
    assert refusal(replace(claim, after=claim.before)), "the result is the same"


def test_tables_name_the_outcome_and_not_only_a_proof() -> None:
    claims = explained(FACING, sources=sources_at(chess.Board(FACING.fen)))
    told = english(claims, addressed=True)
    assert "takes the opposition, and the ending is drawn" in told and "the tables prove" not in told


def test_a_skewer_into_a_lost_pawn_ending_is_named() -> None:
    given = mistake("8/8/8/8/2p5/2k4r/8/R1K5 w - - 0 1", "c1b1", "a1a3 c3b4 a3h3", 400,
                    "h3h1 b1a2 h1a1 a2a1 c3b3 a1b1 c4c3", -700)  # fmt: skip
    claim = of(given, ClaimRole.ALLOWS, Motif.SKEWERS_OFF)
    said = "1. Kb1 allows 1...Rh1+: a skewer through your king on b1 exchanges your rook on a1, and the ending is lost."
    assert english((claim,), addressed=True) == said
    assert english((claim, *explained(given)[1:]), addressed=True).startswith(said)
    assert refusal(replace(claim, line=claim.line[:4])), "nothing takes back"
    assert refusal(replace(claim, line=("c1d1", *claim.line[1:]))), "the king is not in front of the rook"


def test_a_king_outside_the_square_of_a_pawn_cannot_catch_it() -> None:
    claim = of(RUNS, ClaimRole.MISSES, Motif.OUTSIDE_SQUARE)
    said = "You could play 53. h5: the king on f2 can no longer catch your pawn on h5, and the ending is won."
    assert english((claim,), addressed=True) == said
    near = claim.fen.replace("5k2/8 w", "8/8 w").replace("6pP", "5kpP")
    assert refusal(replace(claim, fen=near, pieces=(ClaimPiece(chess.KING, chess.F4), claim.pieces[1]))), (
        "it catches it"
    )
    assert refusal(replace(claim, other=("h4h5", "f6f5"))), "the other move is the same"


def test_a_key_square_is_named_if_one_pawn_is_left() -> None:
    claim = of(KEY, ClaimRole.MISSES, Motif.KEY_SQUARE)
    said = "You could play 100...Kg3: your king on g3 reaches a key square of your pawn on g4, and the ending is won."
    assert english((claim,), addressed=True) == said
    beside = replace(claim, line=("f4f3",), pieces=(ClaimPiece(chess.KING, chess.F3), claim.pieces[1]))
    assert refusal(beside) == "key square: not shown by the line" or not refusal(beside), "f3 is no key square of g4"
    assert refusal(replace(claim, line=("f4g5",), pieces=(ClaimPiece(chess.KING, chess.G5), claim.pieces[1])))


def test_a_rook_cuts_a_king_off_from_a_passed_pawn() -> None:
    claim = of(ROOKS, ClaimRole.ALLOWS, Motif.CUTS_OFF)
    said = "45. c4 leads to 46...Rg5: the rook on g5 cuts your king on h7 off from your pawn on f5 (45...Rg8+ 46. Kh7 Rg5)."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=claim.line[:5])), "it does not last"
    assert refusal(replace(claim, pieces=(*claim.pieces[:2], ClaimPiece(chess.PAWN, chess.A6)))), (
        "that pawn is not ahead"
    )


def test_the_last_pawn_of_a_lone_piece_draws() -> None:
    claim = of(LAST, ClaimRole.ALLOWS, Motif.LAST_PAWN)
    said = (
        "61...Be3+ leads to 64. Kxc3: the last pawn falls, and your bishop on e3 alone cannot win (62. Kd3 Kg2 63. c3 dxc3 "
        "64. Kxc3)."
    )
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=claim.line[:4], key=3)), "a pawn is left"
    assert refusal(replace(claim, after=claim.before)), "it is no draw"


def test_a_bishop_of_the_wrong_colour_does_not_win_with_a_rooks_pawn() -> None:
    given = mistake("8/8/1k5p/7P/6K1/8/4B3/8 w - - 0 1", "g4f4", "g4f5 b6c6 f5g6 c6d6 g6h6", 700,
                    "b6c6 f4e5 c6d7 e5f6 d7e8 f6g6 e8f8 g6h6 f8g8", 0)  # fmt: skip
    claims = [claim for claim in of_endings(given, ClaimRole.ALLOWS) if claim.motif is Motif.WRONG_CORNER]
    assert not claims, "the corner is reached too late to be told"
    near = mistake("5k2/8/6Kp/7P/8/8/4B3/8 w - - 0 1", "g6h6", "e2c4 f8e7 g6h6 e7f6 c4d3", 700, "f8g8 e2d3 g8h8", 0)
    claim = of(near, ClaimRole.ALLOWS, Motif.WRONG_CORNER)
    said = "1. Kxh6 allows 1...Kg8: your bishop on e2 does not control the square h8, the promotion square of your pawn on h5."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, pieces=(ClaimPiece(chess.BISHOP, chess.D2), *claim.pieces[1:]))), "no bishop is there"
    assert refusal(
        replace(claim, fen=claim.fen.replace("4B3", "3B4"), pieces=(ClaimPiece(3, chess.D2), *claim.pieces[1:]))
    )
    assert refusal(replace(claim, other=("e2c4", "f8g8", "g6h6"))), "the corner is held there as well"


def test_a_pawn_that_promotes_too_decides_a_pawn_ending_before_a_pawn_does() -> None:
    given = mistake("8/1k6/8/p5p1/7P/7P/5P1K/8 b - - 0 39", "a5a4",
                    "g5h4 f2f4 b7c6 f4f5 c6d6 h2g1 a5a4 g1h1 a4a3 h1h2 a3a2", -1026,
                    "h4g5 a4a3 g5g6 a3a2 g6g7 a2a1q g7g8q a1f6", 330)  # fmt: skip
    claims = explained(given)
    said = "39...a4 leads to 43. g8=Q: the pawn on g7 promotes, too (40. hxg5 a3 41. g6 a2 42. g7 a1=Q 43. g8=Q)."
    assert claims[0].motif is Motif.PROMOTES_TOO and english(claims[:1], addressed=True) == said
    assert [claim.motif for claim in claims[1:]] == [Motif.OUTSIDE_SQUARE]
    assert refusal(replace(claims[0], other=claims[0].other[:4])), "the other line is too short to compare"
    assert refusal(replace(claims[0], after=claims[0].before)), "the result is the same"
