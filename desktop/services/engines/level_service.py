"""Find my level: ten quick games, stored on disk, and the estimate of the user's strength."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.model.errors import FileError, Message, Severity
from desktop.model.find_level import MOST_BYTES, QUICK, LevelState, dump, load, nearest_person, points_of
from desktop.model.game.match import MatchTerms, NewGame, level_at
from desktop.model.game.state import GameState
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.service import Service
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.kit.tasks import Worker
from engine.game.limits import GamePosition
from engine.game.side import Side
from engine.ground.text import Text
from engine.levels import PERSON
from engine.play.people.find_level import Evidence, LevelSearch
from engine.play.people.persons import Person

if TYPE_CHECKING:
    from desktop.services.game.rated_game_guard import RatedGameGuard

CLOSE_MS = 2_000


class LevelService(Service):
    """A game counts when it ends, even in a later run of the program; its moves are evaluated afterwards in the background."""

    changed = Signal(object)  # LevelState
    counted = Signal(object)  # LevelState: with one more game, its moves looked at

    def __init__(self, games: GameService, match: MatchService, settings: SettingsStore, path: Path | None) -> None:
        """`path` None: nothing is stored beyond this run."""
        super().__init__()
        self._games, self._match, self._settings = games, match, settings
        self._file = GuardedFile(path, MOST_BYTES)
        self._search: LevelSearch | None = None
        self._judging = False
        self._worker = Worker("ratsu-level", self, close_ms=CLOSE_MS)

    @property
    def state(self) -> LevelState:
        """The games so far. The file is read on first use."""
        if self._search is None:
            self._search = self._file.read(load, LevelSearch())
            problem = self._file.take_problem()
            if problem:
                self._warn(problem)
        return LevelState(self._search, self._tab(), self._judging)

    @property
    def proposed(self) -> Person:
        """The person whose chances against the user are nearest to even."""
        search = self.state.search
        return nearest_person(search.next_elo if search.played else self._settings.settings.number("my_elo"))

    def follow(self, help_gate: RatedGameGuard) -> None:
        """Connects to the ends of games, to count those of the search."""
        self._match.ended.connect(self.record)
        help_gate.lost.connect(self.lose)
        self._games.tabs_changed.connect(self._tell)

    @Slot()
    def play(self) -> None:
        """Starts the next game, or shows the one under way."""
        state = self.state
        if state.tab:
            self._games.select_tab(state.tab)
            self._match.go_on()
            return
        white = len(state.search.played) % 2 == 0
        wanted = NewGame(
            human=Side.WHITE if white else Side.BLACK,
            level=level_at(state.search.next_elo),
            control=QUICK,
            human_name=self._settings.settings.text("player_name"),
            rated=True,
            finding=True,
            chain=PERSON,
        )
        self._match.new_game(wanted)
        self._tell()

    def begin_again(self) -> None:
        self._worker.drop_all()
        self._judging = False
        self._keep(LevelSearch())

    @Slot(object)
    def record(self, state: GameState) -> None:
        """Counts a finished match, if it belongs to the search and no help was used."""
        match, outcome = state.match, state.outcome
        if match is None or outcome is None or not match.finding or not match.rated:
            return
        human = match.human_side
        elo = match.contestant(human.other).level.elo if human is not None else None
        if human is None or elo is None:
            return
        number = len(self.state.search.played)
        self._keep(self.state.search.after(elo, points_of(match, outcome.winner)))
        position = GamePosition(state.game.start_fen, state.game.moves(state.live), chess960=state.game.chess960)
        self._judging = True
        self._worker.submit(
            partial(_evidence, position, human is Side.WHITE), partial(self._judged, number), self._not_judged
        )
        self._tell()

    @Slot(object, str)
    def lose(self, match: MatchTerms, _reason: str) -> None:
        """Counts a game lost by help or abandonment: its result only, not its moves."""
        human = match.human_side
        elo = match.contestant(human.other).level.elo if match.finding and human is not None else None
        if elo is not None:
            self._keep(self.state.search.after(elo, 0.0))
            self._counted()

    def _judged(self, number: int, evidence: Evidence) -> None:
        played = list(self.state.search.played)
        played[number] = played[number]._replace(evidence=evidence)
        self._judging = False
        self._keep(LevelSearch(tuple(played)))
        self._counted()

    def _not_judged(self, problem: Text) -> None:
        """Counts the result without the moves."""
        self._judging = False
        self._warn(problem)
        self._tell()
        self._counted()

    def _counted(self) -> None:
        """Proposes the next opponent after the last game."""
        if self.state.search.done:
            self._settings.set("person", self.proposed.key)
            self._settings.set("opponent", "")
        self.counted.emit(self.state)

    def _keep(self, search: LevelSearch) -> None:
        self._search = search
        if self._file.path is not None:
            try:
                self._file.write(dump(search))
            except FileError as error:
                self.message.emit(
                    Message(Severity.WARNING, Text("The search for your level could not be saved: %1", error))
                )
        self._tell()

    def _tab(self) -> int:
        """The tab of the game under way or adjourned."""
        for state in self._games.states:
            if state.match is not None and state.match.finding and state.unfinished:
                return state.tab
        return 0

    @Slot()
    def _tell(self) -> None:
        if self._search is not None:
            self.changed.emit(self.state)


def _evidence(position: GamePosition, white: bool) -> Evidence:
    """Evaluates the moves of a game, on the service's thread; takes a second for a long game. :raises RatsuError:"""
    from engine.play.people.move_evidence import MoveEvidence

    return MoveEvidence().of(position, white)
