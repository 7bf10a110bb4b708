"""Stores the user's rated games and estimates the user's strength from them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.model.errors import FileError
from desktop.model.game.match import MatchTerms
from desktop.model.game.state import GameState
from desktop.model.rating import MOST_BYTES, RatedResult, RatingState, dump_game, load_games, rated
from desktop.model.settings import TABLE
from desktop.services.game.game_service import GameService
from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.service import Service
from desktop.services.kit.settings_store import SettingsStore
from engine.game.side import Side
from engine.ground.text import Text
from engine.ground.write_targets import is_file

if TYPE_CHECKING:
    from desktop.services.game.match_service import MatchService
    from desktop.services.game.rated_game_guard import RatedGameGuard


class RatingService(Service):
    """`changed` carries all games after each new one. The file is read on first use."""

    changed = Signal(object)  # RatingState

    def __init__(self, games: GameService, settings: SettingsStore, path: Path | None) -> None:
        """`settings` store the estimate. `path` None: nothing is stored beyond this run."""
        super().__init__()
        self._games, self._settings = games, settings
        self._file = GuardedFile(path, MOST_BYTES)
        self._state: RatingState | None = None

    @property
    def state(self) -> RatingState:
        if self._state is None:
            self._state = self.read()
        return self._state

    def read(self) -> RatingState:
        """Reads the file, on any thread that has exclusive use of it. Pass the result to `take`."""
        return rated(self._read())

    def take(self, state: RatingState) -> None:
        """Shows the games that were read, if none are known yet."""
        if self._state is None:
            self._state = state
            self.remember()

    def follow(self, match: MatchService, help_gate: RatedGameGuard) -> None:
        match.ended.connect(self.record)
        help_gate.lost.connect(self.lose)

    @Slot(object)
    def record(self, state: GameState) -> None:
        """Counts the result of a finished match, if it was rated."""
        match, outcome = state.match, state.game.outcome
        if match is not None and outcome is not None and match.rated:
            self._count(match, outcome.winner, outcome.termination.value)

    @Slot(object, str)
    def lose(self, match: MatchTerms, reason: str) -> None:
        """Counts a rated game as lost by help or abandonment."""
        human = match.human_side
        if human is not None:
            self._count(match, human.other, reason)
            self._inform(Text("The game counts as lost for your Elo."))

    def _count(self, match: MatchTerms, winner: Side | None, reason: str) -> None:
        human = match.human_side
        level = match.contestant(human.other).level if human is not None else None
        if human is None or level is None or level.elo is None:
            return
        game = RatedResult(
            when=datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"),
            opponent=str(match.contestant(human.other).player),
            elo=level.elo,
            score=0.5 if winner is None else float(winner is human),
            white=human is Side.WHITE,
            control=match.control.pgn(),
            reason=reason,
        )
        games = (*self.state.games, game)
        if self._file.path is not None:
            try:
                self._file.append(dump_game(game))
            except FileError as error:
                self._warn(Text("The rated game could not be saved: %1", error))
        self._set(rated(games))

    def forget(self) -> None:
        """Starts again without games; the old file is renamed."""
        path = self._file.path
        if path is not None and is_file(path):
            aside = path.with_suffix(f".until {datetime.now().astimezone().strftime('%Y-%m-%d %H.%M.%S')}.json")
            try:
                path.rename(aside)
            except OSError as error:
                self._warn(Text("%1 cannot be moved away (%2).", path, error))
                return
        self._set(RatingState())

    def _set(self, state: RatingState) -> None:
        self._state = state
        self.remember()
        self.changed.emit(state)

    def remember(self) -> None:
        """Stores the estimate in the settings, so that predictions for the user's level need not read the games."""
        setting, now = TABLE["my_elo"], self.state.now
        elo = round(now.elo) if now is not None else setting.default
        self._settings.set("my_elo", int(min(max(elo, setting.lowest), setting.highest)))

    def _read(self) -> tuple[RatedResult, ...]:
        nothing: tuple[tuple[RatedResult, ...], int] = (), 0
        games, bad = self._file.read(load_games, nothing)
        problem = self._file.take_problem()
        if bad:
            problem = Text(
                "{One line|%1 lines} of the rated games in %2 {is|are} damaged and {was|were} left out.",
                bad,
                self._file.path,
            )
        if problem:
            self._warn(problem)
        return games
