"""All services in one value: what the composition root hands to the window."""

from dataclasses import dataclass

from desktop.services.analysis_service import AnalysisService
from desktop.services.autosave import Autosave
from desktop.services.book_service import BookService
from desktop.services.clock_service import ClockService
from desktop.services.collection_service import CollectionService
from desktop.services.doctor_service import DoctorService
from desktop.services.endgame_trainer import EndgameTrainer
from desktop.services.engine_list import EngineList
from desktop.services.engine_service import EngineService
from desktop.services.explain_service import ExplainService
from desktop.services.external_engines import ExternalEngines
from desktop.services.file_service import FileService
from desktop.services.game_list_service import GameListService
from desktop.services.game_service import GameService
from desktop.services.habits_service import HabitsService
from desktop.services.learning_service import LearningService
from desktop.services.match_service import MatchService
from desktop.services.mistake_trainer import MistakeTrainer
from desktop.services.opening_trainer import OpeningTrainer
from desktop.services.piece_folder import PieceFolder
from desktop.services.premove_service import PremoveService
from desktop.services.rating_service import RatingService
from desktop.services.review_service import ReviewService
from desktop.services.settings_store import SettingsStore
from desktop.services.shelf_service import ShelfService
from desktop.services.sound_service import SoundService
from desktop.services.tablebase_service import TablebaseService
from desktop.services.tournament_service import TournamentService


@dataclass(frozen=True)
class Services:
    """The services, ready to be connected to. None of them knows a view."""

    settings: SettingsStore
    shelf: ShelfService
    habits: HabitsService
    game: GameService
    match: MatchService
    clock: ClockService
    engine: EngineService
    analysis: AnalysisService
    explain: ExplainService
    review: ReviewService
    mistakes: MistakeTrainer
    book: BookService
    doctor: DoctorService
    learning: LearningService
    openings: OpeningTrainer
    tablebases: TablebaseService
    endgames: EndgameTrainer
    files: FileService
    lists: GameListService
    collection: CollectionService
    autosave: Autosave
    pieces: PieceFolder
    premoves: PremoveService
    sounds: SoundService
    engines: EngineList
    externals: ExternalEngines
    tournaments: TournamentService
    rating: RatingService
