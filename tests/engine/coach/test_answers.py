"""Answers that come too late or that the played move takes away, and lost time: told of real mistakes (lichess, CC0), and refused
where the board does not show it."""

from dataclasses import replace

import chess
import pytest

from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events import allowed, answers, chances, lost_chances, quiet, tempo
from engine.coach.exchange_values import after_captures
from engine.coach.explain import explained
from engine.coach.fallback_claims import last_changes, weaker
from engine.coach.mistake import Mistake, same_reply
from engine.coach.winning import slow_gains
from engine.game.info import PovScore, Score
from tests.engine.coach.test_events import mistake, only

FORK_GONE = replace(
    mistake("r1b2b2/1pk5/p1n2r1p/4ppp1/4p3/2N5/PPP2PPP/2KR1B1R w - - 0 23", "h2h4",
            "c3d5 c7b8 d5f6 f8e7 f6d5 e7c5 f2f3 e4f3", 9, "c8e6 h4g5 h6g5 h1h8 a8d8 d1d8 c6d8", -675),
    later=("e6d5", "d1d5"),
)  # fmt: skip
TAKEN_BACK = replace(
    mistake("r1b2rk1/1p1p1ppp/p2bqn2/4N3/4PB2/P1N5/1PP2PPP/R2Q1RK1 w - - 1 13", "e5d7",
            "e5g6 d6f4 g6f4 e6e5 f4d5 b7b5 f1e1 a8b8", 334, "d6f4 d7f8 g8f8 d1d8 e6e8 d8e8 f6e8 c3d5", -43),
    instead=("g6f4", "e6e5"),
)  # fmt: skip
KEPT = mistake("r2qk2r/ppb2ppp/5n2/3p4/3Q4/2N1PBPb/PP3P1P/R1B1R1K1 b kq - 4 13", "c7b6",
               "e8g8 c3d5 f6d5 f3d5 c7b6 d4e5", 99, "d4a4 h3d7 a4a3 d7e6 e3e4 d5e4", 182)  # fmt: skip
BACK = mistake("r3kb1r/ppp2ppp/2n2n2/q3p3/6b1/2NP1N2/PPPBBPPP/R2QK2R w KQkq - 3 8", "c3e4",
               "e1g1 e8c8 a2a3 a5b6 a1b1 g4f3", 35, "a5b6 e4c3 e8c8 a1b1 h7h5 e1g1", -30)  # fmt: skip


def said(claim: Claim) -> str:
    return english((claim,), addressed=True)


def test_a_chance_that_comes_too_late_is_told_with_the_new_answer() -> None:
    claim = only([*answers.chance_gone(FORK_GONE)], Motif.CHANCE_GONE)
    assert said(claim) == "23. h4 allows 23...Be6: 24. Nd5+ is then met by 24...Bxd5."
    assert said(explained(FORK_GONE)[1]) == said(claim), "it follows the chance that was missed"
    assert refusal(replace(claim, line=(*claim.line[:3], "c7b8"))), "the king could go there at once as well"
    assert refusal(replace(claim, other=("h2h4",))), "that is the played move"
    assert not [*answers.chance_gone(replace(FORK_GONE, later=("c7b8",)))]
    taken = replace(FORK_GONE, reply=("e4e3", "f2e3"), later=("e3f2",))
    assert not [*answers.chance_gone(replace(taken, move="f2f3", reply=("e4f3",), later=("f3g2",)))], "it is taken back"


def test_an_answer_that_loses_more_by_captures_is_new() -> None:
    """6...Nxe5 is met by 7.dxe5, because the bishop on b5 no longer hangs."""
    given = replace(
        mistake("r2qkbnr/pppb1ppp/2n1p3/1B1pP3/3P4/4B3/PPP2PPP/RN1QK1NR b KQkq - 4 5", "f7f5",
                "c6e5 d1e2 e5g6 g1f3", -182, "b5d3 d8e7 c2c3", 154),
        later=("d4e5",),
    )  # fmt: skip
    claim = only([*answers.chance_gone(given)], Motif.CHANCE_GONE)
    assert said(claim) == "5...f5 allows 6. Bd3: 6...Nxe5 is then met by 7. dxe5."
    board = chess.Board(given.fen)
    board.push_uci("c6e5")
    assert after_captures(board, chess.Move.from_uci("d4e5")) == 0, "a knight for a bishop"


