"""Fits the board network to positions of people's games, with a teacher's probabilities beside the moves played.

The rate stays until the last part, in which it falls to nothing (`Plan.anneal`); so a fit can be continued for as long as
one likes, and annealed from any checkpoint. What is measured and kept is a running mean of the weights. Runs on a graphics
card where there is one.
"""

import copy
import io
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import log_softmax

from engine.errors import RatsuError
from engine.files import write_atomically
from engine.training.human.board_data import Batch, Records
from engine.training.human.board_export import payload_of
from engine.training.human.board_net import BoardNet
from engine.training.human.board_start import started_from
from engine.training.human.muon import Muon

Tower = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]

FILES_AT_A_TIME = 3
MEAN_DECAY = 0.995  # a step, of the running mean of the weights
# The tower also learns to predict without the policy network. Of that network's errors alone it learns too slowly: after
# 2,000,000 positions the sum was as good as it is so after 400,000.
OWN_LOSS = 0.7


class Plan(NamedTuple):
    """How to fit. `positions`: in all; over the last `anneal` of them the rate falls to nothing. `teacher`: weight of the
    teacher's probabilities against the move played; less outside of 1100 to 1950, unless it is 1. `half`: the tower computes in
    bfloat16; `compiled`: PyTorch writes C++ for it first (needs a compiler). On a processor that multiplies bfloat16 (AMX) both
    together are twice as fast. `start`: the payload of a board network to continue where there is no checkpoint; its shape counts
    then."""

    positions: int
    anneal: int = 0
    channels: int = 32
    blocks: int = 6
    rate: float = 0.01  # of the 3 x 3 convolutions; the rest learns at 0.3 of it
    batch: int = 128
    teacher: float = 1.0
    decay: float = 1e-2
    seed: int = 1
    half: bool = False
    compiled: bool = False
    start: bytes = b""


class Progress(NamedTuple):
    """Where a fit is: positions learned, mean loss of the last files (nats), and what the running mean does on positions kept
    aside: loss and share of the move played; `share`: how much of the policy network counts."""

    positions: int
    loss: float
    held_loss: float
    held_top1: float
    share: float


class BoardFit:
    """A fit with its state; `run` continues it. `mean`: the running mean of the network."""

    def __init__(self, plan: Plan, checkpoint: Path, held: Records | None = None) -> None:
        """`held`: positions, needed for a start from a payload.

        :raises RatsuError: if the checkpoint, or what is to be started from, cannot be continued.
        """
        self._plan, self._checkpoint = plan, checkpoint
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(plan.seed)
        self._net = _begun(plan, held).to(self._device, memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self._net)
        self._tower: Tower = torch.compile(self._net.tower, dynamic=False) if plan.compiled else self._net.tower
        wide = [value for value in self._net.parameters() if value.shape[2:] == (3, 3)]
        rest = [value for value in self._net.parameters() if value.shape[2:] != (3, 3)]
        self._muon = Muon(wide, plan.rate, plan.decay)
        self._adam = torch.optim.Adam(rest, 0.3 * plan.rate, betas=(0.9, 0.98))
        self.positions = self._round = self._place = 0
        if checkpoint.exists():
            self._restore()

    def _restore(self) -> None:
        try:
            state = torch.load(self._checkpoint, map_location=self._device, weights_only=True)
            self._net.load_state_dict(state["net"])
            self.mean.load_state_dict(state["mean"])
            self._muon.load_state_dict(state["muon"])
            self._adam.load_state_dict(state["adam"])
            self.positions, self._round, self._place = state["where"]
        except (OSError, RuntimeError, KeyError, ValueError, EOFError) as error:
            raise RatsuError("the checkpoint %1 cannot be continued: %2", self._checkpoint, str(error)) from error

    def _save(self) -> None:
        state = {"net": self._net.state_dict(), "mean": self.mean.state_dict()}
        state |= {"muon": self._muon.state_dict(), "adam": self._adam.state_dict()}
        state |= {"where": (self.positions, self._round, self._place)}
        out = io.BytesIO()
        torch.save(state, out)
        write_atomically(self._checkpoint, out.getvalue())

    def run(self, files: Callable[[], list[Path]], held: Records, on_part: Callable[[Progress], None]) -> None:
        """Learns until the plan's positions were seen. `files` is asked at the start of each
        round, so that files may still be added; `held` measures.

        :raises RatsuError: if there is nothing to learn from. :raises OSError: if a file cannot be read or written.
        """
        while self.positions < self._plan.positions:
            paths = files()
            if not paths:
                raise RatsuError("there are no records of boards: make them with `ratsu train human record-boards`")
            random.Random(self._plan.seed + self._round).shuffle(paths)
            while self._place < len(paths) and self.positions < self._plan.positions:
                loss = self._learn(Records(paths[self._place : self._place + FILES_AT_A_TIME]))
                self._place += FILES_AT_A_TIME
                self._save()
                on_part(Progress(self.positions, loss, *measure(self.mean, held), float(self._net.share.detach())))
            if self._place >= len(paths):
                self._round, self._place = self._round + 1, 0

    def _learn(self, records: Records) -> float:
        """One pass over the records; returns the mean loss."""
        order = np.random.default_rng(self.positions).permutation(len(records))
        losses = []
        self._net.train()
        for start in range(0, len(order) - self._plan.batch + 1, self._plan.batch):
            batch = records.batch(order[start : start + self._plan.batch])
            left = (self._plan.positions - self.positions) / max(self._plan.anneal, 1)
            rate = self._plan.rate * max(0.0, min(1.0, left)) if self._plan.anneal else self._plan.rate
            for group, factor in ((self._muon, 1.0), (self._adam, 0.3)):
                group.param_groups[0]["lr"] = rate * factor
            wanted = _wanted(batch, self._plan.teacher).to(self._device)
            both, own = judged(self._net, batch, self._device, self._tower, self._plan.half)
            loss = -(wanted * log_softmax(both, 1)).sum(1).mean()
            own_loss = -(wanted * log_softmax(own, 1)).sum(1).mean()
            self._muon.zero_grad()
            self._adam.zero_grad()
            (loss + OWN_LOSS * own_loss).backward()
            self._muon.step()
            self._adam.step()
            self._follow()
            losses.append(float(loss.detach()))
            self.positions += len(batch.played)
        return sum(losses) / max(len(losses), 1)

    @torch.no_grad()
    def _follow(self) -> None:
        """Lets the running mean follow the weights."""
        step = 1 - MEAN_DECAY
        for mean, value in zip(self.mean.state_dict().values(), self._net.state_dict().values(), strict=True):
            if mean.dtype.is_floating_point:
                mean.lerp_(value, step)


