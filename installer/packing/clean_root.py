"""A clean Debian 12 in a folder, and offline commands inside it: proves that the packages install.

Needs root, debootstrap, and a network once (the base systems are cached in build/package).
"""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from installer import system_libraries
from installer.errors import PrepareError
from installer.packing import shared_libraries
from installer.packing.places import WORK
from installer.packing.tools import call

MIRROR = "http://deb.debian.org/debian"
# The packages of every Debian desktop: fonts, the libraries that our packages expect, the menu's tools. No Python, no
# Qt, no printing.
DESKTOP = (
    "fonts-dejavu-core",
    *sorted(set(shared_libraries.SYSTEM_PACKAGES.values())),
    "desktop-file-utils",
    "shared-mime-info",
    "xz-utils",
)
# Requirements of a pip installation: Python, and the system libraries of Qt's wheel.
PIP = ("python3", "python3-venv", *sorted({need.package for need in system_libraries.window_needs()}))


def make(name: str, packages: tuple[str, ...]) -> Path:
    """Makes a fresh copy of a clean system with these packages. Returns its folder.
    :raises PrepareError: root or debootstrap is missing, or a step fails."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        raise PrepareError(
            "The smoke test makes a clean Debian: it needs root and debootstrap (apt-get install debootstrap)."
        )
    kept = WORK / f"clean-{len(packages)}.tar"
    if not kept.exists():
        _bootstrap(kept, packages)
    root = WORK / "roots" / name
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    call(["tar", "-xf", str(kept), "-C", str(root)])
    return root


def _bootstrap(kept: Path, packages: tuple[str, ...]) -> None:
    print("Making a clean Debian 12 (once; needs the network) ...", flush=True)
    folder = WORK / "roots" / "bookworm"
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    call(["debootstrap", "--variant=minbase", f"--include={','.join(packages)}", "bookworm", str(folder), MIRROR])
    unfinished = kept.with_suffix(".part")
    call(["tar", "--exclude=./dev/*", "-cf", str(unfinished), "-C", str(folder), "."])
    unfinished.rename(kept)
    shutil.rmtree(folder)


def run(root: Path, script: str, display: str = "", seconds: int = 300) -> subprocess.CompletedProcess[str]:
    """Runs a shell script in the root as the user `player` with home /home/player, without a network.

    `display`: an X display of this machine, passed in by its socket. A script that begins with `#root` runs as root.
    """
    inside = [
        "mount --make-rprivate /",
        f"mount -t proc proc {root}/proc",
        f"mkdir -p {root}/tmp/.X11-unix {root}/home/player && chown 1000:1000 {root}/home/player && chmod 1777 {root}/tmp",
        f"touch {root}/dev/null && mount --bind /dev {root}/dev && mount -t tmpfs tmpfs {root}/dev/shm",
    ]
    if display:
        inside.append(f"mount --bind /tmp/.X11-unix {root}/tmp/.X11-unix")
    user = "" if script.startswith("#root") else "--userspec=1000:1000"
    home = "/root" if script.startswith("#root") else "/home/player"
    inside.append(f'exec chroot {user} {root} /bin/sh -c "$SCRIPT"')
    environment = {
        "SCRIPT": f"cd {home}\n{script}",
        "HOME": home,
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG": "C.UTF-8",
        "DISPLAY": display,
    }
    command = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "/bin/sh", "-ec", "\n".join(inside)]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=seconds, check=False, stdin=subprocess.DEVNULL
    )


@contextlib.contextmanager
def display(number: int, size: str = "1366x860") -> Iterator[str]:
    """Starts a virtual X display; yields its name as in DISPLAY."""
    name = f":{number}"
    server = subprocess.Popen(
        ["Xvfb", name, "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-ac"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield name
    finally:
        server.terminate()
        server.wait(10)
