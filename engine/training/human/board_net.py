"""The board network in PyTorch: a small residual convolutional network that gives each legal move a logit.

Each block has two 3 x 3 convolutions; the means of its channels and the facts of the question (ratings, time, site) give a scale
and a shift for every channel, as in squeeze-and-excitation (Hu 2018). A move's logit is the product of a vector of its source and
one of its target square, plus a number for the promotion.
"""

import pickle
from pathlib import Path

import torch
from torch import Tensor, nn

from engine.ground.errors import RatsuError

PLANE_COUNT, KNOWN_COUNT = 46, 24  # as in engine.human.network_input
GATE = 32
VECTOR_LENGTH = 32  # length of a square's vector
PROMOTIONS = 5  # none, knight, bishop, rook, queen


class ResidualBlock(nn.Module):
    """A residual block with `channels` channels."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.gate = nn.Linear(channels + KNOWN_COUNT, GATE)
        self.gates = nn.Linear(GATE, 2 * channels)

    def forward(self, x: Tensor, known: Tensor) -> Tensor:
        """Maps n x channels x 8 x 8 to the same shape."""
        y = self.second_norm(self.second(torch.relu(self.first_norm(self.first(x)))))
        hidden = torch.relu(self.gate(torch.cat([y.mean((2, 3)), known.to(y.dtype)], 1)))
        scale, shift = self.gates(hidden).chunk(2, 1)
        return torch.relu(x + y * torch.sigmoid(scale)[:, :, None, None] + shift[:, :, None, None])


class BoardNet(nn.Module):
    """The whole network, see the module."""

    def __init__(self, channels: int, blocks: int) -> None:
        super().__init__()
        self.entry = nn.Conv2d(PLANE_COUNT, channels, 3, padding=1, bias=False)
        self.entry_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(ResidualBlock(channels) for _ in range(blocks))
        self.source = nn.Conv2d(channels, VECTOR_LENGTH, 1)
        self.landing = nn.Conv2d(channels, VECTOR_LENGTH, 1)
        self.promotion = nn.Parameter(torch.zeros(PROMOTIONS))
        for part in (self.source, self.landing):
            nn.init.normal_(part.weight, 0, channels**-0.5)
            assert part.bias is not None
            nn.init.zeros_(part.bias)
        with torch.no_grad():
            self.landing.weight.mul_(0.3)

    def tower(self, planes: Tensor, known: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the vectors of the squares as targets and as sources, n x VECTOR_LENGTH x 8 x 8 each."""
        x = torch.relu(self.entry_norm(self.entry(planes)))
        for block in self.blocks:
            x = block(x, known)
        return self.landing(x), self.source(x)

    def judge(self, vectors: tuple[Tensor, Tensor], squares: Tensor) -> Tensor:
        """Returns the logits of moves (n x m) from the output of `tower`; `squares`: source + 64 * target + 4096 * promotion."""
        landing, source = (part.flatten(2).float() for part in vectors)
        own = torch.bmm(landing.transpose(1, 2), source).flatten(1).gather(1, squares & 4095)
        return own + self.promotion[squares >> 12]

    def forward(self, planes: Tensor, known: Tensor, squares: Tensor) -> Tensor:
        """Returns the logits of the moves, n x m."""
        return self.judge(self.tower(planes, known), squares)


def load_board_net(path: Path) -> BoardNet:
    """Loads a network that the fit wrote as `board-TRUST.pt`.

    :raises RatsuError: if the file is not such a network. :raises OSError: if it cannot be read.
    """
    try:
        kept = torch.load(path, map_location="cpu", weights_only=True)
        net = BoardNet(kept["channels"], kept["blocks"])
        net.load_state_dict(kept["state"])
    except (RuntimeError, KeyError, TypeError, EOFError, pickle.UnpicklingError) as error:
        raise RatsuError("%1 is not a network of `ratsu train human fit`: %2", path, str(error)) from error
    return net
