"""Networks in Leela's format as teachers on a graphics card, such as the nine of Maia-1 (McIlroy-Young 2020).

Reads the weights file (a gzipped protocol buffer): blocks of two convolutions with squeeze-and-excitation, and a convolutional
policy head. Input: eight positions of 13 planes, castling rights, colour, clock. Ratsu ships no part of such a network.
"""

import gzip
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import conv2d, linear

PAST = 8  # positions in the input
POSITION_PLANES = 13
INPUT_PLANES = PAST * POSITION_PLANES + 8
POLICY_PLANES = 80
QUEEN, ROOK, BISHOP = 4, 3, 2  # promotions as the core numbers them
RAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yields number and content of a message's fields, without the integers."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == 0:
            _, at = _varint(data, at)
            continue
        size = 4 if kind == 5 else 8
        if kind == 2:
            size, at = _varint(data, at)
        yield key >> 3, data[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def _values(layer: bytes) -> np.ndarray:
    """Returns the numbers of a layer, stored in 16 bits between their minimum and maximum."""
    parts = dict(_fields(layer))
    low, high = (struct.unpack("<f", parts[number])[0] if number in parts else 0.0 for number in (1, 2))
    return low + (high - low) * np.frombuffer(parts.get(3, b""), "<u2").astype(np.float32) / 65535


class _Convolution:
    """A convolution with its normalisation folded into weights and biases."""

    def __init__(self, data: bytes, channels: int, device: torch.device, half: torch.dtype) -> None:
        parts = {number: _values(value) for number, value in _fields(data)}
        weights = parts[1].reshape(-1, channels, 3, 3)
        none = np.zeros(len(weights), np.float32)
        bias = parts[2] if 2 in parts and parts[2].size else none
        if 4 in parts and parts[4].size:
            gamma = parts[5] if 5 in parts and parts[5].size else none + 1
            beta = parts[6] if 6 in parts and parts[6].size else none
            mean = parts[3] if 3 in parts and parts[3].size else none
            scale = gamma / np.sqrt(parts[4] + 1e-5)
            weights, bias = weights * scale[:, None, None, None], (bias - mean) * scale + beta
        self.weights = torch.from_numpy(np.ascontiguousarray(weights)).to(device, half)
        self.bias = torch.from_numpy(np.ascontiguousarray(bias)).to(device, half)
        self.channels = len(weights)

    def __call__(self, x: Tensor) -> Tensor:
        return conv2d(x, self.weights, self.bias, padding=1)


class LeelaTeacher:
    """A network in Leela's format."""

    def __init__(self, path: Path, device: torch.device, half: torch.dtype) -> None:
        """:raises OSError: if the file cannot be read."""
        body = next(value for number, value in _fields(gzip.decompress(path.read_bytes())) if number == 10)
        parts = dict(_fields(body))
        self._entry = _Convolution(parts[1], INPUT_PLANES, device, half)
        width = self._entry.channels
        self._blocks = []
        for number, value in _fields(body):
            if number == 2:
                inner = dict(_fields(value))
                squeeze = {n: torch.from_numpy(_values(v)).to(device, half) for n, v in _fields(inner[3])}
                first = _Convolution(inner[1], width, device, half)
                second = _Convolution(inner[2], width, device, half)
                self._blocks.append((first, second, squeeze))
        self._policy = [_Convolution(parts[number], width, device, half) for number in (11, 3)]

    @torch.no_grad()
    def logits(self, planes: Tensor) -> Tensor:
        """Maps planes n x 112 x 8 x 8 to logits n x 5120, see `policy_index`."""
        x = torch.relu(self._entry(planes))
        for first, second, squeeze in self._blocks:
            y = second(torch.relu(first(x)))
            width = y.shape[1]
            hidden = torch.relu(linear(y.mean((2, 3)), squeeze[1].view(-1, width), squeeze[2]))
            gates = linear(hidden, squeeze[3].view(2 * width, -1), squeeze[4])
            scale, shift = gates[:, :width, None, None], gates[:, width:, None, None]
            x = torch.relu(x + y * torch.sigmoid(scale) + shift)
        return self._policy[1](torch.relu(self._policy[0](x))).flatten(1)


def policy_index(device: torch.device) -> Tensor:
    """Returns the index of each move among the logits, by source + 64 * target + 4096 * promotion (0: none or knight).

    Castling is the king's move to its rook.
    """
    steps = [(x * n, y * n, 0) for x, y in RAYS for n in range(1, 8)] + [(x, y, 0) for x, y in JUMPS]
    steps += [(x, 1, piece) for x in (-1, 0, 1) for piece in (ROOK, BISHOP, QUEEN)]
    table = np.zeros(5 * 4096, np.int64)
    for plane, (dx, dy, piece) in enumerate(steps):
        for square in range(64):
            x, y = (square & 7) + dx, (square >> 3) + dy
            if 0 <= x < 8 and 0 <= y < 8:
                table[square + 64 * (8 * y + x) + 4096 * piece] = 64 * plane + square
    table[4096:8192] = table[:4096]  # promotion to a knight
    return torch.from_numpy(table).to(device)
