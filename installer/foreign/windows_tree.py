"""A copy of the checkout for Windows: modules compiled by mingw, beside a Python with the packages of the tests."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from installer.copied_tree import copy_checkout
from installer.environment import LOCKED, ROOT
from installer.foreign import downloads, wine
from installer.foreign.compiling import compile_modules
from installer.foreign.targets import WINDOWS, WORK, windows_python

TREE = WORK / "windows" / "tree"
FONTS = Path("/usr/share/fonts/truetype/dejavu")
# Of the locked packages, those that tests on Windows need: no tools that read the sources or build, and an own Qt.
_PACKAGES = (
    *("anyio", "certifi", "chess", "colorama", "execnet", "fsrs", "h11", "httpcore", "httpx", "hypothesis", "idna"),
    *("iniconfig", "packaging", "platformdirs", "pluggy", "pygments", "pytest", "pytest-qt", "pytest-timeout"),
    *("pytest-xdist", "qtawesome", "qtpy", "sortedcontainers", "typing-extensions", "zstandard"),
)


def build() -> None:
    """Builds what is missing or old. :raises PrepareError: a step fails."""
    wine.ensure()
    copy_checkout(TREE)
    compile_modules(WINDOWS, ROOT / "build" / "cython", TREE, TREE, quick=True)
    install_locked(windows_python() / "Lib" / "site-packages")


def install_locked(folder: Path) -> None:
    """Installs the packages of the program and its tests for Windows, unless they are there.
    :raises PrepareError: pip fails."""
    wanted = [*downloads.locked_lines(LOCKED / "test.txt", _PACKAGES), *downloads.WINDOWS_QT]
    stamp = folder / ".ratsu-packages"
    text = "\n".join([*wanted, "fonts"])
    if stamp.exists() and stamp.read_text(encoding="utf-8") == text:
        return
    print("Installing Python's packages for Windows ...", flush=True)
    downloads.packages(folder, wanted, "--platform", "win_amd64")
    fonts = folder / "PySide6" / "lib" / "fonts"  # Qt's `offscreen` looks here, and complains if the folder is missing
    fonts.mkdir(parents=True, exist_ok=True)
    for font in FONTS.glob("DejaVuSans*.ttf"):
        shutil.copy(font, fonts)
    stamp.write_text(text, encoding="utf-8")


# wine takes no variables of Qt from outside.
_WINDOW = """import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from desktop.command import main
sys.argv[0] = "ratsu"
sys.exit(main())"""


def start(words: Sequence[str], seconds: float, given: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Runs the program in the tree."""
    return wine.run([windows_python() / "python.exe", "-m", "desktop.command", *words], TREE, seconds, given, **more)


def opened(words: Sequence[str]) -> subprocess.Popen[bytes]:
    """Starts the window of the program in the tree, off screen, and does not wait for its end."""
    return wine.opened([windows_python() / "python.exe", "-c", _WINDOW, *words], TREE)
