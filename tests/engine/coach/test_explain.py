"""Explanations of mistakes: what they say of known positions, and what they never do."""

from dataclasses import replace

import chess
import pytest

from engine.coach.abandoned_guards import abandoned_guard
from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.explain import explained
from engine.coach.line import MotifLine
from engine.coach.mistake import Mistake
from engine.coach.threats import forcing
from engine.game.info import PovScore, Score
from engine.ground.errors import MoveError
from tests.helpers.coach_mistakes import explained_sample

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def mistake(
    fen: str, move: str, best: str, before: int | str, reply: str, after: int | str, threat: str = ""
) -> Mistake:
    """Scores are White's, `#3` a mate. `threat`: of the reply."""
    lines = tuple(best.split()), _score(before), tuple(reply.split()), _score(after)
    return Mistake(fen, move, *lines, chess960=False, reply_threat=tuple(threat.split()))


def _score(value: int | str) -> PovScore:
    return PovScore(Score(mate=int(value[1:])) if isinstance(value, str) else Score(centipawns=value), True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (  # lichess game of a 1181
            mistake("r4rk1/ppp3p1/2nbqpB1/3p4/3P4/4PQ2/PPPN2K1/R6R b - - 1 18", "f6f5", "f8e8 f3h5 g8f8", 222,
                    "h1h8 g8h8 f3h5 h8g8 h5h7", "#3"),
            "18...f5 allows 19. Rh8+: mate in 3, the rook on h8 is sacrificed (19. Rh8+ Kxh8 20. Qh5+ Kg8 21. "
            "Qh7#). Best was 18...Rfe8 19. Qh5 Kf8 (+2.22); after 18...f5 White mates in 3.",
        ),
        (
            mistake("4kb1r/2p1q1pp/5p2/3Pp3/Pr6/3Q1N2/5PPP/R1B1KR2 b Qk - 2 22", "e7d6",
                    "e5e4 d3e2 e4f3 g2f3 e8f7 e2e7 f8e7", 57, "e1d1 f8e7 f1e1", 403),
            "22...e4 was possible: it forks the queen on d3 and the knight on f3, and this wins a "
            "knight for a pawn (23. Qe2 exf3). After 22...Qd6 23. Kd1 it is +4.03, not +0.57.",
        ),
        (
            mistake("q4rk1/3r1ppp/4p3/8/P1Rp1P2/2PQ4/4KPPP/R7 w - - 0 26", "c3d4", "e2f1 f8d8 c3d4 a8a7 g2g3 d7d4 c4d4 d8d4", 226,
                    "a8g2 a4a5 g2h2 d3f3 h2h4", -55),
            "26. cxd4 allows 26...Qxg2: this wins a pawn (27. a5 Qxh2). Better is 26. Kf1: it guards the pawn on g2.",
        ),
        (  # a capture is pending where the piece has just been won: the line is cut later
            mistake("4r3/5pk1/2q2np1/2p1P3/1pQ4N/1P3P1P/6P1/4R2K w - - 1 35", "f3f4",
                    "e5f6 g7f6 e1e4 f6g7 h1h2 e8e6 e4g4 g7g8 h4f5 c6c7", 471,
                    "f6h5 f4f5 h5g3 h1h2 g3f5 h4f5 g6f5 e1e2", 96),
            "35. exf6+ was possible: this wins a knight for a pawn. "
            "35. f4 allows 35...Nh5: the knight on f6 gets away.",
        ),
        (  # an offer to exchange queens threatens nothing
            mistake("r2r3k/p7/1p3pqp/8/4PQp1/6N1/PPP3P1/4R1K1 b - - 3 47", "d8g8",
                    "g6g5 f4g5 h6g5 b2b3 d8d2 e1f1 h8g7 g3f5 g7g6 f5e7", -360,
                    "e1f1 a8d8 g3h5 g6g5", -161),
            "47...Qg5 48. Qxg5 hxg5 was possible: the side that is ahead exchanges the queens. "
            "47...Rg8 lets this chance pass: after 48. Rf1 it is -1.61, not -3.60.",
        ),
        (  # that the other king walks away from castling is no merit of the move
            mistake("r3k2r/pppnqpp1/3b1nbp/3p4/3P2PP/2P1BP2/PP1NQ3/R3KBNR b KQkq - 1 11", "d6g3",
                    "e8g8 e1f2 f8e8 a1e1 c7c5 f2g2 e7d8 e2d1", -205,
                    "e3f2 g3d6 e1c1 e8c8 e2e7 d6e7 f2g3 d8e8", 56),
            "11...Bg3+ allows 12. Bf2: it attacks the bishop on g3, which has only just moved (12...Bd6 13. "
            "O-O-O). Best was 11...O-O 12. Kf2 Rfe8 (-2.05); after 11...Bg3+ it is +0.56.",
        ),
        (  # a promotion that takes long; that the king steps out of check is no plan to be prevented
            mistake("8/1k6/1p2P3/pP6/2r5/1K6/4R3/8 b - - 1 56", "c4b4",
                    "c4c8 e6e7 c8e8 b3c4 b7c7 e2e6 c7d7 e6b6 d7e7 b6c6", 76,
                    "b3c3 b4b5 e6e7 b5c5 c3d4 c5c8 e7e8q c8e8 e2e8 b7c6", 689),
            "56...Rb4+ leads to 60. e8=Q: the pawn on e7 promotes, and this wins a rook for 2 pawns "
            "(57. Kc3 Rxb5 58. e7 Rc5+ 59. Kd4 Rc8 60. e8=Q). 56...Rc8 57. e7 Re8 was possible: the "
            "rook on e8 stops the pawn on e7.",
        ),
        (  # the knight that was captured is won back two moves later
            mistake("r1bqkb1r/ppp3p1/5p2/7p/4P1n1/1BNP3P/PP4P1/R1BQ1RK1 w kq - 0 13", "h3g4",
                    "d3d4 c7c6 e4e5 f6f5 c3e2 a7a5", 470,
                    "f8c5 f1f2 c5f2 g1f2 c8g4 d1c2 h5h4 c1e3", 155),
            "13. hxg4 leads to 15...Bxg4: this wins back what was captured (13...Bc5+ 14. Rf2 Bxf2+ "
            "15. Kxf2 Bxg4). Better is 13. d4: 13...Bc5 is then no check.",
        ),
        (  # a step between that attacks the piece which gives check
            mistake("r3kb1r/1p2qp1p/p3bnp1/3p4/Bn2pP2/4P2P/PPPP2P1/RNB1KQNR b KQkq - 2 13", "e6d7",
                    "b7b5 a2a3 b4c6 a4b3 d5d4 b3e6", -244, "a4b3 d7b5 g1e2 e8c8 b1c3 b5c4", -21),
            "Better is 13...b5: it threatens the bishop on a4. After 13...Bd7 14. Bb3 it is -0.21, not -2.44.",
        ),
        (  # the pawn is given up for the bishop: the moves are told to where it falls
            mistake("4B3/5Kp1/6P1/p7/P2k4/2b5/8/8 w - - 14 60", "e8b5",
                    "f7g7 d4c5 g7f8 c5d6 g6g7 c3g7 f8g7 d6e7", 603, "d4c5 f7g8 c3e5 b5d7 e5c3", 0),
            "60. Kxg7 was possible, and later 63. Kxg7: this wins a bishop (60. Kxg7 Kc5+ 61. Kf8 Kd6 "
            "62. g7 Bxg7+ 63. Kxg7). "
            "60. Bb5 allows 60...Kc5: it prevents 61. Kxg7.",
        ),
        (  # the answer meets the threat, and something else is lost
            mistake("rnbqk2r/pppp1pbp/4p1p1/4P3/3P2n1/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 1 6", "d1e2",
                    "h2h3 g4f2 e1f2 h7h6 f1b5 e8g8", 534, "b8c6 h2h3 g4h6 g2g4", 220),
            "6. h3 was possible: it threatens the knight on g4, and this wins a knight for a pawn "
            "(6...Nxf2 7. Kxf2). 6. Qe2 lets this chance pass: after 6...Nc6 it is +2.20, not +5.34.",
        ),
        (
            mistake("8/1r5p/6p1/4Q2k/3P2p1/4R3/5PK1/1q6 b - - 1 52", "h5h4", "h5h6 e5f4 h6g7 f4e5", 0,
                    "e5f4 h4h5 e3e5 b1f5 e5f5 g6f5 f4f5 h5h6 f5f6 h6h5 d4d5 h7h6", 1306),
            "52...Kh4 allows 53. Qf4: it threatens mate, and this wins a queen and a pawn for a rook (53...Kh5 "
            "54. Re5+ Qf5 55. Rxf5+ gxf5 56. Qxf5+). Best was 52...Kh6 53. Qf4+ Kg7 (0.00); after 52...Kh4 it is "
            "+13.06.",
        ),
        (  # a pawn that is won late is not told beside a threat of mate
            mistake("r1b2r1k/pp3ppp/2p3q1/6QN/8/8/P4PPP/R3R1K1 w - - 4 20", "g5g6",
                    "g5e7 c8g4 h5f4 g6h6 f4d3 b7b6 d3e5 g4e6 e5c6 f8e8", 218, "h7g6 h5f4 g6g5 f4h5 c8e6 e1e5 g7g6", -30),
            "20. Qxg6 allows 20...hxg6: it attacks the knight on h5. 20. Qe7 was possible: it threatens mate.",
        ),
        (  # both moves capture there: what is won after the wrong capture is counted from there
            mistake("r3kb1r/2qb1ppp/p1p1p3/3pP3/Q2pnB2/2P2N2/PP3PPP/RN2R1K1 w kq - 0 12", "a4d4",
                    "c3d4 c6c5 a4c2 a8c8 b1d2 f7f5 c2d1 f8e7 h2h4 c5c4 d2e4 f5e4", -28,
                    "f8c5 d4d1 e4f2 d1a4 f2d3 f4e3 c7a7 e3c5 a7c5 a4d4 c5d4 c3d4", -456),
            "12. Qxd4 allows 12...Bc5: the queen on d4 and the pawn on f2 are attacked at once, and "
            "this wins a pawn (13. Qd1 Nxf2). Better is 12. cxd4: the pawn on c3 should take, not the queen on a4.",
        ),
        (  # a queen that hangs, though captures go on to the end of the line
            mistake("3r4/3b1Bk1/1p1p2nb/p2R2N1/8/4q1P1/PPP1PP1P/2K4R w - - 0 26", "c1b1",
                    "f2e3 g6e7 h2h4 h6g5 h4g5 d7c6 h1d1 g7f7 d5d6 d8c8 d1d4 a5a4", 556,
                    "e3e7 f7g6 d7c6 h2h4 c6d5 g6e4 h6g5 e4d5 g5f6 h4h5 g7h8", -804),
            "26. fxe3 was possible: the queen on e3 is unprotected, and this wins a queen and 2 pawns "
            "for a bishop and a knight. 26. Kb1 leads to 27...Bc6: it attacks the rook on d5, and "
            "this wins the exchange (26...Qe7 27. Bxg6 Bc6 28. h4 Bxd5).",
        ),
        (  # the search ends its line where the checks repeat the position
            mistake("r7/pp6/8/k3Q2p/1b4q1/1P1KP3/P1PP1P1n/R7 b - - 3 31", "b7b5",
                    "a5b6 e5f6 b6c7 f6f7 g4d7 f7d7 c7d7 d3e2", -638, "e5c7 a5a6 c7c6 a6a5", 0),
            "31...b5 allows 32. Qc7+: perpetual check. Best was 31...Kb6 32. Qf6+ Kc7 (-6.38); after 31...b5 it is "
            "0.00.",
        ),
        (  # a queen that is captured back was not lost anyway: this is an exchange
            mistake("rn2kb1r/ppp2ppp/2q2n2/1N2B3/6b1/1P3N2/P1PP1PPP/R2QKB1R b KQkq - 0 8", "g4f3",
                    "b8d7 e5g3 f8d6 b5d6 c7d6 f1e2 f6h5 e1g1", 196, "d1f3 c6f3 g2f3 b8a6 e5c7 a8c8 c7e5 a6b4", 368),
            "8...Bxf3 leads to 11. Bxc7: this wins a pawn (9. Qxf3 Qxf3 10. gxf3 Na6 11. Bxc7). Best was 8...Nbd7 "
            "9. Bg3 Bd6 (+1.96); after 8...Bxf3 it is +3.68.",
        ),
        (  # a bishop is won: the pawn that falls afterwards is not the point
            mistake("3qk2r/4n2p/Q2b2p1/7P/1ppR4/2P4R/P7/3K4 b k - 0 34", "b4c3",
                    "e7f5 a6c6 e8e7 d4e4 e7f6 c6c4 d8c8 h5g6", -147, "d4d6 d8b8 h3c3 e8g8 a6c4 g8h8 d6d7 b8e5", 349),
            "34...bxc3 allows 35. Rxd6: this wins a bishop and a pawn (35...Qb8 36. Rxc3 O-O 37. Qxc4+). "
            "Better is 34...Nf5: it guards the bishop on d6.",
        ),
        (  # 25...c3 attacks both after either move
            mistake("2kr3r/2p2p2/p7/q2PP2p/1pp1NPnR/P7/1PPQ4/2KR4 w - - 0 25", "d5d6",
                    "c1b1 c4c3 d2d4 c3b2 d4a7 b4a3 h4h3 a5b6 a7b6 c7b6 h3a3 h5h4", 228,
                    "c4c3 d2d3 b4a3 b2c3 c8b8 d3d4 b8a8 e4c5 c7d6", 97),
            "Best was 25. Kb1 c3 26. Qd4 (+2.28); after 25. d6 c3 26. Qd3 it is +0.97.",
        ),
    ],
)  # fmt: skip
def test_a_known_mistake_is_explained_so(given: Mistake, said: str) -> None:
    assert english(explained(given)) == said


