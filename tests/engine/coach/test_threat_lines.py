"""What comes after a pass, pins, what a piece has left, and what the wrong capture costs: told of real mistakes, and refused
where the board does not show it."""

from dataclasses import replace

import chess
import pytest

from engine.coach.checker.check import refusal
from engine.coach.claim_file import as_json, of_json
from engine.coach.claim_words import english
from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.coach.threat_lines import threatened
from tests.engine.coach.test_checker import LOST, WON, won
from tests.engine.coach.test_explain import mistake


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (  # the pawn on c2 alone is not the point
            mistake("2k4r/ppp3pp/2nr1p2/5b2/8/2N1q2P/PPPNB1P1/R2QK2R w KQ - 1 15", "h1f1",
                    "d1c1 h8e8 d2f3 e3c5 a2a3 a7a6 h1f1", -20, "c6d4 a1c1 h8e8 f1f2 e3g3 d2f1 d4e2 f1g3", -359,
                    "d4c2 d1c2 f5c2 d2c4 e3g3 f1f2 d6e6 c4d2 c2d3 d2b3"),
            "15. Rf1 allows 15...Nd4 with the threat 16...Nxc2+ 17. Qxc2 Bxc2: this would win a queen and a pawn "
            "for a knight. Best was 15. Qc1 Re8 16. Nf3 (-0.20); after 15. Rf1 it is -3.59.",
        ),
        (  # two checks, and then the quiet move that decides
            mistake("r1bqkbnr/1pp2pp1/p1n4p/4p3/2B1P3/2N2N2/PPP2PPP/R1BQ1RK1 b kq - 1 7", "c6d4",
                    "f8d6 c1e3 g8f6 d1e2 e8g8 a1d1", 45, "c4f7 e8f7 f3e5 f7f6 d1h5 c8e6 e5g6 h8h7 f1d1", 584,
                    "h5f7 f6e5 c1f4"),
            "7...Nd4 allows 8. Bxf7+ Kxf7 9. Nxe5+ Kf6 10. Qh5 with the threat 11. Qf7+: mate in 2 (11. Qf7+ Kxe5 12. "
            "Bf4#). Better is 7...Bd6: it guards the pawn on e5.",
        ),
        (
            mistake("r2q1rk1/ppp2ppp/8/n2Np2b/2B1n3/P4N1P/1PP2PP1/R2Q1RK1 w - - 0 13", "c4a2",
                    "c4e2 f8e8 f1e1 c7c6 d5e3 d8c7 f3d2", -136, "e4g5 d5e3 g5f3 g2f3 d8h4 d1d5 a5c6", -359),
            "13. Ba2 allows 13...Ng5: it attacks the knight on f3, which is pinned to the queen on d1 (14. Ne3 Nxf3+). "
            "Better is 13. Be2: it guards the knight on f3.",
        ),
        (  # a pawn never comes back
            mistake("1r2r1k1/p4ppp/1q4b1/3pp3/8/1NP3PP/PP1Q1RPK/4R3 b - - 5 26", "e5e4",
                    "a7a5 d2e3 b6b5 e1d1 f7f6 b3c5", -168, "b3d4 h7h6 d4f5 g8h7 f5e3 e8d8", -2),
            "26...e4 allows 27. Nd4: the pawn on e4 no longer guards the square d4. "
            "Better is 26...a5: 27. Nd4 is then met by 27...exd4.",
        ),
        (  # both capture the knight: what the wrong one loses is counted from there
            mistake("4r3/q5pp/2kp4/pp4B1/3P4/5N2/PPPn1PPP/5RK1 w - - 0 24", "f3d2",
                    "g5d2 b5b4 c2c4 b4c3 d2c3 c6d5 a2a4", -287, "a7d4 b2b3 d4b2 d2f3 c6b7 g5e3 b2c2 f3d4", -583),
            "24. Nxd2 allows 24...Qxd4: this wins a pawn. Better is 24. Bxd2: the bishop on g5 should "
            "take, not the knight on f3.",
        ),
        (  # a pawn that the next move captures as well is not won by the better one
            mistake("1b6/1P1n2kp/3P4/1R3p2/r1p1pPpP/2P1P1P1/5B2/6K1 b - - 0 51", "b8d6",
                    "g7f6 f2e1 b8d6 h4h5 f6e6 h5h6 a4a1 g1f2", -397, "b5d5 a4a6 d5f5 d7f6 f5b5 d6b8 b5b4 a6a1", -227),
            "51...Bxd6 allows 52. Rd5: it attacks the bishop on d6 while the pawn on f5 is still attacked (52...Ra6 53. Rxf5). "
            "Better is 51...Kf6: it guards the pawn on f5.",
        ),
        (  # who captures back wins nothing by that
            mistake("rnbqkbnr/2p1pppp/p7/1p6/1PpPP3/2N5/P4PPP/R1BQKBNR b KQkq b3 0 5", "c4b3",
                    "c8b7 a2a3 g8f6 e4e5 f6d5 g1e2", -245, "a2b3 c8b7 f1d3 e7e5 d4e5 b8d7 g1f3 f8b4 c1d2 d7c5", -71),
            "5...cxb3 leads to 8. dxe5: this wins a pawn (6. axb3 Bb7 7. Bd3 e5 8. dxe5). Best was 5...Bb7 6. a3 "
            "Nf6 (-2.45); after 5...cxb3 it is -0.71.",
        ),
        (  # how a piece is saved says more than what it threatens then
            mistake("2kr2r1/pp1b3p/2nP1N2/2p2p1p/2P2P2/1P1R2P1/P5KP/1RB5 b - - 0 27", "d8f8",
                    "g8g6 c1b2 h5h4 d3d2 c6d4 f6d7 c8d7 b3b4", 260, "f6g8 f8g8 c1b2 g8e8 g2f1 c6b4 d3d2", 500),
            "27...Rdf8 allows 28. Nxg8: the rook on g8 was already attacked, and this wins the "
            "exchange. Better is 27...Rg6: the rook on g8 moves to safety.",
        ),
    ],
)  # fmt: skip
def test_a_real_mistake_is_explained_so(given: Mistake, said: str) -> None:
    assert english(explained(given)) == said


