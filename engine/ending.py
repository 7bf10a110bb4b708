"""How a command ends: its exit code, and what standard error says of an error of the user's."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # that of `typing` would cost `ratsu uci` milliseconds
if TYPE_CHECKING:
    from collections.abc import Callable


def ended(name: str, work: Callable[[], int]) -> int:
    """The exit code of a command: its own, or 1 after what a user is told. A bug is raised."""
    try:
        return work()
    except KeyboardInterrupt:
        told = "interrupted"
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output left; there is nobody to tell
        return 1
    except Exception as error:
        from engine.errors import RatsuError

        if not isinstance(error, RatsuError):
            raise
        told = str(error)
    print(f"ratsu {name}: {told}", file=sys.stderr)
    return 1
