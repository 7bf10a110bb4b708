"""The checker: it takes every claim that is found, and refuses each that is changed so that its line shows it no longer."""

import functools
from dataclasses import replace

import chess

from engine.coach.checker.check import refusal
from engine.coach.checker.mates import is_forced
from engine.coach.checker.registry import TESTS
from engine.coach.checker.replay import pending, swap
from engine.coach.claim_words import english
from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.coach.puzzles import read_puzzles
from engine.game.info import PovScore, Score
from tests.engine.coach.test_themes import PUZZLES
from tests.helpers.coach_mistakes import explained_sample

WON, LOST = PovScore(Score(centipawns=600), True), PovScore(Score(centipawns=-600), True)


def of_puzzles() -> list[Claim]:
    """A puzzle is a mistake and what it allows; patterns that the sample of mistakes lacks are here."""
    found: list[Claim] = []
    for puzzle in read_puzzles(PUZZLES):
        before, after = (LOST, WON) if " b " in puzzle.fen else (WON, LOST)
        moves = [move.uci() for move in chess.Board(puzzle.fen).legal_moves]
        other = next((move for move in moves if move != puzzle.moves[0]), "")
        if not other:
            continue  # the only legal move is no mistake
        found += explained(
            Mistake(puzzle.fen, puzzle.moves[0], (other,), before, puzzle.moves[1:], after, chess960=False)
        )
    return found


@functools.cache
def real_claims() -> list[Claim]:
    """All that is found in real mistakes and puzzles, once in a process."""
    return [*(claim for _, claims in explained_sample() for claim in claims), *of_puzzles()]


SELDOM = {
    Motif.X_RAY,
    Motif.ATTACKS,
    Motif.EPAULETTE_MATE,
    Motif.DOUBLED_PAWNS,
    Motif.BACKWARD_PAWN,
    Motif.ZUGZWANG,
    Motif.BAD_BISHOP,
}  # another motif of the same line says more; see test_what_is_seldom_told and test_events
LOOKED_UP = {motif for motif in Motif if motif.facts.looked_up}
ELSEWHERE = (LOOKED_UP | {Motif.FEW_FIND, Motif.MOST_PLAY}) - {Motif.REPETITION}
SELDOM |= {Motif.CASTLES, Motif.BACK_RANK, Motif.DEVELOPS_TEMPO, Motif.PAWN_RACE, Motif.PERPETUAL_HELD}
SELDOM |= {Motif.MINORS_OFF, Motif.ISOLATED_PAWN, Motif.PAWN_STEPS, Motif.NO_SAFE_MOVE, Motif.BLOCKS, Motif.DEVELOPS}
SELDOM |= {Motif.OUTSIDE_SQUARE, Motif.WRONG_CORNER}  # test_endings
SELDOM |= {Motif.CHANCE_GONE, Motif.ANSWER_GONE}  # need a search of their own: test_answers
SELDOM |= {Motif.STILL_GUARDS}  # test_plans


def test_every_motif_is_shown_by_a_real_game_or_puzzle() -> None:
    assert set(TESTS) == set(Motif)
    assert {claim.motif for claim in real_claims()} >= set(Motif) - SELDOM - ELSEWHERE


def test_every_claim_that_is_found_is_true_of_its_line() -> None:
    assert [refusal(claim) for claim in real_claims() if refusal(claim)] == []


def test_another_motif_of_the_same_line_is_refused_where_it_is_not_shown() -> None:
    for motif in set(Motif) - SELDOM - ELSEWHERE:
        others = [claim for claim in real_claims() if claim.motif is not motif and not claim.pieces]
        refused = any(refusal(replace(claim, motif=motif)) for claim in others)
        assert refused or motif in (Motif.MATE, Motif.MATERIAL, Motif.SLIPS), motif


