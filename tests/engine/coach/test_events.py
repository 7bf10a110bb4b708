"""What a mistake lets happen: real games with their sentences, the smallest cases, and what the checker refuses."""

import json
from dataclasses import replace

import chess
import pytest

from engine.coach.checker.check import refusal
from engine.coach.claim_words import english
from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events import allowed, chances, quiet
from engine.coach.explain import explained
from engine.coach.fallback_claims import weaker
from engine.coach.mistake import Mistake
from engine.coach.refutation_motifs import tied_guards
from engine.coach.winning import claim_of
from engine.game.info import PovScore, Score
from tests.helpers.coach_mistakes import EVENTS, explained_sample, mistake_of

CASES = [json.loads(line) for line in EVENTS.read_text("utf-8").splitlines()]


def mistake(fen: str, move: str, best: str, before: int, reply: str, after: int) -> Mistake:
    """Scores are White's, in centipawns."""
    scores = (PovScore(Score(centipawns=score), True) for score in (before, after))
    one, two = scores
    return Mistake(fen, move, tuple(best.split()), one, tuple(reply.split()), two, chess960=False)


def only(found: list[Claim], motif: Motif) -> Claim:
    """The one claim of a motif, which the checker accepts."""
    claims = [claim for claim in found if claim.motif is motif and not refusal(claim)]
    assert claims, [(claim.motif.value, refusal(claim)) for claim in found]
    return claims[0]


@pytest.mark.parametrize("row", CASES, ids=lambda row: row["site"].rpartition("/")[2])
def test_a_real_mistake_is_explained_to_its_player(row: dict[str, object]) -> None:
    claims = explained(mistake_of(row))
    assert english(claims, addressed=True) == row["said"]
    assert [refusal(claim) for claim in claims if refusal(claim)] == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (  # the king is in check, and the bishop that blocks it is pinned
            mistake("r4b1r/pppk1p1p/2n1b2p/8/4P3/2P2N2/PP3PPP/2KR1BNR b - - 1 12", "f8d6",
                    "d7e8 c1c2 f8c5 g1e2 e6g4 e2g3 c5f2", 195, "e4e5 e6a2 e5d6 a2b3 d1e1 h8e8 e1e8 a8e8 f1d3 c7d6", 623),
            "12...Bd6 allows 13. e5: your bishop on d6 is now pinned to your king on d7, and you lose a bishop for "
            "a pawn (13...Bxa2 14. exd6). Best was 12...Ke8 13. Kc2 Bc5 (-1.95 for you, now -6.23).",
        ),
        (
            mistake("r2qk2r/1p1Bn2p/6p1/2p2p2/2P1P3/1Pb2P2/P5PP/R1BQ1RK1 b kq - 0 17", "e8f7",
                    "d8d7 d1d7 e8d7 a1b1 a8b8", -496, "d7f5 c3a1 c1g5 g6f5", -285),
            "17...Kf7 leads to 19. Bg5: it threatens your bishop on a1 (18. Bxf5 Bxa1 19. Bg5). You "
            "could play 17...Qxd7: it simply takes the bishop on d7.",
        ),
        (
            mistake("8/8/3KR2p/5ppk/8/8/8/8 b - - 0 69", "f5f4", "h5g4 e6h6 g4f3 d6e5 g5g4 h6a6", 18,
                    "d6e5 h5h4 e6h6 h4g3 e5e4 g3f2 h6h2 f2g3 h2a2", 695),
            "Better is 69...Kg4: your king on h5 must go ahead, and your pawn on f5 follows. "
            "After 69...f4 70. Ke5 it is -6.95 for you, not -0.18.",
        ),
        (
            mistake("rn1qkbnr/pp2pppp/2p1b3/3p2N1/4P3/2N5/PPPPBPPP/R1BQK2R b KQkq - 5 5", "b8d7",
                    "e6c8 d2d4 h7h6 g5f3 d5e4 c3e4", 85, "g5e6 f7e6 d2d4 g7g6 e2g4 f8g7", 306),
            "5...Nd7 allows 6. Nxe6: it exchanges the knight on g5 for your bishop on e6. "
            "Better is 5...Bc8: your bishop on e6 moves to safety.",
        ),
        (
            mistake("8/p1P4p/3N4/6p1/5k2/5p2/P4KbP/8 b - - 0 42", "g5g4", "g2h3 c7c8b h3c8 d6c8 a7a5 c8d6 g5g4 d6c4",
                    90, "c7c8q f4e5 d6c4 e5d4 c4e3 h7h5 c8c4 d4e5", 1051),
            "42...g4 allows 43. c8=Q: the pawn on c7 promotes. Best was 42...Bh3 43. c8=B Bxc8 (-0.90 for you, now "
            "-10.51).",
        ),
    ],
)  # fmt: skip
def test_the_smallest_cases_of_the_last_reading(given: Mistake, said: str) -> None:
    assert english(explained(given), addressed=True) == said


