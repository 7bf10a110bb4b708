"""What every test of the window gets: a busy machine may take its time, and garbage is collected in the main thread."""

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
