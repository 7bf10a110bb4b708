"""An `ssh` for tests: it reads its options as ssh does and hands the rest, joined by spaces, to a shell, as a machine would.

The name of the machine says what goes wrong there: `slow` takes 3 s to connect, `refused` does not connect, `unknown` has no such
name, `drops` breaks the connection when a search begins, `drops-once` does so a single time.
"""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

_WITH_VALUE = "BbcDEeFIiJLlmOopPQRSWw"


def stand_in(folder: Path, monkeypatch: "pytest.MonkeyPatch") -> None:
    """Puts it in front of the PATH."""
    script = folder / "ssh"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -S {__file__} "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    monkeypatch.setenv("SSH_MARK", str(folder / "dropped"))


def main() -> int:
    words, options = sys.argv[1:], list[str]()
    while words and words[0].startswith("-"):
        word = words.pop(0)
        if word[1] in _WITH_VALUE and len(word) == 2:
            options.append(words.pop(0))
    machine, line = words[0].rpartition("@")[2], " ".join(words[1:])
    if "BatchMode=yes" not in options:
        time.sleep(600)  # it asks for a password where nobody can answer
    if machine == "slow":
        time.sleep(3)
    if machine == "refused":
        print(f"ssh: connect to host {machine} port 22: Connection refused", file=sys.stderr)
        return 255
    if machine == "unknown":
        print(f"ssh: Could not resolve hostname {machine}: Name or service not known", file=sys.stderr)
        return 255
    run = subprocess.Popen(["sh", "-c", line], stdin=subprocess.PIPE)
    threading.Thread(target=_pass_on, args=(machine, run), daemon=True).start()
    os._exit(run.wait())  # at once: the thread still waits for input


def _pass_on(machine: str, run: "subprocess.Popen[bytes]") -> None:
    mark = Path(os.environ["SSH_MARK"])
    assert run.stdin is not None
    for line in sys.stdin.buffer:
        if line.startswith(b"go") and (machine == "drops" or (machine == "drops-once" and not mark.exists())):
            mark.touch()
            os.write(2, f"Timeout, server {machine} not responding.\r\n".encode())
            run.kill()
            os._exit(255)
        run.stdin.write(line)
        run.stdin.flush()
    run.stdin.close()


if __name__ == "__main__":
    sys.exit(main())
