"""What is published is whole: source package -> wheel -> a fresh environment in which `ratsu` runs.

Compiling everything anew takes minutes, so the quick test looks at what the packages would hold besides compiled modules.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Collection
from pathlib import Path

import pytest

from engine.ground.version import VERSION
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

NOTHING_COMPILED = {"RATSU_BUILD_ONLY": "none"}


def build(hook: str, source: Path, target: Path) -> Path:
    """Calls setuptools' own hook, as pip does, with the environment's own build tools (no network)."""
    code = f"from setuptools import build_meta; print(build_meta.{hook}({str(target)!r}))"
    variables = {**os.environ, "RATSU_CFLAGS": "-O1"}  # quick to compile; what counts here is what lands in the package
    if hook == "build_sdist":
        variables |= NOTHING_COMPILED
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=source, env=variables, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return target / told.stdout.splitlines()[-1]


def build_source_package(folder: Path) -> Path:
    checkout = folder / "checkout"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(*UNPUBLISHED))
    return build("build_sdist", checkout, folder)


def unpacked(sdist: Path) -> Path:
    """The folder of the source package's project, unpacked beside it."""
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # not in 3.11.2
        archive.extractall(sdist.parent / "unpacked")
    return sdist.parent / "unpacked" / f"ratsu-{VERSION}"


def names_in(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def check_source_package(names: set[str]) -> None:
    """It holds what make needs, and nothing that was built."""
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


def compiled_names() -> set[str]:
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    return {f"ratsu/{path.relative_to(ROOT).with_suffix(suffix).as_posix()}" for path in compiled_sources()}


def check_installable(installed: Collection[str]) -> None:
    """The stubs and the data are in it, below the one name `ratsu`; tests and installer are not."""
    names = {name.removeprefix("ratsu/") for name in installed if name.startswith("ratsu/")}
    assert {name.split("/")[0] for name in installed} <= {"ratsu", f"ratsu-{VERSION}.dist-info"}
    wanted: set[str] = set()
    for room in ("desktop", "engine", "books", "tablebases"):
        wanted |= {path.relative_to(ROOT).as_posix() for path in (ROOT / room).rglob("*.pyi")}
    for data in ("books/data", "tablebases/data", "desktop/resources"):
        files = [path for path in (ROOT / data).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        wanted |= {path.relative_to(ROOT).as_posix() for path in files}
    assert wanted - names == set()
    assert [name for name in names if name.startswith(("tests/", "installer/"))] == []


def check_installed(wheel: Path, tmp_path: Path) -> None:
    """The wheel installs into a fresh environment, and the program runs there beside foreign packages of the rooms' names."""
    fresh = tmp_path / "fresh"
    venv.create(fresh, with_pip=False, symlinks=True)
    site = fresh / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    python = str(fresh / "bin" / "python")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", str(wheel)],
        check=True,
        cwd=tmp_path,
    )
    # The dependencies are this environment's own; a plain path line does not bring its editable Ratsu along.
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")

    for foreign in ("desktop", "engine", "books", "tablebases"):
        (site / foreign).mkdir()
        (site / foreign / "__init__.py").write_text(f"raise SystemExit('the foreign {foreign}')\n", encoding="utf-8")

    def ratsu(*words: str) -> str:
        told = subprocess.run(
            [fresh / "bin" / "ratsu", *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert told.returncode == 0, told.stderr
        return told.stdout

    where = subprocess.run(
        [python, "-c", "import ratsu, ratsu.engine.rules.board as b; ratsu.Engine; print(b.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.startswith(str(site))
    assert ratsu("--version").strip() == f"Ratsu {VERSION}"
    assert ratsu("perft", "3").splitlines()[-1] == "nodes 8902"  # source: Chess Programming Wiki, perft results


def remove(folder: Path) -> None:
    """50 MB that pytest would keep."""
    for built in folder.iterdir():
        shutil.rmtree(built) if built.is_dir() else built.unlink()


def test_the_source_package_is_whole_and_installs_all_data(tmp_path: Path) -> None:
    """The list that setuptools packs by, and what it copies to be installed."""
    library, listed = tmp_path / "library", tmp_path / "ratsu.egg-info" / "SOURCES.txt"
    orders = ["egg_info", "--egg-base", str(tmp_path), "build_py", "--build-lib", str(library)]
    command = [sys.executable, "setup.py", "--quiet", *orders]
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, **NOTHING_COMPILED})
    check_source_package(set(listed.read_text("utf-8").splitlines()))
    check_installable([path.relative_to(library).as_posix() for path in library.rglob("*") if path.is_file()])
    remove(tmp_path)


@pytest.mark.long
def test_the_wheel_is_whole_and_runs_in_a_fresh_environment(tmp_path: Path) -> None:
    sdist = build_source_package(tmp_path)
    check_source_package(names_in(sdist))
    wheel = build("build_wheel", unpacked(sdist), tmp_path)
    names = zipfile.ZipFile(wheel).namelist()
    check_installable(names)
    assert compiled_names() - set(names) == set()
    check_installed(wheel, tmp_path)
    remove(tmp_path)
