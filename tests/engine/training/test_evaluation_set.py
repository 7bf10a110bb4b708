"""The honest test set: which positions it takes, that it resumes, and what its table says."""

import math
import random
import shutil
from pathlib import Path

import pytest

from engine.evaluation.network import shipped
from engine.training import ending_suite, evaluation_set
from engine.training.evaluation_set import (
    CLASSES,
    EvaluationSetError,
    LabelledPosition,
    candidates,
    errors,
    make,
    read,
    table,
)
from engine.training.judge import load_judge
from engine.training.teacher import Teacher, TeacherError

GAME = """[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+ 7. Qe2 Qxe2+ 8. Kxe2 Bg4 9. h3 Bxf3+ 10. Kxf3 Nf6
11. d3 Bd6 12. Nc3 O-O 13. Bg5 Rfe8 *
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAME * 3, encoding="utf-8")
    return path


def test_a_game_gives_at_most_one_position_of_each_class_and_none_in_check(games: Path) -> None:
    fens = list(candidates(games, random.Random(1)))
    assert 3 <= len(fens) <= 6
    for fen in fens:
        assert LabelledPosition(fen, 0, 0).pieces >= 13  # this game ends with 24 pieces
    few = list(candidates(games, random.Random(1), 25))
    assert few and all(LabelledPosition(fen, 0, 0).pieces <= 25 for fen in few)


def test_the_classes_leave_no_number_of_pieces_out() -> None:
    assert [low for low, _ in CLASSES] == [3, *(high + 1 for _, high in CLASSES[:-1])] and CLASSES[-1][1] == 32


def test_a_perfect_network_has_no_error_and_the_judge_has_its_own() -> None:
    fen = "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 w - - 0 50"
    far, near = (
        errors([LabelledPosition(fen, searched, static)], shipped()) for searched, static in ((400, 0), (0, 0))
    )
    assert [row.name for row in far] == ["13-20", "all"] and far[0].positions == 1
    assert (
        far[0].judge == pytest.approx((0.9241 - 0.5) ** 2, abs=1e-3) and near[0].judge == 0
    )  # 400/160: 1/(1 + e^-2.5)
    assert table(near).splitlines()[2].startswith("| 13-20 | 1 |") and "| - |" in table(near)


def test_the_interval_of_the_ratio_is_as_wide_as_drawing_the_positions_again_says() -> None:
    dice = random.Random(3)
    pairs = [(dice.expovariate(1.2) + judge / 2, judge) for judge in (dice.expovariate(1) for _ in range(600))]
    drawn = [[sum(column) for column in zip(*dice.choices(pairs, k=600), strict=True)] for _ in range(400)]
    ratios = sorted(own / judge for own, judge in drawn)
    row, alike = evaluation_set._row("all", pairs), evaluation_set._row("all", [(2.0, 1.0), (6.0, 3.0)])
    assert row.spread == pytest.approx((ratios[390] - ratios[9]) / 2, rel=0.15)
    assert alike.spread == 0 and evaluation_set._row("all", pairs[:1]).spread == math.inf


def test_a_file_of_something_else_is_refused(games: Path, tmp_path: Path) -> None:
    for path in (games, tmp_path / "missing.txt"):
        with pytest.raises(EvaluationSetError):
            read([path])


def test_positions_are_labelled_and_a_second_run_adds_to_the_first(games: Path, tmp_path: Path) -> None:
    if shutil.which("stockfish", path="/usr/games:/usr/bin") is None:
        pytest.skip("no Stockfish here")
    try:
        judge, teacher = load_judge("stockfish"), Teacher("stockfish", nodes=200)
    except TeacherError as error:
        pytest.skip(str(error))
    output = tmp_path / "set.txt"
    try:
        assert make(output, [games], 1, teacher, judge, 1, lambda held: None) == 1
        first = read([output])
        held = make(output, [games], 9, teacher, judge, 2, lambda held: None)
    finally:
        teacher.close()
    positions = read([output])
    assert positions[:1] == first and len(positions) == held == len({position.fen for position in positions}) > 1


def test_an_ending_is_one_where_only_the_best_move_keeps_the_result(tmp_path: Path) -> None:
    assert ending_suite._differ(200, 30) and ending_suite._differ(0, -200)
    assert (
        not ending_suite._differ(200, 100)
        and not ending_suite._differ(700, 300)
        and not ending_suite._differ(-400, -700)
    )
    suite = tmp_path / "suite.txt"
    suite.write_text("8/8/8/8/8/5K2/6PP/7k w - - 0 1;h2h4;500;0\n6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1;a1a8;30000;0\n")
    endings = ending_suite.read(suite)
    assert endings[1].move == "a1a8" and ending_suite.own_score(endings[1:], 500) == 1
    with pytest.raises(EvaluationSetError):
        ending_suite.read(tmp_path / "missing.txt")