def test_one_to_three_claims_are_told_and_no_role_twice() -> None:
    for _, claims in explained_sample():
        assert 1 <= len(claims) <= 3
        assert len({claim.role for claim in claims}) == len(claims)


def test_the_strongest_claim_comes_first() -> None:
    for _, claims in explained_sample():
        strengths = [claim.strength for claim in claims if claim.role is not ClaimRole.WORKS]
        assert strengths == sorted(strengths, reverse=True)


def test_where_nothing_is_proved_the_scores_are_told() -> None:
    given = mistake(START, "a2a3", "e2e4", 30, "e7e5", -60)
    claims = explained(given)
    assert [claim.motif for claim in claims] == [Motif.SLIPS]
    assert english(claims) == "Best was 1. e4 (+0.30); after 1. a3 e5 it is -0.60."


def test_what_both_moves_lose_is_not_blamed_on_one_of_them() -> None:
    fen = "4k3/8/8/8/8/2n5/8/R3K2R b - - 0 1"  # nothing saves White's pieces here: both lines lose the same rook
    given = mistake(fen, "e8e7", "e8d7 a1a8", -100, "a1a8", 300)
    assert all(claim.motif is not Motif.MATERIAL for claim in explained(given))


def test_a_line_that_is_not_legal_is_an_error() -> None:
    with pytest.raises(MoveError):
        explained(mistake(START, "e2e4", "e2e5", 30, "e7e5", -60))


