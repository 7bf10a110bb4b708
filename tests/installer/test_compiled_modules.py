"""A compiled module never lags behind its sources: what changed is rebuilt, whatever the dates of the files say."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installer import compiled_modules
from installer.errors import PrepareError

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = {
    "engine/__init__.py": "",
    "engine/rules/__init__.py": "",
    "engine/rules/number.h": "#define NUMBER 20\n",
    "engine/rules/low.pxd": (
        'cdef extern from "number.h":\n    int NUMBER\n\ncdef inline int twice() noexcept nogil:\n    return 2 * NUMBER\n'
    ),
    "engine/rules/low.py": "VALUE = 1\n",
    "engine/rules/high.pxd": "cdef int unused\n",
    "engine/rules/high.py": (
        "from cython.cimports.engine.rules.low import twice\n\n\ndef answer():\n    return twice() + 2\n"
    ),
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of two compiled modules: `high` takes an inline function from `low`, which takes a number from a header."""
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "setup.py", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "README.md").touch()
    shutil.copy(ROOT / "LICENSE", tmp_path)
    (tmp_path / "engine/ground").mkdir()
    shutil.copy(ROOT / "engine/ground/version.py", tmp_path / "engine/ground/version.py")
    monkeypatch.setenv("RATSU_CFLAGS", "-O0")
    monkeypatch.setattr(compiled_modules, "ROOT", tmp_path)
    monkeypatch.setattr(compiled_modules, "STAMP", tmp_path / ".stamps/compiled")
    monkeypatch.setattr(compiled_modules, "PYTHON", Path(sys.executable))
    return tmp_path


def answer(project: Path) -> int:
    code = "from engine.rules import high; print(high.answer())"
    return int(subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, check=True).stdout)


def change(path: Path, old: str, new: str) -> None:
    """Edits a file and dates it far back, as a copy from elsewhere would be."""
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    os.utime(path, (1_000_000_000, 1_000_000_000))


CHANGES = (("number.h", "20", "30", 62), ("low.pxd", "2 *", "3 *", 62), ("high.py", "+ 2", "+ 3", 63))


@pytest.mark.parametrize("changes", [CHANGES[:1], pytest.param(CHANGES[1:], marks=pytest.mark.long)])
def test_after_a_compiler_error_the_next_run_tries_again_and_then_only_what_changes_is_rebuilt_with_all_that_depends_on_it(
    project: Path, monkeypatch: pytest.MonkeyPatch, changes: tuple[tuple[str, str, str, int], ...]
) -> None:
    good = (project / "engine/rules/low.py").read_text(encoding="utf-8")
    (project / "engine/rules/low.py").write_text("def broken(:\n", encoding="utf-8")
    with pytest.raises(PrepareError, match="Compiling failed"):
        compiled_modules.ensure()
    (project / "engine/rules/low.py").write_text(good, encoding="utf-8")
    compiled_modules.ensure()
    assert answer(project) == 42
    for name, old, new, found in changes:
        change(project / "engine/rules" / name, old, new)
        compiled_modules.ensure()
        assert answer(project) == found
    monkeypatch.setattr(compiled_modules, "_compile", lambda **_: pytest.fail("compiled again"))
    compiled_modules.ensure()  # a second run compiles nothing


@pytest.mark.long
def test_a_lost_library_is_made_again_and_an_orphan_removed(project: Path) -> None:
    compiled_modules.ensure()
    library = next((project / "engine/rules").glob("high.*.so"))
    orphan = library.with_name(library.name.replace("high", "renamed"))
    library.rename(orphan)
    compiled_modules.ensure()
    assert library.exists()
    assert not orphan.exists()
