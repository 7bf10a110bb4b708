"""Evaluations are White's, whoever is to move."""

from desktop.model.analysis_lines import with_reports
from desktop.model.game.analysis import AnalysisState
from engine.game.evaluation import Evaluation
from engine.game.info import Bound, Info, PovScore, Score
from engine.rules.fen import START_FEN

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def report(rank: int, centipawns: int, pv: tuple[str, ...], depth: int = 5, bound: Bound = Bound.EXACT) -> Info:
    return Info(depth, depth, rank, Score(centipawns=centipawns), 1_000, 10, pv, bound, wdl=(500, 300, 200))


def test_a_score_for_black_is_turned() -> None:
    assert str(PovScore(Score(centipawns=31), white=False)) == "-0.31"
    assert str(PovScore(Score(mate=3), white=False)) == "#-3"
    assert str(PovScore(Score(mate=-2), white=False)) == "#2"


def test_the_bar_is_half_at_equality_and_full_at_mate() -> None:
    assert Evaluation(PovScore(Score(centipawns=0), white=True)).white_share == 0.5
    assert Evaluation(PovScore(Score(mate=1), white=True)).white_share == 1.0
    assert Evaluation(PovScore(Score(mate=-1), white=True)).white_share == 0.0


def test_lines_that_were_not_reported_anew_stay() -> None:
    state = with_reports(
        AnalysisState(fen=START_FEN), {1: report(1, 30, ("e2e4",)), 2: report(2, 20, ("d2d4",))}, chess960=False
    )
    state = with_reports(state, {1: report(1, 35, ("e2e4", "e7e5"), depth=6)}, chess960=False)
    assert [line.text for line in state.lines] == ["1. e4 e5", "1. d4"]
    assert state.depth == 6
    assert with_reports(state, {}, chess960=False) is state


def test_a_bound_does_not_replace_an_exact_score() -> None:
    state = with_reports(AnalysisState(fen=START_FEN), {1: report(1, 30, ("e2e4",))}, chess960=False)
    state = with_reports(state, {1: report(1, 90, ("d2d4",), bound=Bound.LOWER)}, chess960=False)
    assert state.lines[0].text == "1. e4"


def test_win_draw_loss_are_whites() -> None:
    state = with_reports(AnalysisState(fen=AFTER_E4), {1: report(1, 30, ("e7e5",))}, chess960=False)
    assert state.lines[0].wdl == (200, 300, 500)
