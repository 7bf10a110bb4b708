"""Runs tests against wrong code: a mutant is written into a copy of the tree, and only the tests that shall find it run.

A compiled module is compiled again, alone. A mutant that hangs is found by the processor time of its tests: on a busy machine
the clock would find sound code guilty, too.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.shared import REPOSITORY, SHARED
from tests.mutants.forks import MOST_WAITED_S, Trial

COPIED = ("engine", "books", "tablebases", "desktop", "tests", "installer", "docs", "setup.py", "pyproject.toml")
_SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))


class Copy:
    """A copy of the checkout with its compiled modules."""

    def __init__(self, folder: Path, names: Sequence[str] = COPIED) -> None:
        """Copies these files and folders into a folder that does not exist."""
        self.folder = folder
        self._forks: subprocess.Popen[str] | None = None
        self._writes = 0
        folder.mkdir(parents=True)
        shared = folder.parent / SHARED.name  # where the tests of the copy look for it
        if SHARED.exists() and not shared.exists():
            shared.symlink_to(SHARED)
        for name in names:
            source, target = REPOSITORY / name, folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
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
        whole, times = path.read_text("utf-8"), path.stat()
        path.write_text(text, "utf-8")
        if not library.exists():  # Cython compiles what is newer than the last mutant's C
            # Python's cache knows a file by its size and its second: two mutants of the same second would be the same.
            self._writes += 1
            os.utime(path, (times.st_atime, times.st_mtime + self._writes))
        try:
            if library.exists():
                self._compile(file)
            yield
        finally:
            path.write_text(whole, "utf-8")
            os.utime(path, (times.st_atime, times.st_mtime))
            if library.exists():
                shutil.copy2(REPOSITORY / file.replace(".py", _SUFFIX), library)

    def _compile(self, file: str) -> None:
        flags = {"RATSU_BUILD_ONLY": file, "RATSU_CFLAGS": "-O1 -g0 -w -fno-strict-aliasing"}
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--force"]
        environment = {**os.environ, **flags}
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ValueError(f"{file} cannot be compiled: {done.stderr[-2_000:]}")

    def tried(self, *tests: str, patience_s: int = MOST_WAITED_S) -> Trial:
        """How the tests (files, folders, single ones) end, up to the first that fails or takes longer by the clock.

        :raises TimeoutError: the machine is too busy.
        """
        if self._forks is None:
            command = [sys.executable, "-m", "tests.mutants.forks"]
            pipe = subprocess.PIPE
            self._forks = subprocess.Popen(command, cwd=self.folder, stdin=pipe, stdout=pipe, text=True)
        assert self._forks.stdin is not None and self._forks.stdout is not None
        self._forks.stdin.write(json.dumps([tests, patience_s]) + "\n")
        self._forks.stdin.flush()
        told = json.loads(self._forks.stdout.readline())
        if not told:
            raise TimeoutError(" ".join(tests))
        return Trial(**told)

    def passes(self, *tests: str) -> bool:
        """Whether the tests (files, folders, single ones) pass.

        :raises TimeoutError: the machine is too busy.
        """
        return self.tried(*tests).passed

    def close(self) -> None:
        """Ends the process that runs tests, and removes the copy."""
        if self._forks is not None:
            with self._forks:
                assert self._forks.stdin is not None
                self._forks.stdin.close()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def copied_tree(name: str) -> Iterator[Copy]:
    """A copy of the checkout under build/, removed afterwards."""
    copy = Copy(REPOSITORY / "build" / f"mutants-{os.getpid()}-{name}")
    try:
        yield copy
    finally:
        copy.close()
