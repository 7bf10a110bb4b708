"""Errors of whole PGN files. Faults inside games are a `values.Problem`."""

from engine.ground.errors import RatsuError


class PgnError(RatsuError):
    """A file that cannot be opened, unpacked, or written; the message names the file and says what to do."""
