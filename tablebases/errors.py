"""The tablebase room's errors: each names the file and says what to do. All are `RatsuError`s."""

from pathlib import Path

from engine.ground.errors import RatsuError
from engine.ground.text import Text


class TablebaseError(RatsuError):
    """Base class of this room's errors."""


class FormatError(TablebaseError):
    """The content of a table is wrong."""


class CorruptTable(TablebaseError):
    """A table file that is damaged, cut short or not the table that its name says. It is not used for the rest of the
    session.

    `path` is the file, `problem` the finding without the file's name, given as a text or as its template and values.
    """

    def __init__(self, path: Path, problem: str | Text, *values: object) -> None:
        self.path = path
        self.problem = problem if isinstance(problem, Text) else Text(problem, *values)
        super().__init__("tablebase file %1: %2; it is not used. Copy or generate it again.", path, self.problem)


class SignatureError(TablebaseError):
    """A name that is not a material signature, such as `KQvKR`, or one that an operation does not support."""


class GenerationError(TablebaseError):
    """Tables could not be generated: a prerequisite is missing or the folder cannot be written."""