def test_an_answer_that_the_played_move_gives_up_is_told_of_the_reply() -> None:
    claim = only([*answers.answer_gone(TAKEN_BACK)], Motif.ANSWER_GONE)
    assert said(claim) == "13. Nxd7 allows 13...Bxf4: after 13. Ng6 it would be met by 14. Nxf4."
    assert refusal(replace(claim, other=("e5g6", "d6f4", "f1e1"))), "the played move leaves that answer"
    assert refusal(replace(claim, other=("e5g6", "e6e5", "g6e5"))), "that is another reply"
    assert not [*answers.answer_gone(replace(TAKEN_BACK, instead=("f1e1",)))]


def test_answers_are_asked_of_legal_positions_alone() -> None:
    assert answers.late_position(TAKEN_BACK) is None, "the knight is no longer on e5"
    late = answers.late_position(FORK_GONE)
    assert late is not None and late.fen().startswith("r4b2/1pk5/p1n1br1p/3Nppp1")
    assert same_reply(replace(FORK_GONE, best=("c1b1",), reply=("c7b8",))) is not None
    assert same_reply(replace(FORK_GONE, best=("c3d5",), reply=("c8e6",))) is None, "the fork gives check"


def test_a_reply_that_makes_the_better_move_impossible_prevents_it_even_if_that_gives_a_pawn() -> None:
    given = mistake("r3r1k1/5pp1/p2p3p/2pP4/2P1P3/5QPq/5P1P/1R2R1K1 w - - 0 34", "f3f4",
                    "e4e5 d6e5 b1b7 f7f6", 162, "e8e5 b1b7 f7f6", 17)  # fmt: skip
    claim = only([*quiet.forbids(given)], Motif.FORBIDS)
    assert said(claim) == "34. Qf4 allows 34...Re5: it prevents 35. e5."
    assert refusal(replace(claim, line=("f3f4", "e8e6"))), "the pawn may still go there"


def test_the_exchange_of_the_piece_that_had_the_chance_is_told() -> None:
    given = mistake("r4rk1/ppqnbppp/2ppbn2/4p3/4P3/1BNPBN1P/PPP2PP1/R2Q1RK1 w - - 1 10", "d1d2",
                    "b3e6 f7e6 f3g5 c7c8 g5e6", 213, "e6b3 a2b3 d6d5", 3)  # fmt: skip
    claim = only([*lost_chances.taken_off(given)], Motif.TRADES)
    assert said(claim) == "10. Qd2 allows 10...Bxb3: it exchanges the bishop on e6 for your bishop on b3."
    assert not [*lost_chances.taken_off(replace(given, reply=("e6b3", "f1e1")))]


def test_a_king_that_may_not_castle_is_told_if_the_better_line_castles() -> None:
    claim = only([*tempo.in_the_centre(KEPT)], Motif.IN_THE_CENTRE)
    assert said(claim) == "13...Bb6 leads to 15. Qa3: your king on e8 may not castle (14. Qa4+ Bd7 15. Qa3)."
    assert refusal(replace(claim, other=("c7b6",))), "that does not castle"
    assert refusal(replace(claim, line=(*claim.line[:3], "a4b3"))), "it may castle then"
    assert not [*tempo.in_the_centre(replace(KEPT, best=("a7a6", "a2a4")))]