def test_a_guard_that_must_watch_the_back_rank_cannot_recapture() -> None:
    given = mistake(
        "5rk1/pp4pp/2bR4/8/8/8/PPP1r1PP/6RK b - - 1 23", "h7h6", "e2g2 d6c6 g2g1 h1g1 b7c6", -400, "d6c6", 400
    )
    found = [claim_of(given, ClaimRole.MISSES, given.better, what, 1) for what in tied_guards(given.better)]
    claim = replace(found[0], balance=replace(found[0].balance, won=(), lost=()))
    assert claim.motif is Motif.BACK_RANK and claim.pieces == (ClaimPiece(chess.ROOK, chess.G1),) and not refusal(claim)
    assert refusal(replace(claim, fen=claim.fen.replace("PPP1r1PP", "PPP1r2P"))), "nothing is captured"
    assert refusal(replace(claim, motif=Motif.TIED, pieces=(*claim.pieces, ClaimPiece(chess.PAWN, chess.H2))))


RACE = mistake("6k1/8/8/8/P6p/8/8/3K4 w - - 0 1", "a4a5", "d1e2 g8f7", 0, "h4h3 a5a6 h3h2", -900)


def test_the_pawn_that_promotes_first_wins_the_race() -> None:
    claim = only([*allowed.strong_events(RACE)], Motif.PAWN_RACE)
    assert english((claim,), addressed=True) == "1. a5 allows 1...h3: the pawn on h4 promotes before your pawn on a5."
    assert refusal(replace(claim, other=("d1c2",))), "after that move the pawn wins the race as well"
    assert refusal(replace(claim, fen="6k1/8/8/8/P6p/8/8/3KN3 w - - 0 1")), "a piece is left"
    caught = replace(RACE, fen="6k1/8/8/8/P6p/8/8/4K3 w - - 0 1", best=("e1f2", "g8f7"))
    assert [*allowed.strong_events(replace(caught, reply=caught.reply[:1]))] == []
    assert refusal(replace(claim, fen=caught.fen, other=("e1f2",)))


def test_a_pawn_that_nothing_stops_is_told() -> None:
    claim = only([*allowed.strong_events(RACE)], Motif.UNSTOPPABLE)
    said = "1. a5 leads to 2...h2: the pawn on h2 can no longer be stopped (1...h3 2. a6 h2)."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, other=("d1e2", "h4h3", "a4a5", "h3h2", "e2d2"))), (
        "the other move does not stop it either"
    )
    assert refusal(replace(claim, line=claim.line[:2], key=1, pieces=(ClaimPiece(chess.PAWN, chess.H3),))), (
        "it is caught yet"
    )


def test_a_piece_that_cannot_come_back_is_told() -> None:
    given = mistake("8/1p2bNpp/4k3/1n1p4/4n3/8/PP2RPPP/6K1 w - - 3 26", "f7h8", "f2f3 e6f7 f3e4", -112,
                    "e7c5 g1f1 e6f6", -444)  # fmt: skip
    claim = only([*allowed.strong_events(given)], Motif.NO_SAFE_MOVE)
    assert (
        english((claim,), addressed=True) == "26. Nh8 allows 26...Bc5: your knight on h8 has no safe square to go to."
    )
    assert refusal(replace(claim, line=("f7g5", "e6f6"))), "that knight is at home in the centre"
    assert refusal(replace(claim, fen=claim.fen.replace("gpp", "gp1").replace("Ngpp", "Ngp1").replace("Npp", "Np1"))), (
        "g6"
    )


def test_a_piece_that_moves_twice_in_the_opening_is_told_beside_one_that_develops() -> None:
    given = mistake("r1bqkbnr/p2ppppp/1pn5/1Bp5/4P3/2N5/PPPP1PPP/R1BQK1NR w KQkq - 0 4", "c3d5",
                    "g1f3 g7g6 b5c6 d7c6", 53, "c8b7 d2d3 e7e6", -46)  # fmt: skip
    claim = only([*chances.works(given, None)], Motif.SECOND_MOVE)
    said = "Better is 4. Nf3: it develops a piece, while your knight on c3 moves again."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, fen=claim.fen.replace(" 0 4", " 0 14"))), "the opening is over"
    assert refusal(replace(claim, line=("a2a3",))), "that develops nothing"
    assert refusal(replace(claim, other=("c3b1", "c8b7"), pieces=(ClaimPiece(chess.BISHOP, chess.B5),))), (
        "another piece"
    )


