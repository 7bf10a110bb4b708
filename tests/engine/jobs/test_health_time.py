"""How long a check of the book still takes."""

import time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.jobs.health import _HealthCheck


@pytest.mark.parametrize(
    ("done", "total", "ends_in_s", "left_s"), [(10, 40, None, 300), (40, 40, None, 0), (10, 40, 60, 60)]
)
def test_the_rest_takes_as_long_for_each_position_as_those_before(
    done: int, total: int, ends_in_s: float | None, left_s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 1_000.0)
    ends = None if ends_in_s is None else 1_000.0 + ends_in_s
    check = SimpleNamespace(_began=1_000.0 - 10 * done, _ends=ends, _report=SimpleNamespace(total=total))
    assert _HealthCheck._left_s(cast(Any, check), done) == left_s
