"""The one error of the installer: something about this machine that its user can mend."""


class PrepareError(Exception):
    """The message says what is missing and what to do."""
