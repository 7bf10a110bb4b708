"""`python -m installer.foreign.wheels [--quick] [SYSTEM ...]`: wheels for other systems into dist/, after `make package`.

Takes the wheel that `make package` made, compiles its C files for the system, and packs the same files with those modules.
Systems: windows-x86_64, linux-aarch64, macos-arm64, macos-x86_64; without a name all of them. `--quick` compiles in half the
time, for a trial: the program is slower then.
"""

import base64
import hashlib
import sys
import zipfile
from pathlib import Path

from installer.errors import PrepareError
from installer.foreign.compiling import compile_modules
from installer.foreign.targets import PYTHON, TARGETS, WORK, Target
from installer.packing.places import DIST, version
from installer.packing.published import MADE, SOURCES

_MADE_FOR_ONE = (".so", "/RECORD", "/WHEEL")  # ends of the names in a wheel that differ between systems
_HEAD = "Wheel-Version: 1.0\nGenerator: ratsu {version}\nRoot-Is-Purelib: false\n"


def build(target: Target, *, quick: bool = False) -> Path:
    """Makes the wheel. Returns it. `quick`: see `Target.command`.
    :raises PrepareError: `make package` was not run, or the compiler fails."""
    native = next(MADE.glob("ratsu-*-linux_*.whl"), None)
    if native is None:
        raise PrepareError("The wheels for other systems are made from this one's: run `make package` first.")
    folder = WORK / "wheels" / target.name
    modules = compile_modules(
        target, SOURCES / "build/cython/build/one_name", SOURCES / "build/one_name/ratsu", folder, quick=quick
    )
    DIST.mkdir(exist_ok=True)
    wheel = DIST / f"ratsu-{version()}-{PYTHON}-{PYTHON}-{target.tag}.whl"
    wheel.unlink(missing_ok=True)
    tags = "".join(f"Tag: {PYTHON}-{PYTHON}-{tag}\n" for tag in target.tag.split("."))
    information = f"ratsu-{version()}.dist-info"
    with zipfile.ZipFile(native) as old:
        files = {name: old.read(name) for name in old.namelist() if not name.endswith((*_MADE_FOR_ONE, "/"))}
    files |= {module.relative_to(folder).as_posix(): module.read_bytes() for module in modules}
    files[f"{information}/WHEEL"] = (_HEAD.format(version=version()) + tags).encode()
    record = [f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items()]
    files[f"{information}/RECORD"] = "".join([*record, f"{information}/RECORD,,\n"]).encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in files.items():
            new.writestr(name, content)
    return wheel


def _digest(content: bytes) -> str:
    """The form of a wheel's list of files."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def main() -> int:
    """Command line. Prints size and path of each wheel."""
    names = {word for word in sys.argv[1:] if word != "--quick"}
    chosen = [target for target in TARGETS if not names or target.name in names]
    unknown = names - {target.name for target in TARGETS}
    if unknown:
        print(f"Unknown: {', '.join(sorted(unknown))}.\n\n{__doc__}", file=sys.stderr)
        return 2
    try:
        for target in chosen:
            wheel = build(target, quick="--quick" in sys.argv)
            print(f"{wheel.stat().st_size / 1e6:8.1f} MB  {wheel}", flush=True)
    except PrepareError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
