"""A monotonic clock, sleep and zeroed memory for code without the GIL (ticks.h); `microseconds` is the part for Python."""


def microseconds() -> int:
    """The monotonic clock of the search, in microseconds."""
    return ticks_us()
