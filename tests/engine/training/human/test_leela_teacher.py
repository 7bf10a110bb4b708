"""A teacher of Leela's format is asked for the right moves: its numbers stand where its policy has them."""

from pathlib import Path

import pytest

pytest.importorskip("torch")  # the extra `train`
import torch

from engine.training.human.board_data import LEVELS, RecordedPositions
from engine.training.human.board_recorder import BoardRecorder
from engine.training.human.leela_teacher import JUMPS, RAYS, LeelaTeacher
from tests.engine.training.human.leela_files import POLICY_PLANES, write_network
from tests.engine.training.human.test_board_recorder import core_moves

CPU = torch.device("cpu")
PLAYED = "a2a4 b7b5 a4b5 a7a6 b5a6 g8f6 a6a7 f6g8 g1f3 e7e5 g2g3 f8c5 f1g2 d7d6 e1g1"


def positions(folder: Path) -> RecordedPositions:
    recorder = BoardRecorder()
    count = recorder.add(core_moves(tuple(PLAYED.split())), (1500, 1500, 0, 0, 1))
    for name, data in recorder.take().items():
        (folder / f"00.{name}").write_bytes(data)
    (folder / "00.shares").write_bytes(bytes(count))
    return RecordedPositions(folder, CPU)


def liked(folder: Path, plane: int, ply: int) -> set[tuple[int, int, int]]:
    """Source, landing and promotion of the moves that teachers who like one plane of their policy play."""
    for level in LEVELS:
        write_network(folder / f"maia-{level}.pb.gz", [20.0 * (number == plane) for number in range(POLICY_PLANES)])
    teachers = [LeelaTeacher(folder / f"maia-{level}.pb.gz", CPU, torch.float32) for level in LEVELS]
    held = positions(folder)
    held.ask(teachers, torch.float32, 1)
    first, count = int(held.starts[ply]), int(held.counts[ply])
    chances, squares = held.chances[first : first + count].float(), held.squares[first : first + count].tolist()
    assert chances.sum(0).tolist() == pytest.approx([1, 1, 1], abs=1e-2)
    return {
        (at & 63, at >> 6 & 63, at >> 12)
        for at, row in zip(squares, chances.tolist(), strict=True)
        if min(row) > 1.5 / count
    }


def plane_of(dx: int, dy: int) -> int:
    if (dx, dy) in JUMPS:
        return 56 + JUMPS.index((dx, dy))
    far = max(abs(dx), abs(dy))
    return 7 * RAYS.index((dx // far, dy // far)) + far - 1


def squares(*names: str) -> set[tuple[int, int, int]]:
    """From moves as `a2a4`."""
    place = [8 * (int(name[at + 1]) - 1) + ord(name[at]) - 97 for name in names for at in (0, 2)]
    return {(source, landing, 0) for source, landing in zip(place[::2], place[1::2], strict=True)}


@pytest.mark.parametrize(
    ("step", "ply", "moves"),
    [
        ((0, 2), 0, {f"{file}2{file}4" for file in "abcdefgh"}),
        ((0, 2), 1, {f"{file}2{file}4" for file in "abcdefgh"}),  # Black sees the board turned
        ((1, 2), 0, {"b1c3", "g1h3"}),
        ((-2, 1), 10, {"f3d4"}),
        ((1, 1), 2, {"a4b5"}),
        ((3, 0), 14, {"e1g1"}),  # castling is the king taking its rook
    ],
)
def test_a_plane_is_a_step(tmp_path: Path, step: tuple[int, int], ply: int, moves: set[str]) -> None:
    assert liked(tmp_path, plane_of(*step), ply) == squares(*moves)


@pytest.mark.parametrize(("piece", "plane"), [(2, 1), (3, 0), (4, 2)])
def test_promotions_have_planes_of_their_own(tmp_path: Path, piece: int, plane: int) -> None:
    """Takes to the right, a7 to b8: the last nine planes are three steps of three pieces."""
    assert liked(tmp_path, 64 + 6 + plane, 8) == {(48, 57, piece)}
