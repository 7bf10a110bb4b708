"""Ratsu's requirements of the system: checked by file, installed by Debian package.

Checking for the file itself (a shared library, a command, a header) works on every Linux, takes 20 ms and cannot be
fooled by a stamp from another machine. Only the installation is specific to Debian: elsewhere the missing names are
reported.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from installer.errors import PrepareError


@dataclass(frozen=True)
class Need:
    """One requirement, and the Debian package that provides it."""

    package: str
    what: str
    is_there: Callable[[], bool]


def _command(package: str, command: str) -> Need:
    return Need(package, f"the command {command}", lambda: shutil.which(command) is not None)


def _header(package: str, header: Path) -> Need:
    return Need(package, f"the header {header}", header.exists)


def _module(package: str, module: str) -> Need:
    return Need(package, f"Python's module {module}", lambda: importlib.util.find_spec(module) is not None)


def _libraries(package: str, *names: str) -> list[Need]:
    return [Need(package, f"the library {name}", lambda name=name: name in _shared_libraries()) for name in names]  # type: ignore[misc]


_known_libraries: frozenset[str] | None = None


def _shared_libraries() -> frozenset[str]:
    """Returns the sonames known to the dynamic linker; read once per run."""
    global _known_libraries
    if _known_libraries is None:
        ldconfig = shutil.which("ldconfig") or "/sbin/ldconfig"
        listing = subprocess.run([ldconfig, "-p"], capture_output=True, text=True, check=False).stdout
        _known_libraries = frozenset(line.split()[0] for line in listing.splitlines()[1:] if line.strip())
    return _known_libraries


def build_needs() -> list[Need]:
    """Returns the needs of compiling and of the virtual environment."""
    return [
        _command("gcc", "gcc"),
        _header("libc6-dev", Path("/usr/include/stdio.h")),
        _module("python3-venv", "ensurepip"),
        _header("python3-dev", Path(sysconfig.get_paths()["include"]) / "Python.h"),
    ]


def window_needs() -> list[Need]:
    """Returns the libraries that Qt's xcb and wayland platforms load at run time (found with ldd on its plugins)."""
    return [
        *_libraries("libegl1", "libEGL.so.1"),
        *_libraries("libgl1", "libGL.so.1"),
        *_libraries("libglib2.0-0", "libglib-2.0.so.0", "libgthread-2.0.so.0"),
        *_libraries("libdbus-1-3", "libdbus-1.so.3"),
        *_libraries("libfontconfig1", "libfontconfig.so.1"),
        *_libraries("libgssapi-krb5-2", "libgssapi_krb5.so.2"),
        *_libraries("libx11-xcb1", "libX11-xcb.so.1"),
        *_libraries("libxkbcommon0", "libxkbcommon.so.0"),
        *_libraries("libxkbcommon-x11-0", "libxkbcommon-x11.so.0"),
        *_libraries("libxcb-cursor0", "libxcb-cursor.so.0"),
        *_libraries("libxcb-glx0", "libxcb-glx.so.0"),
        *_libraries("libxcb-icccm4", "libxcb-icccm.so.4"),
        *_libraries("libxcb-image0", "libxcb-image.so.0"),
        *_libraries("libxcb-keysyms1", "libxcb-keysyms.so.1"),
        *_libraries("libxcb-randr0", "libxcb-randr.so.0"),
        *_libraries("libxcb-render-util0", "libxcb-render-util.so.0"),
        *_libraries("libxcb-shape0", "libxcb-shape.so.0"),
        *_libraries("libxcb-shm0", "libxcb-shm.so.0"),
        *_libraries("libxcb-sync1", "libxcb-sync.so.1"),
        *_libraries("libxcb-xfixes0", "libxcb-xfixes.so.0"),
        *_libraries("libxcb-xkb1", "libxcb-xkb.so.1"),
        *_libraries("libwayland-client0", "libwayland-client.so.0"),
        *_libraries("libwayland-cursor0", "libwayland-cursor.so.0"),
        *_libraries("libwayland-egl1", "libwayland-egl.so.1"),
    ]


