"""The network in PyTorch for the trainer, and its conversion to the kernel's integers. Needs no compiled module.

The forward pass rounds like the integers, the gradients ignore the rounding (straight-through estimator, Bengio 2013), so that
the network that is trained is the one that plays. Batches are dense multi-hot matrices in half precision, which a graphics card
multiplies faster than it gathers rows.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch
from torch.nn import functional

AREAS, PIECE_INPUTS, HIDDEN, BUCKETS = 8, 768, 1024, 8
INPUTS = AREAS * PIECE_INPUTS
PAIRS, FIRST, SECOND = HIDDEN // 2, 16, 32
ONE, PAIR_ONE, PAIR_SHIFT = 255, 127, 512  # 1.0 of the accumulators and of their products, which lose nine bits
FIRST_ONE, LATER_ONE = 64, 256  # 1.0 of the weights of layer 1, and of layers 2 and 3
SUM_ONE = PAIR_ONE * FIRST_ONE  # 1.0 of the sums of layer 1
SQUARE = SUM_ONE / (1 << 13)
LARGEST_FEATURE, LARGEST_FIRST, LARGEST_LATER = 1.98, PAIR_ONE / FIRST_ONE, 7.9
PADDING = 8  # columns after the inputs: the first is for empty squares, the others align the rows
SCALE_OF_CHECK = 229  # centipawns
State: TypeAlias = dict[str, torch.Tensor]


class PositionBatch(NamedTuple):
    """A batch of N positions.

    `features`: N x 2 x 64, the side to move first, `INPUTS` for an empty square. `bucket`: output bucket. `score`: centipawns.
    `weight`: 0 for invalid records, else 1.
    """

    features: torch.Tensor
    bucket: torch.Tensor
    score: torch.Tensor
    weight: torch.Tensor

    def part(self, start: int, end: int) -> "PositionBatch":
        """Returns the positions from `start` to before `end`."""
        return PositionBatch(*(values[start:end] for values in self))


def area_of(square: int) -> int:
    """Returns the king area of a square, seen from the king's side."""
    rank, file = square >> 3, min(square & 7, 7 - (square & 7))
    if rank < 2:
        return 2 * rank + (0 if file <= 1 else 1)
    return (4, 5, 6, 6, 7, 7)[rank - 2]


def unpack(records: torch.Tensor) -> PositionBatch:
    """Unpacks records (N x 32 bytes) to positions on the same device."""
    device, count = records.device, len(records)
    bits = (records[:, :8, None] >> torch.arange(8, device=device, dtype=torch.uint8)) & 1
    bits = bits.reshape(count, 64)
    nibbles = torch.stack([records[:, 8:24] & 15, records[:, 8:24] >> 4], dim=2).reshape(count, 32)
    place = bits.cumsum(1, dtype=torch.int32)
    piece = nibbles.gather(1, (place - 1).clamp_(0, 31).long()).to(torch.int32)
    piece = torch.where(bits == 1, piece, 12)
    men = place[:, 63]
    kings = torch.stack([piece == 5, piece == 11], dim=1)
    valid = (kings.sum(2) == 1).all(1) & (men <= 32) & ((piece < 12) | (bits == 0)).all(1)
    piece = piece.clamp_(max=12)
    black = (records[:, 27] & 1).to(torch.int32)
    square = (kings * torch.arange(64, device=device, dtype=torch.int32)).sum(2, dtype=torch.int32) & 63
    sides = [_seen_by(side, square, piece) for side in (black, 1 - black)]
    score = records[:, 24:26].contiguous().view(torch.int16)[:, 0].float()
    bucket = ((men - 2) >> 2).clamp_(0, BUCKETS - 1).long()
    return PositionBatch(torch.stack(sides, dim=1), bucket, score, valid.float())


def _seen_by(side: torch.Tensor, kings: torch.Tensor, piece: torch.Tensor) -> torch.Tensor:
    """Returns the features (N x 64) seen by `side` (N; 1: Black). `kings`: N x 2. `piece`: N x 64, 12 for an empty square."""
    device = side.device
    king = kings.gather(1, side[:, None].long())[:, 0] ^ (56 * side)
    flip = 56 * side + 7 * ((king >> 2) & 1)
    area = torch.tensor([area_of(square) for square in range(64)], device=device, dtype=torch.int32)[king.long()]
    plane = torch.where(piece >= 6, piece - 6, piece) + 6 * ((piece >= 6).int() ^ side[:, None])
    square = torch.arange(64, device=device, dtype=torch.int32) ^ flip[:, None]
    return torch.where(piece == 12, INPUTS, area[:, None] * PIECE_INPUTS + 64 * plane + square).to(torch.int16)


