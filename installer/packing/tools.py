"""The environment for building packages (build/package/venv), and calls of its programs."""

import hashlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

from installer.environment import BASE_PYTHON, ROOT, lock_of, pip_words
from installer.errors import PrepareError
from installer.packing.places import WORK

VENV = WORK / "venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
# x86-64-v2 runs on every 64-bit PC since about 2009; the network's kernel selects AVX2 at run time.
PORTABLE_FLAGS = "-O3 -g0 -fno-strict-aliasing -Wno-unused-function -Wno-unreachable-code"


def ensure_venv() -> None:
    """Makes the environment with Ratsu's own dependencies and the tools of the extra `package`.
    :raises PrepareError: pip fails."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = pip_words(project, ("package",))
    stamp = VENV / ".ratsu-tools"
    lock = lock_of(("package",))
    locked = lock.read_text(encoding="utf-8") if lock else ""
    state = hashlib.sha256("\0".join((sys.version, str(ROOT), *wanted, locked)).encode()).hexdigest()
    if PYTHON.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == state:
        return
    print("Making the environment for packing ...", flush=True)
    call([BASE_PYTHON, "-m", "venv", "--clear", str(VENV)])
    # As wheels even with an old pip: only wheels include their licence texts.
    options = ("--disable-pip-version-check", "--quiet", "--use-pep517")
    call([str(PYTHON), "-m", "pip", "install", *options, *wanted])
    stamp.write_text(state, encoding="utf-8")


def portable_flags(machine: str) -> str:
    """Returns the compiler flags for a package that runs on other machines."""
    if sys.platform == "win32":
        return "/O2"
    return PORTABLE_FLAGS + (" -march=x86-64-v2" if machine == "x86_64" else "")


def call(
    command: Sequence[str], folder: Path = ROOT, seen: Callable[[str], object] = lambda _line: None, **variables: str
) -> str:
    """Runs a tool and returns its output. `seen` gets each line when it is printed.
    :raises PrepareError: it fails; the message has its output."""
    lines = []
    with subprocess.Popen(
        list(command),
        cwd=folder,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        for line in process.stdout or ():
            lines.append(line)
            seen(line)
    printed = "".join(lines)
    if process.returncode != 0:
        raise PrepareError(f"{printed.strip()}\nThis failed: {' '.join(command)}")
    return printed
