"""Builds the compiled modules: every .py in the folders below that has a same-named .pxd beside it.

A wheel holds one top-level package, `ratsu`, with the rooms inside it (installer/one_name.py); a checkout is registered and
compiled as it is. RATSU_CFLAGS replaces the machine flags (a package for other machines sets "-march=x86-64-v2");
RATSU_BUILD_ONLY=engine/pgn compiles only the modules whose path starts so (for development; "none" compiles
nothing, which is how installer/environment.py registers the checkout before compiling it in place).
"""

import multiprocessing
import os
import platform
import re
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
COMPILED_FOLDERS = (
    "engine/rules",
    "engine/game",
    "engine/evaluation",
    "engine/search",
    "engine/human",
    "engine/pgn",
    "engine/pgn/text",
    "engine/training",
    "engine/training/tuning",
    "engine/training/human",
    "tablebases/probe",
    "tablebases/files",
    "tablebases/generate",
    "books/choice",
    "books/store",
    "books/collection",
    "books/explorer",
)
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": True,
    "annotation_typing": True,
    "embedsignature": True,
}


def machine_flags() -> list[str]:
    """Flags for the machine that builds; -march=native was measured slower than v3."""
    if "RATSU_CFLAGS" in os.environ:
        return os.environ["RATSU_CFLAGS"].split()
    if sys.platform == "win32":
        return ["/O2"]
    # -g0: Python's own flags ask for debug symbols, which double the time to compile and the size of what is built.
    flags = ["-O3", "-g0", "-fno-strict-aliasing", "-Wno-unused-function", "-Wno-unreachable-code"]
    if platform.machine() in ("x86_64", "AMD64") and sys.platform == "linux":
        flags.append("-march=x86-64-v3" if _has_v3() else "-march=x86-64-v2")
    return flags


def _has_v3() -> bool:
    try:
        cpuinfo = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    line = next((row for row in cpuinfo.splitlines() if row.startswith("flags")), "")
    return {"avx2", "bmi1", "bmi2", "fma", "movbe", "f16c"} <= set(line.split())


def modules() -> list[Extension]:
    """One extension per compiled module; a .pxd beside a .py is what marks it as compiled."""
    only = os.environ.get("RATSU_BUILD_ONLY", "")
    flags = machine_flags()
    folders = [HOUSE / folder for folder in COMPILED_FOLDERS]
    headers = [path.as_posix() for folder in folders for path in sorted(folder.glob("*.h"))]
    found = []
    for folder in folders:
        for pxd in sorted(folder.glob("*.pxd")):
            source = pxd.with_suffix(".py")
            if not source.exists() or not source.as_posix().startswith(only):
                continue
            found.append(
                Extension(
                    ".".join(source.relative_to(SOURCE).with_suffix("").parts),
                    [source.as_posix()],
                    include_dirs=[path.as_posix() for path in folders],
                    depends=headers,
                    extra_compile_args=flags,
                )
            )
    return found


class BuildWithHandbook(build_py):
    """Copies docs/handbook and its pictures among the window's resources, where Help, Handbook finds them."""

    def run(self) -> None:
        """Builds the package, then adds the handbook (not to a checkout, which has the original)."""
        super().run()
        if self.editable_mode:
            return
        resources = Path(self.build_lib) / NAMES.replace(".", "/") / "desktop/resources"
        shutil.copytree("docs/handbook", resources / "handbook", dirs_exist_ok=True)
        (resources / "screens").mkdir(exist_ok=True)
        for chapter in Path("docs/handbook").rglob("*.md"):
            for picture in re.findall(r"screens/(.+?\.png)", chapter.read_text(encoding="utf-8")):
                shutil.copy(Path("docs/screens") / picture, resources / "screens")


CORES = os.cpu_count() or 1
PACKED = not {"bdist_wheel", "build_py"}.isdisjoint(sys.argv)  # not for a source package, nor for a checkout
SOURCE = Path("build/one_name" if PACKED else ".")  # the folder of the top-level packages
HOUSE = SOURCE / "ratsu" if PACKED else SOURCE  # the folder of the rooms
NAMES = "ratsu." if PACKED else ""  # before the names of the rooms
COMPILED = {"sdist", "egg_info", "dist_info"}.isdisjoint(sys.argv)  # these only list what there is: no work for Cython
VERSION = re.search(r'^VERSION = "(.+)"', Path("engine/ground/version.py").read_text(encoding="utf-8"), re.MULTILINE)
assert VERSION, "engine/ground/version.py has no line VERSION = ..."
if PACKED:
    sys.path.insert(0, str(ROOT))  # a build in isolation starts without it
    from installer.one_name import copy_rooms

    copy_rooms(ROOT, SOURCE)

if sys.platform == "linux":
    # Python 3.14 would start Cython's workers anew, and each would run this file again.
    multiprocessing.set_start_method("fork", force=True)

setup(
    version=VERSION[1],
    packages=find_packages(
        str(SOURCE), include=["ratsu*"] if PACKED else ["desktop*", "engine*", "books*", "tablebases*"]
    ),
    package_dir={"": SOURCE.as_posix()} if PACKED else {},
    package_data={
        "": ["*.pyi", "*.pxd", "*.h", "py.typed"],
        f"{NAMES}desktop": ["resources/**/*"],
        f"{NAMES}books": ["data/*"],
        f"{NAMES}engine": ["data/*"],
        f"{NAMES}tablebases": ["data/*", "parts/*", "generate/*.json"],
    },
    include_package_data=False,
    entry_points={
        "console_scripts": [f"ratsu = {NAMES}desktop.command:main"],
        "gui_scripts": [f"ratsu-window = {NAMES}desktop.command:window"],
    },
    cmdclass={"build_py": BuildWithHandbook},
    # A base of its own: what was compiled in place would otherwise be packed too.
    options={"build_ext": {"parallel": CORES}, "build": {"build_base": "build/packed" if PACKED else "build"}},
    ext_modules=cythonize(
        modules() if COMPILED else [],
        include_path=[SOURCE.as_posix()],
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
        # Workers are forked; where processes are spawned (macOS, Windows) they would run this file again.
        nthreads=CORES if sys.platform == "linux" else 0,
        show_all_warnings=False,
    ),
)
