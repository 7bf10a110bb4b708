"""What can go wrong with a PGN file as a whole. Faults inside games are no errors but `values.Problem`."""

from engine.ground.errors import RatsuError


class PgnError(RatsuError):
    """A file that cannot be opened, unpacked, or written; the message names the file and says what to do."""
