"""What the better move does, and what both moves have: each claim is refused if the board does not show it."""

from dataclasses import replace

import chess

from engine.coach import claim_view as view
from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Balance, ClaimPiece, ClaimRole, Motif
from engine.coach.events import quiet
from engine.coach.events.both_lines import is_common
from engine.coach.events.lasting_changes import changes
from engine.coach.events.purposes import purposes
from engine.coach.explain import explained
from engine.coach.fallback_claims import weaker
from engine.coach.why_better import prevents, safe_there
from tests.engine.coach.test_events import mistake, only

QUEENS = mistake("r4r1k/pp3p1p/3p1bq1/3Pp3/3p3Q/3P3R/PPP2PP1/2KR1B2 w - - 7 17", "h4h6",
                 "h4e4 f6g5 c1b1 f7f5 e4f3 b7b5 f1e2 a7a5", -15,
                 "g6h6 h3h6 f6g5 c1b1 g5h6 f1e2 h6g5 e2f3", -849)  # fmt: skip
BREAK = mistake("1r1r4/p1p1p1b1/2p1k3/2P2p2/1P1Pp1p1/P1B1P1Pp/4KP1P/1R1R4 w - - 4 27", "c3b2",
                "d4d5 e6f7 c3g7 f7g7 d5c6 d8d1 b1d1 a7a5", 120, "e6d5 e2d2 g7h6 d2c2 a7a6 b2c3 b8a8 b1a1", 10)  # fmt: skip
SAFE = mistake("8/6K1/p7/1p3p2/1Pb1pB2/4P1Pp/5k1P/8 b - - 0 52", "c4e6", "c4e2 g3g4 f5g4 g7f7 a6a5 b4a5 b5b4 f7f8", -546,
               "g7f6 e6c8 f6e5 a6a5 b4a5 b5b4 e5d4 c8a6", -279)  # fmt: skip
LOOSE = mistake("r7/1p3pbk/2bB4/4P2p/p2R1P2/2N4P/1P5K/8 w - - 0 44", "f4f5", "c3d5 a8a5 d5e7 c6e8 e7f5 a5b5 d6b4 f7f6", 4,
                "a8a5 d4f4 g7e5 d6e5 a5e5 c3a4 h7g7 h2g3", -197)  # fmt: skip
PAWNS = mistake("r1b2k2/pppn2p1/3p3p/4p3/2B1P3/2PPP2P/PP1N2P1/R5K1 b - - 1 16", "d7c5",
                "a7a5 a1f1 d7f6 a2a3 c8d7 d2f3 b7b5 c4d5", 111, "a1f1 f8e8 d3d4 e5d4 e3d4 c5e6 e4e5 d6e5", 390)  # fmt: skip
DOUBLE = mistake("r1bq1knr/pppp1ppp/2n5/2b1p3/2B1P1Q1/2N2N2/PPPP1PPP/R1B1K2R b KQ - 7 5", "g8f6",
                 "d7d5 g4g3 d5c4 f3e5 h7h5 e5c6 b7c6 h2h3", -504, "g4h4 d7d6 h2h3 h7h6 d2d3 c6e7 c1e3 e7g6", 35)  # fmt: skip
TAKES = mistake("r2qk2r/ppp1npp1/2n4p/3p4/3P4/1QN1PN2/PP3PPP/R4RK1 w kq - 2 13", "f1e1",
                "b3b7 a8b8 b7a6 b8b2 c3a4 b2b8 f1b1 e8g8", 143, "c6a5 b3b5 c7c6 b5b4 b7b6 a1c1 e8g8 f3e5", 61)  # fmt: skip
SHELTER = mistake("r1bq1rk1/1p3pbp/p2p1npB/2nPp3/P3P3/2N2N2/1P1Q1PPP/R3KB1R w KQ - 3 12", "f1d3",
                  "h6g7 g8g7 d2c2 d8a5 f3d2 c8d7 a1a3 a8c8", -154, "g7h6 d2h6 c5d3 e1e2 d3f2 h1c1 f2g4 h6h4", -788)  # fmt: skip
