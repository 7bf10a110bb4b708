"""The window's tests with Qt as the package carries it: `python -m tests.packaged_qt [WHAT PYTEST RUNS]`, after `make package`.

The package has fewer plugins, translations and data of Qt than PySide6's wheel. Here Python finds the package's Qt in front of
the wheel's, and the libraries it carries in front of the system's, as in the package. Without arguments: the checks of
`packaged_qt_checks.py`, then the tests of the board, the home page and the whole window.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import PySide6
import shiboken6

from installer.packing.places import FROZEN

ROOT = Path(__file__).resolve().parents[1]
WHAT = (
    "tests/packaged_qt_checks.py",
    "tests/desktop/test_language.py",
    "tests/desktop/views/board",
    "tests/desktop/views/home",
    "tests/desktop/views/kit",
    "tests/desktop/views/test_main_window.py",
)


def fill(site: Path, carried: Path) -> None:
    """Makes a folder from which Python imports the package's Qt, with the wheel's Python modules: those lie in an archive."""
    for package in (PySide6, shiboken6):
        name = package.__name__
        shutil.copytree(carried / name, site / name, symlinks=True)
        for module in Path(package.__path__[0]).glob("*.py"):
            shutil.copy2(module, site / name)
    for part in ("QtTest.abi3.so", "Qt/lib/libQt6Test.so.6"):  # pytest-qt asks for it
        shutil.copy2(Path(PySide6.__path__[0]) / part, site / "PySide6" / part)
    for library in (path for path in carried.glob("lib*.so*") if not path.is_symlink()):
        if not library.name.startswith("libpython"):
            shutil.copy2(library, site)


def main() -> int:
    """Returns pytest's exit code; 1 without a package."""
    carried = FROZEN / "_internal"
    if not carried.exists():
        print(f"{FROZEN} is not there: run `make package` first.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), carried)
        environment = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT}", "LD_LIBRARY_PATH": folder}
        command = [sys.executable, "-m", "pytest", "-q", "-o", "faulthandler_timeout=0", *(sys.argv[1:] or WHAT)]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
