"""Quiet replies: a plan forbidden, a pawn left without its guard, a king or rook that gets in, a bishop shut in. Each is refused
where the board does not show it."""

from dataclasses import replace

import chess

from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events import lost_chances, quiet
from engine.coach.fallback_claims import weaker
from engine.coach.line import MotifLine
from engine.coach.quiet_cut import settled
from engine.coach.tactics import shown
from engine.coach.threat_lines import threatened
from tests.engine.coach.test_events import mistake, only


def test_the_reply_may_forbid_the_better_move() -> None:
    given = mistake("r7/6k1/1pr3np/p2RR3/P1P5/1P4P1/5P2/6K1 w - - 1 38", "e5e3",
                    "d5d7 g7f6 e5h5 a8e8", -56, "a8a7 g1g2 g6f8", -169)  # fmt: skip
    claim = only([*quiet.forbids(given)], Motif.FORBIDS)
    assert english((claim,), addressed=True) == "38. Re3 allows 38...Ra7: it prevents 39. Rd7+ because of 39...Rxd7."
    assert refusal(replace(claim, line=(*claim.line[:3], "g7g8"))), "that punishes nothing"
    assert refusal(replace(claim, line=("e5e3", "a8b8", "d5d7", "b8b7"))) and refusal(
        replace(claim, line=("e5e3", "a8b8"))
    ), "the rook may still come to d7"
    assert refusal(replace(claim, other=("d5d8",))), "that was a loss before too"
    assert not [*quiet.forbids(replace(given, reply=("a8b8",)))]


def test_a_pawn_that_the_moved_piece_no_longer_guards_is_told_when_it_is_attacked() -> None:
    given = mistake("7k/pp4p1/7p/5r2/1P6/P7/6P1/2R3K1 w - - 0 34", "a3a4", "c1c7 f5b5 g2g4 h8h7", -126,
                    "f5f4 c1b1 h8h7", -233)  # fmt: skip
    claim = only([*quiet.left_loose(given)], Motif.LEFT_LOOSE)
    said = "34. a4 allows 34...Rf4: it attacks your pawn on b4, which your pawn on a4 no longer guards."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=("a3a4", "f5f6"))), "nothing attacks it"
    assert refusal(replace(claim, other=("a3a4",))), "the other move leaves it too"
    assert not [*quiet.left_loose(replace(given, best=("c1c7", "f5f4", "c7b7", "f4b4")))], "there it falls as well"


def test_a_king_walks_in_where_the_better_move_keeps_it_out() -> None:
    given = mistake("8/3n3k/8/3P2pp/p3p3/B3P3/5K1P/8 b - - 1 42", "g5g4", "h7g6 d5d6 g6f5 f2g3", -519,
                    "f2g3 h7g6 g3f4 d7f6", -177)  # fmt: skip
    said = "42...g4 leads to 44. Kf4: the king on f4 comes in (43. Kg3 Kg6 44. Kf4)."
    assert english((only([*quiet.king_in(given)], Motif.KING_IN),), addressed=True) == said, (
        "the pawn on g5 kept it out"
    )
    walks = mistake("8/8/8/1p6/5k1p/P1P5/4K1P1/8 w - - 6 63", "e2f1", "c3c4 b5c4 a3a4", 156, "f4e3 f1g1 e3d2", -352)
    assert [*quiet.king_in(walks)] and not [*quiet.king_in(replace(walks, best=("g2g3",)))]
    claim = only([*quiet.king_in(given)], Motif.KING_IN)
    assert refusal(replace(claim, other=("d7e5",))) == "" and refusal(replace(claim, other=("g5g4",))), (
        "that leaves f4 too"
    )
    assert refusal(replace(claim, line=claim.line[:2], key=1)), "that is no nearer to a square kept from it"


def test_a_rook_that_gets_behind_a_passed_pawn_is_told_of_the_reply() -> None:
    given = mistake("r7/8/P7/8/7P/3Bkp2/2P4K/8 w - - 0 59", "h2g3", "h2h3 a8h8 d3c4 h8c8", -83,
                    "a8g8 g3h3 g8g1 a6a7 e3f4 h3h2 g1a1 h4h5 a1a7", -359)  # fmt: skip
    claim = only([*quiet.rook_behind(given)], Motif.ROOK_BEHIND)
    assert "62...Ra1: the rook on a1 goes behind your pawn on a7" in english((claim,), addressed=True)
    there = replace(given, best=("h2h3", "a8g8", "d3c4", "g8g1", "c4b3", "g1a1"))
    assert not [*quiet.rook_behind(there)], "it gets there in the better line as well"


