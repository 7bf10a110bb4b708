"""Attacks on a king, and time lost: what the line shows is named. Each claim is refused if the board does not show it."""

from dataclasses import replace

import chess

from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import ClaimPiece, ClaimRole, Motif
from engine.coach.events import king_attack, tempo
from engine.coach.fallback_claims import late_attacks
from engine.play.review import coaching
from tests.engine.coach.test_events import mistake, only

CHECKS = mistake("6k1/8/1Q4pp/1P3p2/5P2/6PP/7K/5q2 b - - 0 37", "g6g5", "f1e2 h2g1 e2d1 g1f2 d1d2 f2f3", 0,
                 "b6g6 g8f8 g6h6 f8f7 h6h7 f7e6 h7g6", 494)  # fmt: skip
CASTLING = mistake("r1bqk2r/pp1pbppp/2n2n2/2p1p3/2B1P3/3PB3/PPP2PPP/RN1QK1NR w KQkq - 4 6", "h2h3",
                   "b1c3 d7d6 g1e2 e8g8 e1g1 c8e6", 24, "d7d5 e4d5 f6d5 b1c3 d5e3 f2e3 e7h4 e1d2 e8g8", -60)  # fmt: skip
BISHOP = mistake("r1bq1rk1/pp2ppbp/5np1/4B3/4P3/2PB3P/PP1N1PP1/R2QR1K1 b - - 0 12", "f6d7",
                 "d8d3 d2f3 d3d1 a1d1 c8e6 e5h2", -64, "e5g7 g8g7 d2f3 d8b6 d1c2", 197)  # fmt: skip
FILE = mistake("rn2kb1r/3bq3/4pp2/p2p2pp/1p1P4/4PNBP/PPQ2PP1/RN3RK1 w kq - 1 15", "c2g6",
               "e3e4 e7h7 c2c7 d5e4 c7b7 d7c6", 45, "e7f7 g6d3 g5g4 h3g4 h5g4 f3h4 b8c6 b1d2", -65)  # fmt: skip
STORM = mistake("3r2k1/2r2pp1/2q5/p2nQRPp/8/2Pp3P/PP1B4/1K2R3 w - - 1 35", "e1f1",
                "e5e4 d5c3 d2c3 c6e4 e1e4 d3d2", 1, "a5a4 e5d4 a4a3 f1e1 a3b2 d4d3", -236)  # fmt: skip


def test_checks_that_drive_a_king_out_name_its_way() -> None:
    claim = only([*king_attack.checks(CHECKS, ClaimRole.ALLOWS)], Motif.DRIVEN_OUT)
    said = "37...g5 allows 38. Qg6+: checks drive your king on g8 to the square e6."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=claim.line[:3], pieces=(claim.pieces[0], ClaimPiece(0, chess.F8)))), "too near"
    assert refusal(replace(claim, pieces=(claim.pieces[0], ClaimPiece(0, chess.D6)))), "the king is not there"
    assert refusal(replace(claim, role=ClaimRole.MISSES)), "that attack is not the mover's"


def test_a_check_after_which_the_king_may_not_castle_is_named_also_later() -> None:
    claim = only([*king_attack.checks(CASTLING, ClaimRole.ALLOWS)], Motif.CASTLING_LOST)
    assert english((claim,), addressed=True).startswith(
        "6. h3 leads to 9...Bh4+: your king on e1 moves and may no longer"
    )
    assert refusal(replace(claim, other=claim.other[:4])), "the other line does not castle"
    assert refusal(replace(claim, line=claim.line[:-1])), "the king has not moved"
    stays = replace(CASTLING, best=("b1c3", "d7d6", "g1e2", "e8g8"))
    assert not [*king_attack.checks(stays, ClaimRole.ALLOWS)], "there it does not castle either"


def test_the_bishop_beside_a_king_is_exchanged() -> None:
    claim = only([*king_attack.preparations(BISHOP, ClaimRole.ALLOWS)], Motif.GUARD_EXCHANGED)
    said = "12...Nd7 allows 13. Bxg7: it exchanges your bishop on g7, which guards your king on g8."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=(*claim.line[:2], "f8e8"))), "nothing takes back"
    assert refusal(replace(claim, other=("g7h8",))), "an illegal other line proves nothing"
    assert refusal(replace(claim, other=("f6h5", "e5g7"))), "it is taken there as well"


def test_a_rook_gets_an_open_file_at_a_king() -> None:
    claim = only([*king_attack.preparations(FILE, ClaimRole.ALLOWS)], Motif.FILE_AT_KING)
    assert "17...hxg4: the rook on h8 gets an open file against your king on g1" in english((claim,), addressed=True)
    assert refusal(replace(claim, pieces=(ClaimPiece(chess.ROOK, chess.A8), claim.pieces[1]))), "that file is closed"
    assert refusal(replace(claim, line=claim.line[:6])), "it does not last"


def test_a_pawn_attacks_the_pawns_in_front_of_a_king() -> None:
    claim = only([*king_attack.preparations(STORM, ClaimRole.ALLOWS)], Motif.STORM)
    assert "36...a3: the pawn on a3 attacks your pawn on b2 in front of your king on b1" in english(
        (claim,), addressed=True
    )
    assert refusal(replace(claim, pieces=(claim.pieces[0], ClaimPiece(chess.PAWN, chess.A2), claim.pieces[2])))
    assert refusal(replace(claim, other=("e5d4", "a5a4", "b1c1", "a4a3"))), "it is attacked there as well"