def fit_boards(folder: Path, plan: Plan, threads: int, on_part: Callable[[Progress], None]) -> None:
    """The step of the command line: fits to the records in `folder`, and writes `board.checkpoint` and `board.network`, the
    payload of the predictor's file, after each part.

    :raises RatsuError: if there is nothing to learn from. :raises OSError: if a file cannot be read or written.
    """
    torch.set_num_threads(threads)
    held = sorted((folder / "boards-tune").glob("*.npz"))
    if not held:
        raise RatsuError("there are no records of boards: make them with `ratsu train human record-boards`")
    records = Records(held)
    fit = BoardFit(plan, folder / "board.checkpoint", records)

    def keep(progress: Progress) -> None:
        write_atomically(folder / "board.network", payload_of(fit.mean))
        on_part(progress)

    fit.run(lambda: sorted((folder / "boards-teach").glob("*.npz")), records, keep)


def _begun(plan: Plan, held: Records | None) -> BoardNet:
    if not plan.start or held is None:
        return BoardNet(plan.channels, plan.blocks)
    batch = held.batch(np.arange(min(len(held), 1024)))
    return started_from(plan.start, torch.from_numpy(batch.planes).float(), torch.from_numpy(batch.known))


def judged(
    net: BoardNet, batch: Batch, device: torch.device, tower: Tower | None = None, half: bool = False
) -> tuple[Tensor, Tensor]:
    """The numbers of a batch, as `BoardNet.judge` gives them. `tower`: the net's, compiled; `half`: in bfloat16."""
    planes = torch.from_numpy(batch.planes).to(device).float().contiguous(memory_format=torch.channels_last)
    known, squares, logits = (torch.from_numpy(part).to(device) for part in (batch.known, batch.squares, batch.logits))
    with torch.autocast(device.type, torch.bfloat16, enabled=half):
        vectors = (tower or net.tower)(planes, known)
    return net.judge(vectors, squares, logits)


def _wanted(batch: Batch, teacher: float) -> Tensor:
    """The chances to learn: the move played, mixed with the teacher's where there are any."""
    wanted = np.zeros_like(batch.chances)
    # Maia-1's networks are of 1100 to 1900: of ratings beyond them people themselves say more.
    far = np.clip((1100 - batch.ratings) / 400, 0, 0.3) + np.clip((batch.ratings - 1950) / 500, 0, 0.25)
    trust = np.maximum(0, teacher - far) if teacher < 1 else teacher
    weight = np.where(batch.taught, 1 - trust, 1.0).astype(np.float32)
    wanted[np.arange(len(wanted)), batch.played] = weight
    total = np.maximum(batch.chances.sum(1), 1e-6)
    return torch.from_numpy(wanted + batch.chances * ((1 - weight) / total)[:, None])


@torch.no_grad()
def numbers_of(net: BoardNet, records: Records) -> Iterator[tuple[Batch, np.ndarray]]:
    """All positions in their order, in batches, with the net's numbers for their moves."""
    net.eval()
    device = next(net.parameters()).device
    for start in range(0, len(records), 256):
        batch = records.batch(np.arange(start, min(start + 256, len(records))))
        yield batch, judged(net, batch, device)[0].cpu().numpy()


def measure(net: BoardNet, records: Records) -> tuple[float, float]:
    """Mean loss (nats) of the moves played, and the share of them that is named first."""
    loss, named = 0.0, 0
    for batch, numbers in numbers_of(net, records):
        rows = np.arange(len(numbers))
        numbers = numbers - numbers.max(1, keepdims=True)
        loss -= float((numbers[rows, batch.played] - np.log(np.exp(numbers).sum(1))).sum())
        named += int((numbers.argmax(1) == batch.played).sum())
    return loss / len(records), named / len(records)
