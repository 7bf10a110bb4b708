"""The measuring of one size: processor time by name, and the line of code that takes most of a named one."""

import cProfile
import pstats
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("engine", "books", "tablebases", "desktop")


class Meter:
    """Costs by name, in seconds of processor time (user and system). With `profiled`, that one is looked into. `inputs`: the
    folder of made files that are kept; None: they are made for each run."""

    def __init__(self, profiled: str = "", inputs: Path | None = None) -> None:
        self.costs: dict[str, float] = {}
        self.facts: dict[str, float] = {}
        self.hottest = ""
        self.inputs = inputs
        self._profiled = profiled

    def time(self, name: str, work: Callable[[], T], each: int = 1) -> T:
        """Does the work and keeps its cost, divided by `each`. Returns its result."""
        profile = cProfile.Profile() if name == self._profiled else None
        began = time.process_time()
        result = work() if profile is None else profile.runcall(work)
        self.costs[name] = (time.process_time() - began) / each
        if profile is not None:
            self.hottest = hottest_line(profile)
        return result


def hottest_line(profile: cProfile.Profile) -> str:
    """Returns the function of the product that takes most of the time, with that of the library functions it calls."""
    own: dict[tuple[str, int, str], float] = defaultdict(float)
    entries: dict[Any, Any] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    total = sum(entry[2] for entry in entries.values()) or 1.0
    for function, (_, _, self_s, _, callers) in entries.items():
        if _is_ours(function[0]):
            own[function] += self_s
        else:
            for caller, (_, _, called_s, _) in callers.items():
                if _is_ours(caller[0]):
                    own[caller] += called_s
    if not own:
        return "outside the product's Python"
    (path, line, name), most = max(own.items(), key=lambda pair: pair[1])
    return f"{Path(path).relative_to(ROOT)}:{line} {name} ({most / total:.0%})"


def _is_ours(path: str) -> bool:
    return any(path.startswith(f"{ROOT / room}/") for room in ROOMS)
