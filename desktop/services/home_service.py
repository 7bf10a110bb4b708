"""Collects what the Home page shows. Reading starts when Home is first shown, each file on its own thread."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.model.game.state import SavedGame
from desktop.model.home import (
    MOST_BYTES,
    DueCounts,
    FinishedGames,
    HomeState,
    LastReview,
    load_review,
    open_games,
    played_games,
)
from desktop.model.job import JobPhase
from desktop.model.review import GraphPoint, ReviewEffort, ReviewState
from desktop.services.game.game_service import GameService
from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.game.tree import Game
from engine.ground.text import Text
from engine.ground.write_targets import is_file
from engine.play.review.values import GameReview

if TYPE_CHECKING:
    from desktop.model.rating import RatingState
    from desktop.services.engines.rating_service import RatingService
    from desktop.services.engines.review_service import ReviewService
    from desktop.services.files.collection_service import CollectionService
    from desktop.services.files.correspondence_service import CorrespondenceService
    from desktop.services.files.file_service import FileService
    from desktop.services.game.autosave import Autosave
    from desktop.services.kit.settings_store import SettingsStore
    from desktop.services.training.endgame_trainer import EndgameTrainer
    from desktop.services.training.mistake_trainer import MistakeTrainer
    from desktop.services.training.opening_trainer import OpeningTrainer
    from desktop.services.training.practice_trainer import PracticeTrainer
    from desktop.services.training.tactics_trainer import TacticsTrainer

_Reviewed = tuple[LastReview, tuple[GraphPoint, ...]]
COLUMNS = ("White", "Black", "Result", "Date")


class HomeService(Service):
    """`changed` carries the whole page, from the first `look` on."""

    changed = Signal(object)  # HomeState
    played = Signal(object)  # FinishedGames, whenever they were read

    def __init__(self, games: GameService, review: Path | None) -> None:
        """`review`: the file of the last review; None: remembered for this run only."""
        super().__init__()
        self._games = games
        self._review = GuardedFile(review, MOST_BYTES)
        self._reviewed: GameReview | None = None
        self._looked = self._asked = False
        self._read = False  # the last review and the rating, which are read once
        self.state = HomeState()
        self._worker = Worker("ratsu-home", self, finish=True)

    def follow(
        self,
        settings: SettingsStore,
        autosave: Autosave,
        collection: CollectionService,
        openings: OpeningTrainer,
        mistakes: MistakeTrainer,
        tactics: TacticsTrainer,
        endgames: EndgameTrainer,
        practice: PracticeTrainer,
        review: ReviewService,
        files: FileService,
        rating: RatingService,
        correspondence: CorrespondenceService,
    ) -> None:
        self._correspondence = correspondence
        correspondence.changed.connect(self._count)
        self._settings, self._autosave, self._collection, self._files = settings, autosave, collection, files
        self._openings, self._mistakes, self._tactics, self._endgames = openings, mistakes, tactics, endgames
        self._practice, self._rating, self._reviews = practice, rating, review
        review.changed.connect(self._keep_review)
        for signal in (openings.changed, mistakes.changed, tactics.changed, endgames.changed, practice.changed):
            signal.connect(self._count)
        for signal in (rating.changed, settings.changed, collection.changed):
            signal.connect(self._count)
        files.written.connect(self._read_again)
        self._games.course_changed.connect(self._count)
        self._games.tabs_changed.connect(self._count)

    def look(self) -> None:
        """Updates everything in the background when Home is shown."""
        self._looked = True
        self._mistakes.count()
        self._tactics.count()
        self._endgames.count()
        self._practice.count()
        self._openings.count()
        self._correspondence.look()
        self._autosave.find(self._found)
        self._read_played()
        if not self._read:
            self._read = True
            read = self._rating.read
            self._worker.submit(lambda: (self._read_review(), read()), self._take_first, self._not_read)
        self._count()

    def ask_played(self) -> None:
        """Reads the played games unless they are known; `played` is emitted."""
        if self.state.played is None and not self._asked:
            self._read_played()

    def show_review(self, last: LastReview) -> None:
        """Reviews the shown game again, which is at once if the evaluations of the last review are still stored."""
        if not self._reviews.running:
            self._reviews.start(last.effort)

    def _read_played(self) -> None:
        self._asked = True
        self._worker.submit(partial(_read_played, self._files.played_games), self._take_played, self._warn)

    @Slot(str)
    def _read_again(self, path: str) -> None:
        """A game was added to the played ones."""
        if self.state.played is not None and path == str(self._files.played_games):
            self._read_played()

    # -- what is found

    @Slot()
    def _count(self) -> None:
        if not self._looked:
            return
        lessons = self._endgames.state
        rows = [(row.name, row.waiting) for row in self._openings.state.repertoires or () if not row.drill]
        known = tuple((name, counts.known, counts.all) for name, counts in rows)
        counts = (self._openings.state.due, self._mistakes.state.due, self._tactics.state.due, lessons.due)
        due = DueCounts(*counts, self._practice.state.due, lessons.learned, known)
        settings = self._settings.settings
        going = open_games(self._games.states, settings.text("hidden_men") != "none")
        elo, collected = settings.number("my_elo"), self._collection.exists
        self._set(
            replace(
                self.state, due=due, going=going, my_elo=elo, collected=collected, post=self._correspondence.state.rows
            )
        )

    def _found(self, left: tuple[SavedGame, ...]) -> None:
        self._set(replace(self.state, left=left))

    def _take_played(self, played: FinishedGames) -> None:
        self._set(replace(self.state, played=played))
        self.played.emit(played)

    def _take_first(self, found: tuple[_Reviewed | None, RatingState]) -> None:
        self._take_review(found[0])
        self._take_rating(found[1])

    def _not_read(self, problem: Text) -> None:
        self._read = False
        self._warn(problem)

    def _take_rating(self, found: RatingState) -> None:
        self._rating.take(found)
        self._rating.changed.connect(self._show_rating)
        self._show_rating(self._rating.state)

    @Slot(object)
    def _show_rating(self, rating: RatingState) -> None:
        self._set(replace(self.state, rating=rating))

    def _read_review(self) -> _Reviewed | None:
        """Reads the last review, on the worker's thread."""
        found = self._review.read(load_review, None)
        return (found, _curve(found)) if found is not None else None

    def _take_review(self, found: _Reviewed | None) -> None:
        problem = self._review.take_problem()
        if problem:
            self._warn(problem)
        if self.state.review is None and found is not None:
            self._take_new_review(found)

    @Slot(object)
    def _keep_review(self, state: ReviewState) -> None:
        shown = self._games.state_of(state.tab)
        if state.phase is not JobPhase.DONE or state.review is self._reviewed or shown is None:
            return
        self._reviewed = state.review
        if state.review is not None:
            self._worker.submit(
                partial(self._written, shown.game, state.review, state.effort), self._take_new_review, self._warn
            )

    def _written(self, game: Game, review: GameReview, effort: ReviewEffort) -> _Reviewed:
        """Writes the last review, on the worker's thread. :raises FileError: it cannot be written."""
        from engine.pgn.writer import written_game

        last = LastReview(
            white=game.header("White"),
            black=game.header("Black"),
            when=datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"),
            accuracy=(review.white.accuracy, review.black.accuracy),
            faults=(review.white.faults, review.black.faults),
            pgn=written_game(game, sources=True),
            effort=effort,
        )
        if self._review.path is not None:
            self._review.write(last.dump())
        return last, _curve(last)

    def _take_new_review(self, last: _Reviewed) -> None:
        self._set(replace(self.state, review=last[0], curve=last[1]))

    def _set(self, state: HomeState) -> None:
        if state != self.state:
            self.state = state
            if self._looked:
                self.changed.emit(state)


def _curve(last: LastReview) -> tuple[GraphPoint, ...]:
    """The evaluation graph of the game; empty if it has too few evaluations."""
    from desktop.model.eval_graph import known_points, points_of
    from engine.pgn.reader import first_game

    points = points_of(first_game(last.pgn))
    return points if known_points(points) > 1 else ()


def _read_played(path: Path | None) -> FinishedGames:
    """Reads the played games, on the worker's thread. :raises PgnError: the file cannot be read."""
    if path is None or not is_file(path):
        return FinishedGames()
    from engine.pgn.index import GameList

    games = GameList(path)
    try:
        for _ in games.load():
            pass
        return played_games([tuple(games.value(row, name) for name in COLUMNS) for row in range(len(games))])
    finally:
        games.close()
