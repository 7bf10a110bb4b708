"""The training data of the fit: arrays of `engine.training.human.position_records`, batches, and teachers' probabilities.

All of it stays on the graphics card, if there is one: some 600 bytes a position. `squares` and `chances` have one row for each
move, those of a position in a row.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from engine.ground.errors import RatsuError
from engine.training.human.board_net import KNOWN_COUNT, PLANE_COUNT
from engine.training.human.leela_teacher import (
    INPUT_PLANES,
    PAST,
    POSITION_PLANES,
    LeelaTeacher,
    policy_index,
)

MOST_MOVES = 80
LEVELS = tuple(range(1100, 2000, 100))
ASKED = 3  # teachers for each position: that of the player's rating, and two random ones
# Ratings of chess.com and over the board, below lichess ratings by this at club level.
CHESS_COM, CHESS_COM_BEHIND, OTHER, OTHER_BEHIND = 2, 250, 3, 150
TIME_NUMBER, SITE_NUMBER, CALM_NUMBER, RIGHTS_PLANE = 10, 18, 22, 39
AT_ONCE = 8192


class Batch(NamedTuple):
    """A batch of positions.

    `planes`: n x 46 x 8 x 8. `known`: n x 24. `squares`: n x 80, see `BoardNet.judge`. `there`: n x 80, False for padding.
    `played`, `ratings`: n. `at`: n x 80, the rows of the moves in `RecordedPositions.squares`.
    """

    planes: Tensor
    known: Tensor
    squares: Tensor
    there: Tensor
    played: Tensor
    ratings: Tensor
    at: Tensor


def _read(folder: Path, name: str, kind: str) -> np.ndarray:
    return np.concatenate([np.fromfile(path, kind) for path in sorted(folder.glob(f"*.{name}"))])


class RecordedPositions:
    """The positions in a folder; `ask` fills `chances` (moves x ASKED) and `levels` (positions x ASKED)."""

    def __init__(self, folder: Path, device: torch.device) -> None:
        """:raises RatsuError: if there are none, or the files do not match. :raises OSError: if one cannot be read."""
        self.device = device
        if not any(folder.glob("*.planes")):
            raise RatsuError("there are no positions in %1: make them with `ratsu train human record`", folder)
        self.planes = torch.from_numpy(_read(folder, "planes", "<i8").reshape(-1, PLANE_COUNT)).to(device)
        self.known = torch.from_numpy(_read(folder, "known", "<f4").reshape(-1, KNOWN_COUNT)).to(device)
        heads = torch.from_numpy(_read(folder, "heads", "<u2").astype(np.int32).reshape(-1, 4)).to(device)
        self.ratings, self.counts, self.played, self.plies = heads.long().unbind(1)
        self.squares = torch.from_numpy(_read(folder, "squares", "<u2").astype(np.int16)).to(device)
        self.shares = torch.from_numpy(_read(folder, "shares", "<u1")).to(device).float() / 255
        self.starts = torch.cumsum(self.counts, 0) - self.counts
        if not len(self.planes) == len(self.known) == len(self.shares) == len(self.counts) or len(self.squares) != int(
            self.counts.sum()
        ):
            raise RatsuError("the files in %1 do not match: make them again with `ratsu train human record`", folder)
        self.chances = torch.zeros(0)
        self.levels = torch.zeros(0)

    def __len__(self) -> int:
        return len(self.counts)

    def boards(self, order: Tensor, dtype: torch.dtype) -> Tensor:
        """Returns planes, n x 46 x 8 x 8."""
        return _bits(self.planes[order]).to(dtype)

    def batch(self, order: Tensor, dtype: torch.dtype) -> Batch:
        """Returns the positions with these indices."""
        across = torch.arange(MOST_MOVES, device=self.device)
        there = across < self.counts[order][:, None]
        at = torch.where(there, self.starts[order][:, None] + across, 0)
        squares = torch.where(there, self.squares[at].long(), 0)
        return Batch(
            self.boards(order, dtype),
            self.known[order],
            squares,
            there,
            self.played[order],
            self.ratings[order],
            at,
        )

    def own_levels(self) -> Tensor:
        """Returns the index of the teacher nearest to each player's rating, on the scale of lichess."""
        ratings = self.ratings + CHESS_COM_BEHIND * (self.known[:, SITE_NUMBER + CHESS_COM] > 0.5)
        ratings = ratings + OTHER_BEHIND * (self.known[:, SITE_NUMBER + OTHER] > 0.5)
        return ((ratings - LEVELS[0]) // 100).clamp(0, len(LEVELS) - 1)

    def over_the_board(self, known: Tensor) -> Tensor:
        """Returns which questions are of games over the board: other site, and no time control."""
        return (known[:, SITE_NUMBER + OTHER] > 0.5) & (known[:, TIME_NUMBER] < 0.5)

    def leela_planes(self, order: Tensor, dtype: torch.dtype) -> Tensor:
        """Returns the input of a network in Leela's format, n x 112 x 8 x 8."""
        found = torch.zeros(len(order), INPUT_PLANES, 8, 8, dtype=dtype, device=self.device)
        now = self.planes[order]
        for age in range(PAST):
            before = self.planes[(order - age).clamp(min=0), :12]
            there = (self.plies[order] >= age)[:, None, None, None]
            bits = _bits(before)
            if age % 2:
                bits = torch.cat([bits[:, 6:], bits[:, :6]], 1).flip(2)
            first = POSITION_PLANES * age
            found[:, first : first + 12] = (bits * there).to(dtype)
        rest = PAST * POSITION_PLANES
        for index, square in enumerate((0, 7, 56, 63)):
            found[:, rest + index] = ((now[:, RIGHTS_PLANE] >> square) & 1)[:, None, None].to(dtype)
        found[:, rest + 4] = (self.plies[order] & 1)[:, None, None].to(dtype)
        found[:, rest + 5] = (self.known[order, CALM_NUMBER] * 25 / 99)[:, None, None].to(dtype)
        found[:, rest + 7] = 1
        return found

    def leela_places(self, order: Tensor, squares: Tensor, index: Tensor) -> Tensor:
        """Returns the index of each move among the logits of a network in Leela's format, n x 80."""
        source, landing = squares & 63, (squares >> 6) & 63
        king = (self.planes[order, 5][:, None] >> source) & 1
        castling = (king == 1) & ((source & 7) - (landing & 7)).abs().gt(1)
        rook = (landing & 56) + torch.where(landing > source, 7, 0)
        target = torch.where(castling, rook, landing)
        return index[source + 64 * target + 4096 * (squares >> 12)]

    @torch.no_grad()
    def ask(self, teachers: Sequence[LeelaTeacher], dtype: torch.dtype, seed: int) -> None:
        """Fills `chances` and `levels`; the first teacher of a position is the one for its player's rating."""
        generator = torch.Generator(self.device).manual_seed(seed)
        others = torch.randint(0, len(teachers), (len(self), ASKED - 1), generator=generator, device=self.device)
        self.levels = torch.cat([self.own_levels()[:, None], others], 1).to(torch.uint8)
        self.chances = torch.zeros(len(self.squares), ASKED, dtype=torch.float16, device=self.device)
        index = policy_index(self.device)
        for start in range(0, len(self), 2 * AT_ONCE):
            order = torch.arange(start, min(start + 2 * AT_ONCE, len(self)), device=self.device)
            batch = self.batch(order, dtype)
            planes = self.leela_planes(order, dtype).contiguous(memory_format=torch.channels_last)
            places = self.leela_places(order, batch.squares, index)
            asked = self.levels[order]
            for level, teacher in enumerate(teachers):
                rows, slots = torch.nonzero(asked == level, as_tuple=True)
                if not len(rows):
                    continue
                logits = teacher.logits(planes[rows]).float().gather(1, places[rows])
                there = batch.there[rows]
                shares = torch.softmax(logits.masked_fill(~there, -1e4), 1).half()
                self.chances[batch.at[rows][there], slots[:, None].expand_as(there)[there]] = shares[there]


def _bits(sets: Tensor) -> Tensor:
    """Returns bitboards as n x m x 8 x 8 of 0 and 1."""
    places = torch.arange(64, device=sets.device)
    return ((sets[..., None] >> places) & 1).to(torch.uint8).unflatten(-1, (8, 8))