def test_scores_are_compared_from_one_side() -> None:
    assert PovScore(Score(centipawns=50), False).worth(True) == -50
    assert PovScore(Score(mate=2), False).worth(True) < -9_000 < 9_000 < PovScore(Score(mate=2), True).worth(True)
    assert PovScore(Score(mate=0), True).worth(True) == -30_000


def test_a_threatened_pawn_is_named_only_where_it_is_the_one_that_falls() -> None:
    fen = "6k1/1p3p1p/8/8/8/8/5PPP/R5K1 b - - 0 1"
    falls = MotifLine.of(fen, ["h7h6", "a1a7", "g8g7", "a7b7"], chess960=False)
    assert [what.motif for what in forcing(falls)] == [Motif.THREATENS]
    other = MotifLine.of(fen, ["h7h6", "a1a7", "b7b5", "a7a5", "g8g7", "a5b5"], chess960=False)
    assert [*forcing(other)] == []
    assert [*forcing(MotifLine.of(fen, ["h7h6", "a1a7"], chess960=False))] == [], "nothing is won yet"


def test_a_plan_is_prevented_only_beside_what_it_was_good_for() -> None:
    given = mistake("8/r4k2/1p2p1p1/1P3r1p/P3R2P/5P2/5KP1/R7 w - - 0 35", "e4b4",
                    "a1c1 a7d7 c1c6 d7d2 f2g1 g6g5 c6b6 g5h4 b6e6 f5c5", 427,
                    "a7c7 f2g3 f5d5 b4f4 f7e7 a1e1 e6e5 f4e4 e7f6 f3f4", 141)  # fmt: skip
    assert english(explained(given), addressed=True) == (
        "You could play 35. Rc1 Rd7 36. Rc6: the pawn on b6 and the pawn on e6 are attacked at once. "
        "35. Rb4 allows 35...Rc7: it prevents 36. Rc1 because of 36...Rxc1."
    )
    short = replace(given, best=given.best[:2])
    assert "prevents" not in english(explained(short), addressed=True), "nothing is known of the plan"


