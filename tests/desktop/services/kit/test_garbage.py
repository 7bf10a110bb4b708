"""Nothing of Qt's is freed on a thread of Python's choice."""

import gc
import platform
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.services.kit.garbage import DUE, GarbageCollector, give_free_memory_back


class Tied(QObject):
    """A cycle that only the collector finds."""

    def __init__(self) -> None:
        super().__init__()
        self.me = self


@pytest.fixture
def collector(qapp: object) -> Iterator[GarbageCollector]:
    made = GarbageCollector()
    made.start()
    yield made
    made.stop()
    assert gc.isenabled()


def test_a_busy_thread_frees_no_object_of_qt_and_the_gui_thread_does(qtbot: QtBot, collector: GarbageCollector) -> None:
    freed_on: list[str] = []
    tied = Tied()
    weakref.finalize(tied, lambda: freed_on.append(threading.current_thread().name))
    del tied
    busy = threading.Thread(target=lambda: [[] for _ in range(50 * DUE[0])], name="busy")
    busy.start()
    busy.join()
    assert freed_on == []
    rubbish: list[list[int]] = [[] for _ in range(2 * DUE[0])]  # what makes a look worth while
    qtbot.waitUntil(lambda: freed_on == [threading.main_thread().name], timeout=10_000)
    assert rubbish


def test_what_stood_when_the_window_did_is_not_looked_through_again(collector: GarbageCollector) -> None:
    looks: list[str] = []
    gc.callbacks.append(lambda phase, _: looks.append(phase))
    try:
        collector.settle()
    finally:
        gc.callbacks.pop()
    frozen = gc.get_freeze_count()
    collector.stop()
    assert looks == [], "a look through everything holds the window up"
    assert frozen > 10_000
    assert gc.get_freeze_count() == 0


def test_a_start_is_not_held_up_by_a_collection(qtbot: QtBot) -> None:
    collector = GarbageCollector()
    collector.start(at_once=False)
    looks: list[str] = []
    gc.callbacks.append(lambda phase, _: looks.append(phase))
    try:
        rubbish: list[list[int]] = [[] for _ in range(2 * DUE[0])]
        qtbot.wait(300)
        assert looks == [] and rubbish
        collector.settle()
        rubbish += [[] for _ in range(2 * DUE[0])]
        qtbot.waitUntil(lambda: bool(looks))
    finally:
        gc.callbacks.pop()
        collector.stop()


def test_a_window_that_another_one_has_replaced_is_freed(collector: GarbageCollector) -> None:
    freed: list[bool] = []
    tied = Tied()
    collector.settle()
    weakref.finalize(tied, freed.append, True)
    del tied
    collector.settle_anew()
    assert freed == [True]
    assert gc.get_freeze_count() > 10_000


@pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="only GNU's library can give back what is within its heap"
)
def test_what_is_free_between_blocks_in_use_is_given_back() -> None:
    blocks = [bytes(20_000) for _ in range(2_000)]
    del blocks[::2]
    held = resident_mb()
    give_free_memory_back()
    assert len(blocks) == 1_000 and resident_mb() < held - 8  # every second block: 20 MB, of which whole pages go


def test_it_is_given_back_some_time_after_a_collection(qtbot: QtBot, collector: GarbageCollector) -> None:
    collector._trimming.setInterval(1)
    rubbish: list[list[int]] = [[] for _ in range(2 * DUE[0])]
    with qtbot.waitSignal(collector._trimming.timeout, timeout=10_000):
        collector.collect_due()
    assert rubbish


def resident_mb() -> float:
    """Of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