def test_a_piece_that_goes_back_has_lost_two_moves() -> None:
    claim = only([*tempo.goes_back(BACK)], Motif.GOES_BACK)
    assert said(claim) == "8. Ne4 allows 8...Qb6 9. Nc3: your knight on c3 has gone back, and two moves are lost."
    assert refusal(replace(claim, line=("c3e4", "a5b6", "e4g5"), pieces=(ClaimPiece(chess.KNIGHT, chess.G5),)))
    assert refusal(replace(claim, other=("c3d5",))), "the better move moves it too"
    assert not [*tempo.goes_back(replace(BACK, best=("c3d5",)))]


def test_a_reply_that_castles_is_told_if_the_better_line_takes_the_right() -> None:
    given = mistake("r1bqk2r/pp3ppp/3b1n2/3p4/3Q4/2N1P3/PP2BPPP/R1B2RK1 w kq - 1 11", "g2g3",
                    "e3e4 d8e7 e2b5 e8f8 e4d5 a7a6 b5d3 c8d7", 249, "e8g8 c3d5 f6d5 d4d5 d8f6 f1d1 d6e5", 81)  # fmt: skip
    claim = only([*last_changes(given)], Motif.CASTLES)
    assert claim.role is ClaimRole.ALLOWS and said(claim) == "11. g3 allows 11...O-O: the king on e8 gets to safety."


PROMOTES = mistake("5k2/8/8/P3B3/1K1P4/6p1/4R3/2r3r1 b - - 0 52", "c1b1",
                   "g3g2 e5d6 f8f7 d6h2 c1b1 b4c5 g1c1 c5d6 g2g1q e2e7", -336, "b4c5 f8f7 e5c7 g3g2 c5d6", -172)  # fmt: skip


def test_a_pawn_that_promotes_in_one_line_alone_is_told() -> None:
    claim = only([*allowed.late_promotions(PROMOTES)], Motif.PROMOTION)
    assert claim.role is ClaimRole.MISSES and "your pawn on g2 promotes" in said(claim)
    assert not [*allowed.late_promotions(replace(PROMOTES, best=PROMOTES.best[:8]))]


@pytest.mark.parametrize("given", [FORK_GONE, TAKEN_BACK, KEPT, BACK, PROMOTES])
def test_what_is_told_is_proved(given: Mistake) -> None:
    assert [refusal(claim) for claim in explained(given) if refusal(claim)] == []


def test_a_weak_pawn_is_that_of_the_side_that_gets_it() -> None:
    """White captures on a5 first; the doubled pawn is Black's, who takes back."""
    given = mistake("4rr1k/pp4pp/2p3p1/n7/1P1PP2R/P3P1P1/B1P3K1/8 b - - 0 28", "b7b6",
                    "g6g5 h4g4 h7h5 g4g5 g7g6 b4a5 e8e4 a5a6", -197, "b4a5 g6g5 h4g4 b6a5 e4e5 h7h6 a2b3 g7g6", -88)  # fmt: skip
    assert not [claim for claim in last_changes(given) if claim.motif is Motif.DOUBLED_PAWNS], "too little for 109"
    less = replace(given, after=PovScore(Score(centipawns=-108), True))
    assert "your pawn on a5" in said(only([*last_changes(less)], Motif.DOUBLED_PAWNS))


def test_a_quiet_answer_is_told_last() -> None:
    """43.a5 h3 says less than that the pawn on h2 is near."""
    given = replace(
        mistake("7k/1p4p1/1P6/7p/P7/8/1K6/8 w - - 0 42", "b2c2", "a4a5 h5h4 a5a6 b7a6 b6b7 h8h7 b7b8q g7g5 b8c8 h7g6", 931,
                "h5h4 a4a5 h4h3 a5a6 h3h2 a6b7 h2h1q b7b8q h8h7 b8d6", 232),
        later=("h4h3",),
    )  # fmt: skip
    assert not [*answers.chance_gone(given)]
    assert [claim.motif for claim in answers.chance_gone(given, forcing=False)] == [Motif.CHANCE_GONE]


