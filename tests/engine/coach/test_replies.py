"""What a reply does where nothing is won at once: a guard driven off, checks without end, a king's walk to a pawn, an exchange.
And the better move that prevents it. Each is refused where the board does not show it."""

from dataclasses import replace

import chess

from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events import allowed, lost_chances
from engine.coach.explain import explained
from engine.coach.fallback_claims import weaker
from engine.coach.why_better import prevents
from engine.game.info import PovScore, Score
from tests.engine.coach.test_events import mistake, only

QUEEN_LEAVES = mistake("4rrk1/1bp2pbp/pp1p2p1/3Pq1P1/3nP2P/2N1QP2/PPP5/2KR1BNR b - - 2 18", "f7f5", "d4f5 e3d2 f5g3",
                       65, "f3f4 e5e7 d1d4 b6b5 g1e2", 457)  # fmt: skip


def test_a_guard_that_is_attacked_and_must_leave_its_piece() -> None:
    claim = only([*weaker(QUEEN_LEAVES)], Motif.DRIVES_OFF)
    said = "18...f5 allows 19. f4: it attacks your queen on e5, which guards your knight on d4, and you lose a knight."
    assert english((claim,), addressed=True) == said
    line = claim.line[:3]
    assert refusal(replace(claim, line=line, balance=Balance())) == ""
    assert refusal(replace(claim, line=line, balance=Balance())) == ""
    check = replace(claim, line=line, balance=Balance(), fen=claim.fen.replace("PPP5/2KR1BNR", "PPP4P/3R1BNK"))
    assert refusal(check), "19...Qxe4+ comes first"
    assert refusal(replace(claim, pieces=(claim.pieces[0], ClaimPiece(chess.ROOK, chess.E8)))), "it has other guards"
    assert refusal(replace(claim, line=("f7f5", "f1d3"))), "nothing attacks the queen"


CHECKED = mistake("4r1k1/p5pp/3Q4/3b2p1/P2q4/BP2N1P1/7P/4R1K1 w - - 3 34", "a3c1", "g1f2 g8h8 d6d5", 500,
                  "d4e4 g3g4 e4h1 g1f2 h1f3 f2g1 f3h1", 0)  # fmt: skip


def test_the_reply_may_hold_the_draw_by_checks_without_end() -> None:
    claim = only([*allowed.strong_events(CHECKED)], Motif.PERPETUAL_HELD)
    said = "34. Bc1 leads to 36...Qf3+: the checks never end, and it is a draw (34...Qe4 35. g4 Qh1+ 36. Kf2 Qf3+)."
    assert claim.role is ClaimRole.ALLOWS and english((claim,), addressed=True) == said
    assert refusal(replace(claim, after=CHECKED.before)), "the score is no draw"
    assert refusal(replace(claim, before=CHECKED.after)), "it was a draw before"
    assert refusal(replace(claim, line=claim.line[:2], key=1)), "no check"


WALK = mistake("8/p5pp/1k3p2/8/4K3/8/PP4PP/8 b - - 4 37", "a7a6", "b6c5 e4f5 c5d6 h2h4 d6e7", 147,
               "e4f5 b6b5 f5e6 b5c4 e6f7 c4d3 f7g7", 377)  # fmt: skip


def test_a_king_walks_to_a_pawn_that_the_better_move_keeps_from_it() -> None:
    claim = only([*allowed.plain_events(WALK)], Motif.HITS)
    said = "37...a6 leads to 40. Kf7: it attacks your pawn on g7 (38. Kf5 Kb5 39. Ke6 Kc4 40. Kf7)."
    assert english((claim,), addressed=True) == said
    guarded = claim.fen.replace("p5pp/1k3p2", "p4bpp/1k3p2").replace("p4bpp", "p6p").replace("1k3p2", "1k3ppb")
    assert refusal(replace(claim, fen=guarded)), "there is another pawn"
    reached = replace(WALK, best=("b6c6", "e4f5", "c6c7", "f5e6", "c7c8", "e6f7", "c8d7"))
    assert not [one for one in allowed.plain_events(reached) if one.motif is Motif.HITS], "it comes there anyway"


def test_the_better_move_makes_the_reply_illegal_or_a_loss() -> None:
    given = mistake("4k3/8/8/8/2n5/8/PP6/R3K3 w - - 0 1", "a2a4", "a1b1 c4d6", 100, "c4b2 a1a2 b2d3", 0)
    claim = only([found for found in [prevents(given)] if found is not None], Motif.PREVENTS)
    assert english((claim,), addressed=True) == "Better is 1. Rb1: it prevents 1...Nxb2."
    other = mistake("4k3/8/8/8/2n5/8/PP6/R3K3 w - - 0 1", "a2a4", "a1b1 c4e3", 100, "c4d6 a1a2", 0)
    assert prevents(other) is None
    assert refusal(replace(claim, line=("a2a3",))), "b2 can still be captured"
    assert refusal(replace(claim, other=("a2a4", "c4a5"))), "that is good after both"
    assert prevents(replace(given, best=("a1b1", "c4b2"))) is None, "it is the answer to both"