BOTH = mistake("rnbqk1nr/pp4pp/2pbpp2/3p4/3P1B2/3BP3/PPP1NPPP/RN1QK2R b KQkq - 3 6", "g7g5",
               "e6e5 d4e5 f6e5 f4g3 e5e4 d3e4 d6g3 e2g3", -137, "f4d6 d8d6 h2h4 g5g4 c2c4 f6f5", 185)  # fmt: skip


def test_the_better_move_avoids_the_exchange_of_queens() -> None:
    claim = only([*purposes(QUEENS, None)], Motif.KEEPS_QUEENS)
    assert english((claim,), addressed=True) == "Better is 17. Qe4: it avoids the exchange of queens."
    assert refusal(replace(claim, other=claim.other[:2])), "a queen is left"
    assert refusal(replace(claim, line=claim.line[:3])), "too short to show it"
    assert refusal(replace(claim, line=claim.other, other=claim.line)), "that line exchanges them"


def test_a_pawn_break_ends_in_an_exchange_of_pawns() -> None:
    claim = only([*purposes(BREAK, None)], Motif.PAWN_BREAK)
    said = "Better is 27. d5+: a pawn break: your pawn on d5 attacks the pawn on c6."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=claim.line[:-1])), "neither pawn has captured the other"
    assert refusal(replace(claim, role=ClaimRole.MISSES)), "it is only a reason"
    assert refusal(replace(claim, pieces=(claim.pieces[0], ClaimPiece(chess.PAWN, chess.A7)))), "it does not attack it"


def test_the_same_piece_is_safe_on_another_square() -> None:
    allowed = explained(SAFE)[0]
    claim = safe_there(SAFE, allowed)
    assert claim is not None and refusal(claim) == ""
    assert english((claim,), addressed=True) == "Better is 52...Be2: your bishop on e2 is safe there."
    assert refusal(replace(claim, other=("c4d3", "g7f6"))), "there it is safe as well"
    assert refusal(replace(claim, line=("c4e6", "g7f6", "a6a5", "f6e6", "a5b4", "f4d6"))), "it is captured"


def test_a_pawn_that_a_capture_would_win_counts_as_left_though_it_is_guarded() -> None:
    claim = only([*quiet.left_loose(LOOSE)], Motif.LEFT_LOOSE)
    said = "44. f5 allows 44...Ra5: it attacks your pawn on e5, which your pawn on f5 no longer guards."
    assert english((claim,), addressed=True) == said
    guarded = replace(claim, fen=claim.fen.replace("p2R1P2", "p3RP2"))
    assert refusal(guarded), "two pieces guard it, and two attack it"


def test_a_pawn_that_is_replaced_by_another_goes_on_attacking() -> None:
    claims = [claim for claim in weaker(PAWNS) if claim.motif is Motif.THREATENS and not refusal(claim)]
    said = "16...Nc5 leads to 18. d4: it threatens your knight on c5 (17. Rf1+ Ke8 18. d4)."
    assert english(claims[:1], addressed=True) == said


def test_a_double_attack_says_more_than_one_of_its_attacks() -> None:
    said = english(explained(DOUBLE), addressed=True)
    assert said.startswith(
        "You could play 5...d5: the queen on g4 and the bishop on c4 are attacked at once, and you win"
    )


def test_a_pawn_that_is_taken_is_named_before_a_weak_pawn() -> None:
    told = [claim for claim in purposes(TAKES, None) if not refusal(claim)]
    assert told and told[0].motif is Motif.TAKES
    assert Motif.ISOLATED_PAWN not in {claim.motif for claim in told}


def test_a_king_that_recaptures_has_not_lost_its_pawns() -> None:
    assert Motif.SHELTER not in {change.motif for change in changes(SHELTER)}


def test_what_both_moves_attack_is_no_chance_missed() -> None:
    """6...e5 and 6...g5 attack the bishop alike."""
    both = [claim for claim in weaker(BOTH) if claim.role is ClaimRole.MISSES and claim.motif is Motif.THREATENS]
    assert both and all(is_common(BOTH, claim) for claim in both)
    assert not is_common(BOTH, replace(both[0], balance=Balance((chess.BISHOP,)))), "what is won is compared otherwise"
    assert not any(claim.role is ClaimRole.MISSES and claim.motif is Motif.THREATENS for claim in explained(BOTH))


