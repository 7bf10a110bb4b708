"""Builds the compiled core with AddressSanitizer and UBSan in a copy of the tree: `python -m
installer.nightly.sanitizers build`.

Python itself is not sanitized: the sanitizer's libraries are preloaded, Python's allocator is switched off (so that
each object is watched), and leak detection is off (Python never frees some objects).
"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

from installer.copied_tree import copy_checkout
from installer.environment import ROOT

FOLDER = ROOT / "build" / "sanitized"
_SANITIZE = "-fsanitize=address,undefined"
_FLAGS = f"-O1 -g1 -w -fno-omit-frame-pointer -fno-strict-aliasing {_SANITIZE} -fno-sanitize-recover=undefined"
PLANTED = """
int numbers[8];
int beyond(int at) { return numbers[at]; }
int sum(int one, int two) { return one + two; }
int freed(int at) { int *room = __builtin_malloc(40); int *held = room; __builtin_free(room); return held[at]; }
"""
_FAULTS = {"beyond": (8,), "sum": (0x7FFFFFFF, 1), "freed": (3,)}  # a function, and arguments that trigger its fault
_SOUND = {"beyond": (7,), "sum": (1, 2)}


def variables() -> dict[str, str]:
    """Returns the environment variables for running the sanitized modules."""
    libraries = [_library(name) for name in ("libasan.so", "libubsan.so")]
    return {
        "LD_PRELOAD": " ".join(libraries),
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0:halt_on_error=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    }


def _library(name: str) -> str:
    return subprocess.run(
        ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()


def build() -> int:
    """Copies changed files and compiles them. Returns the compiler's exit code."""
    copy_checkout(FOLDER)
    flags = {"RATSU_CFLAGS": _FLAGS, "LDFLAGS": _SANITIZE}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    return subprocess.run(command, cwd=FOLDER, env={**os.environ, **flags}, check=False).returncode


def planted() -> int:
    """Returns 0 if every planted fault is found under the same flags and environment."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    source, library = FOLDER / "planted.c", FOLDER / "planted.so"
    source.write_text(PLANTED, encoding="ascii")
    subprocess.run(["gcc", "-shared", "-fPIC", *_FLAGS.split(), "-O0", str(source), "-o", str(library)], check=True)
    wrong = [name for name, values in _SOUND.items() if _call(library, name, values) != 0]
    wrong += [name for name, values in _FAULTS.items() if _call(library, name, values) == 0]
    print(f"{len(_SOUND) + len(_FAULTS)} tried, {len(wrong)} failed {' '.join(wrong)}")
    return len(wrong) > 0


def _call(library: Path, name: str, values: tuple[int, ...]) -> int:
    command = [sys.executable, "-m", "installer.nightly.sanitizers", "call", str(library), name, *map(str, values)]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **variables()}, capture_output=True, check=False)
    return done.returncode


def main() -> int:
    """Command line."""
    match sys.argv[1:]:
        case ["build"]:
            return build()
        case ["planted"]:
            return planted()
        case ["call", library, name, *values]:
            getattr(ctypes.CDLL(library), name)(*map(int, values))
            return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
