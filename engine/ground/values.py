"""`dataclass` as in the standard library, but compiled when the first value is made.

The standard decorator compiles six functions for each class, 0.5 to 0.9 ms. At its start the window declares about 230 classes
and uses 100 of them before it is painted, most of them once or twice. So the first values of a usual class are made from its
annotations, without its methods, and only the 101st compiles: `__init__`, then `__eq__` and `__hash__` at their first call.
`fields` and `replace` find the fields without that.
"""

import _signal as signal  # type: ignore[import-not-found]  # that of `signal` takes 20 times as long, for its enumerations
import dataclasses
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from reprlib import recursive_repr
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
_PARAMS = "__dataclass_params__"  # used where a class below is made a dataclass by the standard library
_OWN = {"__init__", "__setstate__"}  # the two ways in which a value begins: call and unpickling
_STUBS = {*_OWN, _FIELDS, _PARAMS}
_USUAL = {"frozen": False, "eq": True, "repr": True}  # options of the classes that are made here
_ABSENT = object()  # in place of an argument whose default is made for each value
_LAYOUT = {"__dict__", "__weakref__"}  # each class has its own
_RARE = ("ClassVar", "InitVar", "KW_ONLY")  # in an annotation: no usual field
FEW = 100  # values of a class before it is finished: one costs 1 to 3 µs more than later ones, and finishing 250


class _Waiting:
    """A declared class until its first value is made. It also replaces `__dataclass_fields__`, to finish the class when that is
    read."""

    def __init__(self, cls: type, options: dict[str, bool]) -> None:
        self._cls = cls
        self.options = options
        self._finished = False
        self._plain: dict[str, Any] | None = None  # the fields with their defaults, if they are usual
        self._needed = 0  # how many of them, the first, have no default
        self._factories: list[str] = []  # those whose default is made for each value
        self._fields: dict[str, dataclasses.Field[Any]] | None = (
            None  # as `__dataclass_fields__`, until the class is finished
        )
        self._left = -1  # values still made from `_plain`; -1 before the first
        self._stubs = _STUBS
        # Of each class: a thread of low priority may be stopped while it holds one, and the window waited for it 50 to 110 ms.
        self._lock = threading.RLock()  # a subclass is finished after its base class, never the other way round
        self._given: dict[str, Any] = {}  # the declared `field(...)` that `_prepare` has taken from the class

    def install(self) -> None:
        """Installs the stubs that finish the class."""
        finish, cls = self.finish, self._cls

        def begin(value: Any, /, *args: Any, **named: Any) -> None:
            if not self._set(value, args, named):
                finish()
                cls.__init__(value, *args, **named)  # type: ignore[misc]

        def unpickle(self: Any, state: dict[str, Any]) -> None:
            finish()
            self.__dict__.update(state)

        made: dict[str, Callable[..., None] | _Waiting | _Params] = {
            "__init__": begin,
            "__setstate__": unpickle,
            _FIELDS: self,
            _PARAMS: _Params(self),
        }
        for name, stub in made.items():
            setattr(cls, name, stub)

    def __get__(self, value: object, owner: type) -> Any:
        if self._left < 0:
            self.prepare()
        if self._plain is None or self._finished:
            self.finish()
            return getattr(owner, _FIELDS)
        if self._fields is None:
            with self._lock, _uninterrupted():
                self._fields = _fields_of(self._cls, self._given)
        return self._fields

    def _set(self, value: Any, args: tuple[Any, ...], named: dict[str, Any]) -> bool:
        """Sets the fields of one of the first values. Returns False if the class has to be finished for it."""
        if self._left < 0:
            self.prepare()
        plain, count = self._plain, len(args)
        if plain is None or self._left == 0 or self._finished or count > len(plain):
            return False
        chosen = plain | dict(zip(plain, args, strict=False)) | named
        if len(chosen) > len(plain):
            return False  # an unknown name; the compiled `__init__` words the error, also of those below
        names = self._names
        if named and not named.keys().isdisjoint(names[:count]):
            return False  # given twice
        if count < self._needed and not named.keys() >= {*names[count : self._needed]}:
            return False
        for name in self._factories:
            if chosen[name] is plain[name]:
                chosen[name] = plain[name].default_factory()
        self._left -= 1
        put = object.__setattr__
        for name, one in chosen.items():
            put(value, name, one)
        if self._then:
            value.__post_init__()
        return True

    def prepare(self) -> dict[str, Any] | None:
        """The fields with their defaults, or None if they are not usual. Puts stubs in place of the methods that the first
        values need."""
        with self._lock, _uninterrupted():
            self._prepare()
        return self._plain

    def _prepare(self) -> None:
        if self._left >= 0:
            return
        cls, frozen, eq = self._cls, self.options.get("frozen", False), self.options.get("eq", True)
        self._plain = _plain_fields(cls, self.options)
        if self._plain is not None:
            finish, names = self.finish, tuple(self._plain)
            self._names, self._then = names, hasattr(cls, "__post_init__")
            self._needed = sum(default is _ABSENT for default in self._plain.values())
            self._factories = [name for name, default in self._plain.items() if isinstance(default, dataclasses.Field)]
            known = (*names, "__class__") if names else ("__class__", "__class__")
            values_of = attrgetter(*known)  # a tuple, for one field too

            def same(value: Any, other: object) -> Any:
                return values_of(value) == values_of(other) if other.__class__ is value.__class__ else NotImplemented

            def shown(value: Any) -> str:
                finish()
                return repr(value)

            made: dict[str, Any] = {"__match_args__": names}
            if eq:
                made["__eq__"] = same
                made["__hash__"] = (lambda value: hash(values_of(value)[: len(names)])) if frozen else None
            if self.options.get("repr", True):
                made["__repr__"] = shown
            if frozen:
                made["__setattr__"], made["__delattr__"] = _refuse_set, _refuse_delete
            own = vars(cls)
            free = {name for name in made if name not in own or (name == "__hash__" and own[name] is None)}
            self._stubs = _STUBS | free
            for name in free:
                setattr(cls, name, made[name])
            self._given = {name: one for name, one in vars(cls).items() if isinstance(one, dataclasses.Field)}
            for name, one in self._given.items():
                if one.default is dataclasses.MISSING:
                    delattr(cls, name)
                else:
                    setattr(cls, name, one.default)
        self._left = FEW

    def finish(self) -> None:
        """Makes a copy of the class into a dataclass and takes over its methods, `__init__` last: other threads that make
        values meanwhile find either all methods or the stub, which waits for the lock."""
        with self._lock, _uninterrupted():
            if self._finished:
                return
            cls = self._cls
            declared = {name: value for name, value in vars(cls).items() if name not in self._stubs | _LAYOUT}
            declared |= self._given
            twin = type(cls)(cls.__name__, cls.__bases__, dict(declared))
            twin.__qualname__ = cls.__qualname__
            made = dict(vars(_completed(twin, self.options)))
            for name in vars(cls).keys() & declared.keys() - made.keys():  # a field's default_factory
                delattr(cls, name)
            for name in [*made.keys() - declared.keys() - _LAYOUT - {"__init__"}, *declared.keys() & made.keys()]:
                if declared.get(name) is not made[name]:
                    setattr(cls, name, made[name])
            if self.options.get("frozen"):  # the copy's versions would check for the copy
                cls.__setattr__, cls.__delattr__ = _refuse_set, _refuse_delete  # type: ignore[assignment,method-assign]
            cls.__init__ = made["__init__"]  # type: ignore[misc]
            self._finished = True


