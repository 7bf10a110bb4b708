"""Two judgements explained: claims come with a fault only, and what a deeper look contradicts is not told."""

import chess
import pytest

from engine.coach.claims import Motif, Role
from engine.game.info import PovScore, Score
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.play.coaching import Explained, explain_move
from engine.play.review.judge import PositionJudge
from engine.play.review.judging import white_share
from engine.play.review.own_judge import own_judge
from engine.play.review.values import Judgement, Teller, Worth


class Told(PositionJudge):
    """Knows three positions by the number of moves since the start, and their lines."""

    def __init__(self, *worths: tuple[int, str]) -> None:
        self.worths = [*worths]

    def worth(self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None) -> Worth | None:
        centipawns, line = self.worths.pop(0)
        score = PovScore(Score(centipawns=centipawns), True)
        return Worth(score, white_share(score), 1, tuple(line.split()), Teller.SEARCH)


def explained_by(judge: PositionJudge, fen: str, san: str) -> Explained:
    board = chess.Board(fen)
    found = explain_move(judge, board, board.parse_san(san))
    assert found is not None
    return found


BLUNDER = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
BEST, REPLY = (40, "f1b5 a7a6 b5a4 g8f6"), (-400, "c6e5 d2d4 e5g6 f1e2")


def test_a_blunder_is_told_with_its_claims() -> None:
    found = explained_by(Told(BEST, REPLY, (-380, "")), BLUNDER, "Nxe5")
    assert found.judgement is Judgement.BLUNDER and found.loss > 20
    claim = found.claims[0]
    assert (claim.role, claim.motif) == (Role.ALLOWS, Motif.HANGING)


def test_a_claim_whose_line_ends_worse_than_promised_is_not_told() -> None:
    found = explained_by(Told(BEST, REPLY, *[(-250, "")] * 9), BLUNDER, "Nxe5")
    assert all(not claim.balance.won for claim in found.claims)


@pytest.mark.parametrize(("before", "after"), [((40, "f1b5"), (40, "a7a6")), ((40, "b1c3"), (30, "a7a6"))])
def test_a_good_move_has_no_claims(before: tuple[int, str], after: tuple[int, str]) -> None:
    found = explained_by(Told(before, after), BLUNDER, "Bb5")
    assert found.claims == () and found.judgement is None


def test_the_best_move_loses_nothing_even_where_the_second_search_thinks_less_of_it() -> None:
    assert explained_by(Told((400, "f1b5"), (40, "a7a6")), BLUNDER, "Bb5").loss == 0


def test_a_stopped_search_explains_nothing() -> None:
    stopper = Stopper()
    stopper.stop()
    board = chess.Board(BLUNDER)
    assert explain_move(own_judge(Limits(nodes=5_000), None), board, board.parse_san("Nxe5"), stopper) is None


def test_the_own_judge_explains_a_hanging_piece() -> None:
    found = explained_by(own_judge(Limits(nodes=20_000), None), BLUNDER, "Nxe5")
    assert any(claim.motif is Motif.HANGING and claim.role is Role.ALLOWS for claim in found.claims)
