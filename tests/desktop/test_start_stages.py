"""The start is a list of stages; each looks at the closing flag, and the end goes through the list backwards."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from desktop.exit_flag import ExitFlag
from desktop.start_stages import Stage, Stages
from tests.helpers.program import ROOT

Told = list[str]


def listed(names: str, told: Told, waits: str = "") -> list[Stage]:
    def note(text: str) -> Callable[[], None]:
        return lambda: told.append(text)

    return [Stage(name, note(f"+{name}"), note(f"-{name}"), waits=name in waits) for name in names]


def test_the_end_is_the_start_backwards() -> None:
    told: Told = []
    stages = Stages(listed("abc", told), ExitFlag(), lambda _: None)
    stages.go_on()
    stages.end()
    assert told == ["+a", "+b", "+c", "-c", "-b", "-a"]


def test_a_stage_that_waits_lets_the_next_begin_only_when_it_is_told_to() -> None:
    told: Told = []
    stages = Stages(listed("abc", told, waits="b"), ExitFlag(), lambda _: None)
    stages.go_on()
    assert told == ["+a", "+b"]
    stages.go_on()
    assert told == ["+a", "+b", "+c"]
    stages.go_on()
    assert told == ["+a", "+b", "+c"]


@pytest.mark.parametrize("where", "abcd")
def test_closing_at_any_stage_begins_no_other_and_ends_what_was_begun(where: str) -> None:
    told: Told = []
    closing = ExitFlag()
    stages = Stages(listed("abcd", told), closing, lambda name: closing.ask() if name == where else None)
    stages.go_on()
    stages.go_on()
    stages.end()
    begun = "abcd"[: "abcd".index(where)]
    assert told == [*(f"+{name}" for name in begun), *(f"-{name}" for name in reversed(begun))]


def test_a_stage_that_fails_has_no_end_and_the_next_can_begin() -> None:
    told: Told = []
    first, _, last = listed("abc", told)

    def fail() -> None:
        raise LookupError("a fault of ours")

    stages = Stages([first, Stage("b", fail, lambda: told.append("-b")), last], ExitFlag(), lambda _: None)
    with pytest.raises(LookupError):
        stages.go_on()
    stages.go_on()
    stages.end()
    assert told == ["+a", "+c", "-c", "-a"]


def test_an_end_that_fails_keeps_no_other_from_being_called() -> None:
    told: Told = []
    first, _, last = listed("abc", told)

    def fail() -> None:
        raise LookupError("a fault of ours")

    stages = Stages([first, Stage("b", lambda: None, fail), last], ExitFlag(), lambda _: None)
    stages.go_on()
    with pytest.raises(LookupError):
        stages.end()
    assert told == ["+a", "+c", "-c", "-a"]


FOLLOWS = """
import os, signal, sys
from desktop.exit_flag import ExitFlag
before = signal.SIG_IGN if sys.argv[2] == "ignored" else signal.SIG_DFL  # a shell starts its background jobs deaf
signal.signal(getattr(signal, sys.argv[1]), before)
closing = ExitFlag()
closing.follow_signals()
os.kill(os.getpid(), getattr(signal, sys.argv[1]))
print(closing.asked)
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("before", ["usual", "ignored"])
def test_a_signal_asks_for_the_end_unless_the_caller_ignores_it(name: str, before: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", FOLLOWS, name, before], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout == f"{before == 'usual'}\n"
