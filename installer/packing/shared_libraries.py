"""The shared libraries of the frozen program: bundled ones, unused ones, and those of the system."""

import subprocess
from pathlib import Path

from installer.errors import PrepareError

# Debian's packages for the libraries that are not bundled, because every desktop has them. Some must fit the machine
# (glibc, graphics, D-Bus, fonts); graphics drivers need a C++ library no older than theirs; OpenSSL gets the system's
# security updates. The program is built on the oldest supported Debian, so that the machine's libraries are never
# older.
SYSTEM_PACKAGES = {
    "libc.so.6": "libc6",
    "libm.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libpthread.so.0": "libc6",
    "librt.so.1": "libc6",
    "libresolv.so.2": "libc6",
    "libutil.so.1": "libc6",
    "ld-linux-x86-64.so.2": "libc6",
    "ld-linux-aarch64.so.1": "libc6",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libgcc_s.so.1": "libgcc-s1",
    "libstdc++.so.6": "libstdc++6",
    "libz.so.1": "zlib1g",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libxcb.so.1": "libxcb1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libexpat.so.1": "libexpat1",
    "libuuid.so.1": "libuuid1",
    "libdrm.so.2": "libdrm2",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libcrypto.so.3": "libssl3",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libbrotlidec.so.1": "libbrotli1",
    "libbrotlicommon.so.1": "libbrotli1",
    "libzstd.so.1": "libzstd1",
    "liblzma.so.5": "liblzma5",
    "libbz2.so.1.0": "libbz2-1.0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
# Likewise, but only one plugin needs it, and the program works without: printing (machines with printers have CUPS).
OPTIONAL_PACKAGES = {"libcups.so.2": "libcups2"}


def needed(path: Path) -> frozenset[str]:
    """Returns the names of the libraries that an ELF file needs; empty for any other file."""
    if path.is_symlink() or not path.is_file():
        return frozenset()
    with path.open("rb") as file:
        if file.read(4) != b"\x7fELF":
            return frozenset()
    output = subprocess.run(["objdump", "-p", str(path)], capture_output=True, text=True, check=False).stdout
    rows = (line.split() for line in output.splitlines())
    return frozenset(row[1] for row in rows if len(row) == 2 and row[0] == "NEEDED")


def remove_unused(folder: Path) -> list[str]:
    """Deletes the libraries in `folder`, PyInstaller's output, that nothing there needs. Returns their names.

    PyInstaller collects the libraries of plugins before the recipe drops the plugins. Plugins and Python's modules are
    never deleted: they are loaded by path.
    """
    removed: list[str] = []
    while True:
        required = frozenset().union(*(needed(path) for path in folder.rglob("*")))
        libraries = [path for place in _library_folders(folder) for path in place.glob("lib*.so*")]
        unused = [path for path in libraries if path.name not in required and not path.name.startswith("libpython")]
        if not unused:
            return sorted(removed)
        for path in unused:
            path.unlink()
            removed.append(path.name)


def leave_to_system(folder: Path) -> None:
    """Deletes the bundled copies of the libraries in the tables above."""
    for name in SYSTEM_PACKAGES.keys() | OPTIONAL_PACKAGES.keys():
        for place in _library_folders(folder):
            (place / name).unlink(missing_ok=True)


def _library_folders(folder: Path) -> tuple[Path, Path]:
    return folder, folder / "PySide6" / "Qt" / "lib"


def expected_of_system(folder: Path) -> frozenset[str]:
    """Returns the names of the libraries that files in `folder` need and that are not in it."""
    carried = {path.name for path in folder.rglob("*.so*")}
    required = frozenset().union(*(needed(path) for path in folder.rglob("*")))
    return required - carried


def debian_packages(folder: Path) -> list[str]:
    """Returns the Debian packages that the frozen program needs. :raises PrepareError: a library is unknown."""
    libraries = expected_of_system(folder) - OPTIONAL_PACKAGES.keys()
    unknown = sorted(libraries - SYSTEM_PACKAGES.keys())
    if unknown:
        raise PrepareError(
            f"The frozen program needs {', '.join(unknown)}: either installer/packing/ratsu.spec should drop what asks "
            "for it, or installer/packing/shared_libraries.py should name its package."
        )
    return sorted({SYSTEM_PACKAGES[name] for name in libraries})
