"""PySide does at its import only what this program uses."""

import subprocess
import sys

import pytest

LINES_KEPT = """
import linecache, sys
from desktop import pyside_features
if sys.argv[1:]:
    pyside_features.leave_out()
import desktop.program
from PySide6.QtCore import QObject, Slot
class Listener(QObject):
    @Slot(int)
    def on_number(self, number: int) -> None: ...
assert Listener.staticMetaObject.indexOfMethod("on_number(int)") >= 0
print(sum(len(entry[2]) for entry in linecache.cache.values() if len(entry) > 2))
"""
COMPILED = """
import builtins, sys
compiled = builtins.compile
made = []
def note(source, path, *rest, **named):
    made.append((path, len(source)))
    return compiled(source, path, *rest, **named)
from desktop import pyside_features
pyside_features._compile = builtins.compile = note
if sys.argv[1:]:
    pyside_features.leave_out()
import PySide6.QtWidgets
print(sum(size for path, size in made if str(path).startswith("shibokensupport")))
"""
WORDED = """
import sys
from desktop import pyside_features
if sys.argv[1:]:
    pyside_features.leave_out()
from PySide6.QtCore import QPoint
import PySide6.support.signature.lib.tool as tool
print(QPoint.isNull.__doc__, tool.build_brace_pattern)
try:
    QPoint("left", "top")
except TypeError as error:
    print(error)
"""


FIRST_ERROR = """
import sys
from desktop import pyside_features
if sys.argv[1:]:
    pyside_features.leave_out()
from PySide6.QtCore import QObject, QPoint
try:
    {mistake}
except Exception as error:
    print(type(error), error)
"""


def printed(code: str, *told: str) -> str:
    return subprocess.check_output([sys.executable, "-c", code, *told], text=True)


def test_the_lines_of_imported_modules_are_not_kept() -> None:
    assert int(printed(LINES_KEPT)) > 10_000, "PySide reads them by itself: else this module has no use any more"
    assert int(printed(LINES_KEPT, "told")) < 5_000  # what was imported before


def test_modules_that_only_word_errors_are_not_compiled_at_the_start() -> None:
    assert int(printed(COMPILED)) > 60_000, "PySide compiles them by itself: else this module has no use any more"
    assert int(printed(COMPILED, "told")) < 50_000


@pytest.mark.parametrize(
    "mistake", ['QPoint("left", "top")', 'QPoint(1, 2).setX("far")', "QObject(size=1)", "QPoint(1, 2).x(3)"]
)
def test_the_first_error_of_a_program_is_raised_and_ends_nothing(mistake: str) -> None:
    plain, later = (printed(FIRST_ERROR.format(mistake=mistake), *told) for told in ((), ("told",)))
    assert plain == later and "Error" in later


def test_errors_and_documentation_of_qt_are_worded_as_without_it() -> None:
    address = " at 0x"
    plain, later = (printed(WORDED, *told).split(address) for told in ((), ("told",)))
    assert "Supported signatures" in plain[-1]
    assert plain[0] == later[0]
    assert plain[-1].split("\n")[1:] == later[-1].split("\n")[1:]
