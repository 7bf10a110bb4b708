"""Compares the search's node signature with the last `Bench: N` in the commit messages, to catch unintended changes.

One commit had removed the mate hunt, and no test noticed.
"""

import re
import subprocess
import sys
from pathlib import Path

from installer.environment import ROOT

NAMED = r"^Bench: [0-9]+$"


def main() -> int:
    """Runs `ratsu bench` and compares. Returns 0 if the number is right or the history names none, otherwise 1."""
    bench = [sys.executable, "-m", "desktop.command", "bench"]
    printed = subprocess.run(bench, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return compare(int(printed.split()[-1]), ROOT)


def compare(found: int, folder: Path) -> int:
    """Prints whether the history of `folder` names the signature `found`. Returns 1 if it names another, otherwise 0."""
    try:
        commit, named = last_named(folder)
    except LookupError as reason:
        print(f"bench {found}, not compared: {reason}")
        return 0
    if named == found:
        print(f"bench {found}, as commit {commit} says")
        return 0
    print(
        f"bench {found}, but commit {commit} says {named}: the search or the evaluation has changed.", file=sys.stderr
    )
    print(f"If it was meant to, end the commit message with “Bench: {found}”.", file=sys.stderr)
    return 1


def last_named(folder: Path) -> tuple[str, int]:
    """Returns the latest commit that names a signature, and that signature.
    :raises LookupError: no commit does; the message gives the reason."""
    if Path(_git(folder, "rev-parse", "--show-toplevel")).resolve() != folder.resolve():
        raise LookupError(f"{folder} is not a git repository of its own")
    commit, _, message = _git(folder, "log", "-1", "-E", f"--grep={NAMED}", "--format=%h%n%B").partition("\n")
    if not commit:
        shallow = _git(folder, "rev-parse", "--is-shallow-repository") == "true"
        advice = "; the clone is shallow, `git fetch --unshallow` gets the rest" if shallow else ""
        raise LookupError(f"no commit here names a signature{advice}")
    return commit, int(re.findall(NAMED, message, re.MULTILINE)[-1].split()[1])


def _git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), *words]
    try:
        return subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", check=True
        ).stdout.strip()
    except FileNotFoundError:
        raise LookupError("git is not installed") from None
    except subprocess.CalledProcessError as error:
        raise LookupError(f"git says “{error.stderr.strip().splitlines()[0]}”") from None


if __name__ == "__main__":
    raise SystemExit(main())
