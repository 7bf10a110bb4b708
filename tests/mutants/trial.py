"""Runs tests against wrong code: a mutant is written into a copy of the tree, and only the tests that shall find it run.

A compiled module is compiled again, alone. A mutant that hangs is found by the processor time of its tests: on a busy machine
the clock would find sound code guilty, too.
"""

import os
import resource
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.shared import REPOSITORY, SHARED

COPIED = ("engine", "books", "tablebases", "desktop", "tests", "installer", "docs", "setup.py", "pyproject.toml")
MOST_SECONDS = 120  # of processor time; a mutant may hang: that is found, too
MOST_WAITED_S = 900  # a machine so busy that a test gets less than an eighth of a core decides nothing
_SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))


class Copy:
    """A copy of the checkout with its compiled modules."""

    def __init__(self, folder: Path) -> None:
        """Copies the tree into a folder that does not exist."""
        self.folder = folder
        folder.mkdir(parents=True)
        shared = folder.parent / SHARED.name  # where the tests of the copy look for it
        if SHARED.exists() and not shared.exists():
            shared.symlink_to(SHARED)
        for name in COPIED:
            source, target = REPOSITORY / name, folder / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, target)

    @contextmanager
    def changed(self, file: str, text: str) -> Iterator[None]:
        """With `text` as the content of the file `file`; compiled, if it is a compiled module.

        :raises ValueError: it cannot be compiled.
        """
        path = self.folder / file
        library = path.with_suffix(_SUFFIX)
        whole = path.read_text("utf-8")
        path.write_text(text, "utf-8")
        try:
            if library.exists():
                self._compile(file)
            yield
        finally:
            path.write_text(whole, "utf-8")
            if library.exists():
                shutil.copy2(REPOSITORY / file.replace(".py", _SUFFIX), library)

    def _compile(self, file: str) -> None:
        flags = {"RATSU_BUILD_ONLY": file, "RATSU_CFLAGS": "-O1 -g0 -w -fno-strict-aliasing"}
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--force"]
        environment = {**os.environ, **flags}
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ValueError(f"{file} cannot be compiled: {done.stderr[-2_000:]}")

    def passes(self, *tests: str) -> bool:
        """Whether the tests (files, folders, single ones) pass.

        :raises ValueError: pytest cannot run them.
        :raises subprocess.TimeoutExpired: the machine is too busy.
        """
        options = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-o", f"timeout={MOST_WAITED_S}")
        command = [sys.executable, "-m", "pytest", *options, "--hypothesis-profile", "found", *tests]
        with subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as run:
            resource.prlimit(run.pid, resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
            try:
                output, _ = run.communicate(timeout=MOST_WAITED_S)
            except subprocess.TimeoutExpired:
                run.kill()
                raise
        if run.returncode not in (0, 1, 2) and run.returncode > 0:
            raise ValueError(f"{tests} cannot be run: {output[-2_000:]}")
        return run.returncode == 0


@contextmanager
def copied_tree(name: str) -> Iterator[Copy]:
    """A copy of the checkout under build/, removed afterwards."""
    folder = REPOSITORY / "build" / f"mutants-{os.getpid()}-{name}"
    try:
        yield Copy(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
