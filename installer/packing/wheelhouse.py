"""The wheels of Ratsu's dependencies, for installing it by pip without a network."""

import tomllib
from pathlib import Path
from shutil import copytree

from installer.environment import ROOT
from installer.packing.places import WORK
from installer.packing.tools import PYTHON, call

KEPT = WORK / "wheelhouse"


def fill(folder: Path) -> None:
    """Copies the wheels into `folder`, fetching them once. Raises PrepareError."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"], "wheel"]
    if not KEPT.exists():
        call(
            [
                str(PYTHON),
                "-m",
                "pip",
                "--disable-pip-version-check",
                "download",
                "--quiet",
                "--dest",
                str(KEPT),
                *wanted,
            ]
        )
    copytree(KEPT, folder, dirs_exist_ok=True)
