"""Tries the kept mutants: `python -m tests.mutants [WORD ...]`, those whose place or file holds one of the words; else all.

Each is applied in a copy of the tree; if its module is compiled, only that is compiled again; then only its test runs. A test
that passes is a survivor. What was found killed is remembered as long as neither the file nor the test file changes.
A test that fails without a mutant, too, decides nothing.
A mutant that hangs is found by the processor time of its test: on a busy machine the clock would find sound code guilty, too.
"""

import argparse
import hashlib
import os
import resource
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from tests.helpers.shared import REPOSITORY, SHARED
from tests.mutants.kept import Mutant, mutants

FOLDER = REPOSITORY / "build" / f"mutants-{os.getpid()}"
STATE = REPOSITORY / "build" / "mutants"  # a file for each mutant that was found killed
COPIED = ("engine", "books", "tablebases", "desktop", "tests", "installer", "docs", "setup.py", "pyproject.toml")
MOST_SECONDS = 120  # of processor time; a mutant may hang: that is found, too
MOST_WAITED_S = 900  # a machine so busy that a test gets less than an eighth of a core decides nothing
_SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))


@contextmanager
def copied_tree() -> Iterator[None]:
    """A copy of the checkout with its compiled modules, for this run."""
    FOLDER.mkdir(parents=True)
    shared = FOLDER.parent / SHARED.name  # where the tests of the copy look for it
    if SHARED.exists() and not shared.exists():
        shared.symlink_to(SHARED)
    try:
        for name in COPIED:
            source, target = REPOSITORY / name, FOLDER / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, target)
        yield
    finally:
        shutil.rmtree(FOLDER)


def survives(mutant: Mutant) -> bool:
    """Whether its test passes with it. The copy is as before afterwards."""
    path = FOLDER / mutant.file
    library = path.with_suffix(_SUFFIX)
    whole = path.read_text("utf-8")
    if whole.count(mutant.old) != 1:
        raise ValueError(f"{mutant.place}: “{mutant.old}” stands {whole.count(mutant.old)} times in {mutant.file}")
    path.write_text(whole.replace(mutant.old, mutant.new), "utf-8")
    try:
        if library.exists():
            _compile(mutant)
        return _passes(mutant.test)
    finally:
        path.write_text(whole, "utf-8")
        if library.exists():
            shutil.copy2(REPOSITORY / mutant.file.replace(".py", _SUFFIX), library)


@cache
def passes_without(test: str) -> bool:
    """Whether it passes in the copy as it is."""
    return _passes(test)


def _compile(mutant: Mutant) -> None:
    flags = {
        "RATSU_BUILD_ONLY": mutant.file.removesuffix(".py") + ".py",
        "RATSU_CFLAGS": "-O1 -g0 -w -fno-strict-aliasing",
    }
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--force"]
    done = subprocess.run(command, cwd=FOLDER, env={**os.environ, **flags}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"{mutant.place} cannot be compiled: {done.stderr[-2_000:]}")


def _passes(test: str) -> bool:
    options = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-o", f"timeout={MOST_WAITED_S}")
    command = [sys.executable, "-m", "pytest", *options, "--hypothesis-profile", "found", test]
    with subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run:
        resource.prlimit(run.pid, resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        try:
            told, _ = run.communicate(timeout=MOST_WAITED_S)
        except subprocess.TimeoutExpired:
            run.kill()
            raise
    if run.returncode not in (0, 1, 2) and run.returncode > 0:
        raise ValueError(f"{test} cannot be run: {told[-2_000:]}")
    return run.returncode == 0


def _print(mutant: Mutant) -> str:
    """What a result holds for."""
    test = REPOSITORY / mutant.test.split("::")[0]
    files = [REPOSITORY / mutant.file, *(sorted(test.glob("*.py")) if test.is_dir() else (test,))]
    text = f"{mutant}".replace(mutant.place, "").encode() + b"".join(path.read_bytes() for path in files)
    return hashlib.sha256(text).hexdigest()[:24]


def main() -> int:
    """Command line. The exit code is 1 if a mutant survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--again", action="store_true", help="forget what was found")
    wanted = parser.parse_args()
    chosen = [m for m in mutants() if not wanted.words or any(word in f"{m.place} {m.file}" for word in wanted.words)]
    STATE.mkdir(parents=True, exist_ok=True)
    left = [mutant for mutant in chosen if wanted.again or not (STATE / _print(mutant)).exists()]
    survived = undecided = 0
    with copied_tree():
        for mutant in left:
            began = time.monotonic()
            try:
                if not passes_without(mutant.test):
                    undecided += 1
                    told = "not decided: its test fails without it, too"
                elif survives(mutant):
                    survived += 1
                    told = f"SURVIVES {mutant.old} -> {mutant.new}"
                else:
                    told = "killed"
                    (STATE / _print(mutant)).touch()
            except subprocess.TimeoutExpired:
                undecided += 1
                told = "not decided: the machine is too busy"
            print(f"{mutant.place} {mutant.file}: {told} ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{len(chosen)} tried, {survived} survived, {undecided} not decided")
    return survived + undecided > 0


if __name__ == "__main__":
    sys.exit(main())