def test_an_exchange_by_the_reply_is_told_if_the_better_line_keeps_the_piece() -> None:
    given = mistake("3n3r/ppp1k2p/6p1/4Nb2/8/2P5/P4PPP/RN4K1 b - - 0 18", "d8c6", "e7f6 e5f3 f6g7 b1d2", -140,
                    "e5c6 b7c6 b1d2", 10)  # fmt: skip
    claim = only([*allowed.plain_events(given)], Motif.TRADES)
    said = "18...Nc6 allows 19. Nxc6+: it exchanges the knight on e5 for your knight on c6."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=claim.line[:2])), "it is not recaptured"


def test_a_check_of_the_better_move_drives_the_king() -> None:
    given = mistake("rnbqk1nr/pppp1ppp/8/8/2B5/8/PPPP1PPP/RNBQK1NR w KQkq - 0 5", "a2a3", "c4f7 e8f8 f7b3", 200,
                    "d7d6 g1f3", 0)  # fmt: skip
    claim = only([*allowed.king_driven(given, ClaimRole.MISSES)], Motif.KING_DRIVEN)
    said = "You could play 5. Bxf7+: the king on e8 has to move and may no longer castle."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, fen=claim.fen.replace("KQkq", "KQ"))), "it could not castle before"


def test_a_piece_may_be_given_to_draw_the_king_out() -> None:
    given = mistake("Q4bk1/7p/5np1/4p3/P1q1P3/8/2r1NBPP/4R1K1 w - - 7 29", "e2g3", "a8d8 f6g4 h2h3", -107,
                    "c2f2 g1f2 f6g4 f2f3 g4h2", -472)  # fmt: skip
    claim = only([*allowed.plain_events(given)], Motif.ATTRACTION)
    said = "29. Ng3 allows 29...Rxf2: it draws a piece to a bad square: your king on f2."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=claim.line[:3])), "no check follows"
    quiet = replace(given, reply=("c2f2", "g1f2", "h7h6", "f2g1"))
    assert Motif.ATTRACTION not in [one.motif for one in allowed.plain_events(quiet)]


def test_the_reply_may_guard_what_the_better_move_would_win() -> None:
    given = mistake("r2q1rk1/2p1bpp1/1p1pbn1p/4p3/4P3/P2P4/1BP1NPPP/1R1QKB1R b K - 1 12", "d8d7",
                    "d6d5 f1e2 d5e4", -244, "e2g3 d6d5 f1e2", -165)  # fmt: skip
    pieces = ClaimPiece(chess.PAWN, chess.E4), ClaimPiece(chess.PAWN, chess.A3)
    missed = Claim(ClaimRole.MISSES, Motif.THREATENS_BOTH, given.fen, given.best[:1], 0, given.before, given.after,
                   pieces, chess960=False)  # fmt: skip
    claim = only([*lost_chances.gets_guarded(given, missed)], Motif.NOW_GUARDED)
    assert english((claim,), addressed=True) == "12...Qd7 allows 13. Ng3: it guards the pawn on e4."
    assert refusal(replace(claim, pieces=pieces[1:])), "the knight does not guard that"
    assert refusal(replace(claim, other=("h6h5",))), "nothing threatens it"
    assert refusal(replace(claim, line=("d8d7", "e2c3"))) == "" and refusal(replace(claim, line=("d8d7", "h2h3")))


def test_a_chance_that_is_let_pass_is_told_so_if_the_mover_is_not_worse_off() -> None:
    given = mistake("r2q1rk1/2p1bpp1/1p1pbn1p/4p3/4P3/P2P4/1BP1NPPP/1R1QKB1R b K - 1 12", "d8d7",
                    "d6d5 h2h3 d5e4", -244, "h2h3 h6h5", -65)  # fmt: skip
    for after, told in ((-65, "12...Qd7 lets this chance pass: after 13. h3 it is +0.65 for you, not +2.44."),
                        (165, "After 12...Qd7 13. h3 it is -1.65 for you, not +2.44.")):  # fmt: skip
        claims = explained(replace(given, after=PovScore(Score(centipawns=after), True)))
        assert claims[0].role is ClaimRole.MISSES and english(claims[1:], addressed=True) == told
