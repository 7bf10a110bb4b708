"""`make package`: builds every package for this platform into dist/ and prints its size."""

import sys
from pathlib import Path

from installer.errors import PrepareError
from installer.packing import deb, frozen, published, tarball
from installer.packing.tools import ensure_venv


def main() -> int:
    """Builds, and prints path and size of every artefact. Returns the exit code; 1 with a message if a step fails."""
    try:
        for path in build():
            print(f"{path.stat().st_size / 1e6:8.1f} MB  {path}", flush=True)
    except PrepareError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def build() -> list[Path]:
    """Builds the source package and the wheel; on Linux also the archive and, if dpkg-deb exists, the Debian package.
    Windows and macOS continue from the frozen folder with their own scripts (installer/windows, installer/macos).
    :raises PrepareError: a step fails."""
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
