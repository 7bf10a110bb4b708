"""The frozen program: a folder that holds Ratsu, Python and Qt, and needs neither of them on the machine."""

import shutil
import sys
from pathlib import Path

from installer.packing import icu_data, licences, shared_libraries
from installer.packing.places import FROZEN, WORK
from installer.packing.tools import PYTHON, call

# Where the frozen program begins; a text and not a module, because the installer imports nothing of the program.
START = "from desktop.command import main\n\nraise SystemExit(main())\n"


def build(wheel: Path) -> Path:
    """Installs the wheel into the packing environment and freezes it. Returns the folder. Raises PrepareError."""
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    call([*pip, "install", "--quiet", "--no-deps", "--force-reinstall", str(wheel)])
    shutil.rmtree(FROZEN.parent, ignore_errors=True)
    folder = _recipe_folder()
    if sys.platform == "win32":
        call([str(PYTHON), "-m", "installer.packing.icons", str(WORK / "icons")])
    command = [str(PYTHON), "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    call([*command, "--distpath", str(FROZEN.parent), "--workpath", str(folder / "work"), "ratsu.spec"], folder)
    if sys.platform == "linux":
        shared_libraries.leave_to_system(FROZEN / "_internal")
        shared_libraries.remove_unused(FROZEN / "_internal")
        icu_data.shrink(next((FROZEN / "_internal" / "PySide6" / "Qt" / "lib").glob("libicudata.so.*")))
    licences.gather(FROZEN)
    return FROZEN


def _recipe_folder() -> Path:
    """A folder with the recipe and the start, outside the checkout: beside them PyInstaller would find the checkout's
    own modules and take those, uncompiled, instead of the wheel's."""
    folder = WORK / "freezing"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy2(Path(__file__).with_name("ratsu.spec"), folder)
    (folder / "start.py").write_text(START, encoding="utf-8")
    return folder
