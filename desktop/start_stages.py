"""The start of the program as a list of stages, and its end as the same list in reverse."""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from desktop.exit_flag import ExitFlag
from engine.ground.values import dataclass

_log = logging.getLogger(__name__)


def nothing() -> None:
    """The end of a stage that needs no cleaning up."""


@dataclass(frozen=True)
class Stage:
    """One step of the start. `end` undoes it, and is called only if `begin` returned."""

    name: str
    begin: Callable[[], object]
    end: Callable[[], object] = nothing
    waits: bool = False  # the next stage waits for another call of `go_on`, once the window has been painted


class Stages:
    """Runs stages until one waits, or the program is to close."""

    def __init__(self, stages: Sequence[Stage], closing: ExitFlag, at_stage: Callable[[str], object]) -> None:
        """`at_stage` is called with each stage's name before the flag is checked; tests close the program there."""
        self._left = list(stages)
        self._closing = closing
        self._at_stage = at_stage
        self._ends = ExitStack()

    def go_on(self) -> None:
        """Runs the next stages, up to one that waits. Stops if the program is to close.

        Exceptions of a stage reach the caller. A failed stage is not run again, and its `end` is not called.
        """
        while self._left:
            stage = self._left[0]
            self._at_stage(stage.name)
            if self._closing.asked:
                return
            self._left.pop(0)
            began_s = time.perf_counter()
            stage.begin()
            _log.info("start: %s, %.0f ms", stage.name, 1000 * (time.perf_counter() - began_s))
            self._ends.callback(stage.end)
            if stage.waits:
                return

    def end(self) -> None:
        """Undoes the completed stages in reverse order. All are undone even if some fail; the last exception is raised."""
        _log.info("end")
        self._left.clear()
        self._ends.close()