def test_what_a_piece_leaves_was_forbidden_before_and_is_after_the_better_move() -> None:
    fen = "4k3/8/8/4p3/8/1N6/8/4K3 b - - 0 1"  # 1...e4 2. Nd4
    leaves = Claim(
        ClaimRole.ALLOWS, Motif.LEAVES, fen, ("e5e4", "b3d4"), 1, LOST, WON,
        (ClaimPiece(chess.PAWN, chess.E4), ClaimPiece(0, chess.D4)), other=("e8e7",),
     chess960=False)  # fmt: skip
    assert refusal(leaves) == ""
    assert english((leaves,)) == "1...e4 allows 2. Nd4: the pawn on e4 no longer guards the square d4."
    assert refusal(replace(leaves, line=("e5e4",), key=0)), "there is no answer"
    assert refusal(replace(leaves, other=())) == "leaves: the other line is missing"
    assert refusal(replace(leaves, other=("e5e4",))), "the other move leaves it as well"
    assert refusal(replace(leaves, line=("e5e4", "b3c5"))), "the pawn never guarded c5"
    assert refusal(replace(leaves, pieces=(leaves.pieces[0], ClaimPiece(0, chess.F4)))), "the answer goes elsewhere"
    two = "4k3/8/8/2p1p3/8/1N6/8/4K3 b - - 0 1"
    assert refusal(replace(leaves, fen=two)), "another pawn guards it still"
    exchange = replace(leaves, fen="4k3/2p5/8/4p3/8/1N1P4/8/4K3 b - - 0 1", line=("e5e4", "d3d4"), other=("c7c5",))
    assert refusal(exchange), "before, it would have been an exchange of pawns"
    shut = replace(leaves, fen="4k3/8/8/1p6/r7/1N6/8/4K3 b - - 0 1", line=("b5b4", "b3d4"))
    assert refusal(replace(shut, pieces=(ClaimPiece(chess.PAWN, chess.B4), leaves.pieces[1]))), (
        "the rook guarded it, not the pawn"
    )


def test_a_pin_is_new_or_pressed_once_more() -> None:
    fen = "3qk3/8/5n2/8/8/8/8/2B1N1K1 w - - 0 1"
    pair = (chess.KNIGHT, chess.F6), (chess.QUEEN, chess.D8)
    pins = won(fen, "c1g5 e8f7", Motif.PINS, *pair)
    assert refusal(pins) == "" and english((pins,)).endswith("it pins the knight on f6 to the queen on d8.")
    assert refusal(replace(pins, fen="3bk3/8/5n2/8/8/8/8/2B1N1K1 w - - 0 1")), "another piece is there"
    assert refusal(replace(pins, line=("c1e3", "e8f7"))), "nothing is pinned from there"
    assert refusal(replace(pins, motif=Motif.PRESSES_PIN)), "it was not pinned before"
    old = "3qk3/8/5n2/6B1/8/5N2/8/6K1 w - - 0 1"
    presses = won(old, "f3d4 e8f7", Motif.PRESSES_PIN, *pair)
    assert refusal(presses), "the knight on d4 does not attack f6"
    presses = replace(presses, line=("f3h2", "e8f7", "h2g4"), key=2)
    assert refusal(presses) == "" and refusal(replace(presses, motif=Motif.PINS)), "it was pinned before"
    assert refusal(replace(presses, fen="4k3/3q4/5n2/6B1/8/5N2/8/6K1 w - - 0 1")), "nothing dear is behind"


