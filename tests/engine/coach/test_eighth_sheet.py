"""What blind readers refused on the eighth sheet, as rules: a declined recapture, a threat that both moves allow, a late rook."""

from dataclasses import replace

import chess

from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events import plans
from engine.coach.events.both_lines import happens_anyway
from engine.coach.events.idle import is_late
from engine.coach.events.lasting_changes import changes
from engine.coach.fallback_claims import weaker
from engine.coach.threat_lines import threatened
from engine.coach.why_better import meets_reply
from tests.engine.coach.test_events import mistake, only

ROOK = mistake("8/6p1/8/1b2RP1p/2k1P2P/5KP1/8/8 w - - 3 42", "e5e8", "e5b5 c4c3 e4e5 c3d3 b5b8 d3c2", 1146,
               "b5e8 g3g4 c4d4 g4h5 d4e5 f3g4", 0)  # fmt: skip
RACE = mistake("8/6pp/8/1K4P1/p4P1P/1k6/8/8 w - - 1 44", "h4h5", "f4f5 a4a3 f5f6 g7f6 g5f6 a3a2 f6f7 a2a1q f7f8q", -56,
               "a4a3 b5c6 a3a2 g5g6 h7g6 h5g6 a2a1q c6d5", -1021)  # fmt: skip
BOTH = mistake("r1bqk3/1pp1bp1Q/p1p1P1r1/3n4/8/5N2/PPP2PPP/RNB2RK1 b q - 0 14", "g6e6",
               "c8e6 h7h8 e7f8 f3e5 d8f6 e5g6", 207, "c2c4 d5b6 b1c3 e7f6 c1g5 b6c4", 530)  # fmt: skip
LATE_ROOK = mistake("2r3k1/5pp1/5n1p/8/P1r5/Q6P/1B1q1PP1/R4RK1 w - - 0 25", "f1d1",
                    "a4a5 c8a8 a5a6 d2b4 f1d1 b4c5 b2f6 g7f6", 446, "d2f4 d1f1 c4c2 a4a5 f6e4 a5a6 e4d2 f1c1", 254)  # fmt: skip
TAKEN_BACK = mistake("8/1pk5/2p1b3/p3p2R/2PrP3/P2BN1r1/1P1K2P1/8 w - - 11 40", "h5e5",
                     "c4c5 g3g8 d2c3 g8d8 d3b1 d4d2", -294, "e6c4 e3c4 g3d3 d2c2 a5a4 e5e7 d4d7 e7d7", -421)  # fmt: skip
QUEEN_HIT = mistake("r2q1rk1/ppp1nppp/8/2b1PbB1/3nQ3/2NB1N2/PPP3PP/2KR3R w - - 9 12", "e4h4",
                    "e4f4 d4f3 d3f5 f3d4 c1b1 h7h6", 399, "d4f3 g2f3 f5d3 d1d3 d8e8 h4e4", 87)  # fmt: skip


def test_what_can_be_taken_back_is_not_won_though_the_line_leaves_that_out() -> None:
    prize = Balance((chess.BISHOP,))
    claim = Claim(ClaimRole.MISSES, Motif.MATERIAL, ROOK.fen, ROOK.best[:2], 0, ROOK.before, ROOK.after, balance=prize,
                  chess960=False)  # fmt: skip
    assert refusal(claim), "42...Kxb5 takes the rook"
    assert not refusal(
        replace(claim, fen=claim.fen.replace("2k1P2P", "4P2P").replace("8/6p1", "7k/6p1"), line=("e5b5", "h8g8"))
    )


def test_a_race_in_which_both_sides_queen() -> None:
    claim = only([*plans.promotes_too(RACE)], Motif.PROMOTES_TOO)
    said = "Better is 44. f5 a3 45. f6 gxf6 46. gxf6 a2 47. f7 a1=Q 48. f8=Q: your pawn on f7 promotes, too."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, other=claim.other[:3])), "Black does not promote there"
    assert not [*plans.promotes_too(replace(RACE, best=RACE.best[:6]))]


def test_a_threat_that_the_better_move_allows_as_well_is_not_told() -> None:
    threat = replace(BOTH, reply_threat=("c4d5", "c6d5", "b1c3"))
    claims = [claim for claim in threatened(threat) if claim.role is ClaimRole.ALLOWS]
    assert claims and all(happens_anyway(threat, claim) for claim in claims), (
        "15. c4 attacks the knight after 14...Bxe6 too"
    )
    other = replace(threat, best=("d5b6", "h7h8"))
    assert not any(happens_anyway(other, claim) for claim in claims), "there the knight is gone"


def test_a_rook_that_gets_in_after_a_quiet_move_and_its_answer_is_not_what_the_move_allows() -> None:
    assert not [one for one in changes(LATE_ROOK) if one.motif is Motif.INVADES]
    at_once = replace(LATE_ROOK, reply=("c4c2", *LATE_ROOK.reply[3:6], "g8h7", "g1h1"))
    assert [one.role for one in changes(at_once) if one.motif is Motif.INVADES] == [ClaimRole.ALLOWS]


def test_the_capture_that_wins_back_is_named() -> None:
    claims = [claim for claim in weaker(TAKEN_BACK) if claim.motif is Motif.REGAINS]
    assert all(claim.line[claim.key] == "g3d3" for claim in claims), "the last move of the line is a quiet one"


def test_an_answer_that_would_lose_the_queen_is_not_possible_after_both_moves() -> None:
    claim = meets_reply(QUEEN_HIT)
    assert claim is not None and refusal(claim) == ""
    assert english((claim,)) == "Better is 12. Qf4: 12...Nxf3 is then met by 13. Bxf5."
    assert refusal(replace(claim, other=("e4h4", "e7g6"))), "that is another reply"


def test_a_late_attack_without_a_capture_comes_last() -> None:
    given = mistake(
        "4k3/6p1/5b2/8/8/8/1P4K1/8 w - - 0 1", "g2f3", "b2b3 f6c3", 0, "g7g5 f3g4 f6e5 g4g5 e5d4 g5g6 d4e3", -300
    )
    claim = Claim(ClaimRole.ALLOWS, Motif.HITS, given.fen, (given.move, *given.reply[:3]), 3, given.before, given.after,
                  (ClaimPiece(chess.PAWN, chess.B2),), chess960=False)  # fmt: skip
    assert is_late(given, claim)
    assert not is_late(replace(given, reply=(*given.reply[:4], "e5b2", "g5g6", "b2d4")), claim), "it takes the pawn"
