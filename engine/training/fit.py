"""Fits the network to labelled positions: PyTorch, on the CPU or a GPU, resumable after every epoch. Needs `train`."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import torch

from engine.errors import RatsuError
from engine.evaluation.network import NETWORK_SUFFIX, encode, payload_of, read_network
from engine.files import write_atomically
from engine.training.model import NetworkModel, compiled_loss
from engine.training.records import Batch, Records, add_classical, batches, load_records, make_batch
from engine.training.widen import SLOPE_PERMILLE
from engine.values import dataclass

Order: TypeAlias = npt.NDArray[np.int64]
_BLOCK = 4_096  # neighbouring records; fewer where there are few
_RUN = 8  # records of a file that stay together when they are shuffled: what they share is computed once


@dataclass(frozen=True)
class Plan:
    """How to train. `scale`: centipawns at which a side's expected score is sigmoid(1) = 0.73; `score_share`: how much of
    the target is the teacher's score, the rest is the game's result; `base`: the share of the
    classical evaluation that is added to the output, so that the network has to learn only the rest; `most_records`: use only so
    many of the first; `threads`: of the processor, where no graphics card is."""

    epochs: int = 20
    batch_size: int = 8_192
    learning_rate: float = 1.5e-3
    last_learning_rate: float = 2e-5
    scale: int = 220
    score_share: float = 0.85
    base: float = 0.0
    validation_share: float = 0.03
    most_records: int | None = None
    seed: int = 1
    threads: int = 1


@dataclass(frozen=True)
class Report:
    """One epoch: mean squared error of the expected score, on the training and the validation positions."""

    epoch: int
    training_loss: float
    validation_loss: float


class FitError(RatsuError):
    """Too little data, or a checkpoint of another shape."""


def fit(
    data: Sequence[Path],
    output: Path,
    plan: Plan,
    on_epoch: Callable[[Report], None],
    on_batch: Callable[[int, int], bool],
    held_back: Path | None = None,
    start: Path | None = None,
) -> None:
    """Trains on record files and writes the network after every epoch; a checkpoint `output`.pt is resumed if present.

    `on_batch(done, all)` is called often; False stops at once (the last epoch's network stays). `held_back`: records for the
    validation, none of which may be in `data` (without it some of those are held back). `start`: another network to begin
    from, its checkpoint or its file.

    :raises RecordError: if data cannot be read. :raises FitError: if there is too little of it.
    :raises NetworkError: if `start` is a file that cannot be used.
    """
    records = load_records(data)[: plan.most_records]
    training, validation = split(len(records), plan)
    if held_back is not None:
        known = len(records)
        records = np.concatenate([records, load_records([held_back])])
        training, validation = np.arange(known), np.arange(known, len(records))
    if plan.base:
        add_classical(records)
    if len(validation) == 0 or len(training) < plan.batch_size:
        raise FitError("%1 positions are too few for batches of %2: make more", len(records), plan.batch_size)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(plan.seed)
    model = NetworkModel().to(device)
    optimiser = torch.optim.Adam(model.parameters(), lr=plan.learning_rate)
    checkpoint = output.with_suffix(output.suffix + ".pt")
    first = _resume(checkpoint, model, optimiser)
    if start is not None and first == 0:
        _begin_from(start, model)
    for epoch in range(first, plan.epochs):
        shuffled = _shuffled(training, np.random.default_rng((plan.seed, epoch)))
        loss = _run_epoch(model, optimiser, records, shuffled, plan, epoch, device, on_batch)
        if loss is None:
            return
        on_epoch(Report(epoch + 1, loss, _validate(model, records, validation, plan, device)))
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "epoch": epoch + 1}, checkpoint)
        write_atomically(output, _encoded(model.cpu(), plan))
        model.to(device)


def _shuffled(order: Order, chance: np.random.Generator) -> Order:
    """Runs of neighbouring records in random order; what is left over is left out."""
    runs = order[: len(order) // _RUN * _RUN].reshape(-1, _RUN)
    return chance.permutation(runs).reshape(-1)


def _encoded(model: NetworkModel, plan: Plan) -> bytes:
    """The network's file. It speaks the classical evaluation's centipawns, which the margins of the search are made for, not the
    teacher's, which are smaller."""
    slope = plan.base or SLOPE_PERMILLE / 1000
    return encode(model.payload(), round(plan.scale / slope), 1000 if plan.base else 0)


def _resume(checkpoint: Path, model: NetworkModel, optimiser: torch.optim.Optimizer) -> int:
    if not checkpoint.exists():
        return 0
    try:
        saved = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        return int(saved["epoch"])
    except (RuntimeError, KeyError, OSError, EOFError) as error:
        raise FitError(
            "the checkpoint %1 cannot be resumed (%2): delete it to start again", checkpoint, error
        ) from error


def _begin_from(checkpoint: Path, model: NetworkModel) -> None:
    if checkpoint.suffix == NETWORK_SUFFIX:
        model.take(payload_of(read_network(checkpoint), str(checkpoint))[0])
        return
    try:
        model.load_state_dict(torch.load(checkpoint, weights_only=True)["model"])
    except (RuntimeError, KeyError, OSError, EOFError) as error:
        raise FitError("%1 is no checkpoint of this network's shape (%2)", checkpoint, error) from error


def _learning_rate(plan: Plan, done: float) -> float:
    """Cosine from first to last; `done` is the share of the training behind us."""
    span = plan.learning_rate - plan.last_learning_rate
    return plan.last_learning_rate + span * 0.5 * (1 + math.cos(math.pi * done))


def split(count: int, plan: Plan) -> tuple[Order, Order]:
    """Training and validation records by number. Whole blocks of neighbours are held back: positions of one game are so alike
    that single ones would tell nothing about unknown games."""
    blocks = np.arange(count) // max(1, min(_BLOCK, count // 50))
    held_back = np.random.default_rng(plan.seed).random(int(blocks[-1]) + 1 if count else 0) < plan.validation_share
    mask = held_back[blocks] if count else np.zeros(0, dtype=bool)
    return np.flatnonzero(~mask), np.flatnonzero(mask)


def loss_of(model: NetworkModel, records: Records, plan: Plan, device: torch.device) -> torch.Tensor:
    """Mean squared error of the expected score over records; differentiable. On a processor the compiled core computes it and
    the gradients, several times as fast as PyTorch's operations, which a graphics card is better served by."""
    if device.type == "cpu":
        return compiled_loss(model, records, plan.scale, plan.score_share, plan.base, plan.threads)
    batch = _on(make_batch(records), device)
    target = plan.score_share * torch.sigmoid(batch.score / plan.scale) + (1 - plan.score_share) * batch.result
    output = model(batch) + plan.base * batch.classical / plan.scale
    return (torch.sigmoid(output) - target).square().mean()


def _on(batch: Batch, device: torch.device) -> Batch:
    return Batch(
        *(
            getattr(batch, name).to(device)
            for name in ("own", "other", "starts", "bucket", "score", "classical", "result")
        )
    )


def _run_epoch(
    model: NetworkModel,
    optimiser: torch.optim.Optimizer,
    records: Records,
    order: Order,
    plan: Plan,
    epoch: int,
    device: torch.device,
    on_batch: Callable[[int, int], bool],
) -> float | None:
    steps = len(order) // plan.batch_size
    total = 0.0
    for step, block in enumerate(batches(records, plan.batch_size, order)):
        for group in optimiser.param_groups:
            group["lr"] = _learning_rate(plan, (epoch + step / steps) / plan.epochs)
        optimiser.zero_grad()
        loss = loss_of(model, block, plan, device)
        loss.backward()
        optimiser.step()
        model.clip()
        total += loss.item()
        if not on_batch(step + 1, steps):
            return None
    return total / max(1, steps)


@torch.no_grad()
def _validate(model: NetworkModel, records: Records, order: Order, plan: Plan, device: torch.device) -> float:
    size = min(plan.batch_size, len(order))
    losses = [loss_of(model, block, plan, device).item() for block in batches(records, size, order)]
    return sum(losses) / len(losses)
