"""Actions for opponent preparation, sparring games, and the search for novelties."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from desktop.model.game.match import nearest_level
from desktop.services.book.preparation_service import PreparationService, SparringGame
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.job_service import JobService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.setup.game_defaults import game_of
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext
from engine.game.side import Side
from engine.levels import PERSON

if TYPE_CHECKING:
    from books.preparation.novelty import Novelty
    from engine.jobs.novelties import NoveltyRequest

UNKNOWN_ELO = 2_000  # the level for an opponent without a known rating


class PreparationActions(QObject):
    """Connects the actions with their dialogs, and starts a sparring game on request."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        games: GameService,
        preparation: PreparationService,
        novelties: JobService[NoveltyRequest, Novelty],
        files: FileService,
        match: MatchService,
        collection: CollectionService,
    ) -> None:
        super().__init__(context.window)
        self._settings, self._games, self._preparation = settings, games, preparation
        self._novelties, self._files = novelties, files
        self._match, self._collection = match, collection
        self._context = context
        context.on({"book_prepare": self._prepare, "book_novelties": self._find_novelties})
        preparation.sparring.connect(self._spar)

    def _prepare(self) -> None:
        from desktop.views.book.preparation_dialog import PreparationDialog

        window = self._context.window
        dialog = PreparationDialog(self._games, self._preparation, self._collection, self._settings, window)
        dialog.account_wanted.connect(self._context.actions["get_games"].trigger)
        dialog.show()

    def _find_novelties(self) -> None:
        from desktop.views.book.novelty_dialog import NoveltyDialog

        NoveltyDialog(self._games, self._novelties, self._files, self._context.window).show()

    @Slot(object)
    def _spar(self, spar: SparringGame) -> None:
        """Starts a game against the opponent's openings, at the level nearest to the opponent's rating."""
        side = Side.WHITE if spar.white else Side.BLACK
        level = nearest_level(spar.rating or UNKNOWN_ELO)
        game = game_of(self._settings.settings, side)
        self._context.show_mode(Mode.PLAY)
        self._match.new_game(replace(game, level=level, book=str(spar.book), chain=PERSON))