def test_a_bishop_shut_in_by_the_move_is_told_in_the_opening() -> None:
    given = mistake("rn1qkbnr/ppp1p2p/4bp2/3p4/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 5", "d1e2", "f1e2 e6f7 g1f3", 78,
                    "d8d7 g1f3 b8c6", -30)  # fmt: skip
    claim = only([*quiet.blocks(given)], Motif.BLOCKS)
    assert english((claim,), addressed=True) == "5. Qe2: your queen on e2 blocks your bishop on f1."
    assert refusal(replace(claim, line=("d1d2",), pieces=(ClaimPiece(chess.QUEEN, chess.D2), claim.pieces[1])))
    assert refusal(replace(claim, other=("g2g3",), line=("d1d3",)))
    late = claim.fen.replace(" 0 5", " 0 15")
    assert refusal(replace(claim, fen=late, other=("g2g3",))), "the opening is over"
    assert not refusal(replace(claim, fen=late)), "but the bishop should have gone to e2"
    assert not [*quiet.blocks(replace(given, best=("d1e2", "e6f7")))]


ROOKS = mistake("3r4/1p4pk/p1n4p/8/K3R2N/2P3P1/PP4P1/8 b - - 6 37", "d8d5",
                "d8d2 a4a3 h7g8 g3g4 g8f7 h4f5", 55, "h4f3 h7g6 g3g4 g6f6 b2b4 b7b5", 166)  # fmt: skip


def test_a_rook_that_gets_in_behind_the_pawns_or_to_an_open_file_is_told_file_by_file() -> None:
    claim = only([*weaker(ROOKS)], Motif.INVADES)
    said = "You could play 37...Rd2 38. Ka3 Kg8: your rook on d2 gets in behind the pawns."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, other=claim.line)), "it gets there in both lines"
    file = mistake("6k1/5ppp/8/1p6/8/8/1P3PPP/R1R3K1 w - - 0 1", "h2h3", "c1d1 g7g6 h2h3 g8g7 d1d5 b5b4", 100,
                   "g7g6 c1c5 g8g7 c5b5 g7f6 b5b4", 0)  # fmt: skip
    found = [one for one in weaker(file) if one.motif is Motif.OPEN_FILE]
    assert [chess.square_name(one.pieces[0].square) for one in found] == [], "it does not stay on one square"
    stays = replace(file, best=("c1d1", "g7g6", "h2h3", "g8g7", "h3h4", "b5b4"))
    claim = only([*weaker(stays)], Motif.OPEN_FILE)
    assert english((claim,), addressed=True) == "You could play 1. Rd1 g6 2. h3: your rook on d1 takes the open file."
    assert refusal(replace(claim, other=("h2h3", "g7g6", "c1d1", "g8g7", "h3h4", "b5b4"))), (
        "the other line has it there too"
    )


def test_a_skewer_is_made_by_the_moved_piece_and_is_not_just_an_exchange() -> None:
    fen = "3r1rk1/pp2p2p/2n3p1/7b/3bBp2/PN3P2/1PP3PP/1RB2RK1 w - - 1 20"
    line = MotifLine.from_here(fen, ["b3d4", "c6d4", "e4b7", "d8d7"], chess960=False)
    cut = settled(line)
    assert cut is not None and Motif.SKEWER not in [what.motif for what in shown(cut)], (
        "20.Nxd4 is captured by that knight"
    )
    given = mistake(fen, "g1h1", "b3d4 c6d4 e4b7 d8d7", 49, "g6g5", -45)
    pieces = ClaimPiece(chess.KNIGHT, chess.C6), ClaimPiece(chess.PAWN, chess.B7)
    claim = Claim(ClaimRole.MISSES, Motif.SKEWER, fen, given.best, 0, given.before, given.after, pieces, chess960=False)
    assert refusal(claim) == "skewer: not shown by the line"


def test_a_skewer_wins_the_piece_behind_wherever_the_front_piece_goes() -> None:
    fen = "8/8/p6P/7K/k1r1b3/1p6/8/4Q3 w - - 6 70"
    line = MotifLine.from_here(fen, ["e1a1", "a4b4", "a1a6"], chess960=False)
    assert Motif.SKEWER not in [what.motif for what in shown(line)], "70...Kb5 guards the pawn on a6"
    given = mistake(fen, "h5g5", "e1a1 a4b4 a1a6", -20, "b3b2", -161)
    pieces = ClaimPiece(chess.KING, chess.A4), ClaimPiece(chess.PAWN, chess.A6)
    claim = Claim(ClaimRole.MISSES, Motif.SKEWER, fen, given.best, 0, given.before, given.after, pieces, chess960=False)
    assert refusal(claim) == "skewer: not shown by the line"
    far = fen.replace("8/8/p6P", "8/r7/7P")
    rook = pieces[0], ClaimPiece(chess.ROOK, chess.A7)
    assert refusal(replace(claim, fen=far, line=("e1a1", "a4b4", "a1a7"), pieces=rook)) == ""


def test_a_promotion_that_the_other_side_matches_is_refused() -> None:
    fen = "7k/1P6/8/8/8/8/6p1/K7 b - - 0 1"
    scores = mistake(fen, "h8h7", "g2g1q a1b2", 0, "b7b8q g2g1q", 600)
    pawn = (ClaimPiece(chess.PAWN, chess.B7),)
    line = "h8h7", "b7b8q", "g2g1q"
    claim = Claim(ClaimRole.ALLOWS, Motif.PROMOTION, fen, line, 1, scores.before, scores.after, pawn, chess960=False)
    assert refusal(claim) == "promotion: not shown by the line"
    assert refusal(replace(claim, line=("h8h7", "b7b8q"))) == ""