def test_material_is_counted_from_the_capture_only_where_the_other_move_captures_the_same() -> None:
    fen = "4k3/8/8/3n4/4P2r/2N5/6K1/8 w - - 0 1"  # both can take on d5
    claim = Claim(
        ClaimRole.ALLOWS,
        Motif.MATERIAL,
        fen,
        ("c3d5", "h4e4"),
        1,
        LOST,
        WON,
        balance=Balance((chess.PAWN,)),
        other=("e4d5",),
        chess960=False,
    )
    claim = replace(claim, before=WON, after=LOST)
    assert refusal(claim) == "", refusal(claim)
    assert refusal(replace(claim, other=())), "from the position a knight was won"
    assert refusal(replace(claim, other=("c3b5",))) == "material: the other move does not capture the same piece"
    assert refusal(replace(claim, other=("c3d5",))) == "material: the other move does not capture the same piece"
    own = replace(claim, fen="4k3/8/1p6/3n4/4P2r/2N5/6K1/8 w - - 0 1", line=("c3d5", "h4h8", "d5b6"), key=2)
    assert refusal(own) == "material: the other move does not capture the same piece", "the key move is the opponent's"


def test_a_threat_is_proved_after_a_pass_and_was_not_there_before() -> None:
    fen = "r3k3/8/8/8/8/2N5/8/4K3 w q - 0 1"  # 1. Nb5, and 2. Nc7+
    forked = ClaimPiece(chess.KING, chess.E8), ClaimPiece(chess.ROOK, chess.A8)
    fork = Claim(
        ClaimRole.MISSES, Motif.FORK, fen, ("c3b5",), 2, WON, LOST, forked, Balance((chess.ROOK,)),
        threat=("b5c7", "e8d7", "c7a8"), chess960=False,
    )  # fmt: skip
    assert refusal(fork) == ""
    assert english((fork,)) == (
        "1. Nb5 was possible, with the threat 2. Nc7+: it forks the king on e8 and the rook on a8, and this would "
        "win a rook (2...Kd7 3. Nxa8)."
    )
    assert english((fork,), addressed=True).startswith("You could play 1. Nb5 with the threat 2. Nc7+: it forks")
    assert english((fork,), spoken=True).startswith("knight to b5 was possible, with the threat knight to c7, check:")
    assert refusal(replace(fork, threat=())), "the key move is the threat"
    assert refusal(replace(fork, balance=Balance())) == "fork: the threat wins nothing"
    assert refusal(replace(fork, line=("c3b5", "e8e7"))), "the other side must pass"
    assert refusal(replace(fork, threat=("b5c7", "0000", "c7a8"))), "and only once"
    assert refusal(replace(fork, fen="4k3/8/3r4/8/8/2N5/8/4K3 w - - 0 1", line=("c3b5",), threat=("b5d6",))), (
        "d6 in check"
    )
    taken = Claim(
        ClaimRole.MISSES, Motif.MATERIAL, "r3k3/8/8/8/8/2N5/R7/4K3 w q - 0 1", ("c3e4",), 2, WON, LOST,
        balance=Balance((chess.ROOK,)), threat=("a2a8",), chess960=False,
    )  # fmt: skip
    assert refusal(taken) == "material: the capture was there before"
    assert of_json(as_json((fork,)), fen, chess960=False) == (fork,)


def test_a_threat_that_the_better_move_meets_a_move_later_is_no_reason() -> None:
    given = mistake("2kr1b1r/1pp3pp/p2p1p2/3n4/3PR3/3B4/PP1B1PPP/4R1K1 b - - 6 20", "f6f5",
                    "g7g6 e4e6 d5b6", 0, "e4e2 g7g6 d2g5", 112)  # fmt: skip
    threat = ("d3f5", "c8b8", "f5e6")
    assert not [*threatened(replace(given, reply_threat=threat))], "20...g6 is only a move late"
    assert [*threatened(replace(given, reply_threat=threat, best=("d5b6", "e4e6", "f8e7")))]


def test_a_piece_that_a_pawn_would_take_is_the_threat_whatever_follows() -> None:
    given = mistake("r3qrk1/pb1pn1pp/n2b1p2/3Pp3/2B4B/P1N2N2/1P3PPP/2RQR1K1 b - - 0 14", "a6c5",
                    "e7f5 h4g3 a8d8 c3e4", 250, "b2b4 c5a6 c3e4 e7f5", 406)  # fmt: skip
    threat = ("b4c5", "d6c5", "d5d6", "g8h8", "d6e7", "e8e7")
    claims = [*threatened(replace(given, reply_threat=threat))]
    assert {claim.motif for claim in claims} == {Motif.MATERIAL}
    assert "16. bxc5: you would lose a knight for a pawn" in english(claims[:1], addressed=True)
