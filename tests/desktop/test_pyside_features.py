"""PySide does not read the source of the program's modules."""

import subprocess
import sys

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


def kept(*told: str) -> int:
    return int(subprocess.check_output([sys.executable, "-c", LINES_KEPT, *told], text=True))


def test_the_lines_of_imported_modules_are_not_kept() -> None:
    assert kept() > 10_000, "PySide reads them if it is not told: else this module has no use any more"
    assert kept("told") < 5_000  # what was imported before