def _rounded(weights: torch.Tensor, unit: int) -> torch.Tensor:
    return weights + ((weights.detach() * unit).round() / unit - weights.detach())


class _Pairs(torch.autograd.Function):
    """Computes the pairwise products of the hidden layer (N x 1,024, in units of 1/127, the side to move first) from the inputs.

    Gradients have the precision of the inputs; `unscale` multiplies them meanwhile, so that small ones do not underflow.
    """

    @staticmethod
    def forward(context: Any, hot: torch.Tensor, *given: Any) -> torch.Tensor:
        area, shared, bias, rounded, unscale = given
        weights = ((area.view(AREAS, PIECE_INPUTS, HIDDEN) + shared) * ONE).view(INPUTS, HIDDEN)
        shift = bias * ONE
        if rounded:
            weights, shift = weights.round_(), shift.round()
        hidden = torch.addmm(shift.to(hot.dtype), hot[:, :INPUTS], weights.to(hot.dtype))
        context.save_for_backward(hot, hidden)
        context.unscale = unscale
        clipped = hidden.clamp(0, ONE)
        count = len(hot) // 2
        left = (clipped[:, :PAIRS] / PAIR_SHIFT).float()  # division by a power of two: exact in half precision
        product = torch.empty(count, 2 * PAIRS, dtype=torch.float32, device=hot.device)
        torch.mul(left[:count], clipped[:count, PAIRS:], out=product[:, :PAIRS])
        torch.mul(left[count:], clipped[count:, PAIRS:], out=product[:, PAIRS:])
        return product.floor_() if rounded else product

    @staticmethod
    def backward(context: Any, *upstream: torch.Tensor) -> Any:
        hot, hidden = context.saved_tensors
        scale = context.unscale
        slope = (upstream[0] * (scale * PAIR_ONE)).to(hot.dtype)
        slope = torch.cat([slope[:, :PAIRS], slope[:, PAIRS:]])
        clipped = hidden.clamp(0, ONE).div_(ONE)
        crossed = torch.cat([slope * clipped[:, PAIRS:], slope * clipped[:, :PAIRS]], dim=1)
        crossed = torch.ops.aten.hardtanh_backward(crossed, hidden, 0, ONE)
        weights = (hot[:, :INPUTS].t() @ crossed).float().nan_to_num_(0.0).div_(scale)
        shared = weights.view(AREAS, PIECE_INPUTS, HIDDEN).sum(0)
        bias = crossed.sum(0, dtype=torch.float32).div_(scale)
        return None, weights, shared, bias, None, None


