"""A monotonic clock, sleep and empty memory for code without the GIL (ticks.h); here is what Python may want of it."""


def microseconds() -> int:
    """The monotonic clock that the search keeps time by."""
    return ticks_us()
