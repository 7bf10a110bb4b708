"""Matches and tournaments between engines, run in their own process; the window only watches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal, Slot

from desktop.model.errors import FileError
from desktop.model.job import JobState
from desktop.model.tournament import (
    Participant,
    TournamentPlan,
    TournamentState,
    dump_plan,
    new_pgn,
    read_plan,
)
from desktop.services.files.game_list_service import GameListService
from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.job_service import JobService
from desktop.services.kit.service import Service
from engine.ground.errors import RatsuError
from engine.ground.files import make_private
from engine.ground.text import Text, why

_LAST = "last match.json"


class TournamentService(Service):
    """One match at a time. Its games are written to the PGN as they end; it can be stopped and resumed, also after a
    restart.
    """

    changed = Signal(object)  # TournamentState
    grown = Signal(str)  # path of the match's PGN: games were added to it

    def __init__(self, folder: Path | None) -> None:
        """`folder` for matches; None: none can be played."""
        super().__init__()
        self._folder = folder
        self._file = GuardedFile(folder / _LAST if folder is not None else None)
        self._state: TournamentState | None = None
        self._job = JobService[TournamentPlan, TournamentState]("desktop.services.engines.tournament_run")
        self._job.setParent(self)
        self._job.changed.connect(self._look)

    def follow(self, lists: GameListService) -> None:
        """Lets a list of the match's games grow with the match."""
        self.grown.connect(lists.list_grown)

    @property
    def state(self) -> TournamentState:
        """The state, initially that of an earlier run's last match."""
        if self._state is None:
            self._state = self._last()
        return self._state

    def start(self, plan: TournamentPlan) -> None:
        """Starts a new match, whose PGN is added to the folder."""
        if self.state.running:
            return
        if self._folder is None:
            text = Text("No folder can be written to, so no match can be saved.")
            self._tell(replace(TournamentState(plan), problem=text))
            return
        try:
            plan = replace(plan, pgn=str(self.fresh_pgn(plan.participants)))
            self._file.write(dump_plan(plan))
        except (OSError, FileError) as error:
            self._tell(replace(TournamentState(plan), problem=why(error)))
            return
        self._play(plan)

    def fresh_pgn(self, participants: Iterable[Participant]) -> Path | None:
        """A new file name for a match between these; None: nothing can be saved.

        :raises OSError: the folder cannot be made.
        """
        from desktop.services.engines.tournament_run import now_text

        if self._folder is None:
            return None
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return new_pgn(self._folder, [str(one.player) for one in participants], now_text())

    def go_on(self) -> None:
        """Resumes the stopped match."""
        state = self.state
        if state.plan is not None and state.may_go_on:
            self._play(state.plan)

    def stop(self) -> None:
        """Stops the match; unfinished games are replayed when it resumes."""
        if self.state.running:
            self._job.stop()
            self._tell(replace(self.state, stopping=True))

    def write_table(self, path: Path) -> None:
        """Writes the table and the games into a file that ends in .csv or .html; a problem is in the state."""
        from desktop.services.engines.tournament_run import order_of
        from engine.publishing.match_table import write_table

        state = self.state
        if state.plan is None:
            return
        names, title = [str(player) for player in state.plan.players], state.plan.system.capitalize()
        try:
            write_table(path, title, names, state.finished, order_of(state.plan, state.finished))
        except RatsuError as error:
            self._tell(replace(state, problem=error.text))
        else:
            self._inform(Text("The table is in %1.", path))

    def close(self) -> bool:
        """Ends the match's process and its engines. Returns whether they ended in time."""
        self._job.stop()
        return super().close()

    def _play(self, plan: TournamentPlan) -> None:
        from desktop.services.engines.tournament_run import state_of

        make_private(Path(plan.pgn))
        known = self.state.plan == plan  # else a new match, which has nothing of the last one
        self._state = self.state if known else state_of(plan, [])
        self._job.begin(plan)

    @Slot(object)
    def _look(self, job: JobState[TournamentPlan, TournamentState]) -> None:
        before, state = self.state, replace(job.last or self.state, running=job.running, problem=job.problem)
        if not job.running:
            state = replace(state, live=())
            self._tell_end(state)
        self._tell(replace(state, stopping=job.running and before.stopping))
        if state.plan is not None and len(state.finished) > len(before.finished):
            self.grown.emit(state.plan.pgn)

    def _tell_end(self, state: TournamentState) -> None:
        if state.problem:
            self._tell_error(state.problem)
        elif state.standings and (state.decided or not state.may_go_on):
            self._inform(state.ending)

    def _last(self) -> TournamentState:
        if self._folder is None:
            return TournamentState()
        plan: TournamentPlan | None = self._file.read(read_plan, None)
        problem = self._file.take_problem()
        if problem:
            self._warn(problem)
        if plan is None:
            return TournamentState()
        from desktop.services.engines.tournament_run import state_of
        from engine.play.match.journal import finished_games

        return state_of(plan, finished_games(Path(plan.pgn), len(plan.participants)))

    def _tell(self, state: TournamentState) -> None:
        self._state = state
        self.changed.emit(state)
