"""Whether a line that wins material is told: each move of the side that profits must keep what the search sees."""

import chess
import pytest

from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.explain import explained
from engine.coach.mistake import Mistake
from engine.game.info import PovScore, Score
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.play.review.coaching import is_confirmed
from engine.play.review.judge import PositionJudge
from engine.play.review.values import EvaluationSource, PositionEvaluation

FEN = "4k3/8/2n1b3/8/8/3P4/8/4K3 w - - 0 1"
LINE = ("d3d4", "e8e7", "d4d5", "e7d6", "d5c6")


class Scripted(PositionJudge):
    """Judges by the number of moves that were played: centipawns of White."""

    def __init__(self, worths: dict[int, int]) -> None:
        self.worths, self.asked = worths, list[int]()

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        """What the script says."""
        plies = 2 * (board.fullmove_number - 1) + (not board.turn)
        self.asked.append(plies)
        return PositionEvaluation(_white(self.worths[plies]), 0.5, 1, (), EvaluationSource.SEARCH)


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
    claim = Claim(
        ClaimRole.MISSES,
        Motif.FORK,
        FEN,
        LINE,
        2,
        _white(300),
        _white(0),
        balance=Balance((chess.KNIGHT,)),
        chess960=False,
    )
    judge = Scripted(worths)
    assert is_confirmed(judge, claim, None) is told
    assert judge.asked == [5, 4, 2][: len(judge.asked)], "the end first: the search then knows what comes"


@pytest.mark.parametrize(("worth", "told"), [(250, True), (150, False), (5_000, True)])
def test_a_threatened_blow_is_told_if_the_search_sees_what_it_wins(worth: int, told: bool) -> None:
    pieces = (
        ClaimPiece(chess.KNIGHT, chess.B5),
        ClaimPiece(0, chess.C7),
        ClaimPiece(chess.KING, chess.E8),
        ClaimPiece(chess.ROOK, chess.A8),
    )
    fen = "r3k3/8/8/8/8/2N5/8/4K3 w q - 0 1"
    claim = Claim(
        ClaimRole.MISSES, Motif.THREATENS_FORK, fen, ("c3b5", "e8e7"), 0, _white(150), _white(0), pieces, chess960=False
    )
    judge = Scripted({3: worth})  # after 1. Nb5, a pass, and 2. Nc7+
    assert is_confirmed(judge, claim, None) is told and judge.asked == [3]


def test_a_decided_game_needs_no_more() -> None:
    pieces = ClaimPiece(chess.KNIGHT, chess.B5), ClaimPiece(0, chess.C7)
    fen = "r3k3/8/8/8/8/2N5/8/4K3 w q - 0 1"
    claim = Claim(
        ClaimRole.MISSES,
        Motif.THREATENS_BLOW,
        fen,
        ("c3b5", "e8e7"),
        0,
        _white(1_500),
        _white(0),
        pieces,
        chess960=False,
    )
    assert is_confirmed(Scripted({3: 1_500}), claim, None)


def test_a_blow_that_is_denied_denies_no_plainer_threat_of_the_same_line() -> None:
    mistake = Mistake(
        "2k4r/ppp3pp/2nr1p2/5b2/8/2N1q2P/PPPNB1P1/R2QK2R w KQ - 1 15", "h1f1", ("d1c1", "h8e8", "d2f3"), _white(-20),
        ("c6d4", "a1c1", "h8e8", "f1f2", "e3g3", "d2f1", "d4e2", "f1g3"), _white(-359),
     chess960=False)  # fmt: skip
    assert explained(mistake)[0].motif is Motif.THREATENS_FORK
    denied = explained(mistake, lambda claim: claim.motif is not Motif.THREATENS_FORK)
    assert denied[0].motif is Motif.PRESSES_PIN and denied[0].line[1] == "c6d4"
