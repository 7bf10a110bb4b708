"""Progress reports and cancellation of the work in this room."""

from collections.abc import Callable

from books.errors import CancelledError

Progress = Callable[[int, int], bool]
"""Called with (done, total); total is 0 if unknown. Returning False cancels."""


def silent(done: int, total: int) -> bool:
    """Reports nothing and never cancels."""
    return True


def report(progress: Progress, done: int, total: int) -> None:
    """Reports progress. :raises CancelledError: the user stopped the work."""
    if not progress(done, total):
        raise CancelledError("Stopped. What was not finished was left out.")
