"""Whether a line that wins material is told: each move of the side that profits must keep what the search sees."""

from dataclasses import replace

import chess
import pytest

from engine.coach.claims import Balance, Claim, ClaimRole, Motif
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

    def __init__(self, worths: dict[int, int], line: tuple[str, ...] = ()) -> None:
        """`line`: what follows everywhere."""
        self.worths, self.line, self.asked = worths, line, list[int]()
        self.others: dict[int, tuple[int, tuple[str, ...]]] = {}
        """Centipawns of White, and the line, of the best other move."""

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        """What the script says."""
        plies = 2 * (board.fullmove_number - 1) + (not board.turn)
        self.asked.append(plies)
        return PositionEvaluation(_white(self.worths[plies]), 0.5, 1, self.line, EvaluationSource.SEARCH)

    def rival(
        self, board: chess.Board, position: GamePosition, without: str, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        """What the script says of the other moves; None if it says nothing."""
        plies = 2 * (board.fullmove_number - 1) + (not board.turn)
        if plies not in self.others:
            return None
        score, line = self.others[plies]
        return PositionEvaluation(_white(score), 0.5, 1, line, EvaluationSource.SEARCH)


def _white(centipawns: int) -> PovScore:
    return PovScore(Score(centipawns=centipawns), white=True)


def _wins_a_knight(before: int) -> Claim:
    """The fork of LINE, in a position worth `before` centipawns, which the played move gives away."""
    prize = Balance((chess.KNIGHT,))
    return Claim(ClaimRole.MISSES, Motif.FORK, FEN, LINE, 2, _white(before), _white(0), balance=prize, chess960=False)


@pytest.mark.parametrize(
    ("worths", "told"),
    [
        ({2: 300, 4: 300, 5: 300}, True),
        ({2: 300, 4: 300, 5: 240}, False),  # the end is worth less than was promised
        ({2: 500, 4: 310, 5: 300}, False),  # the second move throws away what the answer before it gave
        ({2: 900, 4: 950, 5: 900}, True),  # what is won anyway is won more clearly at the end
        ({2: 5_000, 4: 5_000, 5: 1_000}, True),  # won is won
    ],
)
def test_a_line_is_told_if_no_move_of_it_throws_away_half_a_pawn(worths: dict[int, int], told: bool) -> None:
    claim = _wins_a_knight(300)
    judge = Scripted(worths)
    assert is_confirmed(judge, claim, None) is told
    assert judge.asked == [5, 4, 2][: len(judge.asked)], "the end first: the search then knows what comes"


@pytest.mark.parametrize(("end", "told"), [(90, True), (290, False)])
def test_a_line_is_not_told_if_it_wins_only_by_a_bad_answer(end: int, told: bool) -> None:
    assert is_confirmed(Scripted({2: end, 4: end, 5: end}), _wins_a_knight(0), None) is told, "the promise was nothing"


@pytest.mark.parametrize(("passed", "end", "told"), [(300, 290, True), (110, 290, False), (300, 240, False)])
def test_a_threat_is_told_if_the_search_sees_what_it_wins(passed: int, end: int, told: bool) -> None:
    claim = Claim(
        ClaimRole.MISSES,
        Motif.MATERIAL,
        "4k2r/8/8/8/8/2N5/8/4K3 w k - 0 1",
        ("c3e4",),
        2,
        _white(150),
        _white(0),
        balance=Balance((chess.ROOK,)),
        chess960=False,
        threat=("e4f6",),
    )
    judge = Scripted({2: passed, 3: end})  # after 1. Ne4 and a pass, and after 2. Nf6+
    assert is_confirmed(judge, claim, None) is told


@pytest.mark.parametrize(("won", "told"), [("p", False), ("n", True)])
def test_a_pawn_that_the_next_move_takes_back_is_not_won(won: str, told: bool) -> None:
    """Of a piece that is won a pawn may come back."""
    prize = Balance((chess.Piece.from_symbol(won).piece_type,))
    scores = _white(300), _white(0)
    fen = FEN.replace("n", won)
    claim = Claim(ClaimRole.MISSES, Motif.MATERIAL, fen, LINE, 4, *scores, balance=prize, chess960=False)
    worths = {2: 300, 4: 300, 5: 300}
    assert is_confirmed(Scripted(worths), claim, None)
    assert is_confirmed(Scripted(worths, ("d6c6",)), claim, None) is told


def test_a_promise_of_the_deeper_search_is_kept_if_that_search_finds_it_at_the_end() -> None:
    """Fewer nodes seldom see as much as four times as many did."""
    claim = _wins_a_knight(430)
    shallow = {2: 330, 4: 330, 5: 330}
    assert not is_confirmed(Scripted(shallow), claim, None)
    assert not is_confirmed(Scripted(shallow), claim, None, Scripted({5: 350}))
    deeper = Scripted({5: 420})
    assert is_confirmed(Scripted(shallow), claim, None, deeper)
    assert deeper.asked == [5], "the end alone: it costs most"


@pytest.mark.parametrize(
    ("score", "line", "told"),
    [
        (310, ("e6f5", "d4d5", "c6e5"), False),  # as good, and both pieces are kept
        (400, ("e6f5", "d4d5", "c6e5"), True),  # that loses otherwise
        (310, ("e6f5", "d4d5", "e8f7", "d5c6"), True),  # the knight falls there too
    ],
)
def test_a_gain_that_another_move_as_good_avoids_is_not_told(score: int, line: tuple[str, ...], told: bool) -> None:
    judge = Scripted({1: 300, 2: 300, 4: 300, 5: 300})
    judge.others = {1: (score, line)}  # after 1. d4 nothing is attacked: 1...Ke7 is Black's choice
    assert is_confirmed(judge, _wins_a_knight(300), None) is told


def test_what_a_threat_forces_is_nobodys_choice() -> None:
    judge = Scripted({1: 300, 2: 300, 4: 300, 5: 300})
    judge.others = {3: (300, ("c6e5", "d5e6", "e5c4"))}  # after 2. d5 a piece is attacked
    assert is_confirmed(judge, _wins_a_knight(300), None)


def test_what_is_given_unforced_is_not_lost() -> None:
    """Nothing attacks the knight that goes to a square where a pawn takes it."""
    scores = _white(300), _white(0)
    line = ("d3d4", "c6e5", "d4e5")
    prize = Balance((chess.KNIGHT,))
    claim = Claim(ClaimRole.MISSES, Motif.MATERIAL, FEN, line, 2, *scores, balance=prize, chess960=False)
    judge = Scripted({1: 300, 2: 300, 3: 300})
    assert not is_confirmed(judge, claim, None)
    attacked = FEN.replace("3P4", "3PR3")
    assert is_confirmed(judge, replace(claim, fen=attacked), None), "there the bishop hangs, and one piece is lost"
