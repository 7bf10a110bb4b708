"""Freezes the program: a folder with Ratsu, Python and Qt, so that the machine needs neither."""

import shutil
import sys
from pathlib import Path

from installer.packing import icu_data, licences, shared_libraries
from installer.packing.places import FROZEN, WORK
from installer.packing.tools import PYTHON, call

# The frozen program's entry point, as text: the installer does not import the program.
START = "from ratsu.desktop.command import main\n\nraise SystemExit(main())\n"


def build(wheel: Path) -> Path:
    """Installs the wheel into the packing environment and freezes it. Returns the folder.
    :raises PrepareError: a step fails."""
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    call([*pip, "install", "--quiet", "--no-deps", "--force-reinstall", str(wheel)])
    shutil.rmtree(FROZEN.parent, ignore_errors=True)
    folder = recipe_folder(WORK / "freezing")
    command = [str(PYTHON), "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    call([*command, "--distpath", str(FROZEN.parent), "--workpath", str(folder / "work"), "ratsu.spec"], folder)
    if sys.platform == "linux":
        shared_libraries.leave_to_system(FROZEN / "_internal")
        shared_libraries.remove_unused(FROZEN / "_internal")
        icu_data.shrink(next((FROZEN / "_internal" / "PySide6" / "Qt" / "lib").glob("libicudata.so.*")))
    licences.gather(FROZEN)
    return FROZEN


def recipe_folder(folder: Path) -> Path:
    """Fills a folder with the recipe and the entry point outside the checkout: inside it PyInstaller would take the
    checkout's uncompiled modules instead of the wheel's."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy2(Path(__file__).with_name("ratsu.spec"), folder)
    (folder / "start.py").write_text(START, encoding="utf-8")
    return folder
