"""The page of overnight jobs."""

from desktop.model.settings import Settings
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.night.report_values import ReportLine
from engine.night.values import NightEvent, NightJob


@dataclass(frozen=True)
class NightState:
    """`read`: whether the queue was read. `own`: this window's process works on it; `working`: some process does, and
    `resting` explains why no new job starts. `chosen`: the job whose report `lines` shows, 0 for none. `events`: log of
    the whole queue. `adding`: the job being added. `problem`: why the queue cannot be used.
    """

    read: bool = False
    jobs: tuple[NightJob, ...] = ()
    own: bool = False
    working: bool = False
    resting: Text = NOTHING
    at_once: int = 1
    chosen: int = 0
    lines: tuple[ReportLine, ...] = ()
    events: tuple[NightEvent, ...] = ()
    adding: str = ""
    problem: Text = NOTHING

    def job(self, number: int) -> NightJob | None:
        """The job with that number, or None."""
        return next((job for job in self.jobs if job.id == number), None)

    @property
    def left_s(self) -> float | None:
        """The estimated seconds of all waiting jobs; None if it is unknown for one of them."""
        each = [job.left_s(self.at_once) for job in self.waiting]
        return None if None in each else sum(one for one in each if one is not None)

    @property
    def waiting(self) -> tuple[NightJob, ...]:
        """The unfinished jobs that may run."""
        return tuple(job for job in self.jobs if job.state.value == "waiting" and job.open)


def run_options(settings: Settings) -> tuple[str, ...]:
    """The settings as options of `ratsu night run`."""
    options: list[str] = []
    if settings.number("night_processes"):
        options += ["--processes", str(settings.number("night_processes"))]
    if settings.flag("night_battery"):
        options.append("--battery")
    if settings.text("night_hours").strip():
        options.append(f"--hours={settings.text('night_hours').strip()}")
    if settings.number("night_hottest"):
        options += ["--hottest", str(settings.number("night_hottest"))]
    return tuple(options)
