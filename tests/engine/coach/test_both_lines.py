"""What happens after both moves is not told of one: attacks, captures, chances. Each case said something else before."""

from dataclasses import replace

import chess

from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events.both_lines import happens_anyway
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.coach.why_better import keeps, meets_reply
from engine.game.info import PovScore, Score
from tests.engine.coach.test_events import mistake

NOTHING, KNIGHT = Balance(), ClaimPiece(chess.KNIGHT, chess.C3)

FORK_IN_BOTH = mistake("1k1r3r/nppq1pp1/5n1p/3p4/3Pp3/1NN1PPP1/PPP1Q1P1/2KR3R b - - 0 17", "c7c6",
                       "a7c8 b3c5 d7c6 h1f1 h6h5", 190, "b3c5 d7e7 f3e4 d5e4", 271)  # fmt: skip
"""17...c6 and 17...Nc8 both have the reply 18.Nc5, which attacks the queen and the pawn."""


def claim(given: Mistake, motif: Motif, line: str, key: int, *pieces: ClaimPiece, balance: Balance = NOTHING) -> Claim:
    """A claim of what the move allows."""
    scores = given.before, given.after
    moves = tuple(line.split())
    return Claim(ClaimRole.ALLOWS, motif, given.fen, moves, key, *scores, pieces, balance, chess960=False)


def test_an_attack_by_the_same_reply_on_the_same_pieces_is_not_told() -> None:
    pieces = ClaimPiece(chess.QUEEN, chess.D7), ClaimPiece(chess.PAWN, chess.E4)
    attack = claim(FORK_IN_BOTH, Motif.THREATENS_BOTH, "c7c6 b3c5", 1, *pieces)
    assert happens_anyway(FORK_IN_BOTH, attack)
    assert "attacked at once" not in english(explained(FORK_IN_BOTH))
    captured = replace(FORK_IN_BOTH, best=("b7b6", "b3c5", "b6c5", "d4c5"))
    assert not happens_anyway(captured, attack), "there the knight is captured at once"
    elsewhere = replace(FORK_IN_BOTH, best=("d7e7", "b3c5", "b7b6"))
    assert not happens_anyway(elsewhere, attack), "there it does not attack the queen"


def test_a_piece_that_falls_for_as_much_after_both_moves_is_not_told() -> None:
    given = mistake("4k3/8/8/3n4/8/2N5/PP6/3RK3 w - - 0 1", "a2a3", "b2b3 d5c3 d1d3 c3b1", -300, "d5c3 e1f1", -400)
    lost = claim(given, Motif.HANGING, "a2a3 d5c3 e1f1", 1, KNIGHT, balance=Balance((chess.KNIGHT,)))
    assert happens_anyway(given, lost)
    recaptured = replace(given, best=("e1f2", "d5c3", "b2c3"))
    assert not happens_anyway(recaptured, lost), "there it is an exchange"
    assert not happens_anyway(replace(given, best=("c3d5", "e8f7")), lost)


def test_a_promotion_counts_what_the_pawn_becomes() -> None:
    given = mistake("5r2/1P4k1/6p1/p2p4/P2PpBKP/4Pr2/8/4R3 b - - 2 42", "g7f6", "f8f4 e3f4 f3b3 f4f5 b3b7", 0,
                    "b7b8q f8b8 f4b8 f6f7", 800)  # fmt: skip
    told = explained(given)[0]
    assert told.motif is Motif.PROMOTION and not happens_anyway(given, told), "42...R8xf4 gives the rook for a bishop"
    said = "42...Kf6 allows 43. b8=Q: the pawn on b7 promotes, and you lose a rook for a pawn."
    assert english((told,), addressed=True) == said


def test_a_second_piece_that_was_attacked_before_is_told_so() -> None:
    given = mistake("3r2k1/5ppp/p7/1p2p2b/8/1P2N2P/1P3PP1/R5K1 b - - 0 31", "e5e4",
                    "d8d6 a1c1 h7h6", -199, "g2g4 h5g6 a1a6", 0)  # fmt: skip
    told = explained(given)[0]
    assert english((told,), addressed=True).startswith(
        "31...e4 allows 32. g4: it attacks your bishop on h5 while your pawn on a6 is still attacked"
    )
    assert refusal(replace(told, motif=Motif.THREATENS_BOTH, balance=Balance())), "the rook attacked the pawn before"
    assert refusal(replace(told, pieces=(told.pieces[1], told.pieces[0]), balance=Balance()))


