"""The network in floating point, as the trainer sees it, and its way into the integers of the kernel. Needs `train`."""

from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from engine.evaluation.nnue import ACTIVATION_ONE, LARGEST_OUTPUT_WEIGHT, OUTPUT_ONE, SHAPE
from engine.training.nnue_gradient import loss_and_gradients
from engine.training.records import Batch, Records

INPUTS, HIDDEN, BUCKETS = SHAPE
Weights: TypeAlias = npt.NDArray[np.float32]
LARGEST_OUTPUT = LARGEST_OUTPUT_WEIGHT / OUTPUT_ONE


class NetworkModel(torch.nn.Module):
    """768 of 3,072 -> 512 x 2 -> 1 of 8; an output of 1.0 is `scale` centipawns."""

    def __init__(self) -> None:
        super().__init__()
        self.features = torch.nn.Parameter(torch.empty(INPUTS, HIDDEN).uniform_(-0.1, 0.1))
        self.feature_bias = torch.nn.Parameter(torch.full((HIDDEN,), 0.1))
        self.output = torch.nn.Parameter(torch.empty(BUCKETS, 2 * HIDDEN).uniform_(-0.06, 0.06))
        self.output_bias = torch.nn.Parameter(torch.zeros(BUCKETS))

    def forward(self, batch: Batch) -> torch.Tensor:
        """Outputs (N) for the side to move."""
        hidden = torch.cat([self._half(rows, batch.starts) for rows in (batch.own, batch.other)], dim=1)
        activated = hidden.clamp(0, 1).square()
        weights = self.output[batch.bucket]
        return (activated * weights).sum(dim=1) + self.output_bias[batch.bucket]

    def _half(self, rows: torch.Tensor, starts: torch.Tensor) -> torch.Tensor:
        return functional.embedding_bag(rows, self.features, starts, mode="sum") + self.feature_bias

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps the output weights inside what the kernel's 16 bits hold."""
        self.output.clamp_(-LARGEST_OUTPUT, LARGEST_OUTPUT)

    @torch.no_grad()
    def payload(self) -> bytes:
        """The quantised weights in the order of `engine.evaluation.nnue.Network.from_payload`."""
        parts = [
            _rounded(self.features, ACTIVATION_ONE, np.int16),
            _rounded(self.feature_bias, ACTIVATION_ONE, np.int16),
            _rounded(self.output, OUTPUT_ONE, np.int16),
            _rounded(self.output_bias, ACTIVATION_ONE * OUTPUT_ONE, np.int32),
        ]
        return b"".join(parts)

    @torch.no_grad()
    def take(self, payload: bytes) -> None:
        """Takes the weights of `payload`, which rounded them."""
        places = (
            (self.features, ACTIVATION_ONE, "<i2"),
            (self.feature_bias, ACTIVATION_ONE, "<i2"),
            (self.output, OUTPUT_ONE, "<i2"),
            (self.output_bias, ACTIVATION_ONE * OUTPUT_ONE, "<i4"),
        )
        at = 0
        for weights, unit, kind in places:
            values = np.frombuffer(payload, kind, weights.numel(), at).astype(np.float32) / unit
            weights.copy_(torch.from_numpy(values).view_as(weights))
            at += weights.numel() * np.dtype(kind).itemsize


class _CompiledLoss(torch.autograd.Function):
    """The compiled core's loss as an operation of PyTorch: it finds the gradients along with the loss and keeps them."""

    @staticmethod
    def forward(context, features, feature_bias, output, output_bias, parts, scale, score_share, base):  # type: ignore[no-untyped-def]
        weights = tuple(part.detach().numpy() for part in (features, feature_bias, output, output_bias))
        wanted = any(context.needs_input_grad)

        def one(records: Records) -> tuple[float, tuple[Weights, ...] | None]:
            gradients = tuple(np.zeros_like(part) for part in weights) if wanted else None
            return loss_and_gradients(records, weights, gradients, scale, score_share, base), gradients

        if len(parts) == 1:
            found = [one(parts[0])]
        else:
            with ThreadPoolExecutor(len(parts)) as pool:
                found = list(pool.map(one, parts))
        shares = [len(part) / sum(map(len, parts)) for part in parts]
        if wanted:
            context.gradients = [
                sum(part * np.float32(share) for part, share in zip(same, shares, strict=True))
                for same in zip(*(gradients for _, gradients in found), strict=True)
            ]
        return torch.tensor(sum(loss * share for (loss, _), share in zip(found, shares, strict=True)))

    @staticmethod
    def backward(context, upstream):  # type: ignore[no-untyped-def]
        return *(torch.from_numpy(part).mul_(upstream) for part in context.gradients), None, None, None, None


def compiled_loss(
    model: NetworkModel, records: Records, scale: float, score_share: float, base: float = 0.0, threads: int = 1
) -> torch.Tensor:
    """Mean squared error of the expected score over records (N, 32) for a model on the processor; see `engine.training.fit`.
    `threads` share the records."""
    size = -(-len(records) // max(1, threads))
    parts = [np.ascontiguousarray(records[start : start + size]) for start in range(0, len(records), size)]
    weights = (model.features, model.feature_bias, model.output, model.output_bias)
    loss: torch.Tensor = _CompiledLoss.apply(*weights, parts, scale, score_share, base)
    return loss


def _rounded(weights: torch.Tensor, unit: int, kind: type[np.int16] | type[np.int32]) -> bytes:
    limits = np.iinfo(kind)
    values = np.rint(weights.numpy().astype(np.float64) * unit).clip(limits.min, limits.max)
    return values.astype(np.dtype(kind).newbyteorder("<")).tobytes()
