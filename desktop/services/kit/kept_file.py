"""A file of the program's own, which may be damaged: read or set aside, never a reason not to start.

What cannot be read keeps its bytes under another name (`settings.json.damaged`, `.damaged-2` and so on), and the
program continues
with its defaults. Where even that cannot be done, the file is left as it is, and nothing is written over it in this run.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from desktop.model.errors import DesktopError, FileError
from desktop.services.kit.atomic import append_privately, write_privately
from engine.ground.files import read_file
from engine.ground.json_text import JsonError
from engine.ground.text import NOTHING, Text, why

T = TypeVar("T")
U = TypeVar("U")
MOST_BYTES = 1_000_000
_MOST_ASIDE = 1_000
_log = logging.getLogger(__name__)


class KeptFile:
    """One file, read by a function that checks what it reads. For one thread at a time."""

    def __init__(self, path: Path | None, most_bytes: int = MOST_BYTES, *, writable: bool = True) -> None:
        """`path` None: nothing is kept. Not `writable`: what is there is read, and nothing is kept either."""
        self.path = path
        self.writable = writable and path is not None
        self._most_bytes = most_bytes
        self._problem = NOTHING
        self._blocked: FileError | None = None  # why nothing may be written

    def read(self, load: Callable[[bytes], T], otherwise: U) -> T | U:
        """What `load` makes of the content; `otherwise` where there is no file, or one that cannot be used. Never raises."""
        if self.path is None:
            return otherwise
        try:
            return load(read_file(self.path, self._most_bytes))
        except (FileNotFoundError, NotADirectoryError):
            return otherwise
        except OSError as error:
            self._set_aside(why(error))
        except (DesktopError, JsonError) as error:
            self._set_aside(error.text)
        except Exception as error:  # noqa: BLE001 - whatever a damaged file does to its reader, the program starts
            self._set_aside(Text("%1: %2", type(error).__name__, error))
        return otherwise

    def take_problem(self) -> Text:
        """What is to be reported about the last `read`; empty where nothing was wrong, or where it was reported already."""
        problem, self._problem = self._problem, NOTHING
        return problem

    def write(self, content: bytes) -> None:
        """Replaces the file, or makes it, with its folder. Nobody else may read it.

        :raises FileError: it cannot be written; what was there before is untouched.
        """
        write_privately(self._made(), content)

    def append(self, content: bytes) -> None:
        """Adds to its end. :raises FileError: as `write`."""
        append_privately(self._made(), content)

    def keep_copy(self, content: bytes) -> Path | None:
        """Keeps a content that will be replaced as if it were damaged. Returns where; None where that is impossible, and
        then nothing is written in this run."""
        if not self.writable:
            return None
        try:
            copy = self._free_name()
            write_privately(copy, content)
        except (OSError, FileError) as error:
            self._blocked = FileError(
                "%1 holds values that cannot be used, and no copy could be kept (%2).", self.path, error
            )
            return None
        return copy

    def _made(self) -> Path:
        if self.path is None or not self.writable:
            raise FileError("Nothing can be kept: the data folder cannot be written.")
        if self._blocked is not None:
            raise self._blocked
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise FileError("The folder %1 cannot be made (%2).", self.path.parent, error) from error
        return self.path

    def _set_aside(self, reason: Text) -> None:
        assert self.path is not None
        if not self.writable:  # that is told of its folder
            _log.warning("%s cannot be read: %s", self.path, reason)
            return
        try:
            aside = self._free_name()
            self.path.rename(aside)
        except OSError as error:
            self._blocked = FileError("%1 could not be read and could not be moved away (%2).", self.path, error)
            self._tell(
                Text(
                    "%1 cannot be read (%2) and cannot be moved away (%3). Ratsu goes on without it and "
                    "writes nothing to it.",
                    self.path,
                    reason,
                    error,
                )
            )
        else:
            self._tell(
                Text("%1 cannot be read (%2). It was kept as %3; Ratsu goes on without it.", self.path, reason, aside)
            )

    def _tell(self, problem: Text) -> None:
        _log.warning("%s", problem)
        self._problem = problem

    def _free_name(self) -> Path:
        """:raises OSError: there is none."""
        assert self.path is not None
        for number in range(1, _MOST_ASIDE):
            suffix = ".damaged" if number == 1 else f".damaged-{number}"
            aside = self.path.with_name(self.path.name + suffix)
            try:
                aside.lstat()
            except FileNotFoundError:
                return aside
        raise FileExistsError(17, "too many damaged files are kept already")
