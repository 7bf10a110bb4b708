"""How often the night looks into its queue: every second, and less often where that takes long."""

import time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.night.runner import JOBS_S, MOST_POLLING, _QueueRun


@pytest.mark.parametrize(("took_s", "pause_s"), [(0.0, JOBS_S), (3.0, 3.0 / MOST_POLLING)])
def test_reading_the_jobs_takes_a_small_part_of_the_time(
    took_s: float, pause_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [5_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])

    def jobs() -> list[object]:
        clock[0] += took_s
        return []

    work = SimpleNamespace(_next_read=0.0, _every=(), _queue=SimpleNamespace(jobs=jobs), _ahead={})
    assert _QueueRun._jobs(cast(Any, work)) == ()
    assert work._next_read == pytest.approx(clock[0] + max(JOBS_S, pause_s))
