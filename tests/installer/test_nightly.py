"""A night's units: two at a time, needs before what needs them, stopped at their budget, remembered, summed up."""

import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from installer.nightly import night as night_module
from installer.nightly import units as units_module
from installer.nightly.night import CUT, FAILED, PASSED, Night, Result, result_of
from installer.nightly.summary import exit_code, page
from installer.nightly.units import HOURS, LANES, Unit, all_units
from tests.helpers.orphans import none_left

TARGETS = ["fen", "pgn"]
LONG_S = 600.0  # no unit takes as long, however busy the machine is


def unit(name: str, code: str, budget: float = LONG_S, needs: str = "") -> Unit:
    return Unit(name, (sys.executable, "-c", code), budget, Path(), needs=needs)


@pytest.fixture(autouse=True)
def few_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units_module, "readers", lambda which="list": TARGETS if which == "list" else [])
    monkeypatch.setattr(night_module, "GRACE_S", 1.0)


def test_all_budgets_together_fit_into_the_night(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # with all readers
    found = all_units()
    assert sum(one.budget_s for one in found) <= LANES * HOURS * 3600 * 1.3  # most units end long before their budget
    assert len({one.name for one in found}) == len(found)
    needed = {one.needs for one in found} - {""}
    assert needed <= {one.name for one in found}
    long = [one.name for one in found if one.name.startswith("long ")]
    assert len(long) > 20 and "long fuzz/test_pgn.py" in long


def test_each_ends_as_its_process_does_and_is_counted(tmp_path: Path) -> None:
    units = [
        unit("good", "print('3 passed in 1 s')"),
        unit("bad", "print('1 failed, 2 passed'); raise SystemExit(1)"),
        unit("fuzz", "print('fen: 100 tried, 20 refused, 0 failed, 1 s')"),
        unit("no need", "print('7 passed')", needs="bad"),
        unit("need", "print('1 passed')", needs="good"),
    ]
    night = Night(tmp_path, units, time.monotonic() + LONG_S)
    night.work()
    ends = {name: (result.end, result.tried, result.failed) for name, result in night.results.items()}
    assert ends == {
        "good": (PASSED, 3, 0),
        "bad": (FAILED, 3, 1),
        "fuzz": (PASSED, 100, 0),
        "need": (PASSED, 1, 0),
    }
    text = page(units, night.results)
    assert text.index("| bad | failed | 3 | 1 |") < text.index("| good | passed | 3 | 0 |")
    assert "| no need | left |" in text
    assert exit_code(units, night.results) == 1


def with_child(ran: Path) -> str:
    """Returns the code of a unit whose child writes `ran`; neither of them ends."""
    child = f"import time; open({str(ran)!r}, 'a').write('1'); time.sleep(600)"
    return f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(600)"


def test_a_unit_is_stopped_at_its_budget_with_all_that_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran, now_s = tmp_path / "ran", 0.0

    def monotonic() -> float:
        """The clock starts when the child has."""
        nonlocal now_s
        now_s += 10.0 if ran.exists() else 0.0
        return now_s

    monkeypatch.setattr(night_module, "time", SimpleNamespace(monotonic=monotonic))
    night = Night(tmp_path, [unit("slow", with_child(ran), 30.0)], 50.0)  # once
    night.work()
    assert ran.read_text() == "1"
    assert night.results["slow"].end == CUT and night.results["slow"].seconds >= 30
    assert exit_code([unit("slow", "")], night.results) == 2
    assert Night(tmp_path, [], 0.0).results == {}, "the next call gives it another budget"
    assert none_left(str(ran))


def test_a_unit_that_was_cut_has_twice_as_long_when_the_others_are_done_and_in_the_next_night(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed_s = {"slow": 25.0, "quick": 1.0, "never": 1000.0}
    begun: list[tuple[str, float]] = []
    now_s = 0.0

    def run(_: Night, unit: Unit, seconds: float) -> Result:
        nonlocal now_s
        begun.append((unit.name, seconds))
        spent_s = min(seconds, needed_s[unit.name])
        now_s += spent_s
        return Result(CUT if spent_s < needed_s[unit.name] else PASSED, 1, 0, round(spent_s))

    monkeypatch.setattr(Night, "_run", run)
    monkeypatch.setattr(night_module, "time", SimpleNamespace(monotonic=lambda: now_s))
    night = Night(tmp_path, [unit("slow", "", 10.0), unit("quick", "", 10.0)], 600.0)
    night.work()
    assert begun == [("slow", 10.0), ("quick", 10.0), ("slow", 20.0), ("slow", 40.0)]
    assert {name: result.end for name, result in night.results.items()} == {"slow": PASSED, "quick": PASSED}
    begun.clear()
    never = unit("never", "", 10.0)
    for _ in range(2):
        Night(tmp_path, [never], now_s + 15.0).work()
    assert begun == [("never", 10.0), ("never", 15.0)]  # once a night: no room for twice as long
    assert Night(tmp_path, [never], 0.0)._budget_s(never) == 30.0


@pytest.mark.parametrize(("shown", "end", "failed"), [("....\n", CUT, 0), ("..F.\n", FAILED, 1)])
def test_a_test_that_the_budget_interrupts_has_not_failed(tmp_path: Path, shown: str, end: str, failed: int) -> None:
    """Qt's loop takes the interrupt for a fault of the slot in which it comes, and pytest counts that."""
    tests = Unit("tests", (sys.executable, "-m", "pytest"), 4.0, tmp_path)
    result = result_of(tests, f"{shown}F\n1 failed, 4 passed in 4.00s\n", shown, 2, 5)
    assert result == Result(end, 4 + failed, failed, 5)


def test_a_second_run_continues_and_changed_sources_begin_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (
        unit("first", f"open({str(tmp_path / 'log')!r}, 'a').write('1')"),
        unit("second", "print('1 passed')"),
    )
    Night(tmp_path, [first], time.monotonic() + LONG_S).work()
    night = Night(tmp_path, [first, second], time.monotonic() + LONG_S)
    assert set(night.results) == {"first"}
    night.work()
    assert (tmp_path / "log").read_text() == "1" and exit_code([first, second], night.results) == 0
    assert Night(tmp_path, [], 0.0, again=True).results == {}
    monkeypatch.setattr(night_module, "sources", lambda: "other")
    assert Night(tmp_path, [first], 0.0).results == {}


def test_nothing_begins_when_the_time_is_over(tmp_path: Path) -> None:
    night = Night(tmp_path, [unit("late", "")], time.monotonic() - 1)
    night.work()
    assert night.results == {} and exit_code([unit("late", "")], {}) == 2
    assert exit_code([unit("late", "")], {"late": Result(PASSED, 1, 0, 1)}) == 0


def test_a_night_that_is_broken_off_leaves_no_process_and_the_next_one_runs_the_unit_again(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    units = [unit("quick", "print('1 passed')"), unit("slow", with_child(ran))]
    night = Night(tmp_path, units, time.monotonic() + LONG_S)
    lane = threading.Thread(target=night.work)
    lane.start()
    while not ran.exists():
        assert lane.is_alive()
        time.sleep(0.01)
    night.stop()
    lane.join(60)
    assert not lane.is_alive() and "| slow | left |" in page(units, night.results)
    assert set(Night(tmp_path, units, 0.0).results) == {"quick"}
    assert none_left(str(ran))