CHECKED = mistake("6k1/6p1/8/8/8/8/rr6/4Q2K w - - 0 1", "e1e3", "e1e8 g8h7 e8h5 h7g8 h5e8", 0, "b2b1", -900)


def test_checks_without_end_hold_the_draw() -> None:
    claim = only([*chances.missed(CHECKED)], Motif.PERPETUAL_HELD)
    assert english((claim,), addressed=True) == "You could play 1. Qe8+: the checks never end, and it is a draw."
    for fen in ("6k1/8/6p1/8/8/8/rr6/4Q2K w - - 0 1", "6k1/6p1/8/8/8/8/rr6/4Q1qK w - - 0 1"):
        assert refusal(replace(claim, fen=fen)), "the king walks away, or a check is answered by a check"
    assert refusal(replace(claim, before=PovScore(Score(centipawns=200), True))), "more than a draw"


def test_a_move_in_the_opening_lets_the_other_side_develop_with_tempo() -> None:
    given = mistake("r1b1kbnr/ppp1pppp/2n5/3q4/3P4/5N2/PPP2PPP/RNBQKB1R b KQkq - 2 4", "c8f5", "d5d8 f1e2 g8f6", 13,
                    "b1c3 d5a5 f1b5 e8c8 e1g1", 105)  # fmt: skip
    claim = only([*weaker(given)], Motif.DEVELOPS_TEMPO)
    said = "4...Bf5 allows 5. Nc3: it develops a piece with an attack on your queen on d5 (5...Qa5 6. Bb5)."
    assert english((claim,), addressed=True) == said
    assert refusal(replace(claim, fen=claim.fen.replace("2 4", "2 14"))), "the opening is over"
    assert refusal(replace(claim, line=("c8f5", "f1e2", "d5a5"))), "nothing is attacked"


def test_a_piece_gets_away_only_if_the_other_line_wins_it_and_this_one_does_not() -> None:
    fen, queen = "8/p6k/7q/6p1/8/8/P5R1/6K1 w - - 0 57", (ClaimPiece(chess.QUEEN, chess.H6),)
    scores = PovScore(Score(centipawns=300), True), PovScore(Score(centipawns=-600), True)
    line, other = ("g1f2", "h6h4", "f2g1"), ("g2h2", "h6h2", "g1h2")
    claim = Claim(ClaimRole.ALLOWS, Motif.GETS_AWAY, fen, line, 1, *scores, queen, other=other, chess960=False)
    assert refusal(claim), "it has gone to h2 before it falls"
    assert refusal(replace(claim, other=("g2h2", "a7a6", "h2h6"))) == ""
    assert refusal(replace(claim, other=("g2h2",))) == "", "it would fall after a pass"
    assert refusal(replace(claim, other=("a2a3",)))
    assert refusal(replace(claim, line=("g1f2", "a7a6"))), "it does not move"


def test_the_reply_with_the_scores_is_told_where_nothing_is_known_to_be_allowed() -> None:
    given = next(one for one, claims in explained_sample() if any(claim.is_reply for claim in claims))
    claim = next(one for one in explained(given) if one.is_reply)
    assert claim.line == (given.move, given.reply[0])
    assert refusal(replace(claim, line=claim.line[:1], key=0)), "no reply"


def test_a_pin_is_made_by_the_piece_that_moves() -> None:
    fen = "r2qr1k1/pp1n1ppp/2p2b2/8/4B3/1P3QB1/P4PPP/3RR1K1 b - - 0 17"
    pieces = ClaimPiece(chess.BISHOP, chess.E4), ClaimPiece(chess.ROOK, chess.E1)
    scores = PovScore(Score(centipawns=-39), True), PovScore(Score(centipawns=450), True)
    claim = Claim(ClaimRole.MISSES, Motif.PINS, fen, ("d8a5", "f3f4"), 0, *scores, pieces, chess960=False)
    assert refusal(claim) == "pins: not shown by the line", "the rook on e8 attacked the bishop before"


def test_a_pin_is_no_zugzwang() -> None:
    fen = "8/R5p1/1P6/5P2/8/6bk/6p1/6K1 w - - 1 55"
    scores = PovScore(Score(centipawns=531), True), PovScore(Score(centipawns=-1300), True)
    claim = Claim(ClaimRole.MISSES, Motif.ZUGZWANG, fen, ("a7a3", "h3h4"), 0, *scores, chess960=False)
    pieces = ClaimPiece(chess.BISHOP, chess.G3), ClaimPiece(chess.KING, chess.H3)
    assert refusal(claim) == "zugzwang: not shown by the line"
    assert refusal(replace(claim, motif=Motif.PINS, pieces=pieces)) == ""


