"""The night in the window: the queue as it is, a child that works on it, and the work that waits while the user plays."""

import contextlib
import sys
import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.model.night import run_options
from desktop.services.night import queue_reader
from desktop.services.night.night_service import NightService
from engine.ground.text import Text
from engine.jobs.job import Context
from engine.night.job_request import JobRequest
from engine.night.pause_conditions import PLAYING, WORKING
from engine.night.queue import NightQueue
from engine.night.report_values import ReportRow
from engine.night.values import NightJobState, PlannedTask
from tests.desktop.services.conftest import Make
from tests.desktop.window_doubles import ScriptedChooser
from tests.engine.night.test_runner import games_in

LONG = 240_000  # its processes have the lowest priority: beside a load of 8, 60 s did not suffice


def added(qtbot: QtBot, night: NightService, request: JobRequest) -> int:
    with qtbot.waitSignal(night.message, timeout=LONG):
        night.add(request)
    qtbot.waitUntil(lambda: night.state.job(night.state.chosen) is not None, timeout=LONG)
    return night.state.chosen


def test_nothing_is_made_until_a_job_is_added(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    services = make().services
    services.night.look()
    qtbot.waitUntil(lambda: services.night.state.read, timeout=LONG)
    assert not services.night.state.jobs and not services.night.state.problem
    assert not list(tmp_path.rglob("night.db"))


def test_a_job_is_worked_on_by_a_child_and_its_report_opens_the_game(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    services = make().services
    night = services.night
    added(qtbot, night, JobRequest("review", (games_in(tmp_path),), nodes=100, player="Anna"))
    assert (night.state.jobs[0].tasks, night.state.jobs[0].failed) == (4, 1)
    services.settings.set("night_processes", 1)
    with qtbot.waitSignal(night.message, timeout=LONG) as told:
        night.start()
        assert night.state.own is True
    assert "done" in str(told.args[0].text)
    qtbot.waitUntil(lambda: night.state.jobs[0].state is NightJobState.DONE and bool(night.state.lines), timeout=LONG)
    ended = night.state
    assert (ended.own, ended.working) == (False, False)
    night.choose(ended.chosen)
    assert night.state.lines == ended.lines, "the report of the job that is shown already was gone"
    row = ended.lines[0].rows[0]
    night.open_row(row)
    qtbot.waitUntil(lambda: services.game.state.game.header("White") == "Anna", timeout=LONG)
    night.forget(night.state.chosen)
    qtbot.waitUntil(lambda: not night.state.jobs, timeout=LONG)


@pytest.mark.long
def test_another_program_at_the_same_queue_is_told_in_words(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    night = make().services.night
    added(qtbot, night, JobRequest("review", (games_in(tmp_path),), nodes=100))
    path = night._path
    assert path is not None
    with NightQueue(path) as other, other.held(), qtbot.waitSignal(night.message, timeout=LONG) as told:
        other.sign(WORKING, Text(""), 60)
        night.look()
        qtbot.waitUntil(lambda: night.state.working, timeout=LONG)
        night.start()
    assert "another Ratsu works on" in str(told.args[0].text)
    assert night.state.jobs[0].done == 0 and not night.state.own


def test_closing_the_window_ends_the_child(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    made = make()
    night = made.services.night
    added(qtbot, night, JobRequest("review", (games_in(tmp_path),), nodes=50_000_000))
    night.start()
    night.watch(True)
    qtbot.waitUntil(lambda: night.state.working, timeout=LONG)
    assert made.close()
    assert night._path is not None
    with NightQueue(night._path) as queue, queue.held():
        assert queue.job(1).open == 3, "what was under way is done again"


def test_jobs_change_their_order_and_state(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    night = make().services.night
    path = games_in(tmp_path)
    first, second = (added(qtbot, night, JobRequest("review", (path,), nodes=100)) for _ in range(2))
    night.move(second, up=True)
    qtbot.waitUntil(lambda: [job.id for job in night.state.jobs] == [second, first], timeout=LONG)
    night.move(second, up=False)
    qtbot.waitUntil(lambda: [job.id for job in night.state.jobs] == [first, second], timeout=LONG)
    night.set_state(first, NightJobState.PAUSED)
    qtbot.waitUntil(lambda: [job.id for job in night.state.waiting] == [second], timeout=LONG)


def test_adding_is_given_up_without_a_trace(
    qtbot: QtBot, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.night import job_request as adding

    night, go = make().services.night, threading.Event()

    def endless(_wish: JobRequest):  # type: ignore[no-untyped-def]
        while True:
            go.set()
            yield PlannedTask("game", {})

    monkeypatch.setattr(adding, "_tasks", endless)
    night.add(JobRequest("review", (tmp_path,)))
    assert go.wait(60)
    night.stop_adding()
    qtbot.waitUntil(lambda: not night.state.adding, timeout=LONG)
    night.look()
    qtbot.waitUntil(lambda: night.state.read, timeout=LONG)
    assert not night.state.jobs


def test_the_work_waits_from_a_move_on_and_goes_on_after_the_game(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    services = make(ScriptedChooser()).services
    night = services.night
    added(qtbot, night, JobRequest("review", (games_in(tmp_path),), nodes=100))
    assert night._path is not None
    with NightQueue(night._path) as queue:
        services.match.new_game(NewGame())
        qtbot.wait(50)
        assert PLAYING not in queue.signs(), "a game that waits for its first move holds nothing back"
        services.match.user_move("e2e4")
        qtbot.waitUntil(lambda: PLAYING in queue.signs(), timeout=LONG)
        services.match.resign()
        qtbot.waitUntil(lambda: PLAYING not in queue.signs(), timeout=LONG)


def test_the_sign_of_a_game_ends_by_itself_and_a_start_after_a_crash_removes_it(
    qtbot: QtBot, make: Make, tmp_path: Path
) -> None:
    made = make()
    night = made.services.night
    added(qtbot, night, JobRequest("review", (games_in(tmp_path),), nodes=100))
    assert night._path is not None
    with NightQueue(night._path) as queue:
        queue_reader.sign_playing(night._path, True, 0.0)
        assert PLAYING not in queue.signs(), "a sign that is over"
        queue_reader.sign_playing(night._path, True, 900.0)
        assert PLAYING in queue.signs()
        night.window_shown()
        qtbot.waitUntil(lambda: PLAYING not in queue.signs(), timeout=LONG)


def test_the_end_is_told_although_a_look_was_under_way(
    qtbot: QtBot, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That look still found jobs that wait, and took the message away."""
    night = make().services.night
    number = added(qtbot, night, JobRequest("review", (games_in(tmp_path),), nodes=100))
    assert night._path is not None
    looked, going, look = threading.Event(), threading.Event(), queue_reader.QueueReader.look

    def slow(looker: queue_reader.QueueReader, chosen: int) -> queue_reader.QueueReading:
        found = look(looker, chosen)
        looked.set()
        assert going.wait(60)
        return found

    monkeypatch.setattr(queue_reader.QueueReader, "look", slow)
    night.look()
    assert looked.wait(60)
    with NightQueue(night._path) as queue:
        queue.set_state(number, NightJobState.CANCELLED)
    with qtbot.waitSignal(night.message, timeout=20_000) as told:
        night._ended(None)
        going.set()
    assert "jobs are done" in str(told.args[0].text)


def test_a_damaged_queue_is_told_and_the_window_stays(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    night = make().services.night
    assert night._path is not None
    night._path.parent.mkdir(parents=True, exist_ok=True)
    night._path.write_bytes(b"no queue" * 100)
    night.watch(True)
    qtbot.waitUntil(lambda: bool(night.state.problem), timeout=LONG)
    assert "damaged or no queue" in str(night.state.problem)
    night.open_row(ReportRow(1, Text("x"), game=1))  # refused in words, too
    qtbot.waitSignal(night.message, timeout=LONG)


def test_the_wishes_of_the_settings_reach_the_child(make: Make) -> None:
    store = make().services.settings
    assert run_options(store.settings) == ()
    for key, value in (
        ("night_processes", 2),
        ("night_battery", True),
        ("night_hours", " 22:00-7:00"),
        ("night_hottest", 85),
    ):
        store.set(key, value)
    assert run_options(store.settings) == ("--processes", "2", "--battery", "--hours=22:00-7:00", "--hottest", "85")


CHILD = """import sys, time
from pathlib import Path
from engine.night.pause_conditions import WORKING
from engine.night.queue import NightQueue
from engine.ground.text import NOTHING
with NightQueue(Path(sys.argv[1])) as queue, queue.held():
    queue.sign(WORKING, NOTHING, 60)
    print("{}", flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("other", [False, True], ids=["its own child", "another program"])
def test_the_sign_of_a_stopped_child_is_not_taken_for_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: bool
) -> None:
    path = tmp_path / "night.db"
    child = "import time; time.sleep(600)" if other else CHILD
    monkeypatch.setattr(queue_reader, "own_command", lambda *_arguments: (sys.executable, "-c", child, str(path)))
    with NightQueue(path) as queue, queue.held() if other else contextlib.nullcontext():
        if other:
            queue.sign(WORKING, Text(""), 60)
        context = Context()
        monkeypatch.setattr(context.stopper, "asked", lambda: WORKING in queue.signs())
        queue_reader.run(path, (), context)
        assert (WORKING in queue.signs()) is other
