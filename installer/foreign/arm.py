"""`python -m installer.foreign.arm`: tries the wheel for 64-bit ARM under qemu, in a Debian 12 for ARM that is only unpacked.

Checks: `ratsu bench` gives the signature of this system's build, and a move comes from the book.
Needs `qemu-user-static` and `debootstrap`, and the network once.
"""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence

from installer.bench_signature import last_named
from installer.environment import LOCKED, ROOT
from installer.errors import PrepareError
from installer.foreign import downloads
from installer.foreign.targets import ARM, WORK
from installer.packing.clean_root import MIRROR
from installer.packing.places import DIST, version
from installer.packing.tools import call

FOLDER = WORK / "arm"
SYSTEM, SITE = FOLDER / "system", FOLDER / "site"
PACKAGES = ("chess", "platformdirs", "typing-extensions", "zstandard")  # what the console needs
RUN_S = 3_600


def prepare() -> None:
    """Unpacks the system, the packages and the wheel. :raises PrepareError: a step fails."""
    wheel = DIST / f"ratsu-{version()}-cp311-cp311-{ARM.tag}.whl"
    if not wheel.exists():
        raise PrepareError(f"{wheel} is missing: python -m installer.foreign.wheels {ARM.name}")
    if not (SYSTEM / "usr" / "bin" / "python3.11").exists():
        shutil.rmtree(SYSTEM, ignore_errors=True)
        SYSTEM.mkdir(parents=True)
        words = ["--arch=arm64", "--foreign", "--variant=minbase", "--include=python3.11"]
        call(["debootstrap", *words, "bookworm", str(SYSTEM), MIRROR])
        for package in sorted((SYSTEM / "var" / "cache" / "apt" / "archives").glob("*.deb")):
            call(["dpkg-deb", "--extract", str(package), str(SYSTEM)])
    lines = downloads.locked_lines(LOCKED / "ratsu.txt", PACKAGES)
    downloads.packages(SITE, lines, "--platform", "manylinux2014_aarch64", "--platform", "manylinux_2_17_aarch64")
    shutil.rmtree(SITE / "ratsu", ignore_errors=True)
    call([sys.executable, "-m", "zipfile", "-e", str(wheel), str(SITE)])


def run(words: Sequence[str], given: str = "") -> str:
    """Runs `ratsu WORDS` and returns what it prints. :raises PrepareError: it fails."""
    python = ["qemu-aarch64-static", "-L", str(SYSTEM), str(SYSTEM / "usr" / "bin" / "python3.11")]
    start = "import sys; from ratsu.desktop.command import main; sys.exit(main())"
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(FOLDER),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(SITE),
        "PYTHONHOME": str(SYSTEM / "usr"),
    }
    done = subprocess.run(
        [*python, "-c", start, *words],
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        timeout=RUN_S,
        check=False,
    )
    if done.returncode != 0:
        raise PrepareError(f"{done.stdout}{done.stderr}\nratsu {' '.join(words)} failed under qemu.")
    return done.stdout


def main() -> int:
    """Command line."""
    try:
        prepare()
        _, signature = last_named(ROOT)
        wrong = 0
        for name, words, wanted in (
            ("bench", ["bench"], rf"^bench {signature}$"),
            ("a move of the book", ["play", "--side", "black"], "Ratsu plays .*book"),
            ("a move of people", ["human", "startpos", "--no-search"], r"\be4\b"),
        ):
            begun = time.monotonic()
            good = re.search(wanted, run(words, "quit\n"), re.MULTILINE)
            wrong += not good
            print(f"{'ok' if good else 'FAILED'}  {name}  ({time.monotonic() - begun:.0f} s)", flush=True)
    except (PrepareError, LookupError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"3 tried, {wrong} failed")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
