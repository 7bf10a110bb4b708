"""The installer's error: a problem of this machine that the user can solve."""


class PrepareError(Exception):
    """The message says what is missing and what to do."""
