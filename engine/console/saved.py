"""The files of the user's training on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from engine.ground.errors import RatsuError
from engine.ground.files import read_file, write_atomically
from engine.ground.saved_file import SavedFile
from engine.ground.targets import unwritten

T = TypeVar("T")


def saved(
    path: Path, load: Callable[[bytes], T], dump: Callable[[T], bytes], nothing: T, most_bytes: int
) -> SavedFile[T]:
    """A file that `load` reads and `dump` writes; `nothing` where there is none. Its methods raise RatsuError."""

    def read() -> T:
        try:
            return load(read_file(path, most_bytes))
        except FileNotFoundError:
            return nothing
        except (OSError, ValueError) as error:
            raise RatsuError("%1 cannot be read (%2). Move it away to start again.", path, error) from error

    def write(value: T) -> None:
        try:
            write_atomically(path, dump(value), private=True)
        except OSError as error:
            raise RatsuError(unwritten(path, error)) from error

    return SavedFile(path, read, write)
