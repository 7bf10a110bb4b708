"""`python -m installer.foreign.windows_setup [try]`: the installer for Windows into dist/, made and tried on Linux.

Freezes the wheel for Windows (`installer.foreign.wheels`) with PyInstaller under wine, by the recipe of the other systems, and
packs it with NSIS. `try` installs it in a fresh folder under wine, starts it, installs it again beside it, and removes it.
Needs Debian 12 with `wine wine64 nsis`, and PyPI once.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from installer.bench_signature import last_named
from installer.environment import LOCKED, ROOT
from installer.errors import PrepareError
from installer.foreign import downloads, wheels, wine
from installer.foreign.targets import WINDOWS, WORK, windows_python
from installer.foreign.windows_tree import install_locked
from installer.packing import frozen, icons, licences
from installer.packing.places import DIST, version
from installer.packing.tools import call

FROZEN = WORK / "windows" / "frozen" / "ratsu"
SETUP = DIST / f"ratsu-{version()}-windows-x86_64-setup.exe"
FREEZE_S, TRY_S = 3_600, 900
IN_USE = 2  # the exit code of installer/windows/ratsu.nsi if the program runs
# PyInstaller's tools for Windows; the others are among the packages of the tests.
_TOOLS = ("altgraph", "packaging", "pefile", "pyinstaller", "pyinstaller-hooks-contrib", "pywin32-ctypes", "setuptools")


def build() -> Path:
    """Makes the installer. Returns it. :raises PrepareError: a step fails."""
    wine.ensure()
    site = windows_python() / "Lib" / "site-packages"
    install_locked(site)
    downloads.packages(site, downloads.locked_lines(LOCKED / "package.txt", _TOOLS), "--platform", "win_amd64")
    wheel = wheels.build(WINDOWS)
    shutil.rmtree(site / "ratsu", ignore_errors=True)
    call([sys.executable, "-m", "zipfile", "-e", str(wheel), str(site)])
    _freeze()
    DIST.mkdir(exist_ok=True)
    defined = {
        "VERSION": version(),
        "PROGRAM": FROZEN,
        "ICON": WORK / "icons" / "ratsu.ico",
        "LICENCE": ROOT / "LICENSE",
    }
    words = [f"-D{name}={value}" for name, value in {**defined, "OUT": SETUP}.items()]
    call(["makensis", "-V2", "-INPUTCHARSET", "UTF8", *words, str(ROOT / "installer" / "windows" / "ratsu.nsi")])
    return SETUP


def _freeze() -> None:
    print("Freezing the program for Windows ...", flush=True)
    folder = frozen.recipe_folder(WORK / "windows" / "freezing")
    icons.render(WORK / "icons")
    shutil.copytree(WORK / "icons", folder.parent / "icons", dirs_exist_ok=True)  # the recipe looks beside its folder
    shutil.rmtree(FROZEN.parent, ignore_errors=True)
    options = ["--noconfirm", "--log-level", "WARN", "--distpath", wine.windows_path(FROZEN.parent)]
    command = [str(windows_python() / "python.exe"), "-m", "PyInstaller", *options, "ratsu.spec"]
    done = wine.run(command, folder, FREEZE_S)
    if done.returncode != 0 or not (FROZEN / "ratsuw.exe").exists():
        raise PrepareError(f"{done.stdout}{done.stderr}\nPyInstaller failed under wine.")
    licences.gather(FROZEN, windows_python())


def try_setup() -> list[str]:
    """Installs, starts, installs again and removes the program. Returns what is wrong.
    :raises subprocess.TimeoutExpired: a program does not end."""
    folder = (
        WORK / "windows" / "Käyttäjän-ohjelmat" / "Ratsu"
    )  # no space: NSIS wants the folder unquoted, wine quotes it
    shutil.rmtree(folder, ignore_errors=True)
    install: list[str | Path] = [SETUP, "/S", f"/D={wine.windows_path(folder)}"]
    wine.run(install, WORK, TRY_S)
    program = folder / "ratsu.exe"
    if not program.exists():
        return [f"{program} was not installed"]
    wrong = []
    _, signature = last_named(ROOT)
    bench = wine.run([program, "bench"], WORK, TRY_S).stdout.split()[-2:]
    if bench != ["bench", str(signature)]:
        wrong.append(f"bench {signature} was expected: {bench}")
    played = wine.run([program, "play", "--side", "black"], WORK, TRY_S, "quit\n").stdout
    if "book" not in played:
        wrong.append(f"no move of the book: {played[-300:]}")
    wrong += _missing_in_registry(folder)
    remove: list[str | Path] = [folder / "uninstall.exe", "/S", f"_?={wine.windows_path(folder)}"]
    wrong += _changed_while_running(program, install, remove)
    (folder / "mine.txt").write_text("a file of the user's", encoding="utf-8")
    wine.run(remove, WORK, TRY_S)
    left = sorted(
        path.name for path in folder.iterdir() if path.name != "uninstall.exe"
    )  # it cannot remove itself then
    if left != ["mine.txt"]:
        wrong.append(f"left after removal: {left}")
    if "Ratsu.pgn" in _default_of_pgn():
        wrong.append("PGN files still ask for Ratsu after its removal")
    return wrong


def _changed_while_running(program: Path, install: list[str | Path], remove: list[str | Path]) -> list[str]:
    """Neither installer nor remover may touch a program in use, as half of it would be left."""
    before = sorted(program.parent.rglob("*"))
    engine = wine.opened([program, "uci"], WORK)
    assert engine.stdin is not None and engine.stdout is not None
    engine.stdin.write(b"uci\n")
    engine.stdin.flush()
    while engine.stdout.readline().strip() not in (b"uciok", b""):
        pass
    wrong = []
    for words in (install, remove):
        code = wine.run(words, WORK, TRY_S).returncode
        if code != IN_USE or sorted(program.parent.rglob("*")) != before:
            wrong.append(f"{Path(words[0]).name} beside the running program: exit code {code}, {IN_USE} was expected")
    engine.communicate(b"quit\n", TRY_S)
    return wrong


def _default_of_pgn() -> str:
    return wine.run(["reg", "query", r"HKCU\Software\Classes\.pgn", "/ve"], WORK, TRY_S).stdout


def _missing_in_registry(folder: Path) -> list[str]:
    key = r"HKCU\Software\Classes\Ratsu.pgn\shell\open\command"
    named = wine.run(["reg", "query", key], WORK, TRY_S).stdout
    wrong = [] if folder.name in named and "ratsuw.exe" in named else [f"{key}: {named}"]
    default = _default_of_pgn()
    return wrong if "Ratsu.pgn" in default else [*wrong, f"the program of PGN files: {default}"]


def main() -> int:
    """Command line."""
    try:
        if sys.argv[1:] == ["try"]:
            wrong = try_setup()
            print(*wrong, f"9 tried, {len(wrong)} failed", sep="\n")
            return int(bool(wrong))
        print(f"{build().stat().st_size / 1e6:8.1f} MB  {SETUP}")
    except (PrepareError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