PIN = mistake("3K4/p7/1p1P4/1Pp5/P1P5/7k/8/6q1 w - - 0 55", "d8c7", "d6d7 g1g8 d8c7 g8f7 c7c8 f7c4 d7d8q c4d4", -62,
              "g1h2 c7c6 h2e5 c6d7 h3g2 d7c6 g2f2 d6d7", -881)  # fmt: skip


def test_a_move_that_a_pin_prevents_is_explained_by_the_pin() -> None:
    claim = only([*quiet.forbids(PIN)], Motif.FORBIDS)
    said = "55. Kc7 allows 55...Qh2: your pawn on d6 is pinned to your king on c7."
    assert english((claim,), addressed=True) == said
    assert view.pinned_off(replace(claim, line=("d8c7", "g1g8"))) == [], "nothing is pinned"


ADVANCES = mistake("8/8/4p1p1/1K3k2/5Pp1/1P6/7P/8 w - - 1 42", "b5c6", "b3b4 f5f4 b5c4 f4f3 b4b5 e6e5 b5b6 e5e4", 555,
                   "g6g5 f4g5 e6e5 c6d5 e5e4 d5d4 f5f4 g5g6", 121)  # fmt: skip


def test_a_passed_pawn_that_advances_counts_its_own_moves() -> None:
    claim = only([*purposes(ADVANCES, None)], Motif.PAWN_STEPS)
    said = "Better is 42. b4: your pawn on b4 needs only 4 more moves to promote."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, fen=claim.fen.replace("8/8/4p1p1", "n7/8/4p1p1"))), "a piece is left"


FORK = mistake("2rqr1k1/1p2ppbp/6p1/pPpnN1B1/8/2PP4/1P3PPP/R2QR1K1 w - - 1 18", "d1f3",
               "d1g4 h7h5 g4e4 g7e5 e4e5 b7b6 d3d4 f7f6", 30, "f7f6 g5f6 g7f6", -338)  # fmt: skip
UNCOVERS = mistake("2kr1bnr/1pp1qppp/p1b5/4P3/3PpBPP/2N5/PPPQ4/R3K1NR b KQ - 1 11", "f7f6",
                   "e4e3 d2e3 c6h1 e1c1 g8f6 e5f6 e7e3 f4e3", -388, "h1h3 f6e5 f4e5 g8h6 g4g5 h6g4 e5f4 e7f7", -215)  # fmt: skip
OPENS = mistake("r1b1kr2/1p1n1p1p/p3p3/q1b1P3/8/1Pp3Q1/P1P1NPPP/R3KB1R w KQq - 0 15", "e2c3",
                "a2a3 a5c7 g3c3 c7e5 c3e5 d7e5 b3b4", -528, "c5b4 e1c1 b4c3 c1b1 c3e5 f2f4 e5f6 f4f5", 830)  # fmt: skip


def test_a_forked_piece_that_takes_a_pawn_is_lost_to_the_fork() -> None:
    claim = explained(FORK)[0]
    assert claim.motif is Motif.FORK and refusal(claim) == ""
    assert "18...f6: it forks your knight on e5 and your bishop on g5" in english((claim,), addressed=True)
    assert refusal(replace(claim, line=claim.line[:3], balance=Balance())), "nothing is captured yet"


def test_an_uncovered_attack_is_left_when_the_moved_piece_is_captured() -> None:
    claims = [claim for claim in weaker(UNCOVERS) if claim.motif is Motif.THREATENS and claim.role is ClaimRole.MISSES]
    assert english(claims[:1], addressed=True) == "You could play 11...e3: it threatens the rook on h1 (12. Qxe3 Bxh1)."
    assert refusal(claims[0]) == ""


def test_a_reply_is_not_prevented_by_a_capture_that_opens_a_line_to_a_rook() -> None:
    """15. a3 Bb4 16. axb4 Qxa1+."""
    assert prevents(OPENS) is None
