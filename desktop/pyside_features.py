"""Switches off PySide's feature detection (`snake_case`, `true_property`), which this program does not use."""

import sys


def leave_out() -> None:
    """Call it before the window's modules are imported.

    PySide reads the source text of every module imported after it, to look for its own name, and Python caches the lines: 45,000
    of them, 8.5 MB of memory and a tenth of the start. There is no public switch. In a PySide without this function nothing
    changes.
    """
    import PySide6.QtCore  # noqa: F401  # brings the module below

    features = sys.modules.get("PySide6.support.feature")
    if hasattr(features, "_mod_uses_pyside"):
        features._mod_uses_pyside = lambda module: False  # type: ignore[union-attr]
