"""The virtual environment .venv: made once, and again when its Python, its place or its packages change.

What is installed is locked: version and hashes of every package stand in installer/locked (written by installer/lock.py), and
pip refuses a file that differs. `RATSU_UNLOCKED=1` takes the newest packages that pyproject.toml allows instead.
"""

import hashlib
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from installer.errors import PrepareError

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCKED = ROOT / "installer/locked"
# The interpreter beneath: the same one whether make was called inside an activated environment or not.
BASE_PYTHON = getattr(sys, "_base_executable", sys.executable)
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def ensure(extras: tuple[str, ...] = ()) -> None:
    """Makes .venv with Ratsu's packages and those of the named extras; does nothing when they are there. One that has to be made
    again gets the extras back that it had.

    The stamp lies inside .venv and is written last: an interrupted installation is repeated, a deleted .venv made again.
    Raises PrepareError when pip fails.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    if PYTHON.exists() and _content(_stamp(extras)) == _state(project, extras):
        return
    had = [(extra,) for extra in project["project"]["optional-dependencies"] if _stamp((extra,)).exists()]
    if _make_venv():
        for others in had:
            _install(project, others)
    _install(project, extras)


def _install(project: dict[str, Any], extras: tuple[str, ...]) -> None:
    print("Installing the Python packages (Qt is the large one, about 250 MB on disk) ...", flush=True)
    _pip("install", *pip_words(project, extras))
    # RATSU_BUILD_ONLY=none: the modules are compiled by the next step, in place and only where something changed.
    _pip("install", "--no-build-isolation", "--no-deps", "--editable", str(ROOT), RATSU_BUILD_ONLY="none")
    _stamp(extras).write_text(_state(project, extras), encoding="utf-8")


def _stamp(extras: tuple[str, ...]) -> Path:
    return VENV / f".ratsu-{'-'.join(('packages', *extras))}"


def requirements(project: dict[str, Any], extras: tuple[str, ...]) -> list[str]:
    """What pyproject.toml (`project`) asks for: to build and run Ratsu, and for these extras."""
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for extra in extras:
        wanted += project["project"]["optional-dependencies"][extra]
    return wanted


def lock_of(extras: tuple[str, ...]) -> Path | None:
    """The file in which the packages of Ratsu and these extras are locked. None where they are not: training, which nobody who
    plays needs; or where the user does not want it."""
    lock = LOCKED / f"{'-'.join(extras) or 'ratsu'}.txt"
    return lock if lock.exists() and not os.environ.get("RATSU_UNLOCKED") else None


def pip_words(project: dict[str, Any], extras: tuple[str, ...]) -> list[str]:
    """What `pip install` is told to install."""
    lock = lock_of(extras)
    return ["--require-hashes", "--requirement", str(lock)] if lock else ["--upgrade", *requirements(project, extras)]


def _state(project: dict[str, Any], extras: tuple[str, ...]) -> str:
    """What the environment depends on: the interpreter, the place of the checkout, the packages, the entry points."""
    lock = lock_of(extras)
    parts = [sys.version, sys.base_prefix, str(ROOT), *requirements(project, extras), repr(project["project"])]
    parts.append(_content(lock) if lock else "")
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _content(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _make_venv() -> bool:
    """A new .venv where there is none, or where it belongs to another Python or was moved with its folder. Returns whether one
    was made."""
    base = VENV / ".ratsu-base"
    wanted = f"{sys.version}\n{sys.base_prefix}\n{ROOT}"
    if PYTHON.exists() and _content(base) == wanted:
        return False
    print(f"Making the virtual environment {VENV.name} ...", flush=True)
    result = subprocess.run(
        [BASE_PYTHON, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        raise PrepareError(f"{result.stdout}{result.stderr}\nThe virtual environment {VENV} could not be made.")
    base.write_text(wanted, encoding="utf-8")
    return True


def _pip(*words: str, **variables: str) -> None:
    """Runs pip quietly; its words are shown only when it fails."""
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", *words[:1], "--quiet", *words[1:]]
    result = subprocess.run(
        command, env={**os.environ, **variables}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        raise PrepareError(f"{result.stdout}{result.stderr}\nThis failed: {' '.join(command)}")
