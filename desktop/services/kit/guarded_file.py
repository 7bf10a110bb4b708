"""A file of the program that may be damaged: read, or set aside, so that the program always starts.

An unreadable file is renamed (`settings.json.damaged`, `.damaged-2` and so on), and the program continues with its
defaults. If renaming fails, the file remains, and nothing is written to it in this run.
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


class GuardedFile:
    """One file, read by a function that checks its content. Use it in one thread at a time."""

    def __init__(self, path: Path | None, most_bytes: int = MOST_BYTES, *, writable: bool = True) -> None:
        """`path` None: nothing is read or written. Not `writable`: the file is read only."""
        self.path = path
        self.writable = writable and path is not None
        self._most_bytes = most_bytes
        self._problem = NOTHING
        self._blocked: FileError | None = None  # why nothing may be written

    def read(self, load: Callable[[bytes], T], otherwise: U) -> T | U:
        """The result of `load` for the content; `otherwise` if the file is missing or unusable. Never raises."""
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
        """The problem of the last `read`, unless it was reported already."""
        problem, self._problem = self._problem, NOTHING
        return problem

    def write(self, content: bytes) -> None:
        """Replaces or creates the file and its folder, readable by the owner only.

        :raises FileError: it cannot be written; the old content is untouched.
        """
        write_privately(self._made(), content)

    def append(self, content: bytes) -> None:
        """Appends to the file. :raises FileError: see `write`."""
        append_privately(self._made(), content)

    def keep_copy(self, content: bytes) -> Path | None:
        """Stores a copy of a content that will be replaced, named like a damaged one. Returns its path; None if that
        failed, and then nothing is written in this run.
        """
        if not self.writable:
            return None
        try:
            copy = self._free_name()
            write_privately(copy, content)
        except (OSError, FileError) as error:
            self._blocked = FileError(
                "%1 contains invalid values, and no copy of it could be saved (%2).", self.path, error
            )
            return None
        return copy

    def _made(self) -> Path:
        if self.path is None or not self.writable:
            raise FileError("Nothing can be saved: the data folder is not writable. Check its permissions.")
        if self._blocked is not None:
            raise self._blocked
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise FileError("The folder %1 cannot be made (%2).", self.path.parent, error) from error
        return self.path

    def _set_aside(self, reason: Text) -> None:
        assert self.path is not None
        if not self.writable:  # the folder's problem was reported
            _log.warning("%s cannot be read: %s", self.path, reason)
            return
        try:
            aside = self._free_name()
            self.path.rename(aside)
        except OSError as error:
            self._blocked = FileError("%1 could not be read and could not be renamed (%2).", self.path, error)
            self._tell(
                Text(
                    "%1 cannot be read (%2) and cannot be renamed (%3). Ratsu continues without it and "
                    "writes nothing to it.",
                    self.path,
                    reason,
                    error,
                )
            )
        else:
            self._tell(
                Text(
                    "%1 cannot be read (%2). It was renamed to %3, and Ratsu continues without it.",
                    self.path,
                    reason,
                    aside,
                )
            )

    def _tell(self, problem: Text) -> None:
        _log.warning("%s", problem)
        self._problem = problem

    def _free_name(self) -> Path:
        """An unused name for a damaged file. :raises OSError: all are used."""
        assert self.path is not None
        for number in range(1, _MOST_ASIDE):
            suffix = ".damaged" if number == 1 else f".damaged-{number}"
            aside = self.path.with_name(self.path.name + suffix)
            try:
                aside.lstat()
            except FileNotFoundError:
                return aside
        raise FileExistsError(17, "too many damaged files; delete the old ones")
