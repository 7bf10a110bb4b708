"""`make smoke`: installs every artefact of dist/ in a clean Debian 12, offline, and tries it.

Checks of each: the bench signature equals the source build's; a move from the book, one from the tables and one from
the search; the window opens on a virtual display with a game, a move is played, a second start hands its file over;
uninstalling leaves the user's data. Prints one line a check, saves a screenshot per artefact in dist/, and exits with 1
if a check failed. Needs root, debootstrap, xvfb, xdotool and imagemagick.
"""

import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import copytree

from installer.environment import PYTHON as SOURCE_PYTHON
from installer.environment import ROOT
from installer.errors import PrepareError
from installer.packing import clean_root
from installer.packing.places import DIST, WORK, artefact, version
from installer.packing.published import MANYLINUX
from installer.packing.tools import PYTHON, call

QUEEN_ENDING = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"
GAME = '[Event "Smoke"]\n[White "Anderssen"]\n[Black "Kieseritzky"]\n\n1. e4 e5 2. f4 exf4 *\n'
# The console names the source of each move in brackets.
PLAYED = (
    ("a move from the book", "--side black", "opening book"),
    ("a move from the tables", f"--side black --fen '{QUEEN_ENDING}'", "endgame tables"),
    ("a move from the search", f"--side black --no-book --nodes 20000 --fen '{MIDDLEGAME}'", "search"),
)
WINDOW_S = 60


KEPT = WORK / "wheelhouse"


def fill(folder: Path) -> None:
    """Copies the wheels into `folder`, after downloading them once. :raises PrepareError: the download fails."""
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


@dataclass(frozen=True)
class Artefact:
    """A package with the commands that install, start and remove it."""

    name: str
    path: Path
    install: str
    command: str
    remove: str


def artefacts() -> list[Artefact]:
    """Returns the artefacts to try from dist/."""
    archive = artefact("tar.xz")
    folder = f"/tmp/{archive.name.removesuffix('.tar.xz')}"
    local = "/home/player/.local"
    wheel = next(DIST.glob(f"ratsu-{version()}-*{MANYLINUX}*.whl"), DIST / "ratsu.whl")
    pip = "python3 -m venv /home/player/venv && /home/player/venv/bin/pip install --quiet --no-index --find-links /tmp/wheels"
    return [
        Artefact(
            "archive",
            archive,
            f"cd /tmp && tar -xf {archive.name} && {folder}/install.sh",
            f"{local}/bin/ratsu",
            f"{local}/lib/ratsu/uninstall.sh",
        ),
        Artefact(
            "deb",
            next(DIST.glob(f"ratsu_{version()}_*.deb"), DIST / "ratsu.deb"),
            f"#root\ndpkg -i /tmp/ratsu_{version()}_*.deb",
            "/usr/games/ratsu",
            "#root\ndpkg -r ratsu",
        ),
        Artefact("wheel", wheel, f"{pip} /tmp/{wheel.name}", "/home/player/venv/bin/ratsu", "rm -r /home/player/venv"),
    ]


