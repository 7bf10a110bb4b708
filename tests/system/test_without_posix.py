"""What Windows does not have is not needed to import the program, nor to start and close its window.

This is no run on Windows: names that only POSIX systems have are taken away from Python's modules, and paths, pipes and file
locks remain those of this machine.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

from tests.helpers.program import ROOT

TAKE_AWAY = """
import os, select, signal, subprocess, sys, tempfile, threading, pathlib, shutil, ctypes, logging, multiprocessing.context
import sqlite3, zipfile, tarfile, platform, socket, locale, webbrowser, concurrent.futures.thread, asyncio, uuid, getpass
import PySide6.QtWidgets, PySide6.QtSvg, PySide6.QtNetwork, chess.pgn, chess.engine, platformdirs
for module in ("fcntl", "pwd", "grp", "resource", "termios", "tty", "pty"):
    sys.modules[module] = None
for name in (
    "fork", "forkpty", "killpg", "getpgid", "setpgid", "setsid", "getuid", "geteuid", "getgid", "nice", "setpriority",
    "pread", "pwrite", "preadv", "posix_fallocate", "pidfd_open", "sched_setaffinity", "sched_getaffinity", "mkfifo",
    "fchmod", "chown", "WNOHANG", "statvfs", "set_blocking", "sync", "uname",
):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD", "SIGPIPE", "alarm", "setitimer", "pthread_sigmask"):
    if hasattr(signal, name):
        delattr(signal, name)
for name in ("poll", "epoll"):
    delattr(select, name)
"""
HOMES = {  # which Windows never imports
    "desktop/services/kit/kernel_lock.py",
    "engine/play/external/guard.py",
    "engine/play/external/posix_child.py",
}
IMPORT = (
    TAKE_AWAY
    + f"HOMES = {HOMES!r}\n"
    + """
import importlib, pathlib
names = [
    ".".join(path.with_suffix("").parts)
    for room in ("engine", "books", "tablebases", "desktop") for path in sorted(pathlib.Path(room).rglob("*.py"))
    if path.name not in ("__init__.py", "__main__.py") and path.as_posix() not in HOMES
]
for name in names:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if sys.modules.get(error.name, "") is None or error.name.split(".")[0] in ("engine", "books", "tablebases", "desktop"):
            raise
print(len(names))
"""
)
WINDOW = (
    TAKE_AWAY
    + """
from PySide6.QtCore import QTimer
from desktop import program
class Closing(program.Program):
    def _after_show(self):
        super()._after_show()
        services = self._composition.services
        services.match.user_move("e2e4")
        services.game.game_changed.connect(self._look)
    def _look(self, state):
        if len(state.game.main_line()) > 1:
            QTimer.singleShot(300, self._shell.close)
raise SystemExit(Closing(()).run())
"""
)


def run(code: str, home: Path) -> "subprocess.CompletedProcess[str]":
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        **{f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")},
    }
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_every_module_can_be_imported(tmp_path: Path) -> None:
    told = run(IMPORT, tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert int(told.stdout) > 300


def test_a_window_answers_a_move_and_keeps_the_game(tmp_path: Path) -> None:
    told = run(WINDOW, tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert len(list((tmp_path / "state" / "ratsu" / "open games").glob("*/*.json"))) == 1


POSIX_ONLY = {
    "fork", "forkpty", "execvp", "killpg", "setpgid", "setsid", "getuid", "geteuid", "nice", "setpriority", "pread", "pwrite",
    "pidfd_open", "sched_setaffinity", "sched_getaffinity", "set_blocking", "fchmod", "SIGKILL", "SIGHUP", "poll", "statvfs",
    "start_new_session", "pass_fds", "preexec_fn",
}  # fmt: skip
MODULES = {"os", "signal", "select"}


def test_what_only_posix_has_is_used_where_windows_never_comes_or_is_done_without() -> None:
    """`os.setpriority` may be missing: its callers pass over that."""
    used = []
    for room in ("engine", "books", "tablebases", "desktop"):
        for path in sorted((ROOT / room).rglob("*.py")):
            name, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
            if not any(word in text for word in POSIX_ONLY | {"setpriority"}):
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in MODULES:
                    found = node.attr
                elif isinstance(node, ast.keyword):
                    found = node.arg or ""
                else:
                    continue
                if found in POSIX_ONLY - {"setpriority"} and name not in HOMES:
                    used.append(f"{name}:{node.lineno} {found}")
                if found == "setpriority" and "contextlib.suppress(OSError, AttributeError)" not in text:
                    used.append(f"{name}:{node.lineno} {found}")
    assert used == []