def test_a_piece_that_blocks_the_better_move_is_told() -> None:
    given = mistake("r2qk1nr/pbpp1ppp/1pn1p3/8/1b2P3/1P1P4/PBPN1PPP/R2QKBNR w KQkq - 3 6", "c2c3",
                    "b2g7 d8e7 g7h8", 485, "b4e7 d3d4", 66)  # fmt: skip
    claim = only([*quiet.in_the_way(given)], Motif.BLOCKS)
    assert said(claim) == "6. c3: your pawn on c3 blocks your bishop on b2."
    assert refusal(replace(claim, line=("g1f3",), pieces=(ClaimPiece(chess.KNIGHT, chess.F3), claim.pieces[1])))
    assert not [*quiet.in_the_way(replace(given, move="a2a3"))]
    piece = mistake("r1bqk2r/pp2n1pp/2np1p2/4p3/2B1P3/2B2N2/PPP2PPP/R2QK2R w KQkq - 2 10", "f3d2", "d1d2 c8g4", 148,
                    "d6d5 e4d5", 56)  # fmt: skip
    assert not [*quiet.in_the_way(piece)], "which piece belongs there is the point"


def test_a_piece_that_leaves_its_prey_is_told() -> None:
    given = mistake("1rr3k1/5p1p/4p1p1/QP2q3/P7/5P2/4BP1P/1N3RK1 b - - 4 23", "e5g5", "e5e2 b1d2 c8d8", -348,
                    "g1h1 c8c2", 235)  # fmt: skip
    claim = only([*quiet.lets_go(given)], Motif.LETS_GO)
    assert said(claim) == "23...Qg5+: your queen on g5 no longer attacks the bishop on e2."
    assert refusal(replace(claim, line=("e5e4",), pieces=(ClaimPiece(chess.QUEEN, chess.E4), claim.pieces[1])))
    assert not [*quiet.lets_go(replace(given, move="e5e4", reply=("f3e4",)))], "it still attacks the bishop"
    taken = mistake("3rkb1r/pp2nppp/8/3q4/3Q4/8/PP3PPP/RNB2RK1 w k - 0 13", "d4d5", "d4a7 e7g6", 208, "e7d5", -15)
    assert not [*quiet.lets_go(taken)], "which queen is taken is another choice"


def test_a_piece_is_made_safe_by_the_reply_alone() -> None:
    """7.Nf3 itself takes the bishop on g4 out of danger, not the reply."""
    given = mistake("r2qkb1r/ppp2ppp/2n2n2/4p3/4P1b1/2PP4/PP2B1PP/RNBQK1NR w KQkq - 1 7", "g1f3", "e2g4 h7h5 g4f3", 505,
                    "f8c5 b2b4 c5b6", -7)  # fmt: skip
    assert not [*lost_chances.gets_safe(given)]
    freed = Claim(ClaimRole.ALLOWS, Motif.GETS_SAFE, given.fen, ("g1f3", "f8c5"), 1, given.before, given.after,
                  (ClaimPiece(chess.BISHOP, chess.G4),), chess960=False)  # fmt: skip
    assert refusal(freed)


def test_a_mate_that_is_allowed_is_told_beside_a_free_piece() -> None:
    given = replace(
        mistake("8/5p2/6pk/7p/R7/7P/1r4PK/q7 w - - 0 66", "a4a5", "a4a1 b2b4 h2g1", -21,
                "a1a5 h2g3 a5e1 g3h2 b2b1 h3h4 e1h4", 0),
        after=PovScore(Score(mate=-4), True),
    )  # fmt: skip
    assert english(explained(given), addressed=True).startswith("66. Ra5 allows 66...Qxa5: mate in 4")


BROKEN = mistake("1r1q1rk1/pbppppbp/1p4p1/4P3/1nPP2n1/2NBBN2/PP2QPPP/R4RK1 w - - 3 11", "h2h3",
                 "d3e4 d7d5 e5d6 c7d6 e3f4 b7e4 c3e4 g4f6", 48, "b7f3 g2f3 g4e3 f2e3 d7d6 f1d1 d8c8", -85)  # fmt: skip


