"""Copies the checkout into a folder, to be compiled there in another way: with sanitizers, or for another system."""

import os
import shutil
import time
from pathlib import Path

from installer.environment import ROOT

COPIED = ("engine", "books", "tablebases", "desktop", "tests", "installer", "docs", "setup.py", "pyproject.toml")


def copy_checkout(folder: Path) -> None:
    """Copies the files that differ, with the present time, because Cython compares times; removes deleted sources."""
    for name in COPIED:
        _copy(ROOT / name, folder / name)
    shared, link = ROOT.parent / "shared", folder.parent / "shared"  # data at the place where the copied tests look
    if shared.exists() and not link.exists():
        link.symlink_to(shared)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        kept = {path.name for path in source.iterdir() if path.suffix != ".so" and path.name != "__pycache__"}
        for old in target.iterdir():
            if old.name not in kept and old.suffix in (".py", ".pxd", ".pyi", ".h"):
                old.unlink()
        for name in kept:
            _copy(source / name, target / name)
    elif not target.exists() or target.read_bytes() != source.read_bytes():
        shutil.copyfile(source, target)
        os.utime(target, (time.time(), time.time()))
