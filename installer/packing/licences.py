"""Gathers the licences of everything in the frozen program."""

import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from installer.environment import ROOT
from installer.errors import PrepareError
from installer.packing.tools import VENV

# The Python packages with code or fonts in the frozen program, and PyInstaller, whose bootloader is.
PACKAGES = (
    "chess",
    "fsrs",
    "platformdirs",
    "PySide6_Essentials",
    "shiboken6",
    "qtawesome",
    "typing_extensions",
    "zstandard",
    "pyinstaller",
)
COMMON = Path("/usr/share/common-licenses")
# Licences that a package names without shipping their text.
NAMED_TEXTS = ("GPL-2", "GPL-3", "LGPL-2.1", "LGPL-3", "Apache-2.0")


def gather(program: Path, windows: Path | None = None) -> Path:
    """Fills _internal/licences of the frozen program (the About box reads it there): Ratsu's licence, a folder of texts
    per package, and INDEX.txt. `windows`: the folder of the Python for Windows that was frozen, instead of this system's.
    Returns that folder.
    :raises PrepareError: a Python package or a bundled library has no licence text here, so that it may not be
    distributed."""
    folder = program / "_internal" / "licences"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / "LICENSE", folder / "Ratsu.txt")
    site = windows / "Lib" / "site-packages" if windows else next(VENV.glob("lib/python*/site-packages"))
    rows = [_python_package(name, folder, site) for name in PACKAGES]
    own_python = windows or (None if sys.platform == "linux" else Path(sys.base_prefix))
    rows += [_python_itself(folder, own_python)] if own_python else _system_libraries(program, folder)
    for name in NAMED_TEXTS:
        if (COMMON / name).exists():
            shutil.copyfile(COMMON / name, folder / f"{name}.txt")
    head = "What Ratsu carries, and under which licences. Ratsu itself: GPL-3.0-or-later (Ratsu.txt).\n\n"
    (folder / "INDEX.txt").write_text(head + "\n".join(sorted(rows)) + "\n", encoding="utf-8")
    return folder


def _python_itself(folder: Path, python: Path) -> str:
    """Copies Python's licence, which python.org's installers put beside Python."""
    text = next(python.rglob("LICENSE.txt"), None)
    if text is None:
        raise PrepareError(f"No LICENSE.txt of Python was found in {python}.")
    shutil.copyfile(text, folder / "Python.txt")
    return "Python: Python.txt"


def _python_package(name: str, folder: Path, site: Path) -> str:
    """Copies the package's licence texts. Returns its row of the index."""
    found = next(iter(metadata.distributions(name=name, path=[str(site)])), None)
    if found is None:
        raise PrepareError(f"The package {name} is not in {site}, so its licence cannot be passed on.")
    words = ("LICEN", "COPYING", "NOTICE")
    named = [Path(str(file.locate())) for file in found.files or () if any(word in file.name.upper() for word in words)]
    texts = [text for text in named if text.is_file()]
    if named and not texts:
        raise PrepareError(f"The licence texts that {name} names were not installed with it: {named[0]} is missing.")
    for text in texts:
        target = folder / name / text.name
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(text, target)
    heads = {key: found.metadata[key] for key in ("License-Expression", "License") if key in found.metadata}
    said = heads.get("License-Expression") or heads.get("License", "see its texts").splitlines()[0]
    if not texts and said == "see its texts":
        raise PrepareError(f"The package {name} names no licence.")
    return f"{name} {found.version}: {said}"


def _system_libraries(program: Path, folder: Path) -> list[str]:
    """Copies Debian's copyright file of each bundled system library, including Python's own. Returns their rows."""
    owners = {owner for path in sorted((program / "_internal").glob("lib*.so*")) if (owner := _owner(path.name))}
    rows = []
    for owner in sorted({*owners, "libpython3.11-stdlib"}):
        text = Path("/usr/share/doc") / owner / "copyright"
        if not text.exists():
            raise PrepareError(f"{text} is missing, so the libraries of {owner} cannot be passed on.")
        shutil.copyfile(text, folder / f"{owner}.txt")
        rows.append(f"{owner} (Debian): {owner}.txt")
    return rows


def _owner(library: str) -> str:
    """Returns the Debian package of a library; empty if no package has it (Qt's come with PySide6)."""
    output = subprocess.run(
        ["dpkg-query", "--search", f"*/{library}"], capture_output=True, text=True, check=False
    ).stdout
    return output.split(":", 1)[0] if output else ""
