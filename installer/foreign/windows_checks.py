"""The promises of the program that are tried under wine, through its console: a line for each, then `N tried, M failed`."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path, PureWindowsPath

from installer.environment import ROOT
from installer.errors import PrepareError
from installer.foreign import wine
from installer.foreign.targets import windows_python
from installer.foreign.windows_tree import opened, start

COMMAND_S = 600  # also on a busy machine
LONG = "a" * 60
# A player that code page 1252 has (ä, é) and one that it lacks; lines end as on Windows.
GAMES = (
    '[Event "Pärnu"]\r\n[White "Kivimäki, Jérôme"]\r\n[Black "Kovačević"]\r\n[Result "1-0"]\r\n\r\n'
    "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\r\n"
)
# Folder and file in which Windows programs often fail. Beyond 260 characters Windows wants the prefix \\?\ or a setting.
PLACES = {
    "spaces": "My games/all of them.pgn",
    "umlauts": "Größe und Äpfel/Päätös.pgn",
    "beyond the code page": "Шахматы/žižek 棋.pgn",
    "more than 260 characters": f"{LONG}/{LONG}/{LONG}/{LONG}/games.pgn",
}
UCI = "uci\r\nisready\r\nposition startpos moves e2e4\r\ngo depth 6\r\nquit\r\n"
XBOARD = "xboard\r\nprotover 2\r\nnew\r\nsd 4\r\nusermove e2e4\r\nping 7\r\nquit\r\n"
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
ENDING = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"
Check = tuple[str, Callable[[], str]]  # name, and a function that returns what is wrong


def check(signature: int) -> int:
    """Runs every check. `signature`: what `ratsu bench` prints on Linux. Returns the exit code."""
    failed = tried = 0
    for name, run in _checks(signature):
        begun = time.monotonic()
        wrong = run()
        tried += 1
        failed += bool(wrong)
        print(f"{'FAILED' if wrong else 'ok':6}  {name}  ({time.monotonic() - begun:.0f} s)", wrong, flush=True)
    print(f"{tried} tried, {failed} failed")
    return int(failed > 0)


def _checks(signature: int) -> Iterator[Check]:
    yield "bench", lambda: _says(["bench"], rf"^bench {signature}$")
    yield "perft 4", lambda: _says(["perft", "4"], r"\b197281\b|\b197,281\b")
    yield "a mate", lambda: _says(["analyse", MATE, "--depth", "6"], r"Ra8")
    yield "a move of people", lambda: _says(["human", "startpos", "--elo", "1200", "--no-search"], r"\be4\b")
    yield "tables", lambda: _says(["tablebases", "probe", ENDING], r"win|mate")
    yield "a game at the console", lambda: _says(["play", "--side", "black"], r"Ratsu plays .*book", "quit\r\n")
    yield "a session in UCI", lambda: _says(["uci"], r"uciok(.|\n)*readyok(.|\n)*bestmove [a-h]", UCI)
    yield "a session in XBoard", lambda: _says(["xboard"], r"done=1(.|\n)*pong 7", XBOARD)
    yield "an engine by its path", _plays_a_match
    for command in commands():
        yield f"{command} --help", lambda command=command: _says([command, "--help"], r"^usage: ratsu")  # type: ignore[misc]
    for name, place in PLACES.items():
        yield f"a file: {name}", lambda place=place: _reads(place)  # type: ignore[misc]
    yield "a share: \\\\HOST\\...", _reads_share
    yield "a second start hands its file to the open window", _hands_over
    for page in ("437", "932", "65001"):
        yield f"printed in code page {page}", lambda page=page: _prints_in(page)  # type: ignore[misc]


def commands() -> list[str]:
    """Returns the names of the console's commands. :raises PrepareError: the program does not print them."""
    printed = start(["--help"], COMMAND_S).stdout
    found = re.findall(r"^  ([a-z]+) {2,}\S", printed.partition("\ncommands")[2], re.MULTILINE)
    if not found:
        raise PrepareError(f"The Windows program lists no commands:\n{printed}")
    return found


def _says(words: list[str], wanted: str, given: str = "") -> str:
    done = start(words, COMMAND_S, given)
    if done.returncode != 0 or not re.search(wanted, done.stdout, re.MULTILINE):
        return f"ended with {done.returncode}: {(done.stdout + done.stderr)[-600:]}"
    return ""


def _plays_a_match() -> str:
    """A match of two games against an engine that is started by a path with backslashes."""
    program = wine.windows_path(windows_python() / "python.exe")
    engine = f'name=other cmd="{program} -m desktop.command uci"'
    words = ["match", "--engine", "ratsu", "--engine", engine, "--nodes", "50", "--games", "2", "--max-moves", "4"]
    return _says(words, r"ratsu - other: \+")


def _reads(place: str) -> str:
    """Checks games, and converts them into the same folder."""
    file = _fresh() / place
    _write(file)
    return _check_and_convert(wine.windows_path(file.parent), file)


def _reads_share() -> str:
    r"""Does the same by a name like those of shares (UNC): under wine any file is \\?\unix\PATH."""
    file = _fresh() / "shared" / "games.pgn"
    _write(file)
    return _check_and_convert("\\\\?\\unix" + str(file.parent).replace("/", "\\"), file)


def _check_and_convert(folder: str, file: Path) -> str:
    made = file.with_name("converted.pgn")
    source, target = (str(PureWindowsPath(folder) / path.name) for path in (file, made))
    wrong = _says(["pgn", "check", source], "") or _says(["pgn", "convert", source, target], "")
    if wrong:
        return wrong
    text = made.read_text(encoding="utf-8")
    return "" if "Kovačević" in text and "Qxf7#" in text else f"converted: {text!r}"


def _hands_over() -> str:
    file = _fresh() / "games.pgn"
    _write(file)
    lock = wine.PREFIX / "drive_c" / "users" / "root" / "AppData" / "Local" / "ratsu" / "window.lock"
    lock.unlink(missing_ok=True)
    with opened([]) as window:
        try:
            until = time.monotonic() + COMMAND_S
            while not lock.exists():
                if window.poll() is not None or time.monotonic() > until:
                    return "no window has come"
                time.sleep(0.2)
            with opened([wine.windows_path(file)]) as second:
                told, _ = second.communicate(timeout=COMMAND_S)
        except subprocess.TimeoutExpired:
            return "the second start has not ended"
        finally:
            window.kill()
    return "" if second.returncode == 0 else f"ended with {second.returncode}: {told!r}"


def _prints_in(page: str) -> str:
    """A name that the code page lacks is printed in another way, and never ends the program."""
    file = _fresh() / "games.pgn"
    _write(file)
    encoding = {"65001": "utf-8"}.get(page, f"cp{page}")
    done = start(["pgn", "list", wine.windows_path(file)], COMMAND_S, PYTHONIOENCODING=encoding)
    return "" if done.returncode == 0 and "Kova" in done.stdout else f"{done.stdout}{done.stderr}"[-600:]


def _fresh() -> Path:
    folder = ROOT / "build" / "foreign" / "windows" / "files"
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def _write(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(GAMES.encode())
