"""A teacher's chances come back from their file as they were written; a damaged file is named."""

from pathlib import Path

import pytest

from engine.errors import RatsuError
from engine.training.human.chances import Taught, by_game, read_chances, write_chances

FOUND = [Taught(3, 10, {8: 0.25, 65000: 0.75}), Taught(3, 12, {1: 1.0, 2: 0.0}), Taught(70_000, 500, {5: 0.5, 6: 0.5})]


def test_what_was_written_is_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.chances"
    assert write_chances(path, FOUND) == 3
    for read, written in zip(read_chances(path), FOUND, strict=True):
        assert read[:2] == written[:2]
        assert read.chances == pytest.approx(written.chances, abs=1 / 65535)
    assert {game: list(plies) for game, plies in by_game(path).items()} == {3: [10, 12], 70_000: [500]}


def test_a_file_that_is_cut_off_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.chances"
    write_chances(path, FOUND)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(RatsuError, match=r"x\.chances ends within a position"):
        list(read_chances(path))


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(RatsuError, match=r"none\.chances cannot be read"):
        list(read_chances(tmp_path / "none.chances"))