class NetworkModel(torch.nn.Module):
    """The network: 8 areas x 768 -> 1,024 x 2 -> pairwise products -> 16 -> 32 -> 1; 8 buckets have their own last layers."""

    def __init__(self) -> None:
        super().__init__()
        self.area = torch.nn.Parameter(torch.zeros(INPUTS, HIDDEN))
        self.shared = torch.nn.Parameter(torch.empty(PIECE_INPUTS, HIDDEN).uniform_(-0.1, 0.1))
        self.bias = torch.nn.Parameter(torch.full((HIDDEN,), 0.3))
        self.w1 = torch.nn.Parameter(torch.empty(FIRST, HIDDEN).uniform_(-0.06, 0.06).repeat(BUCKETS, 1, 1))
        self.b1 = torch.nn.Parameter(torch.full((BUCKETS, FIRST), 0.1))
        self.w2 = torch.nn.Parameter(torch.empty(SECOND, 2 * FIRST).uniform_(-0.3, 0.3).repeat(BUCKETS, 1, 1))
        self.b2 = torch.nn.Parameter(torch.full((BUCKETS, SECOND), 0.1))
        self.w3 = torch.nn.Parameter(torch.empty(SECOND).uniform_(-0.3, 0.3).repeat(BUCKETS, 1))
        self.b3 = torch.nn.Parameter(torch.zeros(BUCKETS))
        self.rounded = True
        self.half_precision = False

    def hot(self, features: torch.Tensor) -> torch.Tensor:
        """Returns the multi-hot matrix (2 N x inputs and padding): the rows of the side to move, then those of the other."""
        rows = torch.cat([features[:, 0], features[:, 1]]).long()
        kind = torch.float16 if self.half_precision else torch.float32
        return torch.zeros(len(rows), INPUTS + PADDING, dtype=kind, device=rows.device).scatter_(1, rows, 1.0)

    def forward(self, positions: PositionBatch) -> torch.Tensor:
        """Returns outputs (N) for the side to move; an output of 1.0 is `scale` centipawns."""
        count = len(positions.bucket)
        unscale = float(1 << (16 * count - 1).bit_length())
        hot = self.hot(positions.features)
        pairs = _Pairs.apply(hot, self.area, self.shared, self.bias, self.rounded, unscale)  # type: ignore[no-untyped-call]
        return self.layers(pairs, positions.bucket)

    def layers(self, pairs: torch.Tensor, bucket: torch.Tensor) -> torch.Tensor:
        """Returns outputs (N) from the products of the hidden layer (N x 1,024, in units of 1/127)."""
        # All buckets are computed and one is selected, because the gradient of indexed weights would add rows one by one.
        given_weights = ((self.w1, FIRST_ONE), (self.w2, LATER_ONE), (self.w3, LATER_ONE))
        first, later, last = (_rounded(weights, unit) if self.rounded else weights for weights, unit in given_weights)
        summed = functional.linear(pairs, first.view(-1, HIDDEN)) / PAIR_ONE + self.b1.view(-1)
        summed = _chosen(summed, bucket, FIRST)
        square = summed.clamp(-1, 1).square() * SQUARE
        given = torch.cat([summed.clamp(0, 1), square], dim=1)
        second = _chosen(functional.linear(given, later.view(-1, 2 * FIRST), self.b2.view(-1)), bucket, SECOND)
        return _chosen(functional.linear(second.clamp(0, 1), last, self.b3), bucket, 1)[:, 0]

    @torch.no_grad()
    def usage(self, positions: PositionBatch) -> str:
        """Returns a line about the hidden units: the shares at 0 and 1, and the units that never leave 0 or 1."""
        hot = self.hot(positions.features[positions.weight > 0]).float()[:, :INPUTS]
        units = hot @ (self.area.view(AREAS, PIECE_INPUTS, HIDDEN) + self.shared).view(INPUTS, HIDDEN) + self.bias
        low, high = (units <= 0), (units >= 1)
        dead, full = low.all(0).sum().item(), high.all(0).sum().item()
        return f"units at 0 {low.float().mean():.3f}, at 1 {high.float().mean():.3f}, always 0 {dead}, always 1 {full}"

    @torch.no_grad()
    def clip(self) -> None:
        """Limits the weights to the range of the kernel's integers."""
        for weights, most in (
            (self.area, LARGEST_FEATURE),
            (self.shared, LARGEST_FEATURE),
            (self.bias, LARGEST_FEATURE / 2),
            (self.w1, LARGEST_FIRST),
            (self.w2, LARGEST_LATER),
            (self.w3, LARGEST_LATER),
        ):
            weights.clamp_(-most, most)

    @torch.no_grad()
    def payload(self) -> bytes:
        """Returns the quantised weights, little-endian, in the order of the network file."""
        features = (self.area.view(AREAS, PIECE_INPUTS, HIDDEN) + self.shared).view(INPUTS, HIDDEN)
        parts = (
            (features, ONE, "<i2"),
            (self.bias, ONE, "<i2"),
            (self.w1, FIRST_ONE, "<i1"),
            (self.b1, SUM_ONE, "<i4"),
            (self.w2, LATER_ONE, "<i2"),
            (self.b2, SUM_ONE * LATER_ONE, "<i4"),
            (self.w3, LATER_ONE, "<i2"),
            (self.b3, SUM_ONE * LATER_ONE, "<i4"),
        )
        return b"".join(_integers(weights, unit, kind) for weights, unit, kind in parts)

    @torch.no_grad()
    def take(self, payload: bytes) -> None:
        """Sets the weights to those of a payload.

        :raises ValueError: if it has another shape.
        """
        feature, bias, w1, b1, w2, b2, w3, b3 = (weights.float() for weights in payload_parts(payload))
        self.area.copy_((feature / ONE).view_as(self.area))
        self.shared.zero_()
        places = (
            (self.bias, bias, ONE),
            (self.w1, w1, FIRST_ONE),
            (self.b1, b1, SUM_ONE),
            (self.w2, w2, LATER_ONE),
            (self.b2, b2, SUM_ONE * LATER_ONE),
            (self.w3, w3, LATER_ONE),
            (self.b3, b3, SUM_ONE * LATER_ONE),
        )
        for weights, values, unit in places:
            weights.copy_(values / unit)

    def small_state(self) -> State:
        """Returns the weights for a checkpoint, those of the features in half precision (14 MB in all)."""
        state = {name: weights.detach().cpu() for name, weights in self.state_dict().items()}
        return {name: value.half() if name in ("area", "shared") else value for name, value in state.items()}


