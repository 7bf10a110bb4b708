"""Makes endgame tables in the background: a forecast first, then progress, pause and cancel. Finished tables are used at once."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop.model.endgame import MakingStage, TableMaking
from desktop.model.job import JobPhase, JobState
from desktop.services.kit.job_service import JobService
from desktop.services.kit.service import StateService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.kit.tasks import CLOSE_MS, Worker
from desktop.services.tables.tablebase_service import TablebaseService
from engine.ground.machine import free_memory_bytes
from engine.ground.text import Text

if TYPE_CHECKING:
    from engine.jobs.tables import TablesRequest
    from tablebases.generate.make import GenerationProgress

LEAST_SHARE = 0.02  # of the work; before, the forecast is the better guess of the time that is left


def look_ahead(wanted: str, folder: Path) -> TableMaking:
    """Plans the making of a table, with the memory and disk space available.

    :raises TablebaseError: the name is invalid, or has too many pieces.
    """
    from tablebases import signature as signatures
    from tablebases.generate.forecast import forecast
    from tablebases.generate.make import is_present, missing

    name = signatures.parse(wanted)
    todo = () if is_present(name, folder, True) else missing([name], folder)
    return TableMaking(MakingStage.FORECAST, name, str(folder), forecast(todo), free_memory_bytes(), _free_disk(folder))


def _free_disk(folder: Path) -> int | None:
    there = next((path for path in (folder, *folder.parents) if path.is_dir()), folder)
    try:
        return shutil.disk_usage(there).free
    except OSError:
        return None


class TableMaker(StateService[TableMaking]):
    """Makes one table at a time, with all tables it depends on."""

    def __init__(
        self, settings: SettingsStore, tablebases: TablebaseService, reopen: Callable[[], None], folder: Path | None
    ) -> None:
        """`reopen` makes the program open the tables again. `folder`: the default folder for new tables."""
        super().__init__(TableMaking(folder=str(folder) if folder else ""))
        self._settings, self._tablebases, self._reopen = settings, tablebases, reopen
        self._job: JobService[TablesRequest, GenerationProgress] = JobService("tables", close_ms=CLOSE_MS)
        self._job.setParent(self)
        self._job.changed.connect(self._update)
        self._forecaster = Worker("ratsu-table-forecast", self)
        self._begun = self._stood = (
            0.0  # seconds of `time.monotonic`: the begin, moved on by pauses, and that of a pause
        )

    def look(self, wanted: str, folder: str) -> None:
        """Forecasts the cost of making a table, unless one is being made."""
        if self._state.at_work:
            return
        self._set(TableMaking(MakingStage.LOOKING if wanted.strip() and folder else MakingStage.IDLE, wanted, folder))
        self._forecaster.drop_all()
        if self._state.phase is MakingStage.LOOKING:
            self._forecaster.submit(partial(look_ahead, wanted, Path(folder)), self._set, self._refused)

    def begin(self) -> None:
        """Makes the forecast table."""
        from engine.jobs.tables import TablesRequest

        state = self._state
        if not state.may_begin:
            return
        self._begun = time.monotonic()
        self._set(
            replace(state, phase=MakingStage.RUNNING, seconds_left=state.forecast.seconds if state.forecast else None)
        )
        self._job.begin(TablesRequest((state.wanted,), folder=Path(state.folder)))

    def pause(self, paused: bool) -> None:
        """Pauses at the next ply, or continues."""
        if self._state.phase not in {MakingStage.RUNNING, MakingStage.PAUSED}:
            return
        now = time.monotonic()
        if paused and self._state.phase is MakingStage.RUNNING:
            self._stood = now
        elif not paused and self._state.phase is MakingStage.PAUSED:
            self._begun += now - self._stood
        self._job.pause(paused)
        self._set(replace(self._state, phase=MakingStage.PAUSED if paused else MakingStage.RUNNING))

    def cancel(self) -> None:
        """Stops at the next ply, or after the file being compressed. Finished tables remain."""
        if self._state.at_work:
            self._job.stop()
            self._set(replace(self._state, phase=MakingStage.STOPPING))

    def close(self) -> bool:
        """Stops; finished tables remain."""
        self._job.stop()
        return super().close()

    @Slot(object)
    def _update(self, job: JobState[TablesRequest, GenerationProgress]) -> None:
        step = job.last
        match job.phase:
            case JobPhase.DONE:
                made = step.made if step is not None else ()
                size = sum(table.wdl_bytes + table.dtz_bytes for table in made)
                self._end(replace(self._state, phase=MakingStage.DONE, step=None, made=len(made), bytes=size))
                ready = Text("The endgame table %1 is ready", self._state.wanted)
                self._inform(ready)
            case JobPhase.STOPPED:
                self._end(replace(self._state, phase=MakingStage.STOPPED, step=None))
            case JobPhase.FAILED:
                self._end(replace(self._state, phase=MakingStage.FAULT, step=None, problem=job.problem))
                self._tell_error(job.problem)
            case _ if step is not None:
                left = self._state.seconds_left
                if step.share > LEAST_SHARE and self._state.phase is MakingStage.RUNNING:
                    left = (time.monotonic() - self._begun) * (1 - step.share) / step.share
                self._set(replace(self._state, step=step, seconds_left=left))

    def _refused(self, problem: Text) -> None:
        self._set(replace(self._state, phase=MakingStage.FAULT, problem=problem))

    def _end(self, state: TableMaking) -> None:
        self._set(state)
        known = self._settings.settings.text("tablebase_folders").splitlines()
        self._reopen()
        if state.folder in known:
            self._tablebases.look_again()
        elif any(Path(state.folder).glob("*.rtb?")):
            self._settings.set("tablebase_folders", "\n".join([*filter(str.strip, known), state.folder]))
