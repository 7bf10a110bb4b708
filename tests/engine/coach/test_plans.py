"""What a quiet better move is for, and what explains nothing: each claim is refused if the board does not show it."""

from dataclasses import replace

import chess
import pytest

from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events import plans
from engine.coach.events.idle import is_idle
from engine.coach.explain import explained
from engine.coach.fallback_claims import weaker
from engine.coach.why_better import prevents
from engine.game.info import PovScore, Score
from tests.engine.coach.test_events import mistake, only

NO_CHECK = mistake("nk1b4/8/2Bp3p/KP1Pp1p1/4Pp2/5P2/5BPP/8 w - - 5 41", "a5a6",
                   "b5b6 d8f6 a5b5 a8b6 f2b6 b8c8 c6e8 c8b7", 710, "a8c7 a6a5 c7d5 b5b6 d5e3 a5a6 e3g2 c6e8", 96)  # fmt: skip
GUARDED = mistake("6k1/5p2/6p1/1R1P1q2/5P2/2BKP3/8/R7 w - - 1 53", "d3e2",
                  "d3d2 f5c8 b5a5 g8f8 a5a8 c8a8 a1a8 f8e7", 1163, "f5c2 e2f3 c2c3 b5b8 g8g7 a1d1 c3c2 d1d4", 103)  # fmt: skip
OFFERED = mistake("3rr3/2p5/R4p1p/5k2/P4P2/3p2PP/5K2/2R5 w - - 2 32", "g3g4",
                  "c1e1 e8e1 f2e1 f5e4 a6f6 c7c5 f6c6 e4d5", -102, "f5e4 a6f6 d3d2 c1d1 e4d3 f6c6 e8e2 f2g3", -396)  # fmt: skip
MARCH = mistake("8/8/2b3pk/2N1Pp2/5P2/r3P1P1/2pK4/2R5 b - - 2 41", "a3a2",
                "h6h5 e5e6 h5g4 c1c2 g4g3 c5d7 c6b5 d7e5", 238, "c1c2 a2a3 e5e6 h6g7 c5d7 c6e4 c2c8 a3d3", 417)  # fmt: skip
OPENED = mistake("4rrk1/pp1n3p/1qp3p1/6b1/2P5/2P2PN1/PP2Q1PP/3R1KNR w - - 1 20", "e2d3",
                 "c4c5 d7c5 e2c4 g8h8 b2b4 c5a4 g1e2 g5e3", -145, "d7e5 c4c5 b6a5 d3e2 a5a2 b2b4 a2b3 g3e4", -274)  # fmt: skip
CLOSED = mistake("5B2/p5p1/4k2p/3n1p2/1p1K4/7P/PP4P1/8 b - - 1 35", "g7g6",
                 "d5f4 f8g7 h6h5 d4e3 f4g2 e3f3 g2h4 f3f4", -73, "f8h6 b4b3 a2b3 d5b4 h6d2 b4c6 d4c5 c6e5", 221)  # fmt: skip
PAID = mistake("k7/p1p4p/1rnqr1p1/1B1p1p2/Q1nP4/2B2P1P/KP3P2/2RR4 w - - 6 30", "b2b3", "b5c4 d5c4 a4c4", -74,
               "b6b5 b3c4 e6e2 d1d2 b5b4 c3b4 c6b4 a4b4", -446)  # fmt: skip


def said(claim: Claim) -> str:
    return english((claim,), addressed=True)


def test_the_king_moves_out_of_the_check_that_the_reply_gives() -> None:
    claim = plans.no_check(NO_CHECK)
    assert claim is not None and refusal(claim) == ""
    assert said(claim) == "Better is 41. b6: 41...Nc7 is then no check."
    assert refusal(replace(claim, line=("a5a4",), other=("a5b6", "a8c7"))), "nor is it after the other move"
    assert refusal(replace(claim, line=("a5a6",))), "it is one there"
    assert plans.no_check(OFFERED) is None, "the reply gives no check anyway"


