"""PySide6 6.12.0 on Python 3.11 drops a reference to its argument at every emit; about 570 emits abort the program."""

import sys

import pytest
from PySide6.QtCore import QObject, Signal


class Probe(QObject):
    """Something that can emit."""

    fired = Signal(object)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="on this version of Python True has no references to lose")
@pytest.mark.usefixtures("qapp")
def test_emitting_a_signal_loses_no_reference() -> None:
    probe = Probe()
    before = sys.getrefcount(True)
    for _ in range(50):  # enough to see the loss, too few to abort
        probe.fired.emit(1)
    assert abs(sys.getrefcount(True) - before) < 10
