"""The better move of a decisive mistake: marked as the one good move only where that was looked at."""

from collections.abc import Sequence

import chess

from books.analysis import Analysis
from books.learning.mistakes import Stretch, _Judged, _mistake, find_mistake
from books.learning.played import LearnedGame, plies
from tests.books.helpers import TableAnalyser, after, line, white_values

LINE = ("e2e4", "e7e5", "f1c4")
PLY = plies(LearnedGame(LINE, True, "0-1"))[2]
CHOICES = [chess.Move.from_uci(uci) for uci in ("f1c4", "g1f3", "d2d4")]
PLAYED, BETTER = (Analysis(move, value, 10, 1, "x") for move, value in zip(CHOICES, (-200, 30), strict=False))


def looked(steady: bool, best: Analysis, third: int) -> tuple[bool, int]:
    """Whether the better move is clear, and how often the position was searched again."""
    asked = list[Sequence[chess.Move]]()

    def analyse(board: chess.Board, root_moves: Sequence[chess.Move] = (), times: int = 1) -> Analysis:
        asked.append(root_moves)
        return Analysis(CHOICES[2], third, 10, 1, "x")

    found = _mistake(2, PLY, CHOICES, _Judged(PLAYED, best, 0), analyse, (), steady)
    assert (found.better is None) is (best is PLAYED)
    return found.better_is_clear, len(asked)


def test_a_better_move_is_clear_if_every_other_is_much_worse() -> None:
    assert looked(False, BETTER, -300) == (True, 1)
    assert looked(False, BETTER, 25) == (False, 1)


def test_a_game_that_went_down_slowly_or_has_no_better_move_has_no_clear_one() -> None:
    assert looked(True, BETTER, -300) == (False, 0)
    assert looked(False, PLAYED, -300) == (False, 0)


def test_of_a_game_that_went_down_slowly_the_move_that_gave_up_most_is_named() -> None:
    moves = "1.e4 e5 2.Nf3 Nc6 3.Bc4 Nd4 4.O-O Nxf3"
    walked = plies(LearnedGame(tuple(move.uci() for move in line(moves)), True, "0-1"))
    steps = white_values("1.e4 e5", "2.Nf3 Nc6", -20) | white_values("1.e4 e5 2.Nf3 Nc6", "3.Bc4 Nd4", -55)
    analyser = TableAnalyser(steps | white_values("1.e4 e5 2.Nf3 Nc6 3.Bc4 Nd4", "4.O-O Nxf3", -60))
    found = find_mistake(walked, Stretch(7), analyser, lambda ply: frozenset(), True)
    assert found is not None and found.better is not None
    assert (found.index, found.loss, found.steady) == (4, 35, True)
    assert found.better.move != after("1.e4 e5 2.Nf3 Nc6").parse_san("Bc4")
    assert find_mistake(walked, Stretch(7), analyser, lambda ply: frozenset(), False) is None