def test_named_men_must_stand_where_they_are_named() -> None:
    for claim in real_claims():
        if claim.pieces and claim.motif not in (
            Motif.PAWN_RUNS,
            Motif.CASTLES,
            Motif.SHELTER,
        ):
            free = next(
                s
                for s in chess.SQUARES
                if all(
                    s not in (m.square, chess.Move.from_uci(u[:4]).to_square) for m in claim.pieces for u in claim.line
                )
            )
            moved = replace(claim, pieces=(ClaimPiece(claim.pieces[0].kind, free), *claim.pieces[1:]))
            assert refusal(moved), claim


def test_what_is_won_must_be_what_the_line_wins() -> None:
    told = [claim for claim in real_claims() if claim.balance.won]
    assert len(told) > 30
    for claim in told:
        more = replace(claim, balance=replace(claim.balance, won=(chess.QUEEN, *claim.balance.won)))
        assert refusal(more).endswith("the pieces won and lost are different")


def test_a_line_that_is_cut_while_captures_are_pending_is_refused() -> None:
    fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    claim = Claim(
        ClaimRole.MISSES, Motif.MATERIAL, fen, ("e4d5",), 0, WON, LOST, balance=Balance((chess.PAWN,)), chess960=False
    )
    assert refusal(claim) == "material: captures are pending"


def test_a_mate_that_can_be_parried_is_refused() -> None:
    fen = "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 3"  # 1.Qh5 Nc6 2.Qxf7#, but 1...Qe7 holds
    claim = Claim(ClaimRole.MISSES, Motif.MATE, fen, ("d1h5", "b8c6", "h5f7"), 2, WON, LOST, mate=2, chess960=False)
    assert refusal(claim) == "mate: there is a defence"


def test_an_illegal_line_a_wrong_side_and_scores_that_say_the_opposite_are_refused() -> None:
    claim = next(claim for claim in real_claims() if claim.motif is Motif.FORK)
    assert "is not legal" in refusal(replace(claim, line=("a1a8", *claim.line[1:])))
    assert "is not in the line" in refusal(replace(claim, key=99))
    assert refusal(replace(claim, before=claim.after, after=claim.before)).endswith("the scores do not confirm it")
    turned = ClaimRole.MISSES if claim.role is ClaimRole.ALLOWS else ClaimRole.ALLOWS
    assert "wrong side" in refusal(replace(claim, role=turned))
    assert refusal(replace(claim, fen="nonsense")).startswith("fork: illegal position")


def test_what_is_seldom_told_is_checked_as_well() -> None:
    fen, line = "3r2k1/5ppp/8/Q7/3q4/8/8/3R3K w - - 0 1", ("a5d8", "d4d8", "d1d8")
    x_ray = Claim(
        ClaimRole.MISSES, Motif.X_RAY, fen, line, 0, WON, LOST, (ClaimPiece(chess.ROOK, chess.D1),), chess960=False
    )
    assert refusal(x_ray) == ""
    assert refusal(replace(x_ray, fen="3r2k1/5ppp/1q6/Q7/8/8/8/3R3K w - - 0 1", line=("a5d8", "b6d8", "d1d8")))
    epaulette = "3rkr2/8/4Q3/8/8/8/8/4R1K1 b - - 0 1"
    fen = "3rkr2/8/7Q/8/8/8/8/4R1K1 w - - 0 1"
    mate = Claim(ClaimRole.MISSES, Motif.EPAULETTE_MATE, fen, ("h6e6",), 0, WON, LOST, mate=1, chess960=False)
    assert chess.Board(epaulette).is_checkmate() and refusal(mate) == ""
    assert refusal(replace(mate, fen="3rk3/5p2/7Q/8/8/8/8/4R1K1 w - - 0 1"))


def test_a_doubled_pawn_must_be_one_in_this_line_only() -> None:
    fen, line = "4k3/8/8/8/1b6/2N5/PPP5/4K3 w - - 0 1", ("e1f2", "b4c3", "b2c3", "e8e7", "f2f3")
    other = ("a2a3", "b4d6", "e1f2", "e8e7", "f2f3")
    doubled = Claim(
        ClaimRole.ALLOWS,
        Motif.DOUBLED_PAWNS,
        fen,
        line,
        0,
        WON,
        LOST,
        (ClaimPiece(chess.PAWN, chess.C3),),
        other=other,
        chess960=False,
    )
    assert refusal(doubled) == ""
    assert refusal(replace(doubled, other=line))
    assert refusal(replace(doubled, pieces=(ClaimPiece(chess.PAWN, chess.A2),)))


