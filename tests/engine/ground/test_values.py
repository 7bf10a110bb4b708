"""Dataclasses whose methods are made late behave as those of the standard library."""

import copy
import dataclasses
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any, Generic, TypeVar

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
            Late()
        assert made
        assert Late().names == []
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
