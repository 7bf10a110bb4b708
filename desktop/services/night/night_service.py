"""The overnight jobs: watched while their page is shown, run by a child process, paused while the user plays."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot

from desktop.model.game.state import GameState
from desktop.model.night import NightState, run_options
from desktop.model.settings import Settings
from desktop.services.kit.job_worker import JobWorker
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.ground.machine import spare_threads
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from desktop.services.files.file_service import FileService
    from desktop.services.game.game_service import GameService
    from desktop.services.night.queue_reader import QueueReader, QueueReading
    from engine.jobs.job import Context
    from engine.night.job_request import JobRequest
    from engine.night.queue import NightQueue
    from engine.night.report_values import ReportRow
    from engine.night.values import NightJob, NightJobState, PlannedTask

LOOK_MS = 1_000
PLAYING_S = 900.0  # after the last move; a game that is left standing, or a crash, holds the work back no longer
_SIGN_EVERY_S = 60.0


class NightService(StateService[NightState]):
    """One queue, a file in the user's data folder, shared with `ratsu night` and created with the first job."""

    def __init__(self, path: Path | None) -> None:
        """`path`: the queue's file; None if nothing can be saved."""
        super().__init__(NightState())
        self._path = path
        self._looker: QueueReader | None = None
        self._options: tuple[str, ...] = ()
        self._signed = -_SIGN_EVERY_S
        self._move = (0, 0)  # tab and node at which the sign of a game was set last
        self._worker = Worker("ratsu-night", self, close_ms=2_000, finish=True)
        self._adder = JobWorker("ratsu-night-add", self)
        self._runner = JobWorker("ratsu-night-run", self)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)

    def configure(self, settings: Settings) -> None:
        """Sets when jobs may run, and in how many processes."""
        self._options = run_options(settings)
        self._set(replace(self.state, at_once=settings.number("night_processes") or spare_threads() + 1))

    def follow(self, games: GameService, files: FileService) -> None:
        """Follows moves, which pause the jobs, and the services that open a report's games."""
        self._games, self._files = games, files
        games.state_changed.connect(self._note_move)
        games.course_changed.connect(self._note_move)

    def window_shown(self) -> None:
        """Removes the playing signal that a crash left."""
        self._sign(False)

    def close(self) -> bool:
        """Ends the child; its unfinished work is repeated next time. Returns whether all ended in time."""
        self._runner.stop()
        self._adder.stop()
        if self._signed > 0:
            self._sign(False)
        return super().close()

    # -- what is shown

    def watch(self, shown: bool) -> None:
        if shown and self._path is not None:
            self._timer.start()
            self.look()
        else:
            self._timer.stop()

    @Slot()
    def look(self) -> None:
        if self._path is None:
            self._fail(Text("The overnight jobs need a data folder that can be written to. Check its permissions."))
            return
        self._submit_look(self._path, self._seen)

    def choose(self, number: int) -> None:
        if number == self.state.chosen:
            return  # the report that is shown would be gone until it changes
        self._set(replace(self.state, chosen=number, lines=()))
        self.look()

    def open_row(self, row: ReportRow) -> None:
        if self._path is None:
            return
        if row.fen:
            self._files.set_position(row.fen)
        elif row.game:
            from desktop.services.night.queue_reader import game_of_row

            job = partial(game_of_row, self._path, self.state.chosen, row)
            self._worker.submit(job, partial(self._show_game, row.ply), self._tell_error)

    # -- changing it

    def add(self, request: JobRequest) -> None:
        """Reads the games of a job and adds it, in the background."""
        from desktop.services.night.queue_reader import changed

        if self._path is None or self.state.adding:
            return
        self._set(replace(self.state, adding=request.title, problem=NOTHING))
        path = self._path
        self._adder.begin(
            lambda context: changed(path, partial(_added, request, context)), self._added, self._not_added
        )

    def stop_adding(self) -> None:
        self._adder.stop()

    def set_state(self, number: int, state: NightJobState) -> None:
        """Pauses, resumes or cancels a job."""
        self._change(lambda queue: queue.set_state(number, state))

    def forget(self, number: int) -> None:
        self._change(lambda queue: queue.forget(number))

    def move(self, number: int, up: bool) -> None:
        at = next((at for at, job in enumerate(self.state.jobs) if job.id == number), -1)
        other = at - 1 if up else at + 1
        if at >= 0 and 0 <= other < len(self.state.jobs):
            priority = self.state.jobs[other].priority + (1 if up else -1)
            self._change(lambda queue: queue.set_priority(number, priority))

    def start(self) -> None:
        from desktop.services.night.queue_reader import run

        if self._path is None or self.state.own:
            return
        self._set(replace(self.state, own=True, problem=NOTHING))
        self._runner.begin(partial(run, self._path, self._options), self._ended, self._broken)

    @Slot()
    def stop(self) -> None:
        """Stops the work; unfinished work is repeated next time."""
        self._runner.stop()

    # -- the user plays

    @Slot(object)
    def _note_move(self, state: GameState) -> None:
        """Pauses the work for a while after a move, and resumes it at the end of the game."""
        course = state.course
        if course is None:
            return
        if not (course.playing and course.begun):
            if self._signed > 0 and state.tab == self._move[0]:
                self._signed, self._move = -_SIGN_EVERY_S, (0, 0)
                self._sign(False)
            return
        now = time.monotonic()
        if (state.tab, state.live) != self._move and (now - self._signed >= _SIGN_EVERY_S or self._signed <= 0):
            self._signed, self._move = now, (state.tab, state.live)
            self._sign(True)

    def _sign(self, playing: bool) -> None:
        if self._path is not None and self._path.exists():
            from desktop.services.night.queue_reader import sign_playing

            self._worker.submit(partial(sign_playing, self._path, playing, PLAYING_S), lambda _: None, lambda _: None)

    def _change(self, change: Callable[[NightQueue], None]) -> None:
        from desktop.services.night.queue_reader import changed

        if self._path is not None:
            self._worker.submit(partial(changed, self._path, change), lambda _: self.look(), self._tell_error)

    def _submit_look(self, path: Path, seen: Callable[[QueueReading], None]) -> None:
        from desktop.services.night.queue_reader import QueueReader

        self._looker = self._looker or QueueReader(path)
        self._worker.submit(partial(self._looker.look, self.state.chosen), seen, self._fail)

    def _seen(self, look: QueueReading) -> None:
        chosen_now = self.state.chosen
        if chosen_now and look.chosen != chosen_now and any(job.id == chosen_now for job in look.jobs):
            return  # another one was chosen meanwhile, and is looked at next
        lines = self.state.lines if look.lines is None else look.lines
        self._set(
            replace(
                self.state, read=True, jobs=look.jobs, working=look.working, resting=look.resting, chosen=look.chosen,
                lines=lines, events=look.events, problem=NOTHING,
            )
        )  # fmt: skip

    def _seen_at_the_end(self, look: QueueReading) -> None:
        """Handles a look requested after the work ended; one requested earlier still finds waiting jobs."""
        self._seen(look)
        if not NightState(jobs=look.jobs).waiting:
            self._inform(Text("The night's jobs are done. Their report is ready."))

    def _added(self, job: NightJob) -> None:
        self._set(replace(self.state, adding="", chosen=job.id, lines=()))
        failed = Text(" Tasks that cannot be done: %1.", job.failed) if job.failed else NOTHING
        added = Text("%1 was added: {one task|%2 tasks}.%3", job.title, job.tasks, failed)
        self._inform(added)
        self.look()

    def _not_added(self, problem: Text) -> None:
        self._set(replace(self.state, adding=""))
        if problem:
            self._tell_error(problem)

    def _ended(self, _nothing: None) -> None:
        self._set(replace(self.state, own=False, working=False))
        if self._path is not None:
            self._submit_look(self._path, self._seen_at_the_end)

    def _broken(self, problem: Text) -> None:
        self._set(replace(self.state, own=False, working=False))
        self._tell_error(problem)
        self.look()

    def _show_game(self, ply: int, pgn: str) -> None:
        if pgn:
            self._files.paste(pgn, partial(self._go_to, self._games, ply))

    @staticmethod
    def _go_to(games: GameService, ply: int) -> None:
        line = games.state.game.main_line()
        if 0 < ply <= len(line):
            games.go_to(line[ply - 1].id)

    def _fail(self, problem: Text) -> None:
        self._timer.stop()
        self._set(replace(self.state, read=True, problem=problem))


def _added(request: JobRequest, context: Context, queue: NightQueue) -> NightJob:
    """Adds a job, on the adder's thread. :raises NightError: a file cannot be read, or the user stopped it."""
    from engine.night.job_request import add
    from engine.night.values import NightError

    def counted(tasks: Iterator[PlannedTask]) -> Iterator[PlannedTask]:
        for task in tasks:
            if context.stopper.asked():
                raise NightError(NOTHING)
            yield task

    return add(queue, request, counted)
