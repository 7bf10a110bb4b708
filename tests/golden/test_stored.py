"""State files of the version that recorded them are read, and the same ones are written."""

import shutil
from pathlib import Path

import pytest

from tests.desktop.state.home import FILES, fill
from tests.desktop.state.test_leaves import LOADERS
from tests.golden.stored import STORED, steady


@pytest.mark.parametrize("name", FILES)
def test_a_recorded_file_is_read(qapp: object, tmp_path: Path, name: str) -> None:
    shutil.copytree(STORED, tmp_path, dirs_exist_ok=True)
    LOADERS[name](tmp_path / name)
    assert not list(tmp_path.rglob("*.damaged*"))


def test_what_is_stored_is_written_as_it_was(qapp: object, tmp_path: Path) -> None:
    fill(tmp_path)
    changed = {
        name: (written, recorded)
        for name in FILES
        if (written := steady((tmp_path / name).read_text("utf-8"), tmp_path))
        != (recorded := steady((STORED / name).read_text("utf-8"), tmp_path))
    }
    assert changed == {}
