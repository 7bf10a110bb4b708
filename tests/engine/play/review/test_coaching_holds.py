"""Whether a line that wins material is told: each move of the side that profits must keep what the search sees."""

import chess
import pytest

from engine.coach.claims import Balance, Claim, Motif, Role
from engine.game.info import PovScore, Score
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.play.review.coaching import holds
from engine.play.review.judge import PositionJudge
from engine.play.review.values import Teller, Worth

FEN = "4k3/8/2n1b3/8/8/3P4/8/4K3 w - - 0 1"
LINE = ("d3d4", "e8e7", "d4d5", "e7d6", "d5c6")


class Scripted(PositionJudge):
    """Judges by the number of moves that were played: centipawns of White."""

    def __init__(self, worths: dict[int, int]) -> None:
        self.worths, self.asked = worths, list[int]()

    def worth(self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None) -> Worth | None:
        """What the script says."""
        plies = 2 * (board.fullmove_number - 1) + (not board.turn)
        self.asked.append(plies)
        return Worth(_white(self.worths[plies]), 0.5, 1, (), Teller.SEARCH)


def _white(centipawns: int) -> PovScore:
    return PovScore(Score(centipawns=centipawns), white=True)


@pytest.mark.parametrize(
    ("worths", "told"),
    [
        ({2: 300, 4: 300, 5: 300}, True),
        ({2: 300, 4: 300, 5: 240}, False),  # the end is worth less than was promised
        ({2: 500, 4: 310, 5: 300}, False),  # the second move throws away what the answer before it gave
        ({2: 900, 4: 950, 5: 900}, True),  # the opponent answers badly: that is not held against the line
        ({2: 5_000, 4: 5_000, 5: 1_000}, True),  # won is won
    ],
)
def test_a_line_is_told_if_no_move_of_it_throws_away_half_a_pawn(worths: dict[int, int], told: bool) -> None:
    claim = Claim(Role.MISSES, Motif.FORK, FEN, LINE, 2, _white(300), _white(0), balance=Balance((chess.KNIGHT,)))
    judge = Scripted(worths)
    assert holds(judge, claim, None) is told
    assert judge.asked == [5, 4, 2][: len(judge.asked)], "the end first: the search then knows what comes"