def test_that_a_reply_is_met_is_no_reason_if_nothing_is_known_of_the_reply() -> None:
    given = mistake("r3r1k1/1bq1np1p/p1pb2p1/3p2B1/N7/P2B3P/1PP2PP1/R2QR1K1 b - - 0 16", "a8d8",
                    "c6c5 b2b4 c5b4", -28, "b2b4 d6h2 g1h1", 160)  # fmt: skip
    assert "is then met" not in english(explained(given), addressed=True)


def test_a_piece_is_not_simply_taken_if_the_reply_takes_one_too() -> None:
    given = mistake("r2qr1k1/pQp2pbp/1n4p1/3N4/6n1/3PBN1P/PPP2PP1/R3K2R b KQ - 0 13", "g4e3",
                    "b6d5 h3g4 d8d6 b7b5 e8e3 f2e3 d6g3 e1f1 d5e3 f1e2", -550,
                    "d5e3 g7b2 a1b1 b2c3 e1f1 d8d6 h3h4 d6a3", 7)  # fmt: skip
    claims = explained(given)
    assert Motif.FREE_PIECE not in {claim.motif for claim in claims}
    free = Claim(
        ClaimRole.MISSES,
        Motif.FREE_PIECE,
        given.fen,
        given.best[:1],
        0,
        given.before,
        given.after,
        (ClaimPiece(chess.KNIGHT, chess.D5),),
        chess960=False,
    )
    assert refusal(free), "14. hxg4 takes a knight as well"


