"""The board network in PyTorch, as it is trained: a small residual convolution whose numbers are added to the policy network's.

Its tower has blocks of two 3 x 3 convolutions; after each, the mean of every channel and what is known of the question (ratings,
time, age) decide how much of the block counts, and what is added everywhere. A move's number is the product of a vector
of its source and one of its landing.
"""

import torch
from torch import Tensor, nn

from engine.human.sight import KNOWN_COUNT, PLANE_COUNT

GATE = 32
REACH = 32  # numbers of a square's vector


class Block(nn.Module):
    """A residual block of `channels`."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.gate = nn.Linear(channels + KNOWN_COUNT, GATE)
        self.gates = nn.Linear(GATE, 2 * channels)

    def forward(self, x: Tensor, known: Tensor) -> Tensor:
        """n x channels x 8 x 8 to the same."""
        y = self.second_norm(self.second(torch.relu(self.first_norm(self.first(x)))))
        hidden = torch.relu(self.gate(torch.cat([y.mean((2, 3)), known], 1)))
        scale, shift = self.gates(hidden).chunk(2, 1)
        return torch.relu(x + y * torch.sigmoid(scale)[:, :, None, None] + shift[:, :, None, None])


class BoardNet(nn.Module):
    """The whole: see the module."""

    def __init__(self, channels: int, blocks: int) -> None:
        super().__init__()
        self.entry = nn.Conv2d(PLANE_COUNT, channels, 3, padding=1, bias=False)
        self.entry_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.source = nn.Conv2d(channels, REACH, 1)
        self.landing = nn.Conv2d(channels, REACH, 1)
        self.share = nn.Parameter(torch.ones(1))  # of the policy network's number
        nn.init.normal_(self.source.weight, 0, channels**-0.5)
        nn.init.zeros_(self.landing.weight)  # begins as the policy network
        nn.init.zeros_(self.landing.bias)

    def forward(self, planes: Tensor, known: Tensor, squares: Tensor, logits: Tensor) -> Tensor:
        """The numbers of the moves, n x m (see `board_data.Batch`)."""
        x = torch.relu(self.entry_norm(self.entry(planes)))
        for block in self.blocks:
            x = block(x, known)
        table = torch.bmm(self.landing(x).flatten(2).transpose(1, 2), self.source(x).flatten(2))
        return self.share * logits + table.flatten(1).gather(1, squares)
