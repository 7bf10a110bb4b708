"""Compiles the C files that Cython has written into modules for another system."""

import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from installer.compiled_modules import folders
from installer.errors import PrepareError
from installer.foreign.targets import Target
from installer.packing.published import report


def compile_modules(target: Target, written: Path, sources: Path, output: Path, *, quick: bool = False) -> list[Path]:
    """Compiles every C file below `written` whose module in `output` is missing, or older than it or a header. `sources`: the
    tree that they were made from; `quick`: see `Target.command`. Returns the modules. :raises PrepareError: it fails."""
    found = {_module(target, path, written, output): path for path in sorted(written.rglob("*.c"))}
    headers = [path.stat().st_mtime for name in folders() for path in (sources / name).rglob("*.h")]
    old = [module for module, path in found.items() if not _is_young(module, max([path.stat().st_mtime, *headers]))]
    command = [*target.command(quick=quick), f"-I{target.headers()}", *(f"-I{sources / name}" for name in folders())]
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        jobs = (workers.submit(_compile, target, command, found[module], module) for module in old)
        for number, job in enumerate(list(jobs), 1):
            job.result()
            report(f"Compiling for {target.name}", number, len(old))
    return list(found)


def compiled_files(folder: Path) -> Iterator[Path]:
    """Yields the compiled modules below a folder, of any system."""
    return (path for path in sorted(folder.rglob("*")) if path.suffix in (".so", ".pyd"))


def _module(target: Target, path: Path, written: Path, output: Path) -> Path:
    return (output / path.relative_to(written)).with_suffix(target.suffix)


def _is_young(module: Path, changed_s: float) -> bool:
    return module.exists() and module.stat().st_mtime >= changed_s


def _compile(target: Target, command: list[str], source: Path, module: Path) -> None:
    module.parent.mkdir(parents=True, exist_ok=True)
    part = module.with_suffix(".part")
    words = [*command, str(source), "-o", str(part), *target.libraries()]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise PrepareError(f"{done.stdout.strip()}\nThis failed: {' '.join(words)}")
    part.replace(module)