def test_a_piece_goes_on_guarding_what_the_played_move_leaves() -> None:
    claim = plans.still_guards(GUARDED, explained(GUARDED)[0])
    assert claim is not None and refusal(claim) == ""
    assert said(claim) == "Better is 53. Kd2: it still guards your bishop on c3."
    assert refusal(replace(claim, line=("d3e2",), other=claim.line)), "it is not captured there"
    assert refusal(replace(claim, pieces=(ClaimPiece(chess.ROOK, chess.A1),))), "the king never guarded it"


def test_an_exchange_that_the_reply_accepts_is_offered() -> None:
    claim = only([*plans.offers(OFFERED)], Motif.OFFERS)
    assert said(claim) == "Better is 32. Re1: it offers to exchange your rook on e1 for the rook on e8."
    assert refusal(replace(claim, line=("c1e1", "e8a8", "a6a8"))), "it is declined"
    assert refusal(replace(claim, pieces=claim.pieces[::-1])), "that is the other side's"


def test_a_quiet_move_prepares_what_its_piece_does_next() -> None:
    claim = only([*plans.prepares(MARCH)], Motif.PREPARES)
    assert said(claim) == "Better is 41...Kh5: it prepares 43...Kxg3 (42. e6 Kg4 43. Rxc2 Kxg3)."
    assert refusal(replace(claim, line=claim.line[:3])), "the king attacks nothing there that could be won"
    assert refusal(replace(claim, line=("h6h5", "e5e6", "a3e3"))), "that was possible before"


def test_a_move_that_opens_the_way_prepares_what_comes_through_it() -> None:
    claim = only([*plans.prepares(OPENED)], Motif.PREPARES)
    assert said(claim) == "Better is 20. c5: it prepares 21. Qc4+."
    assert refusal(replace(claim, line=("c4c5", "d7c5", "e2e8"))), "that was possible before, and loses the queen"
    assert refusal(replace(claim, role=ClaimRole.MISSES)), "it is only a reason"
    assert not [*plans.prepares(replace(OPENED, reply=("d7e5", "c4c5", "b6c5", "d3c4")))], "it comes too"


def test_what_the_played_move_has_made_possible_is_not_prevented_by_the_better_one() -> None:
    """The pawn on g7 is in the bishop's way until the played move takes it away."""
    assert prevents(CLOSED) is None
    claim = replace(only([*plans.prepares(CLOSED)], Motif.PREPARES), motif=Motif.PREVENTS, line=CLOSED.best[:1])
    assert refusal(claim)


def test_a_capture_that_is_paid_back_at_once_is_idle() -> None:
    claims = [claim for claim in weaker(PAID) if claim.motif in (Motif.TAKES, Motif.HANGING) and claim.key == 1]
    assert claims and all(is_idle(PAID, claim) for claim in claims)
    kept = replace(PAID, reply=("b6b5", "c1b1"))
    assert not any(is_idle(kept, claim) for claim in claims), "the rook is not taken"


def test_a_late_attack_on_a_pawn_counts_if_the_pawn_falls() -> None:
    given = mistake("4k3/6p1/5b2/8/8/8/1P4K1/8 w - - 0 1", "g2f3", "b2b3 f6c3", 0, "g7g5 f3g4 f6e5 g4g5", -300)
    claim = Claim(ClaimRole.ALLOWS, Motif.HITS, given.fen, (given.move, *given.reply[:3]), 3, given.before, given.after,
                  (ClaimPiece(chess.PAWN, chess.B2),), chess960=False)  # fmt: skip
    assert is_idle(given, claim), "nobody takes it"
    assert not is_idle(replace(given, reply=(*given.reply, "e5b2")), claim)
    assert not is_idle(given, replace(claim, balance=Balance((chess.PAWN,)))), "it wins something"


