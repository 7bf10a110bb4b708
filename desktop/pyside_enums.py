"""Makes the enumerations of PySide like the standard library, in a third of its time. Call `install` before PySide is imported.

PySide makes an `enum` class for each of Qt's enumerations, with all values, as soon as the class around it is used: 340 with
4,700 values until the window is painted, `Qt.Key` and `QLocale.Language` among them. The standard library takes 50 of 390 ms for
that, nearly all of it for checks of each name and value that those of PySide pass.
"""

import enum
import sys
from typing import Any

_KINDS = (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag)
_PYTHON = (3, 11)  # whose `EnumType.__new__` this follows, step by step; other versions keep their own
_OWN = ("__dict__", "__weakref__", "__module__", "__qualname__", "__doc__")  # of each class
_create = enum.EnumType._create_  # type: ignore[attr-defined]


class _Mould:
    """The attributes of an empty enumeration of one kind, as the standard library makes it."""

    def __init__(self, kind: Any) -> None:
        empty = _create(kind, "Empty", [], module=__name__, boundary=enum.KEEP)
        self.attributes = {name: value for name, value in vars(empty).items() if name not in _OWN}
        self.documented = "__doc__" in vars(empty)
        # A value with the name of a property, such as `name`, needs a descriptor. Other names in use are rare, too.
        self.taken = {name for base in kind.__mro__ for name in vars(base)} | {"mro"}
        self.plain_int = issubclass(kind, int)
        self.flag = issubclass(kind, enum.Flag)


_moulds: dict[type, _Mould] = {}


def install() -> None:
    """Puts `quick` in place of the standard library's function for enumerations that are not written as a class."""
    if sys.version_info[:2] == _PYTHON:
        enum.EnumType._create_ = quick  # type: ignore[attr-defined]


def quick(kind: Any, class_name: str, names: Any, /, **options: Any) -> Any:
    """`EnumType._create_`: as the standard library's, which makes what is unusual. Raises what that raises."""
    if options.get("module") is None:
        options["module"] = sys._getframe(2).f_globals.get("__name__")  # as there, of whoever asked for the class
    if kind not in _KINDS or type(names) is not list or not _usual(options):
        return _create(kind, class_name, names, **options)
    mould = _moulds.get(kind) or _moulds.setdefault(kind, _Mould(kind))
    values = {}
    for item in names:
        if type(item) is not tuple or len(item) != 2:
            return _create(kind, class_name, names, **options)
        name, value = item
        if type(name) is not str or type(value) is not int or name[:1] == "_" or name in mould.taken or name in values:
            return _create(kind, class_name, names, **options)
        values[name] = value
    return _made(mould, kind, class_name, values, options)


def _usual(options: dict[str, Any]) -> bool:
    """Whether an enumeration is asked for as PySide does it."""
    return options.get("boundary") is enum.KEEP and options.get("type") is None and options.get("start", 1) == 1


def _made(mould: _Mould, kind: Any, class_name: str, values: dict[str, int], options: dict[str, Any]) -> Any:
    shown: list[str] = []
    by_name: dict[str, Any] = {}
    by_value: dict[int, Any] = {}
    attributes = mould.attributes | {
        "__module__": options["module"],
        "_member_names_": shown,
        "_member_map_": by_name,
        "_value2member_map_": by_value,
        "_unhashable_values_": [],
    }
    if options.get("qualname") is not None:
        attributes["__qualname__"] = options["qualname"]
    if mould.documented:
        attributes["__doc__"] = None
    made: Any = type.__new__(enum.EnumType, class_name, (kind,), attributes)
    put, mask, singles = type.__setattr__, 0, 0
    for name, value in values.items():
        single = value > 0 and not value & (value - 1)
        mask |= value
        if single:
            singles |= value
        member = by_value.get(value)
        if member is None:
            member = int.__new__(made, value) if mould.plain_int else object.__new__(made)
            fields = member.__dict__
            fields["_value_"], fields["_name_"], fields["__objclass__"] = value, name, made
            fields["_sort_order_"] = len(shown)
            by_value[value] = member
            if single or not mould.flag:
                shown.append(name)
        put(made, name, member)
        by_name[name] = member
    if mould.flag:
        put(made, "_flag_mask_", mask)
        put(made, "_singles_mask_", singles)
        put(made, "_all_bits_", 2 ** mask.bit_length() - 1)
        listed = [values[name] for name in shown]
        if listed != sorted(listed):
            put(made, "_iter_member_", made._iter_member_by_def_)
    return made
