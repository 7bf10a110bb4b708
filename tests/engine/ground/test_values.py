"""Dataclasses whose methods are made late behave as those of the standard library."""

import copy
import dataclasses
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import KW_ONLY, FrozenInstanceError, InitVar, field, fields, replace
from inspect import signature
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from engine.ground.values import dataclass

T = TypeVar("T")


@dataclass(frozen=True)
class Place:
    """At the top of the module, so that it can be pickled."""

    file: int
    names: list[str] = field(default_factory=list)
    rank: int = field(default=1, compare=False)

    @property
    def text(self) -> str:
        return f"{self.file}{self.rank}"


@dataclass(frozen=True)
class Named(Place, Generic[T]):
    name: str = "a"


@dataclass
class Changing:
    count: int = 0


def kept(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def test_values_are_made_compared_shown_and_replaced() -> None:
    assert repr(Named(3, name="b")) == "Named(file=3, names=[], rank=1, name='b')"
    assert Place(1) == Place(1, rank=5) != Place(2)
    assert Place(1).names is not Place(1).names
    assert (Place(4).text, Place.rank) == ("41", 1)
    assert replace(Place(1), file=2) == Place(2)
    assert hash(replace(Sealed(), of=(1,))) == hash(Sealed((1,)))
    match Place(5):
        case Place(file, _, rank):
            assert (file, rank) == (5, 1)


@dataclass(frozen=True)
class Sealed:
    of: tuple[int, ...] = ()


def test_a_frozen_value_refuses_and_another_takes_what_is_set() -> None:
    for name in ("file", "unknown"):
        with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
            setattr(Place(1), name, 2)
    with pytest.raises(FrozenInstanceError, match="cannot delete"):
        del Place(1).file
    changing = Changing()
    changing.count += 1
    assert changing == Changing(1)


def declared() -> tuple[type, type]:
    """A class of which no value was made yet, and one below it."""

    @dataclass(frozen=True)
    class Above:
        one: int = 1

    @dataclass(frozen=True)
    class Below(Above):
        two: int = 2

    return Above, Below


@pytest.mark.parametrize(
    "ask",
    [
        lambda cls: [one.name for one in fields(cls)],
        lambda cls: [one.name for one in dataclasses.fields(cls())],
        lambda cls: list(vars(cls())),
        lambda cls: dataclasses.is_dataclass(cls) and list(vars(cls)["__match_args__"]),
    ],
)
def test_the_fields_are_there_whoever_asks_first(ask: Callable[[type], list[str]]) -> None:
    _, below = declared()
    assert ask(below) == ["one", "two"]


def test_what_was_pickled_elsewhere_is_a_value_before_the_first_call() -> None:
    """As in a worker, which gets values before it makes any."""

    @dataclass(frozen=True)
    class Told:
        text: str

    arrived = object.__new__(Told)
    arrived.__setstate__({"text": "hello"})  # type: ignore[attr-defined]
    assert arrived == Told("hello")
    assert repr(arrived).endswith("Told(text='hello')")
    assert kept(Named(3, name="b")) == copy.copy(Named(3, name="b")) == Named(3, name="b")


def test_wrong_arguments_are_told_as_ever() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        Place(1, colour=2)  # type: ignore[call-arg]


def test_many_threads_may_make_the_first_value_at_once() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    found: list[object] = []
    try:
        for _ in range(40):
            above, below = declared()
            gate = threading.Barrier(4)

            def make(cls: type, gate: threading.Barrier = gate) -> None:
                gate.wait()
                try:
                    found.append(cls() == cls() and [one.name for one in fields(cls)])
                except TypeError as error:
                    found.append(error)

            threads = [threading.Thread(target=make, args=(cls,)) for cls in (above, below, above, below)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert all(one in (["one"], ["one", "two"]) for one in found), found


def test_a_class_does_not_wait_for_another_that_a_stopped_thread_is_finishing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learning in the background, at low priority, held the window up."""
    above, _ = declared()
    other, _ = declared()
    reached, free = threading.Event(), threading.Event()
    make = dataclasses.dataclass

    def stopped(**options: bool) -> Callable[[type], type]:
        if threading.current_thread() is slow:
            reached.set()
            free.wait(60)
        return make(**options)

    monkeypatch.setattr(dataclasses, "dataclass", stopped)
    slow = threading.Thread(target=lambda: fields(above))
    slow.start()
    assert reached.wait(60)
    quick = threading.Thread(target=lambda: fields(other), daemon=True)
    quick.start()
    quick.join(60)
    waited = quick.is_alive()
    free.set()
    slow.join()
    assert not waited and [one.name for one in fields(above)] == ["one"]


def test_ctrl_c_waits_until_the_class_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """It left a class half made, or became a RuntimeError."""
    made: list[str] = []
    make = dataclasses.dataclass

    def interrupted(**options: bool) -> Callable[[type], type]:
        signal.raise_signal(signal.SIGINT)
        made.append("after the signal")
        return make(**options)

    @dataclass
    class Late:
        names: list[str] = field(default_factory=list)

    monkeypatch.setattr(dataclasses, "dataclass", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            fields(Late)
        assert made
        assert Late().names == []
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def kinds(made: Any) -> list[type]:
    """One class of each kind, declared with a decorator."""

    @made(frozen=True)
    class Empty:
        pass

    @made(frozen=True)
    class Single:
        one: float

    @made(frozen=True)
    class Mixed:
        one: int
        two: str = "b"
        three: list[int] = field(default_factory=list, compare=False)
        four: int = field(default=4, repr=False)
        five: int = field(default=5, init=False)
        self: int = 6
        kind: ClassVar[int] = 7
        late: int = field(kw_only=True)
        _: KW_ONLY
        last: int = 8

    @made
    class Plain:
        one: int = 1
        two: list[int] = field(default_factory=list)

        def __post_init__(self) -> None:
            self.three = self.one + 1

    @made(frozen=True)
    class Own:
        one: int = 1

        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "own"

    @made(frozen=True)
    class Hashed:
        one: int = 1
        two: int = field(default=2, hash=False)

        def __hash__(self) -> int:
            return 3

    @made(frozen=True, eq=False)
    class Same:
        one: int = 1

    @made(frozen=True, order=True)
    class Ordered:
        one: int = 1

    @made(frozen=True)
    class Below(Single):
        two: int = 2

    @made(frozen=True)
    class Started:
        one: InitVar[int] = 1  # type: ignore[assignment]

    @made(frozen=True)
    class Deeper(Below):
        three: list[int] = field(default_factory=list, compare=False)

    @made(frozen=True)
    class Again(Deeper):
        two: int = 5

    @made(frozen=True, eq=False)
    class Unequal(Deeper):
        four: int = 4

    @made
    class Wider(Plain):
        four: int = 4

    return [Empty, Single, Mixed, Plain, Own, Hashed, Same, Ordered, Below, Started, Deeper, Again, Unequal, Wider]


def told(cls: type) -> list[object]:
    """What can be seen of a class and of its values."""
    needs = [one.name for one in fields(cls) if one.default is one.default_factory is dataclasses.MISSING]
    value, other = (cls(**dict.fromkeys(needs, 1.5)) for _ in range(2))
    seen: list[object] = [repr(value), value == other, value == 1, value != other, vars(value) == vars(other)]
    frozen: Any = getattr(cls, "__dataclass_params__")  # noqa: B009 - not in the stubs
    seen += [[(one.name, one.kind) for one in signature(cls).parameters.values()], vars(cls)["__match_args__"]]
    seen += [
        (frozen.frozen, frozen.eq, frozen.init, frozen.repr),
        ("__eq__" in vars(cls), vars(cls).get("__hash__") is None),
    ]
    seen.append(vars(cls).get("__hash__") is not None and hash(value) == hash(other))
    seen.append([(one.name, one.type, one.compare, one.hash) for one in fields(cls)])
    return seen


def test_each_kind_of_class_is_that_of_the_standard_library() -> None:
    for mine, standard in zip(kinds(dataclass), kinds(dataclasses.dataclass), strict=True):
        assert told(mine) == told(standard), mine
    mixed = kinds(dataclass)[2]
    assert hash(mixed(1, "c", late=1)) == hash(mixed(1, "c", [3], late=1)) and mixed(1, late=1) != mixed(1, late=2)


def seen_early(cls: type, *given: object, **named: object) -> list[object]:
    """What can be seen of the first values, before anything asks for the fields."""
    one, two = cls(*given, **named), cls(*given, **named)
    seen: list[object] = [vars(one), one == two, one == 1, one != two, vars(cls)["__match_args__"]]
    seen += [vars(cls).get("__hash__") is not None and hash(one) == hash(two), vars(cls).get("__hash__") is None]
    try:
        one.new = 1
    except FrozenInstanceError as error:
        seen.append(str(error))
    for arguments in [(1,) * 9, (1, 2, 3)]:
        try:
            seen.append(vars(cls(*arguments, one=2)))
        except TypeError as error:
            seen.append(str(error).split(".")[-1])
    seen += [getattr(cls, name, "none") for name in ("one", "two", "three", "four", "five")]
    return [*seen, repr(two), one == two, hash(one) == hash(two) if vars(cls).get("__hash__") else None]


def test_the_first_values_of_each_kind_are_those_of_the_standard_library() -> None:
    given: list[tuple[tuple[object, ...], dict[str, object]]] = [((), {}), ((1.5,), {}), ((1,), {"late": 2})]
    given += [((), {})] * 5 + [((1,), {}), ((), {}), ((1,), {}), ((1,), {}), ((1,), {"three": [2]}), ((2, [3]), {})]
    for mine, standard, (usual, named) in zip(kinds(dataclass), kinds(dataclasses.dataclass), given, strict=True):
        assert seen_early(mine, *usual, **named) == seen_early(standard, *usual, **named), mine


COMPILED = """
import sys
from dataclasses import fields, replace
from engine.ground.values import FEW, dataclass
@dataclass(frozen=True)
class Place:
    file: int
    rank: int = 1
    names: tuple[str, ...] = ()
@dataclass(frozen=True)
class Named(Place):
    name: str = ""
found = []
sys.addaudithook(lambda event, given: event == "compile" and found.append(given))
assert Place(3).rank == 1 and Place(2) == Place(2) != Place(1) and hash(Place(2))
assert replace(Place(3), file=2) == Place(2) and [one.name for one in fields(Place)] == ["file", "rank", "names"]
assert replace(Named(3), name="a") == Named(3, name="a") and len(fields(Named)) == 4 and Named(2) != Place(2)
print(len(found))
for _ in range(FEW):
    assert Place(7, names=()) == Place(7)
assert repr(Place(2)) == "Place(file=2, rank=1, names=())"
print(len(found))
assert Place(1) == Place(1) != Place(2) and hash(Place(1)) == hash(Place(1))
print(len(found))
"""


def test_few_values_compile_nothing_and_more_one_function_each() -> None:
    """A start makes values of 100 classes, most of them once or twice."""
    run = subprocess.run([sys.executable, "-c", COMPILED], capture_output=True, text=True, check=True)
    more = sys.version_info >= (3, 14)  # the standard library compiles one function of its own there
    assert run.stdout.split() == ["0", str(2 + more), str(3 + more)], run
