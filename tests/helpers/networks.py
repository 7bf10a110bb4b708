"""Networks with random weights, and the network in plain Python from its description alone."""

import random
import struct
import sys
from array import array

import chess

from engine.evaluation.nnue import SHAPE

INPUTS, HIDDEN, BUCKETS = SHAPE
FIRST, SECOND = 16, 32


def _drawn(source: random.Random, count: int, low: int, high: int) -> bytes:
    """Signed bytes of low..high; quick, for a network has six million weights."""
    table = bytes((low + value % (high - low + 1)) & 255 for value in range(256))
    return source.randbytes(count).translate(table)


def _shorts(source: random.Random, count: int, low: int, high: int) -> bytes:
    return struct.pack(f"<{count}h", *(source.randint(low, high) for _ in range(count)))


def _ints(source: random.Random, count: int, largest: int) -> bytes:
    return struct.pack(f"<{count}i", *(source.randint(-largest, largest) for _ in range(count)))


def random_payload(seed: int, feature: int = 40, largest: int = 8) -> bytes:
    """A network's payload: features up to `feature`, weights of the first layer up to `largest`, the others so that few sums
    are clipped and each input counts."""
    source = random.Random(seed)
    features = array("h", array("b", _drawn(source, INPUTS * HIDDEN, -feature, feature)))
    if sys.byteorder == "big":
        features.byteswap()
    return b"".join(
        (
            features.tobytes(),
            _shorts(source, HIDDEN, -50, 200),
            _drawn(source, BUCKETS * FIRST * HIDDEN, -largest, largest),
            _ints(source, BUCKETS * FIRST, 5_000),
            _shorts(source, BUCKETS * SECOND * SECOND, -120, 120),
            _ints(source, BUCKETS * SECOND, 500_000),
            _shorts(source, BUCKETS * SECOND, -2040, 2040),
            _ints(source, BUCKETS, 500_000),
        )
    )


def extreme_payload(sign: int) -> bytes:
    """A payload of the largest weights and biases a network may have, those of the inner layers all of one sign."""
    features = array("h", [20]) * (INPUTS * HIDDEN + HIDDEN)
    if sys.byteorder == "big":
        features.byteswap()
    return b"".join(
        (
            features.tobytes(),
            struct.pack("<b", 127 * sign) * (BUCKETS * FIRST * HIDDEN),
            struct.pack("<i", sign << 24) * (BUCKETS * FIRST),
            struct.pack("<h", 2040 * sign) * (BUCKETS * SECOND * SECOND),
            struct.pack("<i", sign << 30) * (BUCKETS * SECOND),
            struct.pack("<h", 2040 * sign) * (BUCKETS * SECOND),
            struct.pack("<i", sign << 30) * BUCKETS,
        )
    )


def area_of(king: chess.Square, side: chess.Color) -> int:
    """Which of the eight sets of inputs a side uses, by its king's rank and how far it stands from the edge."""
    rank = chess.square_rank(king) if side == chess.WHITE else 7 - chess.square_rank(king)
    near_edge = chess.square_file(king) in (0, 1, 6, 7)
    areas = ((0, 1), (2, 3), (4, 4), (5, 5), (6, 6), (6, 6), (7, 7), (7, 7))
    return areas[rank][0 if near_edge else 1]


def _clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


class PlainNetwork:
    """The network in plain Python: slow, and sharing nothing with the kernel."""

    def __init__(self, payload: bytes, scale: int) -> None:
        self.scale = scale
        self.at = 0
        self.payload = payload
        self.feature = self._take("h", INPUTS * HIDDEN)
        self.feature_bias = self._take("h", HIDDEN)
        self.first = self._take("b", BUCKETS * FIRST * HIDDEN)
        self.first_bias = self._take("i", BUCKETS * FIRST)
        self.second = self._take("h", BUCKETS * SECOND * SECOND)
        self.second_bias = self._take("i", BUCKETS * SECOND)
        self.third = self._take("h", BUCKETS * SECOND)
        self.third_bias = self._take("i", BUCKETS)
        assert self.at == len(payload)

    def _take(self, kind: str, count: int) -> tuple[int, ...]:
        values = struct.unpack_from(f"<{count}{kind}", self.payload, self.at)
        self.at += struct.calcsize(f"<{count}{kind}")
        return values

    def hidden(self, board: chess.Board, side: chess.Color) -> list[int]:
        """The accumulator of one side."""
        king = board.king(side)
        assert king is not None
        values = list(self.feature_bias)
        for square, piece in board.piece_map().items():
            seen = square if side == chess.WHITE else chess.square_mirror(square)
            seen ^= 7 if chess.square_file(king) >= 4 else 0
            kind = piece.piece_type - 1 + (0 if piece.color == side else 6)
            column = (768 * area_of(king, side) + 64 * kind + seen) * HIDDEN
            row = self.feature[column : column + HIDDEN]
            values = [value + weight for value, weight in zip(values, row, strict=True)]
        return values

    def evaluate(self, board: chess.Board) -> int:
        """Centipawns for the side to move."""
        bucket = (len(board.piece_map()) - 2) // 4
        pairs = []
        for side in (board.turn, not board.turn):
            clipped = [_clamp(value, 0, 255) for value in self.hidden(board, side)]
            pairs += [one * two // 512 for one, two in zip(clipped[: HIDDEN // 2], clipped[HIDDEN // 2 :], strict=True)]
        sums = self._layer(self.first, self.first_bias, bucket, FIRST, pairs)
        inputs = [_clamp(value, 0, 8128) for value in sums] + [
            _clamp(value, -8128, 8128) ** 2 // 8192 for value in sums
        ]
        second = self._layer(self.second, self.second_bias, bucket, SECOND, inputs)
        outputs = [_clamp(value // 256, 0, 8128) for value in second]
        return self._layer(self.third, self.third_bias, bucket, 1, outputs)[0] * self.scale // 2_080_768

    @staticmethod
    def _layer(
        weights: tuple[int, ...], bias: tuple[int, ...], bucket: int, outputs: int, values: list[int]
    ) -> list[int]:
        width = len(values)
        rows = range(bucket * outputs, (bucket + 1) * outputs)
        return [
            bias[row]
            + sum(
                weight * value for weight, value in zip(weights[row * width : (row + 1) * width], values, strict=True)
            )
            for row in rows
        ]
