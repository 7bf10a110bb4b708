"""Makes the services. Each says itself what it listens to (`desktop.services.kit.service`)."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot

from desktop.model.settings import Settings
from desktop.services.all_services import Services
from desktop.services.book.book_service import BookService
from desktop.services.book.books_service import BooksService
from desktop.services.book.expected_service import ExpectedService
from desktop.services.book.habits_service import HabitsService
from desktop.services.book.health_service import HealthService
from desktop.services.book.learning_service import LearningService
from desktop.services.book.preparation_service import PreparationService
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.engines.coach_service import CoachService
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.explain_service import ExplainService
from desktop.services.engines.external_engines import ExternalEngines
from desktop.services.engines.level_service import LevelService
from desktop.services.engines.move_sources import MoveSources
from desktop.services.engines.people_service import PeopleService
from desktop.services.engines.rating_service import RatingService
from desktop.services.engines.review_service import ReviewService
from desktop.services.engines.tournament_service import TournamentService
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.game.autosave import Autosave
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.game.help_gate import HelpGate
from desktop.services.game.match_service import REPLY_MS, MatchService
from desktop.services.game.premove_service import PremoveService
from desktop.services.game.sound_service import SoundService
from desktop.services.home_service import HomeService
from desktop.services.kit.folders import Folders
from desktop.services.kit.job_service import JobService
from desktop.services.kit.language import language
from desktop.services.kit.leftovers import clear_in_background
from desktop.services.kit.piece_folder import PieceFolder
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.night.night_service import NightService
from desktop.services.tables.table_maker import TableMaker
from desktop.services.tables.tablebase_service import TablebaseService
from desktop.services.training.decks import Decks
from desktop.services.training.endgame_trainer import EndgameTrainer
from desktop.services.training.findable_service import FindableService
from desktop.services.training.mirror_service import MirrorService
from desktop.services.training.mistake_trainer import MistakeTrainer
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.services.training.tactics_trainer import TacticsTrainer
from desktop.services.world.broadcast_service import BroadcastService
from desktop.services.world.online_service import OnlineService
from desktop.services.world.world_service import WorldService
from desktop.views.kit import words
from engine.game.game_journal import OPEN_GAMES
from engine.ground.text import Text
from engine.play.external.launch import DEADLINES, Deadlines
from engine.play.user_files import NIGHT, REVIEWS, TRAINING

PLAYED_GAMES = "played games.pgn"
ENGINES = "engines.json"
MATCHES = "matches"
RATED_GAMES = "rated games.json"
LEVEL_SEARCH = "level search.json"
COLLECTION = Path("collections") / "games.ratsugames"
TABLES = "tables"
LAST_REVIEW = "last review.json"


class Composition(QObject):
    """All services, joined. `close` ends their threads and closes their files."""

    def __init__(
        self,
        folders: Folders,
        sources: MoveSources | None = None,
        reply_ms: int = REPLY_MS,
        settings: SettingsStore | None = None,
        deadlines: Deadlines = DEADLINES,
    ) -> None:
        """`folders` with a problem: nothing is kept. `sources`: others than the real ones. `reply_ms`: see `MatchService`.
        `settings`: a store that was needed before the rest. `deadlines`: those of external engines."""
        super().__init__()
        self.folders = folders
        settings = settings or SettingsStore(folders.settings_file, writable=folders.writable)
        language().follow(settings.settings)  # first: services take names in the language of the user
        self.sources = sources or MoveSources(folders.data, settings.settings, told=not folders.writable)
        self.services = services_of(folders, self.sources, settings, reply_ms, deadlines)
        for service in self.services:
            service.setParent(self)
            self.services.make(service.follow)
        settings.changed.connect(self._configure)
        self._configure(settings.settings)

    def window_shown(self) -> None:
        """Lets the services look at what is shown; called once the window is there."""
        for service in self.services:
            self.services.make(service.window_shown)
        self._clear_leftovers()

    def _clear_leftovers(self) -> None:
        """What a killed run left in the program's folders, and beside the files that the user works with."""
        if self.folders.writable:
            folders = self.folders
            recent = self.services.settings.settings.text("recent_files").splitlines()
            clear_in_background((folders.config, folders.data, folders.state), {Path(path).parent for path in recent})

    def close(self) -> bool:
        """Ends every service, then closes the files of books and tables. Returns whether all threads ended in time."""
        ended = [service.close() for service in reversed([*self.services])]
        if all(ended):
            self.sources.close()  # a thread that still runs may be using them
        return all(ended)

    @Slot(object)
    def _configure(self, settings: Settings) -> None:
        language().follow(settings)
        self.sources.configure(settings)  # first: who hears of other tables asks for them
        for service in self.services:
            service.configure(settings)


def services_of(
    folders: Folders, sources: MoveSources, settings: SettingsStore, reply_ms: int, deadlines: Deadlines
) -> Services:
    """The services, made in the order of `Services`."""
    data = folders.data if folders.writable else None
    games = GameService()
    clock = ClockService(games)
    engines = EngineList(folders.config / ENGINES, deadlines=deadlines, writable=folders.writable)
    told: set[Text] = set()  # problems of books and tables, whoever meets them first
    tablebases = TablebaseService(sources.tables, told=told, reopen=sources.reopen_tables)
    review = ReviewService(games, sources.judge, sources.library, data / REVIEWS if data else None, words.claims)
    decks = Decks(data / TRAINING if data else None)
    mistakes = MistakeTrainer(games, sources.judge, decks)
    match = MatchService(games, clock, sources.mover, reply_ms, sources.problems, told)
    return Services(
        settings=settings,
        game=games,
        help=HelpGate(games),
        clock=clock,
        habits=HabitsService(sources.library),
        books=BooksService(sources.library),
        health=HealthService(sources.library),
        preparation=PreparationService(sources.library),
        novelties=JobService("novelties", sources.library, data / COLLECTION if data else None),
        sounds=SoundService(games),
        pieces=PieceFolder(),
        engines=engines,
        autosave=Autosave(folders.state / OPEN_GAMES if folders.writable else None, clock),
        collection=CollectionService(data / COLLECTION if data else None),
        decks=decks,
        openings=OpeningTrainer(games, sources.library, sources.judge),
        explain=ExplainService(),
        coach=CoachService(games, sources.judge),
        mistakes=mistakes,
        tactics=TacticsTrainer(games, decks),
        review=review,
        mirror=MirrorService(games, data),
        findable=FindableService(games, review, mistakes),
        lists=GameListService(),
        files=FileService(games, data / PLAYED_GAMES if data else None),
        endgames=EndgameTrainer(games, sources.tables, decks),
        learning=LearningService(sources.library),
        tablebases=tablebases,
        table_maker=TableMaker(settings, tablebases, sources.reopen_tables, data / TABLES if data else None),
        book=BookService(sources.library, told=told),
        expected=ExpectedService(data / COLLECTION if data else None),
        people=PeopleService(),
        analysis=AnalysisService(sources.analyser, others=sources.other_analysers()),
        match=match,
        externals=ExternalEngines(engines, deadlines=deadlines),
        rating=RatingService(games, settings, data / RATED_GAMES if data else None),
        tournaments=TournamentService(data / MATCHES if data else None),
        level=LevelService(games, match, settings, data / LEVEL_SEARCH if data else None),
        premoves=PremoveService(games, match),
        home=HomeService(games, data / LAST_REVIEW if data else None),
        night=NightService(data / NIGHT if data else None),
        world=WorldService(data / COLLECTION if data else None),
        online=OnlineService(data / "online" if data else None),
        broadcast=BroadcastService(games),
    )
