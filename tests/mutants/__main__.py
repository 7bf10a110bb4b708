"""Tries the kept mutants: `python -m tests.mutants [WORD ...]`, those whose place or file holds one of the words; else all.

Each is applied in a copy of the tree, and only its test runs. A test that passes is a survivor. What was found killed is
remembered as long as neither the file nor the test file changes. A test that fails without a mutant, too, decides nothing.
"""

import argparse
import hashlib
import sys
import time
from functools import cache

from tests.helpers.shared import REPOSITORY
from tests.mutants.kept import Mutant, mutants
from tests.mutants.trial import Copy, copied_tree

STATE = REPOSITORY / "build" / "mutants"  # a file for each mutant that was found killed


def survives(copy: Copy, mutant: Mutant) -> bool:
    """Whether its test passes with it."""
    whole = (copy.folder / mutant.file).read_text("utf-8")
    if whole.count(mutant.old) != 1:
        raise ValueError(f"{mutant.place}: “{mutant.old}” stands {whole.count(mutant.old)} times in {mutant.file}")
    with copy.changed(mutant.file, whole.replace(mutant.old, mutant.new)):
        return copy.passes(mutant.test)


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
    with copied_tree("kept") as copy:
        passes_without = cache(copy.passes)
        for mutant in left:
            began = time.monotonic()
            try:
                if not passes_without(mutant.test):
                    undecided += 1
                    found = "not decided: its test fails without it, too"
                elif survives(copy, mutant):
                    survived += 1
                    found = f"SURVIVES {mutant.old} -> {mutant.new}"
                else:
                    found = "killed"
                    (STATE / _print(mutant)).touch()
            except TimeoutError:
                undecided += 1
                found = "not decided: the machine is too busy"
            print(f"{mutant.place} {mutant.file}: {found} ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{len(chosen)} tried, {survived} survived, {undecided} not decided")
    return survived + undecided > 0


if __name__ == "__main__":
    sys.exit(main())