class _Params:
    """In place of `__dataclass_params__`."""

    def __init__(self, waiting: _Waiting) -> None:
        self._waiting = waiting

    def __get__(self, value: object, owner: type) -> Any:
        self._waiting.finish()
        return getattr(owner, _PARAMS)


def _fields_of(cls: type, given: dict[str, dataclasses.Field[Any]]) -> dict[str, dataclasses.Field[Any]]:
    """The value of `__dataclass_fields__`, as in the standard library. `given`: the declared `field(...)`."""
    named = {"__annotations__": _annotations(cls), "__module__": cls.__module__, "__doc__": "none"}
    defaults = {name: vars(cls)[name] for name in named["__annotations__"] if name in vars(cls)}
    twin: Any = type(cls.__name__, (), named | defaults | given)
    dataclasses.dataclass(init=False, repr=False, eq=False)(twin)
    own: dict[str, dataclasses.Field[Any]] = getattr(twin, _FIELDS)
    return dict(getattr(_above(cls), _FIELDS, {})) | own


def _above(cls: type) -> type | None:
    """The nearest dataclass that a class inherits from."""
    return next((base for base in cls.__mro__[1:] if _FIELDS in vars(base)), None)


def _inherited(cls: type, options: dict[str, bool]) -> dict[str, Any] | None:
    """The fields that a class inherits, as `_plain_fields`. None if they are not usual."""
    above = _above(cls)
    if above is None:
        return {}
    waiting, others = vars(above)[_FIELDS], (base for base in cls.__mro__[1:] if _FIELDS in vars(base))
    if not isinstance(waiting, _Waiting) or not all(issubclass(above, other) for other in others):
        return None
    plain = waiting.prepare()
    same = all(waiting.options.get(name, usual) == options.get(name, usual) for name, usual in _USUAL.items())
    return plain if same else None


def _plain_fields(cls: type, options: dict[str, bool]) -> dict[str, Any] | None:
    """The fields with their defaults: `_ABSENT` without one, the `field(...)` itself if it makes the default. None if one of
    them is not usual."""
    inherited = _inherited(cls, options) if options.keys() <= _USUAL.keys() else None
    if inherited is None:
        return None
    found = dict(inherited)
    for name, kind in _annotations(cls).items():
        default = vars(cls).get(name, _ABSENT)
        if isinstance(default, dataclasses.Field):
            odd = (
                not (default.init and default.repr and default.compare and default.hash is None)
                or default.kw_only is True
            )
            if default.default_factory is dataclasses.MISSING:
                default = default.default if default.default is not dataclasses.MISSING else _ABSENT
        else:
            odd = type(default).__hash__ is None or hasattr(default, "__set_name__")
        late = default is _ABSENT and any(one is not _ABSENT for one in found.values())
        if odd or late or name in inherited or name == "self" or any(rare in str(kind) for rare in _RARE):
            return None
        found[name] = default
    return found


