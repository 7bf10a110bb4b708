"""The virtual environment .venv: made once, and again when its Python, its path or its packages change.

Packages are locked: installer/locked has the version and hashes of each (written by installer/lock.py), and pip rejects
a file that differs. `RATSU_UNLOCKED=1` takes the newest packages that pyproject.toml allows instead.
"""

import hashlib
import os
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

from installer.errors import PrepareError
from installer.one_name import write_for_checkout

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCKED = ROOT / "installer/locked"
# The base interpreter: the same inside and outside an activated environment.
BASE_PYTHON = getattr(sys, "_base_executable", sys.executable)
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def ensure(extras: tuple[str, ...] = ()) -> None:
    """Makes .venv with the packages of Ratsu and of the named extras, unless they are installed. A .venv that is made
    again also gets the extras that it had.

    The stamp inside .venv is written last, so that an interrupted installation is repeated.
    :raises PrepareError: pip fails.
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
    # RATSU_BUILD_ONLY=none: the next step compiles the modules in place, and only the changed ones.
    _pip("install", "--no-build-isolation", "--no-deps", "--editable", str(ROOT), RATSU_BUILD_ONLY="none")
    write_for_checkout(Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV), "platbase": str(VENV)})))
    _stamp(extras).write_text(_state(project, extras), encoding="utf-8")


def _stamp(extras: tuple[str, ...]) -> Path:
    return VENV / f".ratsu-{'-'.join(('packages', *extras))}"


def requirements(project: dict[str, Any], extras: tuple[str, ...]) -> list[str]:
    """Returns the requirements in pyproject.toml (`project`): to build and run Ratsu, and for these extras."""
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for extra in extras:
        wanted += project["project"]["optional-dependencies"][extra]
    return wanted


def lock_of(extras: tuple[str, ...]) -> Path | None:
    """Returns the lock file for Ratsu and these extras. None if they are not locked (training, which players do not
    need) or the user has turned locking off."""
    lock = LOCKED / f"{'-'.join(extras) or 'ratsu'}.txt"
    return lock if lock.exists() and not os.environ.get("RATSU_UNLOCKED") else None


def pip_words(project: dict[str, Any], extras: tuple[str, ...]) -> list[str]:
    """Returns the arguments of `pip install`."""
    lock = lock_of(extras)
    return ["--require-hashes", "--requirement", str(lock)] if lock else ["--upgrade", *requirements(project, extras)]


def _state(project: dict[str, Any], extras: tuple[str, ...]) -> str:
    """Returns a digest of the environment's inputs: the interpreter, the path of the checkout, the packages, the entry
    points."""
    lock = lock_of(extras)
    parts = [sys.version, sys.base_prefix, str(ROOT), *requirements(project, extras), repr(project["project"])]
    parts.append(_content(lock) if lock else "")
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _content(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _make_venv() -> bool:
    """Makes a new .venv if it is missing, belongs to another Python, or was moved. Returns whether one was made."""
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
    """Runs pip quietly; its output is shown only if it fails."""
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", *words[:1], "--quiet", *words[1:]]
    result = subprocess.run(
        command, env={**os.environ, **variables}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        raise PrepareError(f"{result.stdout}{result.stderr}\nThis failed: {' '.join(command)}")
