"""`python -m installer.foreign.windows build|check|test|start`: the program for Windows, built by mingw and run by wine.

  build              the tree, its compiled modules, Python and the packages, in build/foreign/windows
  check              bench, moves counted, protocols, every command of the console, and files with unusual names
  test [PYTEST ...]  the tests; without arguments those of `TESTED`. tests/data/not_on_windows.txt names those left out, and why
  start WORDS ...    a command of the program, for example `start bench`

Each first builds what is missing. Needs Debian 12 with `wine wine64 gcc-mingw-w64-x86-64-win32`, and PyPI once.
"""

import sys
from pathlib import Path

from installer.bench_signature import last_named
from installer.environment import ROOT
from installer.errors import PrepareError
from installer.foreign import wine
from installer.foreign.targets import windows_python
from installer.foreign.windows_checks import check
from installer.foreign.windows_tree import TREE, build, start

TEST_S = 7_200
TESTED = ("tests/engine", "tests/books", "tests/tablebases", "tests/desktop", "tests/system")


def test(words: list[str]) -> int:
    """Runs tests under wine. Returns pytest's exit code."""
    chosen = words or list(TESTED)
    command: list[str | Path] = [
        windows_python() / "python.exe",
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--continue-on-collection-errors",
        *chosen,
    ]
    with wine.opened(command, TREE) as run:
        assert run.stdout is not None
        for line in run.stdout:
            print(line.decode("utf-8", "replace").rstrip(), flush=True)
    return int(run.returncode)


def main() -> int:
    """Command line."""
    try:
        match sys.argv[1:]:
            case ["build"]:
                build()
                return 0
            case ["check"]:
                build()
                return check(last_named(ROOT)[1])
            case ["test", *words]:
                build()
                return test(words)
            case ["start", *words]:
                build()
                done = start(words, TEST_S)
                print(done.stdout, done.stderr, sep="", end="")
                return done.returncode
    except PrepareError as error:
        print(error, file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