def _completed(cls: type, options: dict[str, bool]) -> type:
    """Makes a class a dataclass. Rare kinds are left to the standard library: they inherit fields, or have other options."""
    usual = options.keys() <= _USUAL.keys() and not any(hasattr(base, _FIELDS) for base in cls.__mro__[1:])
    if not usual or any("InitVar" in str(kind) for kind in _annotations(cls).values()):
        return dataclasses.dataclass(**options)(cls)
    own, frozen, eq = dict(vars(cls)), options.get("frozen", False), options.get("eq", True)
    documented, cls.__doc__ = cls.__doc__, cls.__doc__ or "none"  # else the signature would be worked out, as its text
    dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
    cls.__doc__ = documented
    params: Any = getattr(cls, "__dataclass_params__")  # noqa: B009 - not in the stubs
    params.init, params.repr, params.eq, params.frozen = True, options.get("repr", True), eq, frozen
    found = dataclasses.fields(cls)
    text, known = _init_text(found, frozen=frozen, then=hasattr(cls, "__post_init__"))
    exec(text, known)
    begin = known["__init__"]
    begin.__qualname__, begin.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    begin.__annotations__ = {one.name: one.type for one in found if one.init} | {"return": None}
    made: dict[str, Any] = {"__init__": begin}
    if eq:
        made["__eq__"] = _late("__eq__", _eq_text([one.name for one in found if one.compare]))
        hashed = [one.name for one in found if (one.compare if one.hash is None else one.hash)]
        made["__hash__"] = _late("__hash__", _hash_text(hashed)) if frozen else None
        if own.get("__hash__") is None:  # Python itself sets None beside an `__eq__`
            own.pop("__hash__", None)
    if options.get("repr", True):
        made["__repr__"] = _repr_of(tuple(one.name for one in found if one.repr))
    for name, method in made.items():
        if name not in own:
            setattr(cls, name, method)
    return cls


def _annotations(cls: type) -> dict[str, Any]:
    """The class's own annotations. From Python 3.14 on they are made when they are asked for, as the standard library does."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)
    found: dict[str, Any] = vars(cls).get("__annotations__", {})
    return found


def _init_text(fields: tuple[dataclasses.Field[Any], ...], *, frozen: bool, then: bool) -> tuple[str, dict[str, Any]]:
    """The text of `__init__`, with the parameters of the standard one, and what it uses. `then`: calls `__post_init__`."""
    missing = dataclasses.MISSING
    known: dict[str, Any] = {"_set_": object.__setattr__, "_absent_": _ABSENT}
    me = "_self_" if any(one.name == "self" for one in fields) else "self"
    usual, named, body = [me], list[str](), list[str]()
    for one in fields:
        name, value, parameters = one.name, one.name, named if one.kw_only else usual
        if one.default_factory is not missing:
            known[f"_make_{name}_"] = one.default_factory
            parameters += [f"{name}=_absent_"] if one.init else []
            value = f"(_make_{name}_() if {name} is _absent_ else {name})" if one.init else f"_make_{name}_()"
        elif not one.init:
            continue  # the class has its default
        elif one.default is not missing:
            known[f"_default_{name}_"] = one.default
            parameters.append(f"{name}=_default_{name}_")
        else:
            parameters.append(name)
        body.append(f"_set_({me}, {name!r}, {value})" if frozen else f"{me}.{name} = {value}")
    body += [f"{me}.__post_init__()"] if then else []
    return _function("__init__", [*usual, *(["*", *named] if named else [])], body or ["pass"]), known


def _late(name: str, text: str) -> Callable[..., Any]:
    """A method that compiles itself at its first call: most classes are not compared while the window opens."""

    def first(self: Any, *other: object) -> Any:
        known: dict[str, Any] = {}
        exec(text, known)
        method = known[name]
        for cls in type(self).__mro__:
            if vars(cls).get(name) is first:
                method.__qualname__, method.__module__ = f"{cls.__qualname__}.{name}", cls.__module__
                setattr(cls, name, method)
        return method(self, *other)

    return first


def _eq_text(names: list[str]) -> str:
    same = f"return {_tuple('self', names)} == {_tuple('other', names)}"
    return _function(
        "__eq__", ["self", "other"], [f"if other.__class__ is self.__class__: {same}", "return NotImplemented"]
    )


def _hash_text(names: list[str]) -> str:
    return _function("__hash__", ["self"], [f"return hash({_tuple('self', names)})"])


def _tuple(owner: str, names: list[str]) -> str:
    return f"({''.join(f'{owner}.{name}, ' for name in names)})"


def _function(name: str, parameters: list[str], body: list[str]) -> str:
    return "\n ".join([f"def {name}({', '.join(parameters)}):", *body, ""]) + "\n"


def _repr_of(names: tuple[str, ...]) -> Callable[[Any], str]:
    @recursive_repr("...")
    def shown(self: Any) -> str:
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({told})"

    return shown


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
