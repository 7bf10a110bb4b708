"""The evaluation bar slides: it never jumps, and continues from where it is when the next value comes."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QVariantAnimation
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from desktop.views.game.eval_bar import DURATION, EvalBar
from desktop.views.kit.theme import colours
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore, Score


@pytest.fixture
def bar(qtbot: QtBot) -> EvalBar:
    shown = EvalBar()
    qtbot.addWidget(shown)
    shown.resize(30, 400)
    shown.show()
    qtbot.waitExposed(shown)
    return shown


def worth(centipawns: int) -> Evaluation:
    return Evaluation(PovScore(Score(centipawns=centipawns), True), 20)


def painted(bar: EvalBar) -> float:
    """White's part by the pixels of a column beside the score."""
    picture = bar.grab().toImage()
    ratio = picture.height() / bar.height()
    column = [picture.pixelColor(round(3 * ratio), y).lightness() for y in range(picture.height())]
    light = QColor(colours().bar_white).lightness()
    return sum(abs(value - light) < 3 for value in column) / len(column)


def held(bar: EvalBar) -> QVariantAnimation:
    """The bar's motion, at a halt."""
    motion = bar.findChild(QVariantAnimation)
    assert motion is not None
    motion.pause()
    return motion


def test_it_slides_and_never_jumps(bar: EvalBar) -> None:
    bar.show_evaluation(worth(400))
    motion = held(bar)
    assert bar.share == 0.5
    way = []
    for time in range(0, DURATION + 1, 10):  # a hundred pictures a second
        motion.setCurrentTime(time)
        way.append(bar.share)
        assert abs(painted(bar) - bar.share) < 0.02
    assert way == sorted(way)
    assert max(later - earlier for earlier, later in pairwise(way)) < 0.15 * (way[-1] - way[0])
    assert bar.share == pytest.approx(worth(400).white_share)


def test_the_next_value_is_taken_up_on_the_way(bar: EvalBar) -> None:
    bar.show_evaluation(worth(400))
    motion = held(bar)
    motion.setCurrentTime(40)
    here = bar.share
    assert 0.5 < here < worth(400).white_share
    bar.show_evaluation(worth(-400))
    motion.pause()
    motion.setCurrentTime(0)
    assert bar.share == here
    motion.setCurrentTime(DURATION)
    assert bar.share == pytest.approx(worth(-400).white_share)


def test_it_arrives_by_itself(qtbot: QtBot, bar: EvalBar) -> None:
    bar.show_evaluation(worth(150))
    qtbot.waitUntil(lambda: bar.share == pytest.approx(worth(150).white_share))


def test_nothing_known_leaves_the_last_value(qtbot: QtBot, bar: EvalBar) -> None:
    bar.show_evaluation(worth(150))
    qtbot.waitUntil(lambda: bar.share == pytest.approx(worth(150).white_share))
    bar.show_evaluation(None)
    assert bar.share == pytest.approx(worth(150).white_share)
    assert bar.accessibleDescription()


def test_where_the_game_has_ended_it_shows_the_result(bar: EvalBar) -> None:
    bar.animation_ms = 0
    bar.show_evaluation(worth(50))
    shares = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    for result, share in shares.items():
        bar.show_result(result)
        assert abs(painted(bar) - share) < 0.02
    assert bar.accessibleDescription() == "½"
    bar.show_result("")  # it has not ended here
    assert bar.accessibleDescription() == "½"


def test_it_jumps_where_motion_is_switched_off(bar: EvalBar) -> None:
    bar.animation_ms = 0
    bar.show_evaluation(worth(400))
    assert bar.share == pytest.approx(worth(400).white_share)
    assert abs(painted(bar) - bar.share) < 0.02
