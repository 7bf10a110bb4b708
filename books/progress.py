"""How long work in this room reports and is cancelled."""

from collections.abc import Callable

from books.errors import CancelledError

Progress = Callable[[int, int], bool]
"""Called with (done, total); total is 0 where it is not known. Returning False cancels."""


def silent(done: int, total: int) -> bool:
    """Reports nothing and never cancels."""
    return True


def report(progress: Progress, done: int, total: int) -> None:
    """Reports; raises CancelledError if the user wants to stop."""
    if not progress(done, total):
        raise CancelledError("Stopped. What was not finished was left out.")