def test_the_broken_pawns_in_front_of_a_king_are_told() -> None:
    claim = only([claim for claim in weaker(BROKEN) if claim.role is ClaimRole.ALLOWS], Motif.BROKEN_PAWNS)
    assert said(claim) == "11. h3 allows 11...Bxf3 12. gxf3: the pawns in front of your king on g1 are broken up."
    assert refusal(replace(claim, key=0)), "that move breaks nothing"
    assert refusal(replace(claim, other=claim.line)), "the other line breaks them too"


def test_a_piece_that_moves_twice_in_the_opening_loses_time() -> None:
    given = mistake("r1bqkb1r/pp1n1p1p/3ppnp1/1Bp5/4P3/1Q6/PPPP1PPP/RNB1K1NR w KQkq - 4 7", "b3c3",
                    "d2d3 f8g7 g1f3 e8g8 a2a4 d6d5 e1g1", -70, "f8g7 g1f3 e8g8 c3e3 f6g4 e3g5", -186)  # fmt: skip
    claim = only([*tempo.moves_twice(given)], Motif.TWICE)
    assert said(claim).startswith("7. Qc3 leads to 9. Qe3: your queen on e3 has moved twice, and time is lost")
    assert refusal(replace(claim, fen=claim.fen.replace(" 4 7", " 4 17"))), "the opening is over"
    assert refusal(replace(claim, other=("b3c3", "f8g7", "g1f3", "e8g8", "c3e3")))
    assert not [*tempo.moves_twice(replace(given, best=("b3b4", *given.best[1:2])))]


def test_a_pawn_that_a_king_walks_to_is_lost() -> None:
    given = mistake("8/p5pk/1p5p/2pp1P2/8/2PP2KP/PP6/8 b - - 0 37", "h7g8",
                    "g7g5 f5g6 h7g6 g3g4 b6b5 g4f4 g6f6", 19, "g3f4 g8f7 f4e5 h6h5 e5d5 h5h4 d5e5 b6b5", 470)  # fmt: skip
    claim = next(claim for claim in slow_gains(given) if not refusal(claim))
    assert said(claim) == "37...Kg8 leads to 40. Kxd5: you lose a pawn (38. Kf4 Kf7 39. Ke5 h5 40. Kxd5)."


def test_who_begins_an_exchange_is_not_the_point() -> None:
    given = mistake("r2qk2r/1p3pp1/2b1p3/1p1pP3/2BP4/2P2NPp/4QP1P/RR4K1 b kq - 0 19", "b5c4",
                    "a8a1 b1a1 d5c4 e2e3 b5b4", -208, "a1a8 d8a8 f3g5 a8a4 e2f3", 14)  # fmt: skip
    assert [claim.motif for claim in explained(given) if claim.role is not ClaimRole.WORKS] == [Motif.TRADES]


def test_a_queen_for_a_bishop_is_no_exchange() -> None:
    given = mistake("r1b2rk1/ppp2ppp/1bnp4/4p1B1/1PB1Pq2/2PP1N2/P4PPP/RN2K2R w KQ - 3 10", "h2h3",
                    "g5f4 e5f4 b1d2", 500, "f4g5 f3g5 c6b4 c3b4 b6d4", 100)  # fmt: skip
    claim = only([*chances.trades(given)], Motif.TAKES)
    assert english((claim,), addressed=True) == "You could play 10. Bxf4: it takes the queen on f4."


def test_an_answer_is_named_once() -> None:
    given = mistake("8/3pk3/1p3pr1/p1pP4/P1P1KR2/6P1/7P/8 w - - 1 36", "e4f5",
                    "f4h4 g6g5 e4f4 g5e5 h4h7", 246, "g6g5 f5e4 e7f7 g3g4", 152)  # fmt: skip
    told = english(explained(replace(given, instead=given.best[2:])), addressed=True)
    assert told.endswith("Better is 36. Rh4: 36...Rg5 is then met by 37. Kf4.") and told.count("37. Kf4") == 1