def virtual_display_needs() -> list[Need]:
    """Returns the needs of `xvfb-run`: a display for machines without one."""
    return [_command("xvfb", "Xvfb"), _command("xvfb", "xvfb-run"), _command("xauth", "xauth")]


def package_needs() -> list[Need]:
    """Returns the needs of `make package`: Python as a shared library, tools that read libraries and write Debian
    packages, and the CUPS library for Qt's print dialog."""
    library = f"libpython{sys.version_info.major}.{sys.version_info.minor}"
    return [
        *_libraries(library, f"{library}.so.1.0"),
        *_libraries("libcups2", "libcups.so.2"),
        _command("dpkg", "dpkg-deb"),
        _command("binutils", "objdump"),
    ]


def smoke_needs() -> list[Need]:
    """Returns the needs of `make smoke`: a clean Debian, a display, and tools to use a window."""
    return [
        *virtual_display_needs(),
        _command("debootstrap", "debootstrap"),
        _command("xdotool", "xdotool"),
        _command("imagemagick", "import"),
    ]


def test_needs() -> list[Need]:
    """Returns the needs of the tests alone: strace injects faults into system calls, pdftotext reads printed pages."""
    return [*virtual_display_needs(), _command("strace", "strace"), _command("poppler-utils", "pdftotext")]


def windows_needs() -> list[Need]:
    """Returns the needs of the program for Windows: a compiler, and wine to run it."""
    return [_command("wine", "wine"), _command("gcc-mingw-w64-x86-64-win32", "x86_64-w64-mingw32-gcc")]


def ensure(needs: Iterable[Need]) -> None:
    """Installs missing packages, as root or through a sudo that asks for no password.
    :raises PrepareError: neither is possible (the message has the command to type), or the installation failed."""
    if not sys.platform.startswith("linux"):
        return  # macOS and Windows provide what Qt needs; Python and a compiler come from their installers
    missing = [need for need in needs if not need.is_there()]
    if not missing:
        return
    packages = sorted({need.package for need in missing})
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if shutil.which("apt-get") is None:
        things = "\n".join(f"  {need.what} (Debian: {need.package})" for need in missing)
        raise PrepareError(f"This machine lacks:\n{things}\nInstall them with its package manager and try again.")
    root = _become_root()
    if root is None:
        raise PrepareError(
            f"Ratsu needs {len(packages)} more system packages, which takes an administrator. Please run\n"
            f"  {_typed(command)}\nand then the same make command again."
        )
    print(f"Installing system packages: {' '.join(packages)}", flush=True)
    _run_apt([*root, "apt-get", "update", "-q"])
    _run_apt([*root, *command, "-q"])
    _forget_known_libraries()
    still = [need.what for need in missing if not need.is_there()]
    if still:
        raise PrepareError(f"The packages were installed, but still missing: {', '.join(still)}.")


def _typed(install: list[str]) -> str:
    """Returns the command line for an administrator: with sudo if it exists, and with `update` if apt has no package
    lists."""
    apt_knows_packages = any(Path("/var/lib/apt/lists").glob("*_Packages*"))
    commands = [install] if apt_knows_packages else [["apt-get", "update"], install]
    sudo = ["sudo"] if shutil.which("sudo") else []
    return " && ".join(" ".join([*sudo, *command]) for command in commands) + ("" if sudo else "   (as root)")


def _become_root() -> list[str] | None:
    """Returns the words before a command to run it as root; None if that needs a password."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    asks_nothing = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    return ["sudo", "-n"] if asks_nothing else None


def _run_apt(command: list[str]) -> None:
    """Runs apt-get without questions; its output is shown only if it fails."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    words = command if command[0] != "sudo" else [*command[:2], "DEBIAN_FRONTEND=noninteractive", *command[2:]]
    result = subprocess.run(words, env=quiet, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        raise PrepareError(f"{result.stdout.strip()}\nThis failed: {' '.join(words)}")


def _forget_known_libraries() -> None:
    global _known_libraries
    _known_libraries = None
    importlib.invalidate_caches()