class SmokeTest:
    """The checks of one artefact in one clean root."""

    def __init__(self, package: Artefact, signature: str) -> None:
        """`signature`: the last line of `ratsu bench` of the source build."""
        self._package = package
        self._signature = signature
        self._root = clean_root.make(package.name, clean_root.PIP if package.name == "wheel" else clean_root.DESKTOP)
        self.failed = 0

    def run(self) -> None:
        """Runs all checks in order; a failed installation ends them."""
        if self._check("installs offline", self._install):
            self._check(f"bench is {self._signature}", self._bench)
            for name, arguments, source in PLAYED:
                self._check(name, partial(self._plays, arguments, source))
            self._check("the window opens, a move is played, a file is handed over", self._window)
            self._check("removed, and the user's data remain", self._remove)

    def _check(self, name: str, check: Callable[[], str]) -> bool:
        """Runs and prints one check; `check` returns the fault, or an empty text."""
        began = time.monotonic()
        try:
            wrong = check()
        except subprocess.TimeoutExpired as error:
            wrong = f"no end within {error.timeout:.0f} s"
        self.failed += bool(wrong)
        took = time.monotonic() - began
        print(
            f"{self._package.name:8} {'FAILED' if wrong else 'ok':6} {name} ({took:.1f} s){wrong and ': ' + wrong}",
            flush=True,
        )
        return not wrong

    def _inside(self, script: str, display: str = "") -> subprocess.CompletedProcess[str]:
        return clean_root.run(self._root, script, display)

    def _install(self) -> str:
        call(["cp", str(self._package.path), f"{self._root}/tmp/"])
        if self._package.name == "wheel":
            fill(self._root / "tmp" / "wheels")
        (self._root / "tmp" / "game.pgn").write_text(GAME, encoding="utf-8")
        finished = self._inside(self._package.install)
        return "" if finished.returncode == 0 else (finished.stdout + finished.stderr)[-600:]

    def _bench(self) -> str:
        finished = self._inside(f"{self._package.command} bench")
        last = finished.stdout.splitlines()[-1:] or [finished.stderr]
        return "" if last == [self._signature] else f"it says {last[0]!r}"

    def _plays(self, arguments: str, source: str) -> str:
        finished = self._inside(f"echo quit | {self._package.command} play {arguments}")
        lines = [line for line in finished.stdout.splitlines() if line.startswith("Ratsu plays")]
        return "" if lines and f"({source}" in lines[0] else (finished.stdout + finished.stderr)[-400:]

    def _window(self) -> str:
        # Both starts in one script: the lock's owner must be visibly alive.
        command = self._package.command
        # Its own state: otherwise the window opens the games that the console has left.
        script = (
            f"export XDG_STATE_HOME=/tmp/state; {command} & while [ ! -e /tmp/go ]; do sleep 0.2; done; "
            f"{command} /tmp/game.pgn; echo $? > /tmp/second; wait"
        )
        with clean_root.display(93) as display:
            window = threading.Thread(target=lambda: self._inside(script, display))
            window.start()
            try:
                return self._use_window(display)
            finally:
                (self._root / "tmp" / "go").touch()
                subprocess.run(["pkill", "-TERM", "-U", "1000", "-f", f"{command}$"], check=False)
                window.join(60)

    def _use_window(self, display: str) -> str:
        window = _wait_for_window("Ratsu", display)
        if not window:
            return "no window came up"
        time.sleep(3)
        # "/" goes to the field for typed moves (desktop/views/window/action_table.py).
        for words in (["windowfocus", window], ["key", "slash"], ["type", "--delay", "60", "e4"], ["key", "Return"]):
            call(["xdotool", *words], DISPLAY=display)
        if not _wait_for_window(r"\*", display):  # the title of a game that has changed
            return "the typed move was not played"
        time.sleep(6)
        call(["import", "-window", "root", str(DIST / f"smoke-{self._package.name}.png")], DISPLAY=display)
        (self._root / "tmp" / "go").touch()
        if not _wait_for_window("game.pgn", display):
            return "the file of the second start did not come up in the open window"
        ended, until = self._root / "tmp" / "second", time.monotonic() + WINDOW_S
        while not ended.exists() and time.monotonic() < until:  # it leaves a moment after its file has come up
            time.sleep(0.2)
        code = ended.read_text().strip() if ended.exists() else "nothing yet"
        return "" if code == "0" else f"the second start left with {code} instead of 0"

    def _remove(self) -> str:
        kept = self._root / "home" / "player" / ".local" / "share" / "ratsu"
        before = {path for path in kept.rglob("*") if path.is_file()}
        if not before:
            return f"the window left nothing in {kept}"
        finished = self._inside(self._package.remove)
        if finished.returncode != 0:
            return (finished.stdout + finished.stderr)[-400:]
        if (self._root / self._package.command.lstrip("/")).exists():
            return f"{self._package.command} is still there"
        lost = before - set(kept.rglob("*"))
        if lost:
            return f"lost: {lost}"
        return (
            ""
            if self._package.name == "wheel" or ".local/share/ratsu" in finished.stdout
            else "it does not say where the things are"
        )


def _wait_for_window(words: str, display: str) -> str:
    """Returns the number of a visible window with these words in its title; empty if none appears in time."""
    deadline = time.monotonic() + WINDOW_S
    while time.monotonic() < deadline:
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", words],
            env={"DISPLAY": display, "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
        if found.stdout.strip():
            return found.stdout.split()[0]
        time.sleep(0.2)
    return ""


def main() -> int:
    """Tries the output of `make package`; names given as arguments (archive, deb, wheel) limit it. Returns the exit
    code."""
    try:
        signature = call([str(SOURCE_PYTHON), "-m", "desktop.command", "bench"], ROOT).splitlines()[-1]
        chosen = [package for package in artefacts() if not sys.argv[1:] or package.name in sys.argv[1:]]
        failed = 0
        for package in chosen:
            if not package.path.exists():
                raise PrepareError(f"{package.path} is not there: run `make package` first.")
            test = SmokeTest(package, signature)
            test.run()
            failed += test.failed
    except PrepareError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{failed} checks failed" if failed else "everything passed")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
