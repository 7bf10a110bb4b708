"""The trainer learns what the records say, resumes, and its integers equal its floats. Needs PyTorch."""

import random
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra `train`")

import torch

from engine.training.check import compare
from engine.training.fit import FitError, Plan, Report, fit, split
from engine.training.model import NetworkModel, compiled_loss
from engine.training.packing import pack
from engine.training.records import add_classical, load_records, make_batch
from tests.helpers.positions import core_of, random_boards

VALUES = (100, 300, 300, 500, 900, 0)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Positions labelled with plain material: easy to learn in seconds."""
    path = tmp_path_factory.mktemp("records") / "material.bin"
    rows = []
    for board in random_boards(31, 6_000):
        sign = 1 if board.turn else -1
        score = sum(sign * (1 if man.color else -1) * VALUES[man.piece_type - 1] for man in board.piece_map().values())
        rows.append(bytes(pack(core_of(board), score, 0)))
    random.Random(31).shuffle(rows)  # of so few games every part must hold some of each
    path.write_bytes(b"".join(rows))
    return path


def test_loss_falls_a_run_resumes_and_integers_equal_floats(records: Path, tmp_path: Path) -> None:
    network = tmp_path / "material.nnue"
    reports: list[Report] = []
    plan = Plan(epochs=3, batch_size=250, score_share=1.0, learning_rate=5e-3)
    fit([records], network, plan, reports.append, lambda done, steps: True)
    assert reports[-1].validation_loss < 0.6 * reports[0].validation_loss
    longer = Plan(epochs=4, batch_size=250, score_share=1.0, learning_rate=5e-3)
    fit([records], network, longer, reports.append, lambda done, steps: True)
    assert [report.epoch for report in reports] == [1, 2, 3, 4]
    comparison = compare(network, records, 1_000)
    assert comparison.mean < 1.5
    assert comparison.largest < 8


@pytest.mark.parametrize("base", [0.0, 0.7])
def test_the_compiled_gradients_equal_pytorchs(records: Path, base: float) -> None:
    block = load_records([records])[:600]
    add_classical(block)
    block[::3, 26] = 2  # some games won, so that both parts of the target count
    batch, model = make_batch(block), NetworkModel()
    target = 0.7 * torch.sigmoid(batch.score / 200) + 0.3 * batch.result
    reference = (torch.sigmoid(model(batch) + base * batch.classical / 200) - target).square().mean()
    reference.backward()
    expected = [part.grad.clone() for part in model.parameters()]
    model.zero_grad()
    loss = compiled_loss(model, block, 200, 0.7, base)
    loss.backward()
    assert loss.item() == pytest.approx(reference.item(), rel=1e-5)
    for part, slope in zip(model.parameters(), expected, strict=True):
        assert slope.abs().max() > 0
        assert torch.allclose(part.grad, slope, rtol=1e-3, atol=1e-7)


def test_threads_find_the_same_gradients(records: Path) -> None:
    block, model = load_records([records])[:601], NetworkModel()
    losses, slopes = [], []
    for threads in (1, 3):
        model.zero_grad()
        loss = compiled_loss(model, block, 200, 1.0, threads=threads)
        loss.backward()
        losses.append(loss.item())
        slopes.append([part.grad.clone() for part in model.parameters() if part.grad is not None])
    assert losses[0] == pytest.approx(losses[1], rel=1e-5)
    assert len(slopes[0]) == 4
    assert all(torch.allclose(*pair, rtol=1e-3, atol=1e-7) for pair in zip(*slopes, strict=True))


def test_a_network_continues_from_the_file_of_another(records: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.nnue", tmp_path / "second.nnue"
    plan = Plan(epochs=1, batch_size=250, score_share=1.0, learning_rate=5e-3)
    reports: list[Report] = []
    fit([records], first, plan, reports.append, lambda done, steps: True)
    still = Plan(epochs=1, batch_size=250, score_share=1.0, learning_rate=0.0, last_learning_rate=0.0)
    fit([records], second, still, reports.append, lambda done, steps: True, start=first)
    assert second.read_bytes() == first.read_bytes()


def test_neighbours_are_never_divided_between_training_and_validation() -> None:
    training, validation = split(409_600, Plan(validation_share=0.1))
    assert len(training) + len(validation) == 409_600
    assert 0.05 < len(validation) / 409_600 < 0.2
    assert not set(training // 4_096) & set(validation // 4_096)


def test_too_little_data_is_refused_in_words(records: Path, tmp_path: Path) -> None:
    with pytest.raises(FitError, match="too few"):
        fit([records], tmp_path / "x.nnue", Plan(), lambda report: None, lambda done, steps: True)