def test_the_better_move_has_an_answer_to_the_same_reply() -> None:
    given = mistake("6r1/p5pp/8/3k4/8/1R4P1/P6P/6K1 w - - 0 1", "a2a4", "b3b5 d5c4 b5b7 h7h6", 100, "d5c4 b3b7 h7h6", 0)
    assert meets_reply(given) is None, "the rook goes to b7 after both moves"
    met = replace(given, best=("b3b5", "d5c4", "b5a5", "a7a6"))
    found = meets_reply(met)
    assert found is not None and refusal(found) == ""
    assert english((found,), addressed=True) == "Better is 1. Rb5+: 1...Kc4 is then met by 2. Ra5."
    assert refusal(replace(found, other=("a2a4", "d5d4"))), "another reply"
    assert refusal(replace(found, other=("a2a4", "d5e4")))
    assert refusal(replace(found, line=("b3b5", "d5c4", "b5b7")))


def test_an_answer_that_only_changes_the_order_of_moves_is_not_told() -> None:
    given = mistake("6r1/p5pp/8/3k4/8/1R4P1/P6P/6K1 w - - 0 1", "a2a4", "b3b5 d5c4 a2a4 a7a6", 100, "d5c4 b3b7", 0)
    assert meets_reply(given) is None


def test_a_pawn_that_falls_later_is_guarded_by_the_better_move() -> None:
    fen = "rn3rk1/pp3pp1/3q1n1p/4p3/3p4/1P1P1N1P/1PPB1PP1/R2Q1RK1 b - - 2 13"
    given = mistake(fen, "b8d7", "b8c6 f1e1 d6d5 f3h4 a7a6 d1f3 d5f3 h4f3 f6d7", -37,
                    "f3h4 f8e8 h4f5 d6c6 f2f4 a8c8 f4e5 d7e5 f5d4", 35)  # fmt: skip
    found = keeps(given)
    assert found is not None and refusal(found) == ""
    assert english((found,), addressed=True) == "Better is 13...Nc6: it guards your pawn on d4."
    assert refusal(replace(found, line=("a7a6",))), "that guards nothing"
    assert keeps(replace(given, best=("b8c6", "f3d4", "c6d4"))) is None, "there the pawn falls as well"


def test_a_rook_that_is_exchanged_where_the_other_line_ends_is_not_lost_there() -> None:
    given = mistake("1r3k2/5p1Q/5P2/2p5/p7/P3P3/1qPK4/6R1 b - - 1 32", "b2f6",
                    "b8d8 d2e2 b2f6 g1g8 f8e7 h7e4 e7d6 g8d8", 190,
                    "g1g8 f8e7 h7e4 e7d7 g8b8 f6d6 e4d3 d6d3 c2d3 f7f5", 910)  # fmt: skip
    assert english(explained(given), addressed=True).startswith(
        "32...Qxf6 leads to 35. Rxb8: you lose a rook for a pawn (33. Rg8+ Ke7 34. Qe4+ Kd7 35. Rxb8)."
    ), "there the queen takes back on d8"


def test_a_piece_that_costs_another_one_in_the_other_line_is_the_gain_of_the_better_move() -> None:
    given = mistake("4r1k1/2Q2ppp/8/q7/8/4R3/4KPPP/8 b - - 6 32", "a5c7",
                    "e8e3 e2e3 a5c7 h2h4 g7g6 g2g3 c7c4", -1027, "e3e8", 0)  # fmt: skip
    mated = replace(given, after=PovScore(Score(mate=1), True))
    assert "You could play 32...Rxe3+ 33. Kxe3 Qxc7: you win a queen." in english(explained(mated), addressed=True)


def test_a_pin_that_comes_after_both_moves_is_no_reason() -> None:
    given = mistake("r4rk1/pp1b1pb1/nq1p3p/3Pp1p1/1P2P3/P1N2NPP/2Q1B1P1/R4R1K w - - 1 21", "h3h4",
                    "f3d2 a8c8 d2c4 b6c7 a1c1 b7b5 c4a5 c7b6", 219,
                    "a8c8 a1c1 a6c7 c2d3 g5h4 f3h4 c7e8 h4f5", -17)  # fmt: skip
    assert "pins" not in english(explained(given), addressed=True)
    assert "it pins your knight on c3" in english(explained(replace(given, best=("f3d2", "f7f5"))), addressed=True)