def won(fen: str, line: str, motif: Motif, *pieces: tuple[int, int], pawns: tuple[int, ...] = ()) -> Claim:
    """A claim of White's that the first move of a line was possible."""
    named = tuple(ClaimPiece(*piece) for piece in pieces)
    return Claim(ClaimRole.MISSES, motif, fen, tuple(line.split()), 0, WON, LOST, named, Balance(pawns), chess960=False)


def test_a_relative_pin_has_something_dearer_behind_that_would_be_won() -> None:
    fen = "3qk3/8/5n2/8/4P3/8/8/2B3K1 w - - 0 1"  # 1. Bg5 Kf7 2. e5 attacks the pinned knight
    pin = won(fen, "c1g5 e8f7 e4e5 f7g6 e5f6", Motif.RELATIVE_PIN, (chess.KNIGHT, chess.F6), (chess.QUEEN, chess.D8))
    assert refusal(pin) == ""
    assert refusal(replace(pin, fen=fen.replace("3qk3", "3bk3"))), "a bishop behind is worth no more"
    assert refusal(replace(pin, line=("c1g5", "f6d5", "e4d5"))), "the knight moved away"
    guarded = (
        "r2rk3/8/5n2/8/4P3/8/8/2B3K1 w - - 0 1"  # a rook that is guarded is worth more than the bishop all the same
    )
    rook = replace(pin, fen=guarded, pieces=(ClaimPiece(chess.KNIGHT, chess.F6), ClaimPiece(chess.ROOK, chess.D8)))
    assert refusal(rook) == ""


def test_a_pinned_guard_cannot_capture_or_loses_more() -> None:
    fen = "6k1/5p2/6p1/8/2B5/6Q1/8/6K1 w - - 0 1"
    king = won(fen, "g3g6 g8f8", Motif.PINNED_GUARD, (chess.PAWN, chess.F7), (chess.KING, chess.G8))
    assert refusal(king) == ""
    assert refusal(replace(king, fen=fen.replace("2B5", "8"))), "nothing pins the pawn"
    queen = "5q1k/5p2/6p1/8/8/3N4/8/5R1K w - - 0 1"  # the pawn on f7 guards g6, and may capture: the queen then falls
    knight = won(queen, "d3f4 h8g7 f4g6", Motif.PINNED_GUARD, (chess.PAWN, chess.F7), (chess.QUEEN, chess.F8))
    assert refusal(replace(knight, key=2)) == ""
    rook = replace(
        knight, key=2, fen=queen.replace("5q1k", "5r1k"), pieces=(knight.pieces[0], ClaimPiece(chess.ROOK, chess.F8))
    )
    assert refusal(rook), "the king guards the rook: the pawn may capture"


def test_a_sacrifice_leaves_its_side_behind_and_not_merely_an_exchange() -> None:
    fen = "6k1/5ppp/8/7Q/8/3B4/8/6K1 w - - 0 1"
    given = won(fen, "d3h7 g8f8 h5c5", Motif.SACRIFICE, (chess.BISHOP, chess.H7))
    assert refusal(given), "nobody captures the bishop"
    taken = replace(given, line=("d3h7", "g8h8", "h7g6", "f7g6", "h5g6"), pieces=(ClaimPiece(chess.BISHOP, chess.G6),))
    assert refusal(taken), "it is captured for two pawns: one is left"
    real = replace(given, fen=fen.replace("5ppp", "5pp1"), line=("d3h7", "g8f8", "h7g8", "f8g8", "h5d5"))
    assert refusal(replace(real, pieces=(ClaimPiece(chess.BISHOP, chess.G8),))) == ""


