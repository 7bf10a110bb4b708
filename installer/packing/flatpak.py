"""`python -m installer.packing.flatpak`: rewrites the Flatpak manifest installer/linux/ID.json with pinned sources.

Each Python package is named by address and hash: the versions of installer/locked/ratsu.txt, as files for the Python of the
runtime. pip resolves them; nothing is installed. Ratsu itself is built from the checkout that holds the manifest:
`flatpak-builder --user --install build/flatpak installer/linux/ID.json`.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from installer.environment import LOCKED
from installer.packing.places import LINUX, application_id

RUNTIME, RUNTIME_VERSION, RUNTIME_PYTHON = "org.freedesktop.Platform", "24.08", "3.12"
PLATFORMS = ("manylinux_2_17_x86_64", "manylinux2014_x86_64", "manylinux_2_28_x86_64", "manylinux_2_34_x86_64")
FIRST = ("setuptools", "cython")  # what builds the others
SHARE = "/app/share"


def packages() -> list[dict[str, str]]:
    """Returns address and hash of each package. :raises subprocess.CalledProcessError: pip cannot find one."""
    where = ("--python-version", RUNTIME_PYTHON, *(word for name in PLATFORMS for word in ("--platform", name)))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--no-deps"]
    command += ["--target", "/nowhere", "--report", "-", "--require-hashes", "-r", str(LOCKED / "ratsu.txt"), *where]
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    found = [
        (one["metadata"]["name"].lower(), one["download_info"]["url"], one["download_info"]["archive_info"]["hashes"])
        for one in report["install"]
    ]
    found.sort(key=lambda one: (one[0] not in FIRST, one[0]))
    return [{"type": "file", "url": url, "sha256": hashes["sha256"]} for _, url, hashes in found]


def manifest(sources: list[dict[str, str]]) -> dict[str, Any]:
    """Returns the manifest. Rights: a window, sound, and the user's documents; no network."""
    identity = application_id()
    pip = "pip3 install --no-index --no-deps --no-build-isolation --prefix=/app"
    first = " ".join(Path(one["url"]).name for one in sources if Path(one["url"]).name.lower().startswith(FIRST))
    return {
        "id": identity,
        "runtime": RUNTIME,
        "runtime-version": RUNTIME_VERSION,
        "sdk": RUNTIME.replace("Platform", "Sdk"),
        "command": "ratsu",
        "rename-desktop-file": "ratsu.desktop",
        "rename-icon": "ratsu",
        "finish-args": [
            "--share=ipc",
            "--socket=fallback-x11",
            "--socket=wayland",
            "--socket=pulseaudio",
            "--device=dri",
            "--filesystem=xdg-documents",
        ],
        "modules": [
            {
                "name": "packages",
                "buildsystem": "simple",
                "build-commands": [f"{pip} {first}", f"{pip} *.whl *.tar.gz"],
                "sources": sources,
            },
            {
                "name": "ratsu",
                "buildsystem": "simple",
                "build-options": {"env": {"RATSU_CFLAGS": "-O3 -g0 -fno-strict-aliasing -march=x86-64-v2"}},
                "build-commands": [
                    f"{pip} .",
                    f"python3 -m installer.packing.tree {SHARE}",
                    f"sed -i 's/ratsu.desktop</{identity}.desktop</' {SHARE}/metainfo/{identity}.metainfo.xml",
                ],
                "sources": [{"type": "dir", "path": "../.."}],
            },
        ],
    }


def main() -> int:
    """Writes the manifest, and prints its path."""
    target = LINUX / f"{application_id()}.json"
    target.write_text(json.dumps(manifest(packages()), indent=2) + "\n", encoding="utf-8")
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
