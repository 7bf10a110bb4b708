"""Actions of the menu Engines: external engines, engine matches, the user's level and style."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QDialog

from desktop.model.errors import Message, Severity
from desktop.model.find_level import LevelState
from desktop.model.game.state import GameState
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.external_engines import ExternalEngines
from desktop.services.engines.level_service import LevelService
from desktop.services.engines.style_service import StyleService
from desktop.services.engines.tournament_service import TournamentService
from desktop.services.files.file_service import FileService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.services.kit.job_service import JobService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.world.engine_serving_service import EngineServingService
from desktop.views.engines.match_notice import MatchNotice
from desktop.views.kit.messages import ask
from desktop.views.kit.words import game_title
from desktop.views.setup.game_defaults import game_of
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext
from engine.ground.text import plain
from engine.play.people.find_level import GAMES
from engine.play.people.persons import Person

if TYPE_CHECKING:
    from engine.evaluation.texts.style import Style
    from engine.jobs.style_learning import StyleLearningRequest


class EngineActions(QObject):
    """Connects the actions with their dialogs, each imported on first use."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        help_gate: RatedGameGuard,
        engines: EngineList,
        files: FileService,
        match_service: MatchService,
        externals: ExternalEngines,
        tournaments: TournamentService,
        level: LevelService,
        styles: StyleService,
        learning: JobService[StyleLearningRequest, Style],
        games: GameService,
        serving: EngineServingService,
    ) -> None:
        super().__init__(context.window)
        self._settings, self._help_gate, self._engines = settings, help_gate, engines
        self._files, self._match_service = files, match_service
        self._externals, self._tournaments, self._level = externals, tournaments, level
        self._styles, self._games, self._learning = styles, games, learning
        self._context, self._serving = context, serving
        self._match: QDialog | None = None
        self._match_notice = MatchNotice(context.body.messages, tournaments, self._show_match, self)
        actions = {
            "engines": self._show_engines,
            "engine_serving": self._show_serving,
            "engine_match": self._show_match,
            "find_level": self._show_level,
            "my_style": self._show_style,
        }
        context.on(actions)
        level.counted.connect(self._level_counted)
        help_gate.wanted.connect(self._ask_help)

    def _show_engines(self) -> None:
        from desktop.views.engines.engines_dialog import EnginesDialog

        EnginesDialog(self._engines, self._externals, self._context.window).open()

    def _show_serving(self) -> None:
        from desktop.views.engines.engine_serving_dialog import EngineServingDialog

        EngineServingDialog(self._serving, self._context.window).open()

    def _show_match(self) -> None:
        """Shows matches in a window beside the board, so that the user can work on during a long match."""
        if self._match is None:
            from desktop.views.engines.engine_match_dialog import EngineMatchDialog

            self._match = dialog = EngineMatchDialog(
                self._engines, self._tournaments, self._styles, self._context.window
            )
            dialog.destroyed.connect(self._forget_match)
            dialog.finished.connect(self._match_closed)
            dialog.pgn_wanted.connect(self._open_pgn)
        if self._match.isVisible():
            self._match.raise_()
            self._match.activateWindow()
        self._match.show()
        self._match_notice.watch(True)

    def _show_style(self) -> None:
        from desktop.views.style.style_dialog import StyleDialog

        open_now = [child for child in self._context.window.children() if isinstance(child, StyleDialog)]
        dialog = (
            open_now[0] if open_now else StyleDialog(self._styles, self._games, self._learning, self._context.window)
        )
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    @Slot()
    def _match_closed(self) -> None:
        self._match_notice.watch(False)

    def _forget_match(self) -> None:
        self._match = None

    def _open_pgn(self, path: str) -> None:
        self._files.open_file(Path(path))
        self._context.window.window().activateWindow()

    def _show_level(self) -> None:
        from desktop.views.engines.find_level_dialog import FindLevelDialog

        dialog = FindLevelDialog(self._level, self._context.window)
        dialog.game_wanted.connect(self._play)
        dialog.open()

    @Slot(object)
    def _play(self, person: Person | None) -> None:
        """Starts a game of the level search, or one against a person."""
        self._context.show_mode(Mode.PLAY)
        if person is None:
            self._level.play()
        else:
            self._settings.set("person", person.key)
            self._match_service.new_game(game_of(self._settings.settings))
        self._context.body.panel.board.setFocus()

    @Slot(object)
    def _level_counted(self, state: LevelState) -> None:
        """Offers the next game of the level search."""
        played, estimate = len(state.search.played), state.search.estimate
        text = self.tr("Game %1 of %2 counts. Your level: %3, most likely between %4 and %5.")
        for number, value in enumerate((played, GAMES, estimate.elo, estimate.low, estimate.high), 1):
            text = text.replace(f"%{number}", str(value))
        answers = ((self.tr("Next game"), lambda: self._play(None)), (self.tr("My level …"), self._show_level))
        told = Message(Severity.INFORMATION, plain(text))
        self._context.tell(told, answers[1:] if state.search.done else answers, keep=True)

    @Slot(object, object)
    def _ask_help(self, game: GameState, then: Callable[[], object]) -> None:
        """Asks before help in a rated game."""
        question = self.tr("This game counts for your Elo. Using help ends the rating and counts as a loss.")
        if game.tab != self._games.state.tab:
            question = self.tr(
                "Help with this position would help in your game “%1”, which counts for your Elo. Using it ends the rating "
                "there and counts as a loss."
            ).replace("%1", game_title(game))
        agree = partial(self._help_gate.agree, game.tab, then)
        ask(self._context.window, question, self.tr("Use help and lose"), agree)