def test_a_pinned_piece_that_may_capture_is_not_said_to_be_unable() -> None:
    given = mistake("r2qkb1r/2pp1ppp/p3pn2/1p6/3P4/1PN1BQ2/1PP2PPP/R3K2R w KQkq - 0 12", "h2h4", "c3b5 f6d5 b5c3", 2,
                    "c7c6 g2g4", -99)  # fmt: skip
    pieces = ClaimPiece(chess.PAWN, chess.A6), ClaimPiece(chess.ROOK, chess.A8)
    claim = Claim(ClaimRole.MISSES, Motif.PINNED_GUARD, given.fen, given.best[:1], 0, given.before, given.after, pieces,
                  chess960=False)  # fmt: skip
    said = "You could play 12. Nxb5: the pawn on a6 cannot capture without losing the rook on a8."
    assert refusal(claim) == "" and english((claim,), addressed=True) == said


def test_a_piece_that_is_lost_at_once_is_the_point_and_not_what_is_given_later() -> None:
    fen = "1r1q1rk1/pppb1pp1/3p1b1p/5P2/6P1/2N1PN2/PPP1Q3/2KR3R w - - 3 18"
    moves = ["h1h6", "g7h6", "d1h1", "g8g7", "h1h6", "g7h6", "c3d5", "f6g5"]
    cut = settled(MotifLine.of(fen, moves, chess960=False))
    assert cut is not None and len(cut.moves) == 2, "18.Rxh6 loses a rook; the second one is given freely"
    assert cut.gains[-1] - cut.gains[0] == 4 and Balance((chess.ROOK,), (chess.PAWN,)).pawns == 4


def test_the_reply_may_block_the_square_of_the_better_move() -> None:
    given = mistake("1r1q1rk1/2pb1ppp/2pb1n2/p2p1P2/2PPp1P1/1P2P2P/P2N3B/R2QKB1R b KQ - 0 15", "d6b4",
                    "c6c5 d2b1 f6e8", -167, "c4c5 g7g6", -28)  # fmt: skip
    claim = only([*quiet.forbids(given)], Motif.FORBIDS)
    assert english((claim,), addressed=True) == "15...Bb4 allows 16. c5: it prevents 16...c5."
    assert refusal(replace(claim, line=("d6b4", "d1c2"))), "the pawn may still advance"


ROOK_TRADES = mistake("r4r2/pp2k3/2p3Bp/4P2n/3n3P/P1NP4/1PP5/2K2RR1 b - - 0 24", "f8f1",
                      "h5f4 h4h5 f4e2 c3e2 d4e2 c1b1 e2g1", 60, "g1f1 h5g3 f1f7", 438)  # fmt: skip


def test_a_piece_that_recaptures_gets_away_and_castling_guards() -> None:
    fork = Claim(ClaimRole.MISSES, Motif.FORK, ROOK_TRADES.fen, ROOK_TRADES.best[:7], 2, ROOK_TRADES.before,
                 ROOK_TRADES.after, (ClaimPiece(chess.ROOK, chess.G1),), Balance((chess.ROOK,), (chess.KNIGHT,)),
                 chess960=False)  # fmt: skip
    claim = only([*lost_chances.gets_away(ROOK_TRADES, fork)], Motif.GETS_AWAY)
    assert english((claim,), addressed=True) == "24...Rxf1+ allows 25. Rxf1: the rook on g1 gets away."
    given = mistake("rnbqk2r/ppp1bpp1/7p/8/3P1n2/PBN2N2/1P4PP/R2Q1RK1 w kq - 0 13", "f1e1",
                    "f3e5 f4e6 e5f7", 118, "e8g8 f3e5", -556)  # fmt: skip
    pieces = ClaimPiece(chess.KNIGHT, chess.F4), ClaimPiece(chess.PAWN, chess.F7)
    missed = Claim(ClaimRole.MISSES, Motif.THREATENS_BOTH, given.fen, given.best[:1], 0, given.before, given.after, pieces,
                   chess960=False)  # fmt: skip
    guarded = only([*lost_chances.gets_guarded(given, missed)], Motif.NOW_GUARDED)
    assert english((guarded,), addressed=True) == "13. Re1 allows 13...O-O: it guards the pawn on f7."
    assert refusal(replace(guarded, line=("f1e1", "b8c6")))


def test_a_threat_names_what_would_be_lost_if_the_capture_is_the_point() -> None:
    given = mistake("r1b1kbn1/1ppp4/p4pp1/8/B2nqPQ1/8/PPPP1KPP/RNB4R b - - 1 12", "d4e6", "g8h6 h1e1 h6g4", -847,
                    "b1c3 e4d4 f2e1", 346)  # fmt: skip
    given = replace(given, reply_threat=("c3e4", "e6f4", "e4f6", "e8f7"))
    claim = next(one for one in threatened(given) if one.role is ClaimRole.ALLOWS)
    said = "12...Ne6 allows 13. Nc3 with the threat 14. Nxe4: you would lose a queen"
    assert english((claim,), addressed=True).startswith(said)
