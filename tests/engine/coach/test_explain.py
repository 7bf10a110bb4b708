"""Explanations of mistakes: what they say of known positions, and what they never do."""

import pytest

from engine.coach.claim_words import english
from engine.coach.claims import Motif, Role
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.errors import MoveError
from engine.game.info import PovScore, Score
from tests.helpers.coach_mistakes import SAMPLE, read_mistakes

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def mistake(fen: str, move: str, best: str, before: int | str, reply: str, after: int | str) -> Mistake:
    """Scores are White's, `#3` a mate."""
    return Mistake(fen, move, tuple(best.split()), _score(before), tuple(reply.split()), _score(after))


def _score(value: int | str) -> PovScore:
    return PovScore(Score(mate=int(value[1:])) if isinstance(value, str) else Score(centipawns=value), True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (  # lichess game of a 1181
            mistake("r4rk1/ppp3p1/2nbqpB1/3p4/3P4/4PQ2/PPPN2K1/R6R b - - 1 18", "f6f5", "f8e8 f3h5 g8f8", 222,
                    "h1h8 g8h8 f3h5 h8g8 h5h7", "#3"),
            "18...f5 allows 19. Rh8+ Kxh8 20. Qh5+ Kg8 21. Qh7#: mate in 3. "
            "Best was 18...Rfe8 (+2.22); after 18...f5 it is mate in 3.",
        ),
        (
            mistake("4kb1r/2p1q1pp/5p2/3Pp3/Pr6/3Q1N2/5PPP/R1B1KR2 b Qk - 2 22", "e7d6",
                    "e5e4 d3e2 e4f3 g2f3 e8f7 e2e7 f8e7", 57, "e1d1 f8e7 f1e1", 403),
            "22...e4 was possible: it forks the queen on d3 and the knight on f3, and this wins a knight for a pawn.",
        ),
        (
            mistake("q4rk1/3r1ppp/4p3/8/P1Rp1P2/2PQ4/4KPPP/R7 w - - 0 26", "c3d4", "e2f1 f8d8 c3d4 a8a7 g2g3 d7d4 c4d4 d8d4", 226,
                    "a8g2 a4a5 g2h2 d3f3 h2h4", -55),
            "26. cxd4 allows 26...Qxg2: this wins a pawn. Better is 26. Kf1: it guards the pawn on g2.",
        ),
    ],
)  # fmt: skip
def test_a_known_mistake_is_explained_so(given: Mistake, said: str) -> None:
    assert english(explained(given)) == said


def test_one_to_three_claims_are_told_and_no_role_twice() -> None:
    for given, _rating in read_mistakes(SAMPLE):
        claims = explained(given)
        assert 1 <= len(claims) <= 3
        assert len({claim.role for claim in claims}) == len(claims)


def test_the_strongest_claim_comes_first() -> None:
    for given, _rating in read_mistakes(SAMPLE):
        strengths = [claim.strength for claim in explained(given) if claim.role is not Role.WORKS]
        assert strengths == sorted(strengths, reverse=True)


def test_where_nothing_is_proved_the_scores_are_told() -> None:
    given = mistake(START, "a2a3", "e2e4", 30, "e7e5", -60)
    claims = explained(given)
    assert [claim.motif for claim in claims] == [Motif.SLIPS]
    assert english(claims) == "Best was 1. e4 (+0.30); after 1. a3 it is -0.60."


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
