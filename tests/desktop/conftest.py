"""What every test of the window gets: a busy machine may take its time, and garbage is collected in the main thread."""

import gc
from collections.abc import Iterator

import pytest

from desktop.services.kit.tasks import CLOSE_MS, Worker

PATIENCE_MS = 60_000


@pytest.fixture(autouse=True)
def patient_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of the program nobody waits long for a worker; a test waits until it has ended.

    A limit below the program's shortest is the test's own.
    """
    close = Worker.close

    def patient_close(worker: Worker) -> bool:
        if worker._close_ms >= CLOSE_MS:
            worker._close_ms = PATIENCE_MS
        return close(worker)

    monkeypatch.setattr(Worker, "close", patient_close)


@pytest.fixture(autouse=True)
def garbage_in_the_main_thread() -> Iterator[None]:
    """As in the program (`desktop/services/kit/garbage.py`). A worker that collected what an earlier test had left deleted its
    Qt objects, while the main thread was in Qt's event loop: a segmentation fault once in ten thousand tests."""
    gc.disable()
    yield
    due = [number for number, count in enumerate(gc.get_count()) if count > gc.get_threshold()[number]]
    if due:
        gc.collect(due[-1])
    gc.enable()
