"""Fits the network to labelled positions within a given time, on a graphics card or a processor: `ratsu train fit`.

On a machine without the program, this file, `fit_options.py` and `network_model.py` suffice, with PyTorch and NumPy:

    python3 fit.py net --data 'near/*.bin' --validation held.bin --seconds 400

writes the quantised weights `net.payload` (input of `ratsu train encode`) and `net.pt`, from which `--start` resumes.
"""

import argparse
import glob
import math
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from pickle import UnpicklingError
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import torch

try:
    from engine.training.fit_options import FitSettings, add_fit_options, settings_of
    from engine.training.network_model import NetworkModel, PositionBatch, compare, unpack
except ImportError:  # as a script beside its neighbours
    from fit_options import FitSettings, add_fit_options, settings_of  # type: ignore[import-not-found, no-redef]
    from network_model import NetworkModel, PositionBatch, compare, unpack  # type: ignore[import-not-found, no-redef]

RECORD_BYTES = 32
Words: TypeAlias = npt.NDArray[np.int64]


class FitError(ValueError):
    """There is too little data, or weights have another shape."""


class Chunks:
    """An endless stream of chunks of records, each mixed from pieces of every file; a thread reads ahead."""

    PIECES = 16  # of a file in a chunk

    def __init__(self, files: Sequence[Path], size: int, pinned: bool, seed: int) -> None:
        counts = {path: path.stat().st_size // RECORD_BYTES for path in files}
        self._maps = [np.memmap(path, np.int64, "r", shape=(4 * count,)) for path, count in counts.items() if count]
        self.records = sum(len(words) // 4 for words in self._maps)
        self._count = max(1, -(-self.records // size))
        self._pinned = pinned
        self._chance = np.random.default_rng(seed)
        self._ready: queue.Queue[torch.Tensor | Exception] = queue.Queue(1)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while True:
                for number in self._chance.permutation(self._count):
                    found = torch.from_numpy(np.concatenate(list(self._pieces(int(number))))).view(-1, 4)
                    self._ready.put(found.pin_memory() if self._pinned else found)
        except (OSError, RuntimeError, ValueError, MemoryError) as error:
            self._ready.put(error)  # `next` raises it in the trainer's thread

    def _pieces(self, number: int) -> Iterator[Words]:
        for words in self._maps:
            count = len(words) // 4
            for piece in range(self.PIECES):
                start, end = (
                    count * (piece * self._count + at) // (self.PIECES * self._count) for at in (number, number + 1)
                )
                yield words[4 * start : 4 * end]

    def next(self) -> torch.Tensor:
        """Returns records as words (N, 4).

        :raises OSError: if a file cannot be read.
        """
        found = self._ready.get()
        if isinstance(found, Exception):
            raise found
        return found


def batches(chunks: Chunks, size: int, device: torch.device) -> Iterator[PositionBatch]:
    """Yields batches for ever, shuffled within a chunk; an incomplete batch at its end is dropped."""
    together = 8 * size
    while True:
        records = chunks.next().to(device)
        records = records[torch.randperm(len(records), device=device)]
        for start in range(0, len(records) - size + 1, together):
            block = records[start : start + together]
            positions = unpack(block.view(torch.uint8))
            for at in range(0, len(block) - size + 1, size):
                yield positions.part(at, at + size)


def loss_of(model: NetworkModel, positions: PositionBatch, plan: FitSettings) -> torch.Tensor:
    """Returns the mean of |error of the expected score| ^ power."""
    apart = torch.sigmoid(model(positions)) - torch.sigmoid(positions.score / plan.scale)
    error = apart.square() if plan.power == 2 else (apart.abs() + 1e-6).pow(plan.power)
    return (error * positions.weight).sum() / len(error)


def learning_rate(plan: FitSettings, done: float, step: int) -> float:
    """Returns the learning rate at the elapsed share `done` of the time, after `step` batches."""
    warm = min(1.0, (step + 1) / max(1, plan.warm_up)) * plan.learning_rate
    if plan.schedule == "linear":
        return warm * min(1.0, (1 - min(done, 1.0)) / 0.4)
    return warm * 0.5 * (1 + math.cos(math.pi * min(done, 1.0)))


class Trainer:
    """A model, its optimiser and the number of positions and steps so far."""

    def __init__(self, output: Path, plan: FitSettings, start: Path | None) -> None:
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        self.output, self.plan = output, plan
        self.model = NetworkModel().to(self.device)
        self.model.rounded = plan.rounded
        self.model.half_precision = plan.half if plan.half is not None else self.device.type == "cuda"
        if start is not None:
            begin_from(start, self.model)
        self.optimiser = torch.optim.Adam(
            self.model.parameters(), lr=plan.learning_rate, betas=(0.9, 0.999), fused=self.device.type == "cuda"
        )
        self.seen = self.steps = 0

    def step(self, positions: PositionBatch, done: float) -> torch.Tensor:
        """Learns from one batch at the elapsed share `done` of the time; returns its loss, still on the device."""
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate(self.plan, done, self.steps)
        self.optimiser.zero_grad(set_to_none=True)
        loss = loss_of(self.model, positions, self.plan)
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimiser.step()
        self.model.clip()
        self.seen += len(positions.bucket)
        self.steps += 1
        return loss.detach()

    @torch.no_grad()
    def validate(self, held_back: PositionBatch) -> float:
        """Returns the mean loss on the validation positions."""
        size = self.plan.batch
        total = torch.zeros((), device=self.device)
        for start in range(0, len(held_back.bucket), size):
            block = held_back.part(start, start + size)
            total += loss_of(self.model, block, self.plan) * len(block.bucket)
        return total.item() / len(held_back.bucket)

    def save(self) -> None:
        """Writes the payload and the checkpoint, each atomically."""
        payload = self.model.payload()
        for suffix in (".payload", ".pt"):
            path = self.output.with_name(self.output.name + suffix)
            beside = path.with_name(path.name + ".part")
            if suffix == ".payload":
                beside.write_bytes(payload)
            else:
                torch.save(self.model.small_state(), beside)
            beside.replace(path)


def begin_from(start: Path, model: NetworkModel) -> None:
    """Loads the weights of a checkpoint or a network file into a model.

    :raises FitError: if they have another shape. :raises OSError: if the file cannot be read.
    """
    try:
        if start.suffix == ".pt":
            device = next(model.parameters()).device
            model.load_state_dict(torch.load(start, weights_only=True, map_location=device))
        else:
            model.take(start.read_bytes()[-len(model.payload()) :])  # a network file has a header before its payload
    except (RuntimeError, ValueError, KeyError, EOFError, UnpicklingError) as error:
        raise FitError(f"{start} has no weights of this network's shape ({error})") from error


def load(files: Sequence[Path], most: int, device: torch.device) -> PositionBatch:
    """Returns the first `most` records of files, as positions on a device.

    :raises FitError: if there are none.
    """
    share = -(-most // len(files))
    parts = [np.fromfile(path, np.uint8, share * RECORD_BYTES) for path in files]
    words = np.concatenate([part[: len(part) // RECORD_BYTES * RECORD_BYTES] for part in parts])
    if not len(words):
        raise FitError(f"there are no positions in {files[0]}")
    records = torch.from_numpy(words).view(-1, RECORD_BYTES)
    starts = range(0, len(records), 1 << 17)
    positions = [unpack(records[start : start + (1 << 17)].to(device)) for start in starts]
    return PositionBatch(*(torch.cat(values) for values in zip(*positions, strict=True)))


def train(
    data: Sequence[Path],
    held: Sequence[Path],
    output: Path,
    plan: FitSettings,
    start: Path | None = None,
    say: Callable[[str], None] = print,
) -> Trainer:
    """Trains for the plan's time, reports progress with `say`, and writes `output`.payload and `output`.pt.

    :raises FitError: if there is too little data, or `start` has another shape. :raises OSError: if a file cannot be used.
    """
    trainer = Trainer(output, plan, start)
    held_back = load(held, plan.most_validation, trainer.device)
    chunks = Chunks(data, plan.chunk, trainer.device.type == "cuda", plan.seed)
    if chunks.records < 2 * plan.batch or plan.chunk < 2 * plan.batch:
        raise FitError(f"{chunks.records} positions, {plan.chunk} at once, are too few for batches of {plan.batch}")
    say(f"{chunks.records} records, {len(held_back.bucket)} held back, {trainer.device}")
    say(f"start: validation {trainer.validate(held_back):.6f}; {trainer.model.usage(held_back.part(0, 4096))}")
    began = shown = saved = time.monotonic()
    losses: list[torch.Tensor] = []
    before = 0
    for positions in batches(chunks, plan.batch, trainer.device):
        losses.append(trainer.step(positions, (time.monotonic() - began) / plan.seconds))
        now = time.monotonic()
        over = now - began >= plan.seconds
        if now - shown >= plan.every or over:
            loss = torch.stack(losses).mean().item()  # waits for the device
            speed = (trainer.seen - before) / (time.monotonic() - shown)
            shown, before, losses = time.monotonic(), trainer.seen, []
            say(
                f"{shown - began:6.1f} s  {trainer.seen / 1e6:9.2f} million  {speed / 1e6:7.4f} million/s  "
                f"training {loss:.6f}  validation {trainer.validate(held_back):.6f}"
            )
        if now - saved >= plan.saved_every:
            saved = now
            trainer.save()
        if over:
            break
    trainer.save()
    say(f"end: {trainer.model.usage(held_back.part(0, 4096))}")
    apart = compare(trainer.model, trainer.model.payload(), held_back.part(0, 10_000))
    say(f"floats against integers: mean {apart.mean:.3f} cp, largest {apart.largest:.2f} cp")
    return trainer


def files_of(patterns: Sequence[str]) -> list[Path]:
    """Returns the files that match glob patterns, in order.

    :raises FitError: if a pattern matches none.
    """
    found = []
    for pattern in patterns:
        names = sorted(glob.glob(pattern))  # noqa: PTH207 (absolute patterns)
        if not names:
            raise FitError(f"there is no file {pattern}")
        found += [Path(name) for name in names]
    return found


def fit(arguments: argparse.Namespace, say: Callable[[str], None]) -> Trainer:
    """Trains with the arguments of `add_fit_options`.

    :raises FitError: as `train`. :raises OSError: as `train`.
    """
    data, held = files_of(arguments.data), files_of(arguments.validation)
    return train(data, held, arguments.output, settings_of(arguments), arguments.start, say)


def _say(text: str) -> None:
    print(text, flush=True)


def main(given: Sequence[str] | None = None) -> None:
    """Runs the command line of the file itself, see the module."""
    parser = argparse.ArgumentParser(description="fit the network to labelled positions")
    add_fit_options(parser)
    try:
        fit(parser.parse_args(given), _say)
    except (FitError, OSError) as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