def _chosen(every: torch.Tensor, bucket: torch.Tensor, width: int) -> torch.Tensor:
    """Returns the outputs of each position's bucket from those of all buckets (N x buckets * width)."""
    rows = bucket[:, None, None].expand(-1, 1, width)
    return every.view(-1, BUCKETS, width).gather(1, rows)[:, 0]


def _integers(weights: torch.Tensor, unit: int, kind: str) -> bytes:
    limits = np.iinfo(np.dtype(kind))
    whole = (weights.double() * unit).round().clamp_(int(limits.min), int(limits.max))
    return whole.cpu().numpy().astype(np.dtype(kind)).tobytes()


def payload_parts(payload: bytes) -> list[torch.Tensor]:
    """Returns the integers (int64) of a payload, in its order.

    :raises ValueError: if it has another shape.
    """
    shapes = (
        ("<i2", (6144, 1024)),
        ("<i2", (1024,)),
        ("<i1", (8, 16, 1024)),
        ("<i4", (8, 16)),
        ("<i2", (8, 32, 32)),
        ("<i4", (8, 32)),
        ("<i2", (8, 32)),
        ("<i4", (8,)),
    )
    size = sum(np.dtype(kind).itemsize * math.prod(shape) for kind, shape in shapes)
    if len(payload) != size:
        raise ValueError(f"a payload has {size} bytes, not {len(payload)}")
    parts, at = [], 0
    for kind, shape in shapes:
        values = np.frombuffer(payload, kind, math.prod(shape), at).reshape(shape)
        parts.append(torch.from_numpy(values.astype(np.int64)))
        at += values.nbytes
    return parts


def integer_outputs(payload: bytes, positions: PositionBatch) -> torch.Tensor:
    """Returns outputs (N, int64; 1.0 is 8128 * 256) by the kernel's integer arithmetic."""
    parts = payload_parts(payload)
    feature = torch.cat([parts[0], torch.zeros(1, 1024, dtype=torch.int64)]).int()
    found = []
    for start in range(0, len(positions.bucket), 256):
        block = positions.part(start, start + 256)
        found.append(_integer_block(feature, parts, block.features.cpu().long(), block.bucket.cpu()))
    return torch.cat(found)


def _integer_block(
    feature: torch.Tensor, parts: Sequence[torch.Tensor], rows: torch.Tensor, bucket: torch.Tensor
) -> torch.Tensor:
    _, feature_bias, w1, b1, w2, b2, w3, b3 = parts
    halves = []
    for side in range(2):
        clipped = (feature[rows[:, side]].sum(1, dtype=torch.int64) + feature_bias).clamp(0, 255)
        halves.append((clipped[:, :512] * clipped[:, 512:]) >> 9)
    p = torch.cat(halves, 1)
    s = b1[bucket] + (w1[bucket] * p[:, None]).sum(2)
    x = torch.cat([s.clamp(0, 8128), s.clamp(-8128, 8128).square() >> 13], 1)
    y = ((b2[bucket] + (w2[bucket] * x[:, None]).sum(2)) >> 8).clamp(0, 8128)
    return b3[bucket] + (w3[bucket] * y).sum(1)


class Difference(NamedTuple):
    """The differences of floating-point and integer outputs, in centipawns of scale 229."""

    mean: float
    largest: float


@torch.no_grad()
def compare(model: NetworkModel, payload: bytes, positions: PositionBatch) -> Difference:
    """Compares floating-point and integer outputs on the valid positions."""
    size = 2_048
    starts = range(0, len(positions.bucket), size)
    floats = torch.cat([model(positions.part(start, start + size)) for start in starts]).cpu().double()
    whole = integer_outputs(payload, positions).double() / (SUM_ONE * LATER_ONE)
    apart = ((floats - whole).abs() * SCALE_OF_CHECK)[positions.weight.cpu() > 0]
    return Difference(apart.mean().item(), apart.max().item())