def test_a_mate_that_the_line_does_not_reach_is_named_by_the_scores() -> None:
    given = mistake("4k3/8/8/3n4/8/1B6/P7/4K3 w - - 0 1", "a2a3", "b3d5 e8e7 d5b3", 300, "d5f4 e1d2 e8e7", -900)
    assert english(explained(given), addressed=True).startswith("You could play 1. Bxd5: it simply takes")
    mated = replace(given, after=PovScore(Score(mate=-9), True))
    assert english(explained(mated), addressed=True).endswith("(+3.00 for you, now Black mates in 9).")


def test_a_pawn_that_falls_long_after_an_attack_is_not_its_gain() -> None:
    given = mistake("3r1rk1/p3qppp/8/2p5/3pN1QR/3P4/PP2KP1P/R7 w - - 1 24", "a1e1",
                    "g4h5 h7h6 a1g1 d8d6 h4g4 d6g6 g4g6 f7g6 h5c5 e7e6", 581,
                    "f7f5 g4g5 e7e6 e2f1 f5e4 e1e4 e6a6 h4h3 h7h6 g5e5", -18)  # fmt: skip
    assert "you win a pawn" not in english(explained(given), addressed=True)


def test_a_square_that_is_left_is_named_with_the_attack_from_there() -> None:
    given = mistake("2r2r2/5pk1/1ppR3R/p5p1/4PnP1/2P1KP1P/P1P5/8 b - - 2 24", "f4g6",
                    "f7f6 h6h5 f8d8 d6d4 f4h5 g4h5 g7h8 e4e5 f6e5 d4e4", -709,
                    "h6h5 f8d8 d6d8 c8d8 h5g5 d8d1 h3h4 f7f6 g5h5 d1e1", -277)  # fmt: skip
    (claim,) = abandoned_guard(given)
    assert english((claim,), addressed=True) == (
        "24...Ng6 allows 25. Rh5: it attacks your pawn on g5, and your knight on g6 no longer guards the square h5."
    )
    assert refusal(claim) == "" and refusal(
        replace(claim, pieces=(*claim.pieces[:2], ClaimPiece(chess.PAWN, chess.F7)))
    )


