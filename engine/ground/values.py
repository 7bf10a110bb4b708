"""`dataclass` as in the standard library, but compiled when the first value is made.

The standard decorator compiles six functions for each class, about 0.5 ms. At its start the window declares about 200 classes
and uses fewer than half of them before the board is painted.
"""

import dataclasses
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, /, **options: bool) -> Any:
        """A dataclass with the options of `dataclasses.dataclass`. Compiled at once: a class with slots, or with its own
        `__init__` or `__setstate__`."""
        if cls is None:
            return lambda declared: dataclass(declared, **options)
        if options.get("slots") or not options.get("init", True) or _OWN & vars(cls).keys():
            return dataclasses.dataclass(**options)(cls)
        _Waiting(cls, options).install()
        return cls


_FIELDS = "__dataclass_fields__"  # used by dataclasses.fields, replace and subclasses
_OWN = {"__init__", "__setstate__"}  # the two ways in which a value begins: call and unpickling
_STUBS = {*_OWN, _FIELDS}
_LAYOUT = {"__dict__", "__weakref__"}  # each class has its own
_lock = threading.RLock()  # reentrant: making a subclass may finish its base class


class _Waiting:
    """A declared class until its first value is made. It also replaces `__dataclass_fields__`, to finish the class when that is
    read."""

    def __init__(self, cls: type, options: dict[str, bool]) -> None:
        self._cls = cls
        self._options = options
        self._finished = False

    def install(self) -> None:
        """Installs the stubs that finish the class."""
        finish, cls = self._finish, self._cls

        def begin(self: Any, *args: Any, **named: Any) -> None:
            finish()
            cls.__init__(self, *args, **named)  # type: ignore[misc]

        def unpickle(self: Any, state: dict[str, Any]) -> None:
            finish()
            self.__dict__.update(state)

        made: dict[str, Callable[..., None] | _Waiting] = {
            "__init__": begin,
            "__setstate__": unpickle,
            _FIELDS: self,
        }
        for name, stub in made.items():
            setattr(cls, name, stub)

    def __get__(self, value: object, owner: type) -> Any:
        self._finish()
        return getattr(owner, _FIELDS)

    def _finish(self) -> None:
        """Makes a copy of the class into a dataclass and takes over its methods, `__init__` last: other threads that make
        values meanwhile find either all methods or the stub, which waits for the lock."""
        with _lock, _uninterrupted():
            if self._finished:
                return
            cls = self._cls
            declared = {name: value for name, value in vars(cls).items() if name not in _STUBS | _LAYOUT}
            twin = type(cls)(cls.__name__, cls.__bases__, dict(declared))
            twin.__qualname__ = cls.__qualname__
            made = dict(vars(dataclasses.dataclass(**self._options)(twin)))
            for name in declared.keys() - made.keys():  # a field's default_factory
                delattr(cls, name)
            for name in [*made.keys() - declared.keys() - _LAYOUT - {"__init__"}, *declared.keys() & made.keys()]:
                if declared.get(name) is not made[name]:
                    setattr(cls, name, made[name])
            if self._options.get("frozen"):  # the copy's versions would check for the copy
                cls.__setattr__, cls.__delattr__ = _refuse_set, _refuse_delete  # type: ignore[assignment,method-assign]
            cls.__init__ = made["__init__"]  # type: ignore[misc]
            self._finished = True


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delays Ctrl+C to the end of the block, in the main thread. An interrupt would leave a class half made, and Python 3.11
    turns a KeyboardInterrupt in a field's `__set_name__` into a RuntimeError."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[Any] = []
    signal.signal(signal.SIGINT, lambda *call: came.append(call))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            handler(*came[0])


def _refuse_set(self: object, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
