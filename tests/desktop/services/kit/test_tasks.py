"""A worker answers in the GUI thread; what was dropped never answers."""

import threading
import time
from functools import partial

import pytest
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from desktop.services.kit.tasks import Mailbox, Worker
from engine.ground.errors import RatsuError
from engine.ground.text import Text


def test_answers_come_in_order_and_in_the_gui_thread(qtbot: QtBot) -> None:
    worker = Worker("test")
    seen: list[tuple[int, bool]] = []
    for number in range(20):
        worker.submit(
            partial(int, number), lambda n: seen.append((n, threading.current_thread() is main)), lambda _: None
        )
    main = threading.main_thread()
    qtbot.waitUntil(lambda: len(seen) == 20)
    assert seen == [(number, True) for number in range(20)]
    assert worker.close()


def test_only_the_last_of_many_look_ups_answers(qtbot: QtBot) -> None:
    worker = Worker("test")
    seen: list[int] = []
    ran: list[int] = []
    all_asked = threading.Event()

    def job(number: int) -> int:
        ran.append(number)
        all_asked.wait(60)
        return number

    for number in range(50):
        worker.submit_latest(partial(job, number), seen.append, lambda _: None)
    all_asked.set()
    qtbot.waitUntil(lambda: seen == [49])
    assert len(ran) <= 2
    assert worker.close()


def test_the_end_of_a_job_is_told_before_its_answer_and_never_of_one_that_was_dropped(qtbot: QtBot) -> None:
    worker = Worker("test")
    heard: list[object] = []
    worker.ended.connect(heard.append)
    hold = threading.Event()
    first = worker.submit(hold.wait, heard.append, lambda _: None)
    dropped = worker.submit(lambda: "dropped", heard.append, lambda _: None)
    last = worker.submit(lambda: "last", heard.append, lambda _: None)
    worker.drop(dropped)
    hold.set()
    qtbot.waitUntil(lambda: heard[-1:] == ["last"])
    assert heard == [first, True, last, "last"]
    assert worker.close()


def test_an_error_for_the_user_comes_in_words(qtbot: QtBot) -> None:
    def job() -> None:
        raise RatsuError("the disk is full")

    worker = Worker("test")
    problems: list[Text] = []
    worker.submit(job, lambda _: None, problems.append)
    qtbot.waitUntil(lambda: problems == [Text("the disk is full")])
    assert worker.close()


def test_a_bug_reaches_the_crash_report_even_if_its_answer_was_dropped(qtbot: QtBot) -> None:
    worker = Worker("test")
    started = threading.Event()

    def job() -> None:
        started.set()
        time.sleep(0.05)
        raise ZeroDivisionError

    with capture_exceptions() as escaped:
        worker.submit(job, lambda _: None, lambda _: None)
        started.wait()
        worker.drop_all()
        qtbot.waitUntil(lambda: bool(escaped))
    assert escaped[0][0] is ZeroDivisionError
    assert worker.close()


@pytest.mark.parametrize("error", [ZeroDivisionError("x"), SystemExit(3)], ids=str)
def test_whoever_asked_hears_of_a_bug_too_and_the_worker_works_on(qtbot: QtBot, error: BaseException) -> None:
    worker = Worker("test")
    heard: list[object] = []

    def job() -> None:
        raise error

    with capture_exceptions() as escaped:
        worker.submit(job, heard.append, heard.append)
        worker.submit(lambda: "next", heard.append, heard.append)
        qtbot.waitUntil(lambda: len(heard) == 2)
    assert heard == [
        Text("This failed because of an error in Ratsu (%1: %2). Try again.", type(error).__name__, error),
        "next",
    ]
    assert len(escaped) == 1, "and the crash report gets it"
    assert worker.close()


def test_closing_waits_for_what_was_promised_and_no_longer_than_allowed(qtbot: QtBot) -> None:
    written: list[int] = []
    worker = Worker("test", finish=True)
    for number in range(5):
        worker.submit(partial(written.append, number), lambda _: None, lambda _: None)
    assert worker.close()
    assert written == [0, 1, 2, 3, 4]
    release = threading.Event()
    stuck = Worker("stuck", close_ms=100)
    stuck.submit(release.wait, lambda _: None, lambda _: None)
    assert not stuck.close()  # it would wait for ever
    release.set()


@pytest.mark.parametrize("reports", [1, 10_000])
def test_reports_replace_each_other(reports: int) -> None:
    mailbox = Mailbox()
    for number in range(reports):
        mailbox.put(1, number)
    mailbox.put(2, "other rank")
    assert mailbox.take() == {1: reports - 1, 2: "other rank"}
    assert mailbox.take() == {}