def test_a_king_cannot_recapture_because_of_a_discovered_check() -> None:
    given = mistake("r3kb1r/ppp2pp1/2nq3p/4p3/2B3b1/3PPN2/PPPN2PP/R2Q1RK1 w kq - 3 10", "d2e4",
                    "c4f7 e8d8 d1e1 g4f5 e1g3 e5e4 d2e4 f5e4 g3h4 f8e7", 433, "d6e7 d1e1 e8c8", 61)  # fmt: skip
    assert english(explained(given), addressed=True).startswith(
        "You could play 10. Bxf7+: the king on e8 cannot recapture because of 11. Nxe5+, and you win a pawn."
    )


def test_a_pawn_is_not_the_gain_beside_a_piece_that_the_played_move_takes_back() -> None:
    given = mistake("r4rk1/p1qpbp1n/1p5p/2p1P1pQ/8/P1BP2PP/1P3PbN/R3R1K1 w - - 0 21", "g1g2",
                    "h2g4 g2d5 g4h6 g8h8 h6f5 c7d8 e5e6 f7f6", 287,
                    "c7c6 e1e4 c6g6 h5g6 f7g6 d3d4 f8d8 d4d5", 170)  # fmt: skip
    assert "you win a pawn" not in english(explained(given), addressed=True), "21. Kxg2 takes a bishop"


def test_an_attacked_piece_does_not_flee_to_a_square_where_captures_cost_a_pawn() -> None:
    given = mistake("2kr1b1r/1pqbnpp1/p2p1n1p/2pPp2P/P3P2N/2N1B1Q1/1PP1B1P1/R4RK1 w - - 7 17", "e2f3",
                    "a1a3 c8b8 g3f2 e7c8 f1b1 a6a5", 150, "g7g5 h5g6 e7g6 b2b4 g6h4 g3h4", -32)  # fmt: skip
    assert "18. Nf5" not in english(explained(given), addressed=True), "18...Bxf5 19. exf5 Nexd5"
