"""A night's units: two at a time, needs before what needs them, stopped at their budget, remembered, summed up."""

import sys
import threading
import time
from pathlib import Path

import pytest

from installer.nightly import night as night_module
from installer.nightly import units as units_module
from installer.nightly.night import CUT, FAILED, PASSED, Night, Result, result_of
from installer.nightly.summary import exit_code, page
from installer.nightly.units import HOURS, LANES, Unit, all_units

TARGETS = ["fen", "pgn"]


def unit(name: str, code: str, budget: float = 30.0, needs: str = "") -> Unit:
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
    night = Night(tmp_path, units, time.monotonic() + 60)
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


def test_a_unit_is_stopped_at_its_budget_with_all_that_it_started(tmp_path: Path) -> None:
    mark = tmp_path / "still there"
    child = f"import time, pathlib; time.sleep(3); pathlib.Path({str(mark)!r}).touch()"
    code = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(60)"
    night = Night(tmp_path, [unit("slow", code, 0.5)], time.monotonic() + 1.0)  # once
    began = time.monotonic()
    night.work()
    assert night.results["slow"].end == CUT
    assert exit_code([unit("slow", "")], night.results) == 2
    assert Night(tmp_path, [], 0.0).results == {}, "the next call gives it another budget"
    time.sleep(max(0.0, 4 - (time.monotonic() - began)))
    assert not mark.exists()


def test_a_unit_that_was_cut_has_twice_as_long_when_the_others_are_done_and_in_the_next_night(tmp_path: Path) -> None:
    log = tmp_path / "log"
    slow = unit("slow", f"import time; open({str(log)!r}, 'a').write('s'); time.sleep(2.5); print('1 passed')", 1.0)
    quick = unit("quick", f"open({str(log)!r}, 'a').write('q'); print('1 passed')")
    night = Night(tmp_path, [slow, quick], time.monotonic() + 60)
    night.work()
    assert log.read_text() == "sqss"[: len(log.read_text())] and len(log.read_text()) >= 3
    assert {name: result.end for name, result in night.results.items()} == {"slow": PASSED, "quick": PASSED}
    log.write_text("")
    never = unit("never", f"import time; open({str(log)!r}, 'a').write('n'); time.sleep(60)", 1.0)
    for nights in (1, 2):
        Night(tmp_path, [never], time.monotonic() + 1.5).work()
        assert log.read_text() == "n" * nights  # no room for twice as long
    assert Night(tmp_path, [never], 0.0)._budget_s(never) >= 2.0


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
    Night(tmp_path, [first], time.monotonic() + 60).work()
    night = Night(tmp_path, [first, second], time.monotonic() + 60)
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
    ran, mark = tmp_path / "ran", tmp_path / "still there"
    child = f"import time, pathlib; time.sleep(3); pathlib.Path({str(mark)!r}).touch()"
    slow = (
        f"import subprocess, sys, time; open({str(ran)!r}, 'a').write('1')\n"
        f"subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(60)"
    )
    units = [unit("quick", "print('1 passed')"), unit("slow", slow)]
    night = Night(tmp_path, units, time.monotonic() + 60)
    lane = threading.Thread(target=night.work)
    began = time.monotonic()
    lane.start()
    while not ran.exists():
        time.sleep(0.01)
    night.stop()
    lane.join(20)
    assert not lane.is_alive() and "| slow | left |" in page(units, night.results)
    assert set(Night(tmp_path, units, 0.0).results) == {"quick"}
    time.sleep(max(0.0, 4 - (time.monotonic() - began)))
    assert not mark.exists()
