"""Builds the source package and the wheel, for `pip install`."""

import shutil
from pathlib import Path

from installer.packing.places import DIST, MACHINE, WORK, version
from installer.packing.tools import PYTHON, call, portable_flags


def build() -> tuple[Path, Path]:
    """Builds both into dist/, the wheel from the source package. Returns their paths.
    :raises PrepareError: a step fails."""
    made = WORK / "published"
    shutil.rmtree(made, ignore_errors=True)
    command = [str(PYTHON), "-m", "build", "--no-isolation", "--outdir", str(made)]
    call(command, RATSU_CFLAGS=portable_flags(MACHINE))
    DIST.mkdir(exist_ok=True)
    source, wheel = next(made.glob(f"ratsu-{version()}.tar.gz")), next(made.glob("ratsu-*.whl"))
    return Path(shutil.copy2(source, DIST)), Path(shutil.copy2(wheel, DIST))