def test_a_recapture_that_loses_the_queen_is_told() -> None:
    row = next(row for row in CASES if row["move"] == "b1c3" and " 9" in row["fen"][-3:])
    claim = next(claim for claim in explained(mistake_of(row)) if claim.motif is Motif.POISONED)
    guard, knight, there = claim.pieces
    assert (guard.square, knight.square, there.square) == (chess.C2, chess.B4, chess.D3)
    assert refusal(replace(claim, pieces=(guard, knight, ClaimPiece(chess.PAWN, chess.A2)))), "that wins nothing"
    assert refusal(replace(claim, pieces=(ClaimPiece(chess.QUEEN, chess.F4), knight, there))), "it is not the only one"


def test_a_piece_that_leaves_for_mate_must_stay() -> None:
    row = next(row for row in CASES if row["fen"].startswith("6k1/1p4pp/1p2pr2/1b1p4/5B2"))
    claim = next(claim for claim in explained(mistake_of(row)) if claim.motif is Motif.MUST_STAY)
    assert refusal(replace(claim, fen=claim.fen.replace("1b1p4", "3p4"))), "no bishop takes the squares from the king"
    assert refusal(replace(claim, pieces=(ClaimPiece(chess.KNIGHT, chess.A2),))), "nothing threatens it"


def test_a_check_that_can_be_blocked_does_not_drive_the_king() -> None:
    fen = "r3kb1r/pp3ppp/2n5/3pPb2/N3nB1N/q1P1P3/P1Q2PPP/R3KB1R b KQkq - 0 12"
    scores = PovScore(Score(centipawns=-65), True), PovScore(Score(centipawns=119), True)
    king = (ClaimPiece(chess.KING, chess.E8),)
    line = "c6b4", "f1b5", "e8d8"
    assert refusal(Claim(ClaimRole.ALLOWS, Motif.KING_DRIVEN, fen, line, 1, *scores, king, chess960=False))


def test_a_pawn_that_the_score_does_not_promise_is_not_won() -> None:
    given = mistake("5rk1/p5pp/5p2/1p1p1n2/3P1B2/P1P5/1P3PPP/2K1R3 b - - 0 24", "a7a5",
                    "g7g5 f4d2 f5d4 c3d4 g8f7", 116, "e1e6 g7g5 f4d2", 282)  # fmt: skip
    assert not any(claim.balance.won for claim in explained(given) if claim.role is ClaimRole.MISSES)


def test_an_even_exchange_is_no_loss() -> None:
    given = mistake(
        "r2q1rk1/pb3ppp/2p2n2/4p3/1PP5/4P3/1PQBBPPP/R4RK1 w - - 1 17",
        "b4b5",
        "d2c3 c6c5",
        486,
        "c6b5 d2b4 f8e8 c4b5",
        -242,
    )
    claims = [claim for claim in weaker(given) if claim.motif is Motif.TAKES]
    assert claims == [], "17...cxb5 is taken back by 19. cxb5"
    line = given.move, *given.reply
    takes = Claim(ClaimRole.ALLOWS, Motif.TAKES, given.fen, line, 1, given.before, given.after,
                  (ClaimPiece(chess.PAWN, chess.B5),), chess960=False)  # fmt: skip
    assert refusal(takes) and not refusal(replace(takes, line=line[:2]))


def test_a_piece_that_is_captured_at_once_is_not_saved() -> None:
    given = mistake(
        "r2qk2r/pp1bbp2/2n1p2p/2pp2pn/3P4/2P1PNB1/PP1NBPPP/R2QR1K1 w kq - 2 11", "e2f1",
        "g3e5 c6e5 f3e5", 90, "h5g3 h2g3 g5g4", -89,
    )  # fmt: skip
    saves = Claim(ClaimRole.WORKS, Motif.SAVES, given.fen, given.best[:2], 0, given.before, given.after,
                  (ClaimPiece(chess.BISHOP, chess.G3),), other=(given.move, *given.reply), chess960=False)  # fmt: skip
    assert refusal(saves) and not refusal(replace(saves, line=given.best[:1]))


def test_a_king_comes_in_only_where_the_better_move_forbids_it() -> None:
    given = mistake("8/8/5pk1/8/8/5bPP/5P1K/8 w - - 1 45", "h3h4", "g3g4 g6g5", -2, "g6f5 h2g1", -324)
    claim = only([*quiet.king_in(given)], Motif.KING_IN)
    assert refusal(replace(claim, other=("h2g1",))), "the king may come in after that move too"
