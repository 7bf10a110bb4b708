"""Two lines side by side: what is kept, a king that is chased."""

from dataclasses import replace

import chess

from engine.coach import line_comparison as compared
from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.mistake import Mistake
from engine.game.info import PovScore, Score


def mistake(fen: str, move: str, best: str, reply: str, before: int = 100, after: int = -200) -> Mistake:
    """Scores are White's."""
    scores = [PovScore(Score(centipawns=value), True) for value in (before, after)]
    return Mistake(fen, move, tuple(best.split()), scores[0], tuple(reply.split()), scores[1], chess960=False)


def only(claims: list[Claim]) -> Claim:
    """The one claim, which the checker takes."""
    assert len(claims) == 1 and refusal(claims[0]) == "", claims
    return claims[0]


KEPT = mistake(  # lichess game of a 1382: both moves lose the rook
    "5R2/1pp3k1/p5b1/4P1Q1/1q1P2p1/1N5p/PP5P/4K3 w - - 1 34",
    "g5d2",
    "b3d2 b4f8 g5g4 f8f7 a2a3 c7c5 d4c5 f7d5 d2f3 d5c5 g4f4",
    "b4f8 d2g5 f8f3 b3d2 f3d3 g5f6 g7g8 f6d8 g8g7",
    167,
    0,
)


def test_who_loses_in_both_lines_is_told_where_less_is_lost() -> None:
    claim = only([*compared.kept(KEPT)])
    assert english((claim,)) == "34. Nd2 Qxf8 35. Qxg4 was possible: the pawn on g4 falls."
    assert refusal(replace(claim, pieces=(ClaimPiece(chess.BISHOP, chess.G6),))), "another piece"
    assert refusal(replace(claim, pieces=(*claim.pieces, ClaimPiece(chess.PAWN, chess.B7)))), "one pawn alone"
    assert refusal(replace(claim, line=claim.line[:2], key=0)), "the pawn has not been captured yet"
    assert refusal(replace(claim, other=(*claim.other, "g5g4"))), "it falls in the other line as well"
    assert refusal(replace(claim, other=("g5f6", "g7f6"))), "a capture is pending where the other line ends"


def test_what_the_move_costs_is_told_of_its_own_line() -> None:
    fen = "2r1r1k1/5ppb/1Qp4p/8/1p2P1PP/3B1P2/1qPK4/3R3R w - - 0 27"
    given = mistake(fen, "b6b7", "b6c5 e8e5 c5c4 e5e8", "c6c5 d2e1 c5c4 d3e2 b2c2 e1f2 c8b8 b7d5 c4c3 d1c1", 0, -426)
    claim = only([*compared.kept(given)])
    assert english((claim,)) == ("27. Qb7 leads to 29...Qxc2: the pawn on c2 falls (27...c5 28. Ke1 c4 29. Be2 Qxc2).")


def test_a_pawn_that_is_exchanged_does_not_fall() -> None:
    fen = "5k2/2p2p2/2p3p1/2Pp4/P2P1PK1/4Q1Pp/5P1q/8 w - - 0 38"
    given = mistake(fen, "e3f3", "f4f5 g6f5 g4f5 f8g7 a4a5 h2g2 e3e5 g7f8 a5a6 g2f2",
                    "h2g2 f4f5 g6f5 g4f4 g2g1 f4g5 h3h2 f3f5 h2h1q f5f6", 31, -689)  # fmt: skip
    assert [*compared.kept(given)] == [], "the pawn has just captured on f5"
    pawn = (ClaimPiece(chess.PAWN, chess.G6),)
    line, other = given.best[:3], (given.move, *given.reply[:1])
    claim = Claim(
        ClaimRole.MISSES, Motif.FALLS, fen, line, 2, given.before, given.after, pawn, other=other, chess960=False
    )
    assert refusal(claim) == "falls: not shown by the line"


def test_nothing_more_is_kept_where_both_lines_end_alike_or_the_scores_do_not_say_so() -> None:
    assert [*compared.kept(replace(KEPT, best=KEPT.best[:2]))] == []
    assert [*compared.kept(replace(KEPT, after=KEPT.before))] == []


CHASED = mistake(
    "q5k1/5pp1/7p/8/8/8/3Q3P/6K1 w - - 0 1",
    "d2c2",
    "d2d4 g7g6 d4d3 g8g7 d3d2 g7h7",
    "a8a7 g1g2 a7a8 g2g3 a8b8 g3g2",
    0,
    -300,
)


def test_three_checks_in_a_row_chase_a_king() -> None:
    claim = only([*compared.chased(CHASED)])
    assert "the king on g1 is chased with checks (" in english((claim,))
    assert refusal(replace(claim, pieces=(ClaimPiece(chess.KING, chess.H1),)))
    assert refusal(replace(claim, key=3)), "two checks are not enough"
    same = replace(CHASED, best=(CHASED.move, *CHASED.reply))
    assert [*compared.chased(same)] == [] and refusal(replace(claim, other=(CHASED.move, *CHASED.reply)))
