"""The command that starts this program as a process."""

import sys


def own_command(*arguments: str) -> tuple[str, ...]:
    """The command for `ratsu ARGUMENTS`. A packed program is its own interpreter."""
    if getattr(sys, "frozen", False):
        return (sys.executable, *arguments)
    return (sys.executable, "-m", "desktop.command", *arguments)