@pytest.mark.parametrize(("won", "idle"), [((chess.PAWN,), True), ((chess.KNIGHT,), False)])
def test_a_threat_to_capture_a_piece_that_wins_only_a_pawn_is_idle(won: tuple[int, ...], idle: bool) -> None:
    fen, line = "4k3/8/2n1b3/8/8/3P4/8/4K3 w - - 0 1", ("d3d4", "e8e7")
    given = mistake(fen, "e1e2", "d3d4 e8e7", 300, "e8e7", 0)
    claim = Claim(ClaimRole.MISSES, Motif.MATERIAL, fen, line[:1], 4, given.before, given.after, balance=Balance(won),
                  chess960=False, threat=("d4d5", "e8e7", "d5c6"))  # fmt: skip
    assert is_idle(given, claim) is idle


def test_a_piece_that_was_trapped_before_is_not_trapped_by_the_mistake() -> None:
    fen = "N1bk1b1r/pp1p1q2/2n4p/2p2p2/2P3p1/3P1N2/PP2BPPP/R2Q1RK1 w - - 0 14"
    given = mistake(fen, "f3h4", "f3e1 b7b6 d3d4 c6d4 e1c2 f8g7 c2d4 g7d4", 312,
                    "f8e7 h4f3 b7b6 f3e1 c8b7 d3d4 c6d4 e1c2", 128)  # fmt: skip
    claim = Claim(ClaimRole.ALLOWS, Motif.NO_WAY_OUT, fen, (given.move, *given.reply[:5]), 5, given.before, given.after,
                  (ClaimPiece(chess.KNIGHT, chess.A8),), chess960=False)  # fmt: skip
    assert is_idle(given, claim)
    assert not is_idle(replace(given, best=("a8b6", "a7b6")), claim), "the better move takes it away"


def test_beside_a_mate_that_the_score_names_nothing_small_is_told() -> None:
    given = mistake("8/ppk4p/6b1/2P5/q3pQ2/P2p4/1P6/2R2K2 b - - 2 36", "c7c6",
                    "c7c8 f4f8 a4e8 f8e8 g6e8 f1f2 e8g6 b2b4", 8, "f4d6 c6b5 d6d7 b5a5 d7b7 a4e8", 900)  # fmt: skip
    assert any(claim.role is ClaimRole.ALLOWS and not claim.is_reply for claim in explained(given))
    mated = replace(given, after=PovScore(Score(mate=6), True))
    assert [claim.motif for claim in explained(mated)] == [Motif.SLIPS]


def test_a_piece_that_falls_only_later_is_not_brought_to_safety() -> None:
    given = mistake("r7/2q2rpk/p5np/1p3p2/3Q4/1P3P2/PBP1R1PP/4R1K1 w - - 2 25", "a2a3",
                    "e2d2 a8c8 e1e3 f7e7 e3c3 c7b7 c3c8 b7c8", 158,
                    "a8d8 d4c3 c7b6 c3e3 b6c7 h2h3 f7e7 e3c3 e7e2", 75)  # fmt: skip
    assert not any(claim.motif is Motif.SAVES for claim in explained(given)), "the rook on e2 was not attacked"


def test_an_attack_that_is_carried_out_shows_how() -> None:
    given = mistake("r1b2bk1/pp1p2rp/1q2p3/5p2/2P4Q/2NB4/PPK3P1/4R2R w - - 2 25", "h1h3",
                    "g2g4 b6d4 g4f5 d4h4 h1h4 e6f5 d3f5 d7d5", 63, "g7g2 e1e2 g2g7 h3g3 g7g3 h4g3 f8g7 d3f5", -61)  # fmt: skip
    found = (claim for claim in weaker(given) if claim.motif is Motif.THREATENS and claim.role is ClaimRole.MISSES)
    claim = replace(next(found), balance=Balance())
    assert said(claim) == "You could play 25. g4: it threatens the pawn on f5 (25...Qd4 26. gxf5)."
    assert english((claim,), spoken=True).endswith("it threatens the pawn on f5.")
    assert "(" not in said(replace(claim, line=("g2g4", "f5g4", "d3h7"))), "it has gone away"
