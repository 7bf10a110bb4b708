"""`make package`: everything that this platform can build, into dist/, with the size of each."""

import sys
from pathlib import Path

from installer.errors import PrepareError
from installer.packing import deb, frozen, published, tarball
from installer.packing.tools import ensure_venv


def main() -> int:
    """Builds and prints path and size of every artefact. Returns the exit code; 1 with a message when a step fails."""
    try:
        for path in build():
            print(f"{path.stat().st_size / 1e6:8.1f} MB  {path}", flush=True)
    except PrepareError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def build() -> list[Path]:
    """Source package and wheel everywhere; on Linux the archive and, where dpkg-deb is, the Debian package as well.

    Windows and macOS continue from the frozen folder with their own scripts (installer/windows, installer/macos).
    Raises PrepareError.
    """
    ensure_venv()
    print("Building the source package and the wheel ...", flush=True)
    source, wheel = published.build()
    print("Freezing the program ...", flush=True)
    program = frozen.build(wheel)
    made = [source, wheel]
    if sys.platform == "linux":
        print("Packing ...", flush=True)
        made += [tarball.build(program), deb.build(program)]
    return made


if __name__ == "__main__":
    raise SystemExit(main())
