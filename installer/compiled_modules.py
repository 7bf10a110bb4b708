"""Builds the compiled modules in place: only those whose sources, declarations or headers changed.

Python imports a compiled module in preference to its .py, so an outdated one would be used silently. Changes are
detected by content (SHA-256), not only by time: a file copied with an old date counts as changed too.
"""

import ast
import hashlib
import os
import subprocess
import sysconfig
import time
from pathlib import Path

from installer.environment import PYTHON, ROOT
from installer.errors import PrepareError

RECIPES = ("setup.py", "machine")
STAMP = ROOT / ".stamps" / "compiled"


def ensure() -> None:
    """Compiles what changed since the last build. :raises PrepareError: compiling failed."""
    now = _fingerprints()
    before = _read_stamp()
    _remove_orphans()
    if now == before and not _uncompiled():
        return
    _make_changed_files_young(now, before)
    recipe_changed = any(now[name] != before.get(name) for name in RECIPES)
    STAMP.unlink(missing_ok=True)  # an interrupted build is checked again
    _compile(force=bool(before) and recipe_changed)
    STAMP.parent.mkdir(exist_ok=True)
    STAMP.write_text("".join(f"{digest}  {name}\n" for name, digest in now.items()), encoding="utf-8")


def folders() -> tuple[str, ...]:
    """Returns the folders with compiled modules, as listed in setup.py."""
    for statement in ast.parse((ROOT / "setup.py").read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "COMPILED_FOLDERS":
            return tuple(ast.literal_eval(statement.value))
    raise PrepareError("setup.py does not say which folders hold compiled modules (COMPILED_FOLDERS).")


def compiled_sources() -> list[Path]:
    """Returns the .py files to compile: those with a .pxd of the same name (the rule of setup.py)."""
    declared = [path.with_suffix(".py") for folder in folders() for path in sorted((ROOT / folder).glob("*.pxd"))]
    return [path for path in declared if path.exists()]


def _library(source: Path) -> Path:
    return source.with_suffix(str(sysconfig.get_config_var("EXT_SUFFIX")))


def _uncompiled() -> list[Path]:
    return [source for source in compiled_sources() if not _library(source).exists()]


def _remove_orphans() -> None:
    """Removes libraries whose source was deleted, renamed or is no longer compiled: Python would still import them."""
    wanted = {_library(source) for source in compiled_sources()}
    for folder in folders():
        for library in (ROOT / folder).glob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
            if library not in wanted:
                library.unlink()


def _fingerprints() -> dict[str, str]:
    """Returns the SHA-256 of every file that the build reads, by name, and of its other inputs."""
    read = [path for folder in folders() for kind in ("*.pxd", "*.pxi", "*.h") for path in (ROOT / folder).glob(kind)]
    paths = sorted([*read, *compiled_sources(), ROOT / "setup.py"])
    prints = {path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    machine = f"{PYTHON.resolve()}\0{os.environ.get('RATSU_CFLAGS', '')}"
    prints["machine"] = hashlib.sha256(machine.encode()).hexdigest()
    return prints


def _read_stamp() -> dict[str, str]:
    if not STAMP.exists():
        return {}
    rows = (line.split(maxsplit=1) for line in STAMP.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in rows}


def _make_changed_files_young(now: dict[str, str], before: dict[str, str]) -> None:
    """Cython compares file times: a changed file that is older than the last build gets the present time."""
    if not before:
        return
    built = STAMP.stat().st_mtime
    for name, digest in now.items():
        path = ROOT / name
        if name not in RECIPES and digest != before.get(name) and path.stat().st_mtime <= built:
            path.touch()


def _compile(force: bool) -> None:
    """Runs setup.py on all cores; the compiler's output is shown only if it fails."""
    print(f"Compiling the engine ({len(compiled_sources())} modules) ...", flush=True)
    command = [str(PYTHON), "setup.py", "--quiet", "build_ext", "--inplace"]
    if force:
        command.append("--force")
    started = time.monotonic()
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    missing = _uncompiled()
    if result.returncode != 0 or missing:
        names = ", ".join(path.relative_to(ROOT).as_posix() for path in missing)
        raise PrepareError(f"{result.stdout}\nCompiling failed ({names or 'see above'}).")
    print(f"Compiled in {time.monotonic() - started:.0f} s.", flush=True)
