"""What the page of the night's jobs shows."""

from desktop.model.settings import Settings
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.night.report_values import Line
from engine.night.values import Event, Job


@dataclass(frozen=True)
class NightState:
    """`read`: whether the queue was looked at. `own`: this window's process works on it; `working`: some process does, and
    `resting` says why nothing new begins.

    `chosen`: the job whose report `lines` are, 0 where there is none. `events`: what happened to the queue as a whole.
    `adding`: what is being added. `problem`: why the queue cannot be used.
    """

    read: bool = False
    jobs: tuple[Job, ...] = ()
    own: bool = False
    working: bool = False
    resting: Text = NOTHING
    at_once: int = 1
    chosen: int = 0
    lines: tuple[Line, ...] = ()
    events: tuple[Event, ...] = ()
    adding: str = ""
    problem: Text = NOTHING

    def job(self, number: int) -> Job | None:
        """A job by its number; None where it is gone."""
        return next((job for job in self.jobs if job.id == number), None)

    @property
    def left_s(self) -> float | None:
        """About how many seconds all waiting jobs take; None where that is not known of one of them."""
        each = [job.left_s(self.at_once) for job in self.waiting]
        return None if None in each else sum(one for one in each if one is not None)

    @property
    def waiting(self) -> tuple[Job, ...]:
        """The jobs that may be worked on and are not done."""
        return tuple(job for job in self.jobs if job.state.value == "waiting" and job.open)


def run_options(settings: Settings) -> tuple[str, ...]:
    """The wishes of the settings as options of `ratsu night run`."""
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