def test_a_quiet_move_captures_nothing_and_gives_no_check() -> None:
    fen = "6k1/5ppp/8/7Q/8/3B4/8/6K1 w - - 0 1"
    assert refusal(won(fen, "d3c4 g8f8 h5h7", Motif.QUIET)) == ""
    assert refusal(won(fen, "h5h7 g8f8", Motif.QUIET)) == "quiet move: not shown by the line"


def test_what_is_attacked_at_once_must_both_be_there_to_be_won() -> None:
    fen = "4k3/8/2n1b3/8/8/3P4/8/4K3 w - - 0 1"
    both = won(fen, "d3d4 e8e7 d4d5", Motif.THREATENS_BOTH, (chess.KNIGHT, chess.C6), (chess.BISHOP, chess.E6))
    fork = replace(both, line=("d3d4", "e8e7", "d4d5"), key=2)
    assert refusal(fork) == ""
    assert refusal(replace(fork, key=0)), "not yet"
    assert refusal(replace(fork, pieces=(fork.pieces[0], fork.pieces[0]))), "one piece is not two"
    gains = replace(fork, motif=Motif.TEMPO, line=(*fork.line, "c6e5", "d5e6"))
    assert refusal(gains) == "" and refusal(replace(gains, line=(*fork.line, "e7d7", "d5c6")))
    assert refusal(replace(gains, line=gains.line[:-1])), "what the move is gained for is not told"


def test_who_must_move_again_has_just_moved() -> None:
    again = Claim(
        ClaimRole.ALLOWS, Motif.MOVES_AGAIN, "4k3/5p2/8/8/8/5N2/8/4K3 w - - 0 1", ("f3e5", "f7f6", "e5f3"), 1, WON, LOST,
        (ClaimPiece(chess.KNIGHT, chess.E5),),
     chess960=False)  # fmt: skip
    assert refusal(again) == ""
    assert english((again,)) == "1. Ne5 allows 1...f6: it attacks the knight on e5, which has only just moved."
    assert refusal(replace(again, line=("f3e5", "f7f6", "e1e2"))), "it stays"
    assert refusal(replace(again, line=("e1e2", "f7f6", "f3e5"))), "it had not moved"


def test_a_backward_pawn_must_be_one_in_this_line_only() -> None:
    fen = "2r1k3/8/8/3p4/8/1P6/2P5/4K3 b - - 0 1"
    line, other = ("d5d4", "b3b4", "e8e7", "e1e2", "e7e6"), ("e8e7", "e1e2", "e7e6", "e2d3", "e6e5")
    backward = Claim(
        ClaimRole.MISSES,
        Motif.BACKWARD_PAWN,
        fen,
        line,
        0,
        LOST,
        WON,
        (ClaimPiece(chess.PAWN, chess.C2),),
        other=other,
        chess960=False,
    )
    assert refusal(backward) == ""
    assert refusal(replace(backward, other=line)), "it is backward in both"
    assert refusal(replace(backward, fen=fen.replace("2r1k3", "4k3"))), "no rook attacks it"


def test_who_exchanges_because_of_being_ahead_is_ahead_in_material() -> None:
    fen = "r3r1k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 1"
    line, other = ("e1e8", "a8e8", "h2h3", "h7h6", "g1h2"), ("h2h3", "h7h6", "g1h2", "g7g6", "a1b1")
    even = Claim(ClaimRole.MISSES, Motif.ROOKS_OFF, fen, line, 0, WON, LOST, other=other, chess960=False)
    assert refusal(even) == "rooks off: not shown by the line"
    assert refusal(replace(even, fen=fen.replace("5PPP/R3", "PP3PPP/R3"))) == ""


def test_what_people_do_is_said_by_claims_about_people_alone() -> None:
    claim = next(claim for claim in real_claims() if claim.motif is Motif.FORK and claim.role is ClaimRole.MISSES)
    assert refusal(replace(claim, role=ClaimRole.PEOPLE)) == "fork: the role does not fit the motif"
    assert refusal(replace(claim, motif=Motif.MOST_PLAY)) == "most people play it: the role does not fit the motif"


