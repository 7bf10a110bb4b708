"""Makes the services and joins them: signals of one end in slots of another, and nowhere else."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from desktop.model.board.sounds import Cue
from desktop.model.engine_options import analysis_kind
from desktop.model.engines import EngineEntry, Use
from desktop.model.game.analysis import AnalysisSetup
from desktop.services.all_services import Services
from desktop.services.book.book_service import BookService
from desktop.services.book.books_service import ShelfService
from desktop.services.book.doctor_service import DoctorService
from desktop.services.book.habits_service import HabitsService
from desktop.services.book.learning_service import LearningService
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.engines.analysis_source import AnalysisSource
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.explain_service import ExplainService
from desktop.services.engines.external_engines import ExternalEngines
from desktop.services.engines.move_sources import RoomDoors, Rooms
from desktop.services.engines.rating_service import RatingService
from desktop.services.engines.review_service import ReviewService
from desktop.services.engines.tournament_service import TournamentService
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.game.autosave import Autosave
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_run import REPLY_MS
from desktop.services.game.match_service import MatchService
from desktop.services.game.premove_service import PremoveService
from desktop.services.game.sound_service import SoundService
from desktop.services.kit.engine_service import EngineService
from desktop.services.kit.folders import Folders
from desktop.services.kit.language import language
from desktop.services.kit.leftovers import clear_in_background
from desktop.services.kit.piece_folder import PieceFolder
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.tables.tablebase_service import TablebaseService
from desktop.services.training.endgame_trainer import EndgameTrainer
from desktop.services.training.mistake_trainer import MistakeTrainer
from desktop.services.training.opening_trainer import OpeningTrainer
from engine.play.external.launch import DEADLINES, Deadlines

PLAYED_GAMES = "played games.pgn"
ENGINES = "engines.json"
MATCHES = "matches"
RATED_GAMES = "rated games.json"
COLLECTION = Path("collections") / "games.ratsugames"
REVIEWS = "reviews"  # the same as the command line's
MISTAKES = "mistakes.json"


class Composition(QObject):
    """All services, joined. `close` ends their threads and closes their files."""

    def __init__(
        self,
        folders: Folders,
        rooms: RoomDoors | None = None,
        reply_ms: int = REPLY_MS,
        settings: SettingsStore | None = None,
        deadlines: Deadlines = DEADLINES,
    ) -> None:
        """`folders` with a problem: nothing is kept. `rooms`: others than the real ones. `reply_ms`: see `MatchService`.
        `settings`: a store that was needed before the rest. `deadlines`: those of engines of others."""
        super().__init__()
        self.folders = folders
        kept = folders.writable
        settings = settings or SettingsStore(folders.settings_file)
        settings.setParent(self)
        language().follow(settings.settings)
        settings.changed.connect(language().follow)
        data: Path | None = folders.data if kept else None
        self.rooms = rooms = rooms or Rooms(folders.data, settings.settings, told=not kept)
        games = GameService(self)
        clock = ClockService(games, self)
        engines = EngineList(folders.config / ENGINES if kept else None, self, deadlines)
        externals = ExternalEngines(engines, self, deadlines)
        told: set[str] = set()  # problems of books and tables, whoever meets them first
        self.engine = engine = EngineService(rooms.chain, self, externals.player, rooms.problems, told)
        match = MatchService(games, engine, clock, self, reply_ms)
        engine.message.connect(match.message)  # shown where those of the game are
        self.services = Services(
            settings=settings,
            game=games,
            match=match,
            clock=clock,
            engine=engine,
            analysis=AnalysisService(rooms.analyser, self),
            explain=ExplainService(self),
            review=ReviewService(games, rooms.judge, rooms.library, data / REVIEWS if data else None, self),
            mistakes=MistakeTrainer(games, rooms.judge, data / MISTAKES if data else None, self),
            book=BookService(rooms.library, self, told),
            doctor=DoctorService(rooms.library, self),
            shelf=ShelfService(rooms.library, self),
            habits=HabitsService(rooms.library, self),
            learning=LearningService(rooms.library, self),
            openings=OpeningTrainer(games, rooms.library, self),
            tablebases=TablebaseService(rooms.tables, self, told=told),
            endgames=EndgameTrainer(games, rooms.tables, self),
            files=FileService(games, data / PLAYED_GAMES if data else None, self),
            lists=GameListService(self),
            collection=CollectionService(data / COLLECTION if data else None, self),
            autosave=Autosave(folders.state / "open games" if kept else None, clock, self),
            pieces=PieceFolder(self),
            premoves=PremoveService(games, match, self),
            sounds=SoundService(games, match, clock, self),
            engines=engines,
            externals=externals,
            rating=RatingService(games, data / RATED_GAMES if data else None, self),
            tournaments=TournamentService(data / MATCHES if data else None, self),
        )
        self._join()

    def follow(self) -> None:
        """Lets book, tablebases and analysis look at what is shown; called once the window stands."""
        services = self.services
        looking = (services.book, services.tablebases, services.collection, services.analysis, services.explain)
        for follower in (*looking, services.review, services.learning):
            services.game.state_changed.connect(follower.follow)
            follower.follow(services.game.state)
        services.openings.count()
        services.engines.tell_problems()
        self._clear_leftovers()
        services.settings.changed.connect(services.pieces.configure)
        services.pieces.configure(services.settings.settings)

    def _clear_leftovers(self) -> None:
        """What a killed run left in the program's folders, and beside the files that the user works with."""
        if self.folders.writable:
            folders = self.folders
            recent = self.services.settings.settings.text("recent_files").splitlines()
            clear_in_background((folders.config, folders.data, folders.state), {Path(path).parent for path in recent})

    def close(self) -> bool:
        """Stops the searches, then the other threads, then closes the files. Returns whether all ended in time."""
        services = self.services
        services.match.close()
        services.clock.close()
        services.engine.cancel()
        services.analysis.set_running(False)
        ended = [services.tournaments.close(), services.externals.close()]
        ended += [
            services.engine.close(),
            services.analysis.close(),
            services.book.close(),
            services.tablebases.close(),
        ]
        ended += [services.learning.close(), services.endgames.close(), services.files.close(), services.lists.close()]
        ended += [services.review.close(), services.mistakes.close(), services.explain.close()]
        ended += [services.openings.close(), services.collection.close(), services.autosave.close()]
        ended += [services.engines.close(), services.pieces.close()]
        ended += [services.sounds.close()]
        ended += [services.doctor.close(), services.shelf.close(), services.habits.close()]
        services.settings.flush()
        if all(ended):
            self.rooms.close()  # a thread that still runs may be using them
        return all(ended)

    def _join(self) -> None:
        services = self.services
        services.settings.changed.connect(self.rooms.configure)
        services.tablebases.configure(services.settings.settings)
        services.settings.changed.connect(services.tablebases.configure)  # after the rooms: it asks them anew
        services.match.configure(services.settings.settings)
        services.settings.changed.connect(services.match.configure)
        services.game.game_changed.connect(services.autosave.record)
        services.clock.changed.connect(services.autosave.follow_clock)
        services.files.listed.connect(services.lists.open)
        services.files.written.connect(services.lists.reload)
        services.files.changed.connect(services.lists.keep_change)
        services.collection.searched.connect(services.lists.show)
        services.lists.game_read.connect(services.files.show_game)
        services.game.tab_closed.connect(services.autosave.forget)
        services.game.tab_closed.connect(services.analysis.forget_tab)
        self._own_analysers = self.rooms.other_analysers()
        services.engines.changed.connect(self._offer_analysers)
        self._offer_analysers(services.engines.entries)
        services.analysis.choose(services.settings.settings.text("analysis_engines").splitlines())
        services.analysis.setup_changed.connect(self._keep_analysers)
        services.analysis.set_lines(services.settings.settings.number("analysis_lines"))
        services.analysis.set_search(analysis_kind(services.settings.settings))
        services.settings.changed.connect(lambda s: services.analysis.set_lines(s.number("analysis_lines")))
        services.settings.changed.connect(lambda s: services.analysis.set_search(analysis_kind(s)))
        services.autosave.restored.connect(services.match.restore)
        services.match.ended.connect(services.files.keep_played)
        services.match.ended.connect(services.learning.learn)
        services.premoves.configure(services.settings.settings)
        services.settings.changed.connect(services.premoves.configure)
        services.sounds.configure(services.settings.settings)
        services.settings.changed.connect(services.sounds.configure)
        services.premoves.dropped.connect(lambda: services.sounds.play(Cue.ILLEGAL))
        services.learning.configure(services.settings.settings)
        services.settings.changed.connect(services.learning.configure)
        services.learning.book_changed.connect(services.book.refresh)
        services.doctor.book_changed.connect(services.book.refresh)
        services.shelf.book_changed.connect(services.book.refresh)
        services.habits.book_changed.connect(services.book.refresh)
        services.book.configure(services.settings.settings)
        services.settings.changed.connect(services.book.configure)
        services.match.began.connect(services.externals.begin)
        services.match.ended.connect(services.rating.record)
        services.analysis.changed.connect(services.rating.follow_analysis)
        services.match.ended.connect(services.externals.end)
        services.externals.ready.connect(services.match.engine_ready)

    def _keep_analysers(self, setup: AnalysisSetup) -> None:
        chosen = "\n".join(setup.chosen)
        if chosen != self.services.settings.settings.text("analysis_engines"):
            self.services.settings.keep("analysis_engines", chosen)

    def _offer_analysers(self, entries: tuple[EngineEntry, ...]) -> None:
        """Ratsu's kinds and the user's engines that can analyse, to be chosen side by side."""
        analyst = self.services.externals.analyst
        externals = [
            AnalysisSource(entry.key, entry.name, partial(analyst, entry.key))
            for entry in entries
            if entry.analyses and entry.use is not Use.PLAY
        ]
        self.services.analysis.set_sources((*self._own_analysers, *externals))
