"""Windows programs under wine, in a prefix of our own: nothing is written to the user's ~/.wine."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from installer.errors import PrepareError
from installer.foreign.targets import WORK

PREFIX = WORK / "windows" / "prefix"
START_S = 300
IDLE_S = 60


def ensure() -> None:
    """Makes the prefix once. :raises PrepareError: wine is missing or cannot make it."""
    if shutil.which("wine") is None:
        raise PrepareError("The Windows program runs under wine: apt-get install wine wine64")
    if (PREFIX / "system.reg").exists():
        # It stays between programs: its services take longer to start than most programs run.
        # It outlives this program, and would keep a pipe of its caller open.
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(["wineserver", f"--persistent={IDLE_S}"], env=variables(), check=False, **quiet)  # type: ignore[call-overload]
        return
    PREFIX.mkdir(parents=True, exist_ok=True)
    done = run(["wineboot", "--init"], WORK, START_S)
    subprocess.run(["wineserver", "--wait"], env=variables(), timeout=START_S, check=False)  # else it is half written
    if not (PREFIX / "system.reg").exists():
        raise PrepareError(f"{done.stdout}{done.stderr}\nwine could not make {PREFIX}.")


def run(
    words: Sequence[str | Path], folder: Path, seconds: float, given: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Runs a Windows program to its end. `given`: its standard input; `more`: environment variables.
    :raises subprocess.TimeoutExpired: it takes longer."""
    return subprocess.run(
        ["wine", *map(str, words)],
        cwd=folder,
        env={**variables(), **more},
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        timeout=seconds,
        check=False,
    )


def opened(words: Sequence[str | Path], folder: Path) -> subprocess.Popen[bytes]:
    """Starts a Windows program and does not wait for its end. Standard error goes to the output."""
    # By pipes: wine gives a program no usable stream if it is a file, closed, or /dev/null.
    return subprocess.Popen(
        ["wine", *map(str, words)],
        cwd=folder,
        env=variables(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def variables() -> dict[str, str]:
    """Returns the environment of a Windows program."""
    return {
        **os.environ,
        "WINEPREFIX": str(PREFIX),
        "WINEARCH": "win64",
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree=;mshtml=",  # else wine asks whether to download .NET and a browser
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONDONTWRITEBYTECODE": "",
    }


def windows_path(path: Path) -> str:
    """Returns the name by which Windows programs reach an absolute path of this machine."""
    return "Z:" + str(path).replace("/", "\\")


def stop() -> None:
    """Ends every program of the prefix."""
    subprocess.run(["wineserver", "--kill"], env=variables(), check=False)
