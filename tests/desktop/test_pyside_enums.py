"""PySide's enumerations are those of the standard library, made faster."""

import enum
import pickle
import subprocess
import sys
from typing import Any

import pytest

from desktop import pyside_enums

ALL_OF_QT = """
import enum
from desktop import pyside_enums
from tests.desktop.test_pyside_enums import told
made = 0
def both(kind, name, values, **options):
    global made
    options["module"] = "some.module"
    quick, slow = (make(kind, name, values, **options) for make in (pyside_enums.quick, pyside_enums._create))
    assert told(quick) == told(slow), name
    made += 1
    return quick
enum.EnumType._create_ = both
from PySide6 import QtCore, QtGui, QtNetwork, QtSvg, QtWidgets
for module in (QtCore, QtGui, QtNetwork, QtSvg, QtWidgets):
    for name in dir(module):
        dir(getattr(module, name))
assert made > 500
"""
KINDS = (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag)
VALUES: tuple[list[tuple[str, int]], ...] = (
    [("A", 1), ("B", 2), ("C", 4)],
    [("None_", 0), ("Low", 1), ("High", -1), ("Again", 1), ("Both", 3)],
    [("Second", 2), ("First", 1), ("Mask", 255)],
    [("value", 1), ("name", 2)],  # names of properties
    [("real", 1), ("_private", 2)],
    [],
)


def told(made: Any) -> dict[str, object]:
    """Everything in an enumeration that can be compared with another one."""
    found: dict[str, object] = {}
    for name, value in vars(made).items():
        if isinstance(value, made):
            found[name] = (
                repr(value),
                str(value),
                sorted(vars(value)),
                value._name_,
                value._value_,
                value._sort_order_,
            )
            assert value.__objclass__ is made
        elif isinstance(value, enum.property):
            found[name] = (value.name, value.clsname, value.fget)
        elif name not in ("__dict__", "__weakref__", "_member_map_", "_value2member_map_"):
            found[name] = getattr(value, "__func__", value)
    found["by name"] = [(name, one.name, made[name] is one) for name, one in made.__members__.items()]
    found["by value"] = [(value, one.name, made(value) is one) for value, one in made._value2member_map_.items()]
    found["in order"] = [repr(one) for one in made]
    return found


@pytest.mark.skipif(sys.version_info[:2] != pyside_enums._PYTHON, reason="other versions keep the standard library's")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("values", VALUES)
def test_an_enumeration_is_that_of_the_standard_library(kind: type[enum.Enum], values: list[tuple[str, int]]) -> None:
    options = {"module": __name__, "qualname": "Outer.Made", "boundary": enum.KEEP}
    assert told(pyside_enums.quick(kind, "Made", values, **options)) == told(
        pyside_enums._create(kind, "Made", values, **options)
    )


@pytest.mark.skipif(sys.version_info[:2] != pyside_enums._PYTHON, reason="other versions keep the standard library's")
def test_all_enumerations_of_qt_are_those_of_the_standard_library() -> None:
    done = subprocess.run([sys.executable, "-c", ALL_OF_QT], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def test_other_enumerations_are_left_to_the_standard_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enum.EnumType, "_create_", pyside_enums.quick)
    with pytest.raises(TypeError):
        enum.Enum("Made", [("A", 1), ("A", 2)])
    texts: Any = enum.Enum("texts", {"A": "a"})
    assert texts.A.value == "a" and texts.__module__ == __name__
    numbers: Any = enum.Enum("numbers", "A B")
    assert [one.value for one in numbers] == [1, 2]


def test_flags_are_combined_and_pickled() -> None:
    made = pyside_enums.quick(enum.Flag, "Sides", [("Left", 1), ("Right", 2)], module=__name__, boundary=enum.KEEP)
    globals()["Sides"] = made
    try:
        both = made.Left | made.Right
        assert both.value == 3 and made.Left in both and ~made.Left & both is made.Right
        assert pickle.loads(pickle.dumps(made.Right)) is made.Right and made(8).value == 8
    finally:
        del globals()["Sides"]
