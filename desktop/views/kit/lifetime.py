"""Checks whether Qt objects still exist."""

import shiboken6
from PySide6.QtCore import QObject


def is_alive(*things: QObject) -> bool:
    """Whether Qt has deleted none of the objects.

    A panel in a window of its own is hidden once more while the whole window is being deleted, when services and siblings
    may be gone: an exception out of an event handler at that moment crashes the program (PySide 6.11).
    """
    return all(shiboken6.isValid(thing) for thing in things)
