"""What a predictor is measured by: how far what it says lies from what comes true."""

import pytest

pytest.importorskip("numpy")

from engine.training.human.measure import calibration_error


def test_true_probabilities_have_no_error() -> None:
    assert calibration_error([(0.25, True), (0.25, False), (0.25, False), (0.25, False)]) == 0


def test_doubt_and_boast_are_errors_in_their_own_class() -> None:
    assert calibration_error([(0.9, False)] * 2 + [(0.1, True)] * 2) == pytest.approx(0.9)
    assert calibration_error([(1.0, True)] * 3 + [(0.5, False)]) == pytest.approx(0.125)
