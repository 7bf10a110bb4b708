"""PySide is told that no module of this program asks for its features (`snake_case`, `true_property`)."""

import sys


def leave_out() -> None:
    """To be called before the window's modules are imported.

    PySide reads the source text of every module that is imported after it, to look for its own name, and Python keeps
    the lines: 45,000 of them, 8.5 MB of memory and a tenth of the start. There is no public switch; where PySide no
    longer has this function, it looks as before.
    """
    import PySide6.QtCore  # noqa: F401  # brings the module below

    features = sys.modules.get("PySide6.support.feature")
    if hasattr(features, "_mod_uses_pyside"):
        features._mod_uses_pyside = lambda module: False  # type: ignore[union-attr]
