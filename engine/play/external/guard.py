"""The engine's guard: a small process between the program and the engine, which ends when either of them ends.

`guard.py LIFELINE COMMAND ...` starts the command as its child and waits for either end. LIFELINE is the reading end of a
pipe whose writing end only the program has: when the program closes it, or dies in any way (kill -9 too), the guard kills the
engine and all its descendants. It finds them, even those that left the process group, because it is their "subreaper":
orphans become its own children (Linux; elsewhere the process group is killed).

Started with `-I -S` as a file: it imports none of Ratsu's modules, so that it starts in some 30 ms with some 8 MB.
"""

import contextlib
import ctypes
import os
import select
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_CANNOT_START = 126
_POLL_MS = 50


def main(arguments: Sequence[str]) -> int:
    """Runs the command to its end. Returns its exit code; 128 + N where signal N ended it."""
    lifeline, command = int(arguments[0]), list(arguments[1:])
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _become(command, lifeline, parent)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # only the lifeline counts
    _let_go_of_pipes()
    status = _wait_for_either(child, lifeline)
    code = _end_all(child, status)
    return code if code >= 0 else 128 - code


def _become(command: list[str], lifeline: int, parent: int) -> None:
    """In the child: a process group of its own, killed with the guard, then the engine."""
    try:
        os.setpgid(0, 0)
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == parent:
            os.close(lifeline)
            os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"cannot be started: {error.strerror}\n".encode())
    finally:
        os._exit(_CANNOT_START)


def _let_go_of_pipes() -> None:
    """Closes the guard's copies of the engine's pipes, so that they end with the engine."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)


def _wait_for_either(child: int, lifeline: int) -> int | None:
    """Until the lifeline is cut (None) or the engine has ended (its wait status)."""
    poll = select.poll()
    poll.register(lifeline, select.POLLIN | select.POLLHUP)
    timeout_ms: int | None = _POLL_MS
    with contextlib.suppress(AttributeError, OSError):
        poll.register(os.pidfd_open(child), select.POLLIN)
        timeout_ms = None
    while True:
        ready = [descriptor for descriptor, _ in poll.poll(timeout_ms)]
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        if lifeline in ready:
            return None


def _end_all(child: int, status: int | None) -> int:
    """Kills everything that is left and waits for it. Returns the engine's own exit code."""
    while True:
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)
        for descendant in _children():
            with contextlib.suppress(OSError):
                os.kill(descendant, signal.SIGKILL)
        try:
            ended, found = os.waitpid(-1, 0)
        except ChildProcessError:
            return 0 if status is None else os.waitstatus_to_exitcode(status)
        if ended == child:
            status = found


def _children() -> list[int]:
    own = os.getpid()
    try:
        return [int(word) for word in Path(f"/proc/{own}/task/{own}/children").read_text("ascii").split()]
    except OSError:
        return []


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
