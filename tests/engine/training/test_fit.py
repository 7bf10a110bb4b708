"""The trainer learns what the records say, resumes, and its integers equal its floats. Needs PyTorch."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra `train`")

from engine.core.board import CoreBoard
from engine.core.packing import pack
from engine.training.check import compare
from engine.training.fit import FitError, Plan, Report, fit
from tests.helpers.positions import random_boards

VALUES = (100, 300, 300, 500, 900, 0)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Positions labelled with plain material: easy to learn in seconds."""
    path = tmp_path_factory.mktemp("records") / "material.bin"
    rows = []
    for board in random_boards(31, 6_000):
        sign = 1 if board.turn else -1
        score = sum(sign * (1 if man.color else -1) * VALUES[man.piece_type - 1] for man in board.piece_map().values())
        rows.append(bytes(pack(CoreBoard.from_chess(board), score, 0)))
    path.write_bytes(b"".join(rows))
    return path


def test_loss_falls_a_run_resumes_and_integers_equal_floats(records: Path, tmp_path: Path) -> None:
    network = tmp_path / "material.nnue"
    reports: list[Report] = []
    plan = Plan(epochs=3, batch_size=250, validation_records=1_000, score_share=1.0, learning_rate=5e-3)
    fit([records], network, plan, reports.append, lambda done, steps: True)
    assert reports[-1].validation_loss < 0.6 * reports[0].validation_loss
    longer = Plan(epochs=4, batch_size=250, validation_records=1_000, score_share=1.0, learning_rate=5e-3)
    fit([records], network, longer, reports.append, lambda done, steps: True)
    assert [report.epoch for report in reports] == [1, 2, 3, 4]
    comparison = compare(network, records, 1_000)
    assert comparison.mean < 8
    assert comparison.largest < 40


def test_too_little_data_is_refused_in_words(records: Path, tmp_path: Path) -> None:
    with pytest.raises(FitError, match="too few"):
        fit([records], tmp_path / "x.nnue", Plan(), lambda report: None, lambda done, steps: True)