def test_who_is_in_check_threatens_only_what_was_not_attacked_before() -> None:
    fen = "4k3/1p6/8/3p4/B7/8/8/4K3 b - - 0 1"  # the bishop gives check
    claim = Claim(
        ClaimRole.MISSES,
        Motif.THREATENS,
        fen,
        ("b7b5",),
        0,
        LOST,
        WON,
        (ClaimPiece(chess.BISHOP, chess.A4),),
        chess960=False,
    )
    assert refusal(claim) == ""
    attacked = "r3k3/1p6/8/3p4/B7/8/8/4K3 b - - 0 1"  # the rook attacks it already
    assert refusal(replace(claim, fen=attacked)) == "threatens: not shown by the line"


def test_zugzwang_is_one_only_if_every_move_loses_and_a_pass_would_not() -> None:
    fen, line = "8/8/5p2/6k1/4P2p/5P1K/8/8 b - - 1 57", ("g5h5", "f3f4", "h5g6", "h3h4")
    zugzwang = Claim(
        ClaimRole.ALLOWS, Motif.ZUGZWANG, fen, line, 1, LOST, WON, balance=Balance((chess.PAWN,)), chess960=False
    )
    assert refusal(zugzwang) == ""
    pawn = "8/p7/5p2/6k1/4P2p/5P1K/8/8 b - - 1 57"  # Black has another move
    assert refusal(replace(zugzwang, fen=pawn)) == "zugzwang: not shown by the line"
    attacked = "8/8/5p2/6k1/4P2p/5P1K/7R/8 b - - 1 57", ("g5g6", "h3h4", "g6f7", "f3f4")
    threat = Claim(ClaimRole.ALLOWS, Motif.ZUGZWANG, attacked[0], ("g5g6", "h2g2"), 1, LOST, WON, chess960=False)
    assert refusal(threat).startswith("zugzwang"), "Black is in check"


def test_who_blocks_a_piece_of_his_own_freely_was_not_cut_off() -> None:
    fen = "r4rk1/6pp/p2bPp2/1p6/3p4/1P2K1P1/1P1N1P1P/R3R3 w - - 0 24"  # 24...Rfe8 25. Ne4 is White's own idea
    pieces = (ClaimPiece(chess.ROOK, chess.E1), ClaimPiece(chess.PAWN, chess.E6))
    line = ("e3f3", "f8e8", "d2e4", "e8e6")
    claim = Claim(
        ClaimRole.ALLOWS, Motif.INTERFERENCE, fen, line, 1, WON, LOST, pieces, Balance((chess.PAWN,)), chess960=False
    )
    assert refusal(claim) == "interference: not shown by the line"


def test_a_bad_bishop_must_be_one_in_this_line_only() -> None:
    fen = "6k1/8/1p1p4/2p1p1b1/7p/8/8/6K1 b - - 0 1"
    line, other = ("g5d8", "g1f1", "g8f8", "f1e1", "f8e8"), ("g8f8", "g1f1", "f8e8", "f1e1", "e8d7")
    bishop = Claim(
        ClaimRole.ALLOWS,
        Motif.BAD_BISHOP,
        fen,
        line,
        0,
        LOST,
        WON,
        (ClaimPiece(chess.BISHOP, chess.D8),),
        other=other,
        chess960=False,
    )
    assert refusal(bishop) == ""
    assert refusal(replace(bishop, other=line)), "the other move shuts it in as well"
    assert refusal(replace(bishop, fen=fen.replace("7p", "8"))), "four pawns do not shut it in"


def test_captures_are_counted_to_their_end() -> None:
    assert swap(chess.Board("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1"), chess.E5) == 0
    assert swap(chess.Board("4k3/8/8/4p3/8/8/8/4R1K1 w - - 0 1"), chess.E5) == 1
    assert pending(chess.Board("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1")) == 0
    assert pending(chess.Board("4k3/P7/8/8/8/8/8/6K1 w - - 0 1")) == 8


def test_a_forced_mate_is_proved_against_every_answer() -> None:
    assert is_forced(chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), 1)
    assert not is_forced(chess.Board("6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1"), 2)
    assert is_forced(chess.Board("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"), 2)
