"""All services in one value, created here and handed to the window by the composition root."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from desktop.services.board_services import BoardServices, ServiceFields
from desktop.services.book.book_deviations_service import BookDeviationsService
from desktop.services.book.book_service import BookService
from desktop.services.book.books_service import BooksService
from desktop.services.book.expected_service import ExpectedService
from desktop.services.book.explorer_service import ExplorerService
from desktop.services.book.health_service import HealthService
from desktop.services.book.learning_service import LearningService
from desktop.services.book.preparation_service import PreparationService
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.engines.coach_service import CoachService
from desktop.services.engines.deep_look_service import DeepLookService
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.explain_service import ExplainService
from desktop.services.engines.external_engines import ExternalEngines
from desktop.services.engines.laboratory_service import LaboratoryService
from desktop.services.engines.level_service import LevelService
from desktop.services.engines.likely_moves_service import LikelyMovesService
from desktop.services.engines.movers import Movers
from desktop.services.engines.project_service import ProjectService
from desktop.services.engines.rating_service import RatingService
from desktop.services.engines.remembered_service import RememberedService
from desktop.services.engines.review_service import ReviewService
from desktop.services.engines.style_service import StyleService
from desktop.services.engines.tournament_service import TournamentService
from desktop.services.files.collection_edits import CollectionEdits
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.correspondence_service import CorrespondenceService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.files.saved_search_service import SavedSearchService
from desktop.services.game.autosave import Autosave
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.game.premove_service import PremoveService
from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.services.game.sound_service import SoundService
from desktop.services.home_service import HomeService
from desktop.services.kit.folders import Folders
from desktop.services.kit.job_service import JobService
from desktop.services.kit.piece_folder import PieceFolder
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.night.night_service import NightService
from desktop.services.tables.table_maker import TableMaker
from desktop.services.tables.tablebase_service import TablebaseService
from desktop.services.training.deck_service import DeckService
from desktop.services.training.endgame_trainer import EndgameTrainer
from desktop.services.training.findable_service import FindableService
from desktop.services.training.mirror_service import MirrorService
from desktop.services.training.mistake_trainer import MistakeTrainer
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.services.training.practice_trainer import PracticeTrainer
from desktop.services.training.tactics_trainer import TacticsTrainer
from desktop.services.world.broadcast_service import BroadcastService
from desktop.services.world.engine_serving_service import EngineServingService
from desktop.services.world.online_service import OnlineService
from desktop.services.world.sharing_service import SharingService
from desktop.services.world.world_service import WorldService
from engine.ground.text import Text
from engine.ground.user_files import INDEXES, MY_GAMES, MY_STYLE, NIGHT, REVIEWS, SEARCHES, STYLES, TRAINING
from engine.ground.values import dataclass
from engine.play.external.launch import Deadlines

if TYPE_CHECKING:
    from books.collection.tidying.duplicates import DuplicateGroup
    from books.collection.tidying.spellings import SpellingGroup
    from books.preparation.novelty import Novelty
    from engine.coach.claims import Claim
    from engine.evaluation.texts.style import Style
    from engine.jobs.duplicates import DuplicateSearch
    from engine.jobs.growth import GrownPass, GrowthRequest
    from engine.jobs.novelties import NoveltyRequest
    from engine.jobs.project_games import AddedGames, ProjectGamesRequest
    from engine.jobs.spellings import SpellingSearch
    from engine.jobs.style_learning import StyleLearningRequest

PLAYED_GAMES = "played games.pgn"
CORRESPONDENCE = "correspondence games.pgn"
ENGINES = "engines.json"
MATCHES = "matches"
PUZZLES = "puzzles"
RATED_GAMES = "rated games.json"
LEVEL_SEARCH = "level search.json"
TABLES = "tables"
LEARNED = "learned.txt"  # as `learned_path`
LAST_REVIEW = "last review.json"


@dataclass(frozen=True)
class Services(ServiceFields):
    """The services; none of them knows a view.

    Iteration is in the order of creation, and closing in reverse, so that users come after what they use: first the
    match is adjourned, then the engines end, then the services of books, tables and games.
    """

    settings: SettingsStore
    sharing: SharingService  # ends after all that it shares
    game: GameService
    help: RatedGameGuard
    clock: ClockService
    habits: BookDeviationsService
    laboratory: LaboratoryService
    books: BooksService
    health: HealthService
    preparation: PreparationService
    novelties: JobService[NoveltyRequest, Novelty]
    duplicates: JobService[DuplicateSearch, DuplicateGroup]
    spellings: JobService[SpellingSearch, SpellingGroup]
    style_learning: JobService[StyleLearningRequest, Style]
    sounds: SoundService
    pieces: PieceFolder
    engines: EngineList
    autosave: Autosave
    collection: CollectionService
    explorer: ExplorerService
    saved_searches: SavedSearchService
    decks: DeckService
    openings: OpeningTrainer
    styles: StyleService
    explain: ExplainService
    coach: CoachService
    mistakes: MistakeTrainer
    tactics: TacticsTrainer
    practice: PracticeTrainer
    review: ReviewService
    mirror: MirrorService
    findable: FindableService
    lists: GameListService
    edits: CollectionEdits
    files: FileService
    correspondence: CorrespondenceService
    endgames: EndgameTrainer
    learning: LearningService
    tablebases: TablebaseService
    table_maker: TableMaker
    book: BookService
    expected: ExpectedService
    people: LikelyMovesService
    look: DeepLookService
    remembered: RememberedService
    growth: JobService[GrowthRequest, GrownPass]
    project_games: JobService[ProjectGamesRequest, AddedGames]
    projects: ProjectService
    analysis: AnalysisService
    match: MatchService
    externals: ExternalEngines
    rating: RatingService
    tournaments: TournamentService
    level: LevelService
    premoves: PremoveService
    home: HomeService
    night: NightService
    world: WorldService
    online: OnlineService
    broadcast: BroadcastService
    serving: EngineServingService


def services_of(
    folders: Folders,
    sources: Movers,
    board: BoardServices,
    told: set[Text],
    deadlines: Deadlines,
    say: Callable[[Sequence[Claim]], str],
) -> Services:
    """Creates the services in the order of `Services`, without those of the board. `told`: as in `board_services_of`. `say`:
    explains in words why a move is a mistake."""
    data = folders.data if folders.writable else None
    games, settings = board.game, board.settings
    engines = EngineList(folders.config / ENGINES, deadlines=deadlines, writable=folders.writable)
    tablebases = TablebaseService(sources.tables, told=told, reopen=sources.reopen_tables)
    review = ReviewService(games, sources.judge, sources.library, data / REVIEWS if data else None, say)
    styles = StyleService(data / STYLES / MY_STYLE if data else None)
    decks = DeckService(data / TRAINING if data else None)
    mistakes = MistakeTrainer(games, sources.judge, decks)
    lists = GameListService()
    files = FileService(games, data / PLAYED_GAMES if data else None)
    return Services(
        settings=settings,
        sharing=SharingService(data, settings),
        game=games,
        help=board.help,
        clock=board.clock,
        habits=BookDeviationsService(sources.library),
        laboratory=LaboratoryService(),
        books=BooksService(sources.library),
        health=HealthService(sources.library),
        preparation=PreparationService(sources.library, data / INDEXES if data else None),
        novelties=JobService("novelties", sources.library, data / MY_GAMES if data else None),
        duplicates=JobService("duplicates"),
        spellings=JobService("spellings"),
        style_learning=JobService("style_learning"),
        sounds=board.sounds,
        pieces=board.pieces,
        engines=engines,
        autosave=board.autosave,
        collection=CollectionService(data / MY_GAMES if data else None),
        explorer=ExplorerService(
            data / MY_GAMES if data else None,
            data / PLAYED_GAMES if data else None,
            data / INDEXES if data else None,
            sources.library,
        ),
        saved_searches=SavedSearchService(data / SEARCHES if data else None),
        decks=decks,
        openings=OpeningTrainer(games, sources.library, sources.judge),
        styles=styles,
        explain=ExplainService(styles),
        coach=CoachService(games, sources.judge),
        mistakes=mistakes,
        tactics=TacticsTrainer(games, decks, make_judge=sources.judge, folder=data / PUZZLES if data else None),
        practice=PracticeTrainer(games, sources.judge, decks),
        review=review,
        mirror=MirrorService(games, data, sources.evaluations),
        findable=FindableService(games, review, mistakes),
        lists=lists,
        edits=CollectionEdits(lists),
        files=files,
        correspondence=CorrespondenceService(games, files, data / CORRESPONDENCE if data else None),
        endgames=EndgameTrainer(games, sources.tables, decks, make_judge=sources.judge),
        learning=LearningService(sources.library),
        tablebases=tablebases,
        table_maker=TableMaker(settings, tablebases, sources.reopen_tables, data / TABLES if data else None),
        book=BookService(sources.library, told=told),
        expected=ExpectedService(),
        people=LikelyMovesService(),
        look=DeepLookService(data / LEARNED if data else None),
        remembered=RememberedService(data / LEARNED if data else None, sources.evaluations),
        growth=JobService("growth", sources.open_evaluations, sources.tables),
        project_games=JobService("project_games", sources.open_evaluations),
        projects=ProjectService(sources.open_evaluations if data else None, sources.tables),
        analysis=AnalysisService(
            sources.continued,
            others=sources.other_analysers(),
            engine=sources.identity,
            release=sources.release,
            saves_power=sources.saves_power,
        ),
        match=board.match,
        externals=ExternalEngines(engines, deadlines=deadlines),
        rating=RatingService(games, settings, data / RATED_GAMES if data else None),
        tournaments=TournamentService(data / MATCHES if data else None),
        level=LevelService(games, board.match, settings, data / LEVEL_SEARCH if data else None),
        premoves=board.premoves,
        home=HomeService(games, data / LAST_REVIEW if data else None),
        night=NightService(data / NIGHT if data else None),
        world=WorldService(data / MY_GAMES if data else None),
        online=OnlineService(data / "online" if data else None),
        broadcast=BroadcastService(games),
        serving=EngineServingService(),
    )
