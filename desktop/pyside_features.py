"""Leaves out what PySide does at its import and this program never uses. Call `leave_out` before anything imports PySide."""

import builtins
from threading import RLock
from typing import Any

from desktop import pyside_enums

# Modules that word the text of a TypeError or a `__doc__`. PySide compiles their source at every start, for a quarter of the
# time that `import PySide6.QtWidgets` takes (117 ms of processor time, 87 without).
# `mapping` is not among them: PySide calls it from C without looking for what a stub has, and ends the program.
_WORDING = ("errorhandler", "layout", "parser", "lib/enum_sig", "lib/pyi_generator", "lib/tool")
_LATER = frozenset(f"shibokensupport/signature/{name}.py" for name in _WORDING)
_STUB = """
def __getattr__(name):
    from desktop.pyside_features import run_source
    return run_source(globals(), {path!r}, name)
"""

_sources: dict[str, Any] = {}  # by path: what `compile` was given
_lock = RLock()
_compile = builtins.compile


def leave_out() -> None:
    """Imports PySide without its feature detection (`snake_case`, `true_property`), and with the modules above compiled when
    they are first needed.

    PySide puts a function of its own in place of Python's import. That makes each import statement slower, 50 ms of a start of
    465, and reads the source text of every module, whose lines Python caches: 8.5 MB. There is no public switch for either. In a
    PySide without these functions and modules nothing changes.
    """
    pyside_enums.install()
    builtins.compile = _compile_later
    try:
        import PySide6.QtCore  # noqa: F401
    finally:
        builtins.compile = _compile
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def _compile_later(source: Any, filename: Any, mode: str, *rest: Any, **named: Any) -> Any:
    """In place of `compile`: for one of the modules above, the code of a stub that reads the source at its first use."""
    if filename in _LATER:
        _sources[filename] = source
        source = _STUB.format(path=filename)
    return _compile(source, filename, mode, *rest, **named)


def run_source(space: dict[str, Any], path: str, name: str) -> Any:
    """Runs the source of a stub's module in `space`, its names, and returns the value of `name`.

    :raises AttributeError: if the module has no such name.
    """
    with _lock:
        if path in _sources and not name.startswith("__"):
            source = _sources.pop(path)
            del space["__getattr__"]
            exec(_compile(source, path, "exec"), space)
    if name not in space:
        raise AttributeError(name)
    return space[name]
