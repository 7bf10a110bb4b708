"""The folders and names of packing."""

import ast
import platform
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from installer.environment import ROOT
from installer.errors import PrepareError

WORK = ROOT / "build" / "package"
DIST = ROOT / "dist"
FROZEN = WORK / "frozen" / "ratsu"
ICON = ROOT / "desktop" / "resources" / "icon" / "ratsu.svg"
LINUX = ROOT / "installer" / "linux"
SYSTEM = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
MACHINE = {"AMD64": "x86_64"}.get(platform.machine(), platform.machine())


def version() -> str:
    """Returns the version in engine/ground/version.py. :raises PrepareError: the file has none."""
    for statement in ast.parse((ROOT / "engine" / "ground" / "version.py").read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "VERSION":
            return str(ast.literal_eval(statement.value))
    raise PrepareError("engine/ground/version.py does not say VERSION = ...")


def homepage() -> str:
    """Returns the address of the project in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Homepage"])


def application_id() -> str:
    """Returns the id of the program on desktops: the host of its homepage, backwards (org.example.ratsu)."""
    return ".".join(reversed((urlsplit(homepage()).hostname or "").split(".")))


def artefact(ending: str) -> Path:
    """Returns the path of the artefact for this system and machine, e.g. dist/ratsu-0.1.0-linux-x86_64.tar.xz."""
    return DIST / f"ratsu-{version()}-{SYSTEM}-{MACHINE}.{ending}"
