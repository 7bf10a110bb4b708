"""Muon: gradient descent with orthogonalised momentum, so that a few large directions do not dominate.

Keller Jordan, "Muon: an optimizer for hidden layers in neural networks" (2024), with its coefficients.
"""

from collections.abc import Callable

import torch
from torch import Tensor

NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)
MOMENTUM = 0.95


class Muon(torch.optim.Optimizer):
    """An optimiser for tensors with two or more dimensions; `decay` pulls weights towards 0 by lr * decay in each step."""

    def __init__(self, parameters: list[Tensor], lr: float, decay: float) -> None:
        super().__init__(parameters, {"lr": lr, "decay": decay})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:
        """Makes one step."""
        for group in self.param_groups:
            for value in group["params"]:
                if value.grad is None:
                    continue
                state = self.state[value]
                if not state:
                    state["speed"] = torch.zeros_like(value.grad)
                state["speed"].lerp_(value.grad, 1 - MOMENTUM)
                way = value.grad.lerp(state["speed"], MOMENTUM).reshape(len(value), -1)
                step = orthogonal(way) * max(1.0, way.shape[0] / way.shape[1]) ** 0.5
                value.mul_(1 - group["lr"] * group["decay"])
                value.add_(step.reshape(value.shape), alpha=-group["lr"])


def orthogonal(matrix: Tensor) -> Tensor:
    """Returns the nearest matrix with singular values near 1, by five Newton-Schulz iterations."""
    a, b, c = NEWTON_SCHULZ
    tall = matrix.shape[0] > matrix.shape[1]
    x = matrix.T if tall else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(5):
        square = x @ x.T
        x = a * x + (b * square + c * square @ square) @ x
    return x.T if tall else x