def test_an_attack_that_the_reply_parries_is_named() -> None:
    given = mistake("r7/p1pk2pp/bp6/4pn2/1P2p3/2P5/PB1P2PP/R3K2R w - - 4 19", "g2g4", "c3c4 a6c4 b2e5 a8e8", 50,
                    "f5h4 e1d1 h4f3", -90)  # fmt: skip
    claim = only([*tempo.parried(given)], Motif.PARRIED)
    assert english((claim,), addressed=True) == "19. g4 allows 19...Nh4: it parries the attack on the knight on f5."
    assert refusal(replace(claim, line=("g2g4", "a6b7"))), "the knight still hangs"
    assert refusal(replace(claim, line=("h2h3", "f5h4"))), "nothing attacked it"


def test_a_piece_that_is_driven_back_after_quiet_moves_is_named_at_last() -> None:
    given = mistake("rnbqk2r/pp1pp1bp/2p2np1/4P3/8/5N2/PPPP1PP1/RNBQKB1R b KQkq - 0 6", "f6d5",
                    "f6g4 d2d4 d7d6 f1d3 e8g8 d3c4", 98, "d2d4 d7d6 c2c4 d5b6 f1d3 c8g4", 196)  # fmt: skip
    claim = only([*late_attacks(given)], Motif.DRIVES_BACK)
    said = "6...Nd5 leads to 8. c4: it drives your knight on d5 back to b6 (7. d4 d6 8. c4 Nb6 9. Bd3)."
    assert english((claim,), addressed=True) == said


def test_a_pawn_that_falls_after_a_late_attack_is_named() -> None:
    given = mistake("6k1/1pp2ppp/8/p7/3P2P1/7P/4K3/2B5 b - - 1 34", "b7b5", "c7c6 c1d2 a5a4 e2d3 f7f6 d3c3", 4,
                    "d4d5 g8f8 c1f4 f8e7 f4c7 a5a4 e2d3", 261)  # fmt: skip
    claim = only([*late_attacks(given)], Motif.THREATENS)
    said = "34...b5 leads to 36. Bf4: it threatens your pawn on c7 (35. d5 Kf8 36. Bf4 Ke7 37. Bxc7)."
    assert english((claim,), addressed=True) == said
    assert not [*late_attacks(replace(given, reply=given.reply[:4]))], "it does not fall"


def test_castling_is_lost_early_also_if_the_queens_come_off() -> None:
    given = mistake("rnb1kbnr/ppp2ppp/8/4P3/4pP1q/6P1/PPP4P/RNBQKBNR b KQkq - 0 5", "h4d8",
                    "h4g4 d1g4 c8g4 f1g2 b8c6 g2e4 e8c8", 65, "d1d8 e8d8 b1c3 b8c6 f1g2 f7f6", 223)  # fmt: skip
    claim = only([*king_attack.castling_lost(given)], Motif.CASTLING_LOST)
    assert english((claim,), addressed=True).startswith(
        "5...Qd8 allows 6. Qxd8+: your king on e8 moves and may no longer"
    )
    late = replace(claim, fen=claim.fen.replace("0 5", "0 25"))
    assert refusal(late), "without queens a king in the middle is safe enough then"


def test_a_piece_that_is_lost_anyway_takes_something_with_it() -> None:
    given = mistake("6k1/8/1p1r2pp/5p2/6B1/5K1P/8/1R6 w - - 0 40", "b1e1", "g4f5 d6f6 f3e4 g6f5", -106,
                    "f5g4 h3g4 d6f6 f3g3", -501)  # fmt: skip
    claim = only([*tempo.sells(given)], Motif.SELLS)
    said = "Better is 40. Bxf5: your bishop on g4 is lost anyway, and takes the pawn on f5 with it."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=claim.line[:3])) and refusal(replace(claim, line=claim.line[:2])), (
        "nothing retakes"
    )
    assert refusal(replace(claim, other=("b1e1", "d6f6"))), "there it is not captured"


def test_an_exchange_of_pawns_that_opens_a_file_for_a_rook() -> None:
    given = mistake("r1b2rk1/1pq2pbp/p1np1np1/2p1pP2/4P3/2NP1NPP/PPP3B1/R1BQ1RK1 w - - 0 11", "f5g6",
                    "g3g4 f6e8 f3h4 c6e7 g4g5 f7f6", 211, "f7g6 a2a4 c6d4 g3g4 h7h6", 34)  # fmt: skip
    claim = only([*tempo.file_freed(given)], Motif.FILE_FREED)
    said = "11. fxg6 allows 11...fxg6: the exchange of pawns opens the file for the rook on f8."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, line=("f5g6", "h7g6", *claim.line[2:]))), (
        "the other pawn takes, and the file is closed"
    )
    assert refusal(replace(claim, pieces=(ClaimPiece(chess.ROOK, chess.A8),)))


def test_what_else_only_scores_would_say_gives_way_to_an_answer() -> None:
    """A review then searches the answers to both moves, which say more."""
    late = only([*king_attack.preparations(STORM, ClaimRole.ALLOWS)], Motif.STORM)
    check = only([*king_attack.checks(CHECKS, ClaimRole.ALLOWS)], Motif.DRIVEN_OUT)
    assert coaching.is_weak(late) and not coaching.is_weak(check)
    assert all(motif.facts.minor for motif in (Motif.PARRIED, Motif.FILE_FREED))
