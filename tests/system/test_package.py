"""What is published is whole: source package -> wheel -> a fresh environment in which `ratsu` runs."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

from engine.version import VERSION
from installer.compiled_modules import compiled_sources

ROOT = Path(__file__).resolve().parent.parent.parent
UNPUBLISHED = (
    ".git",
    ".venv",
    "build",
    "dist",
    "*.so",
    "__pycache__",
    ".*_cache",
    ".hypothesis",
    ".stamps",
    "*.egg-info",
)


@dataclass(frozen=True)
class Packages:
    """The source package, and the wheel that was built from it."""

    sdist: Path
    wheel: Path


def build(hook: str, source: Path, target: Path) -> Path:
    """Calls setuptools' own hook, as pip does, with the environment's own build tools (no network)."""
    code = f"from setuptools import build_meta; print(build_meta.{hook}({str(target)!r}))"
    variables = {**os.environ, "RATSU_CFLAGS": "-O1"}  # quick to compile; what counts here is what lands in the package
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=source, env=variables, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return target / told.stdout.splitlines()[-1]


def build_packages(folder: Path) -> Packages:
    checkout = folder / "checkout"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(*UNPUBLISHED))
    sdist = build("build_sdist", checkout, folder)
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # not in 3.11.2
        archive.extractall(folder / "unpacked")
    wheel = build("build_wheel", folder / "unpacked" / f"ratsu-{VERSION}", folder)
    return Packages(sdist, wheel)


def check_source_package(packages: Packages) -> None:
    """It holds what make needs, and nothing that was built."""
    with tarfile.open(packages.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        "Makefile",
        "setup.py",
        "LICENSE",
        ".ci/run",
        "installer/prepare.py",
        "tests/conftest.py",
        "docs/house.md",
    }
    wanted |= {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.glob("engine/**/*.[ph]*")
        if path.suffix in (".py", ".pxd", ".pyi", ".h")
    }
    assert wanted - names == set()
    assert [name for name in names if name.startswith("build/") or name.endswith((".so", ".pyc"))] == []


def check_wheel(packages: Packages) -> None:
    """It holds the compiled modules, the stubs and the data."""
    names = set(zipfile.ZipFile(packages.wheel).namelist())
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    wanted = {path.relative_to(ROOT).with_suffix(suffix).as_posix() for path in compiled_sources()}
    for room in ("desktop", "engine", "books", "tablebases"):
        wanted |= {path.relative_to(ROOT).as_posix() for path in (ROOT / room).rglob("*.pyi")}
    for data in ("books/data", "tablebases/data", "desktop/resources"):
        files = [path for path in (ROOT / data).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        wanted |= {path.relative_to(ROOT).as_posix() for path in files}
    assert wanted - names == set()
    assert [name for name in names if name.startswith(("tests/", "installer/"))] == []


def check_installed(packages: Packages, tmp_path: Path) -> None:
    """The wheel installs into a fresh environment, and the program runs from there."""
    fresh = tmp_path / "fresh"
    venv.create(fresh, with_pip=False, symlinks=True)
    site = fresh / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    python = str(fresh / "bin" / "python")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", str(packages.wheel)],
        check=True,
        cwd=tmp_path,
    )
    # The dependencies are this environment's own; a plain path line does not bring its editable Ratsu along.
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")

    def ratsu(*words: str) -> str:
        told = subprocess.run(
            [fresh / "bin" / "ratsu", *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert told.returncode == 0, told.stderr
        return told.stdout

    where = subprocess.run(
        [python, "-c", "import engine.rules.board as b; print(b.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.startswith(str(site))
    assert ratsu("--version").strip() == f"Ratsu {VERSION}"
    assert ratsu("perft", "3").splitlines()[-1] == "nodes 8902"  # source: Chess Programming Wiki, perft results


def test_the_packages_are_whole_and_the_wheel_runs_in_a_fresh_environment(tmp_path: Path) -> None:
    packages = build_packages(tmp_path)
    check_source_package(packages)
    check_wheel(packages)
    check_installed(packages, tmp_path)
    for built in tmp_path.iterdir():  # 50 MB that pytest would keep
        shutil.rmtree(built) if built.is_dir() else built.unlink()
