"""Actions of analysis and review: threat, lock, moves to analyse, the engine's move and evaluation, review, mistakes."""

from functools import partial

from PySide6.QtCore import QObject, Slot

from desktop.model.drill import DrillPhase, MistakeState
from desktop.model.errors import Message, Severity
from desktop.model.game.analysis import AnalysisSetup, AnalysisState
from desktop.model.game.state import GameState
from desktop.model.job import JobPhase
from desktop.model.review import ReviewState, own_side
from desktop.model.settings import MONTE_CARLO, TABLE, Settings
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.engines.coach_service import CoachService, may_explain
from desktop.services.engines.review_service import ReviewService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.training.mistake_trainer import MistakeTrainer
from desktop.views.kit import messages
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from desktop.views.window.window_context import WindowContext
from engine.ground.text import plain
from engine.play.review.exercises import exercises_of

MOST_LINES = 5


class AnalysisActions(QObject):
    """Connects the menu Analyse with analysis, review and the trainer of mistakes."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        games: GameService,
        help_gate: RatedGameGuard,
        coach: CoachService,
        mistakes: MistakeTrainer,
        review_service: ReviewService,
        analysis: AnalysisService,
        match: MatchService,
    ) -> None:
        super().__init__(context.window)
        self._settings, self._games, self._help_gate = settings, games, help_gate
        self._coach, self._mistakes = coach, mistakes
        self._review_service, self._analysis, self._match = review_service, analysis, match
        self._context = context
        context.on(
            {
                "review": self._review,
                "remove_review": self._remove_review,
                "retry_mistakes": self._retry,
                "explain": lambda: self._show_panel("explain"),
                "explain_move": self._explain_move,
                "look": lambda: self._show_panel("look"),
                "project": lambda: self._show_panel("project"),
                "restrict_moves": self._restrict,
                "more_lines": lambda: self._step_lines(1),
                "fewer_lines": lambda: self._step_lines(-1),
                "engine_move": self._play_engine_move,
                "insert_evaluation": self._insert_evaluation,
                "insert_line": self._insert_line,
            }
        )
        context.actions["threat"].toggled.connect(self._toggle_threat)
        context.actions["lock"].toggled.connect(analysis.lock)
        context.actions["explain_tries"].toggled.connect(partial(settings.set, "explain_tries"))
        for key in ("people_moves", "people_arrows"):
            context.actions[key].toggled.connect(partial(self._toggle_people, key))
        context.actions["monte_carlo"].toggled.connect(self._toggle_monte_carlo)
        settings.changed.connect(self._update_settings)
        self._update_settings(settings.settings)
        analysis.setup_changed.connect(self._update_setup)
        analysis.changed.connect(self._update_analysis)
        context.body.mode_bar.mode_shown.connect(self._update_shown)
        review_service.changed.connect(self._update_review)
        mistakes.changed.connect(self._update_retry)
        games.state_changed.connect(self._update_game)
        context.body.panel.flipped_changed.connect(self._turn)
        context.body.side.changed.connect(self._turn)
        self._reviewed = review_service.state.phase
        self._update_game(games.state)
        self._update_analysis(analysis.state)

    @Slot(bool)
    def _toggle_monte_carlo(self, on: bool) -> None:
        self._settings.set("search", MONTE_CARLO if on else TABLE["search"].default)

    @Slot(object)
    def _update_settings(self, settings: Settings) -> None:
        self._context.actions["monte_carlo"].setChecked(settings.text("search") == MONTE_CARLO)
        for key in ("people_moves", "people_arrows", "explain_tries"):
            self._context.actions[key].setChecked(settings.flag(key))
        self._context.enable(settings.flag("people_moves"), "people_arrows")

    def _toggle_people(self, key: str, on: bool) -> None:
        request = partial(self._settings.set, key, on)
        if not (self._help_gate.use(request) if on else [request()]):
            self._update_settings(self._settings.settings)

    def _review(self) -> None:
        self._show_quietly("review")
        self._review_service.begin()

    def _explain_move(self) -> None:
        """Explains the move in the panel with the source of moves if that is visible, otherwise beside the analysis, which stays
        off."""
        if not self._context.body.side.in_front("game"):
            self._show_quietly("analysis")
        self._coach.explain()

    # Review

    def _remove_review(self) -> None:
        from engine.play.review.annotate import without_review

        self._games.edit(without_review(self._games.state.game))

    def _retry(self) -> None:
        state, review = self._games.state, self._review_service.state.review
        if review is None:
            self._context.tell(Message(Severity.INFORMATION, plain(self.tr("Review the game first (R)."))))
            return
        exercises = exercises_of(state.game, review, own_side(state, self._settings.settings.text("player_name")))
        if not exercises:
            self._context.tell(
                Message(Severity.INFORMATION, plain(self.tr("There is no mistake to retry in this game.")))
            )
            return
        self._show_panel("review")
        self._mistakes.begin(exercises)

    @Slot(object)
    def _update_review(self, state: ReviewState) -> None:
        done = state.phase is JobPhase.DONE and self._reviewed is JobPhase.RUNNING
        self._reviewed = state.phase
        if done and state.review is not None:
            faults = state.review.white.faults + state.review.black.faults
            text = self.tr("Review finished: one move annotated.")
            if faults != 1:
                text = self.tr("Review finished: %1 moves annotated.").replace("%1", str(faults))
            answers = ((self.tr("Retry mistakes"), self._retry), (self.tr("Undo"), self._games.undo))
            if self._context.panel_in_sight("review"):
                messages.announce(self._context.body.panel.board, text)
            else:
                self._context.tell(Message(Severity.INFORMATION, plain(text)), answers if faults else answers[1:])
        self._update_game(self._games.state)

    @Slot(object)
    def _update_retry(self, state: MistakeState) -> None:
        """Stops the analysis while a mistake is retried, so that it does not give the solution away."""
        if state.phase is DrillPhase.ASKING:
            self._analysis.set_running(False)

    # Analysis

    def _show_panel(self, key: str) -> None:
        self._context.show_mode(Mode.ANALYSE)
        self._context.body.side.show_panel(key)

    def _show_quietly(self, key: str) -> None:
        analysing = self._analysis.state.running
        self._show_panel(key)
        self._analysis.set_running(analysing)

    @Slot()
    def _turn(self) -> None:
        """Turns the small boards of the analysis like the large one."""
        panel = self._context.body.side.panel("analysis")
        if panel is not None:
            from desktop.views.analysis.analysis_panel import AnalysisPanel

            if isinstance(panel, AnalysisPanel):
                panel.set_flipped(self._context.body.panel.board.flipped)

    def _toggle_threat(self, on: bool) -> None:
        if not on:
            self._analysis.set_threat(False)
        elif not self._help_gate.use(self._show_threat):
            self._update_setup(self._analysis.setup)

    def _show_threat(self) -> None:
        self._context.show_mode(Mode.ANALYSE)
        self._analysis.switch(True)
        self._analysis.set_threat(True)

    def _restrict(self) -> None:
        from desktop.views.engines.restrict_dialog import RestrictDialog

        RestrictDialog(self._games, self._analysis, self._context.window).open()

    def _step_lines(self, step: int) -> None:
        wanted = self._analysis.state.wanted_lines + step
        if 1 <= wanted <= MOST_LINES:
            self._settings.set("analysis_lines", wanted)

    def _play_engine_move(self) -> None:
        best = self._best()
        if best:
            self._match.user_move(best[0])

    def _insert_line(self) -> None:
        best = self._best()
        if best:
            self._games.insert_line(self._games.state.current, best)

    def _insert_evaluation(self) -> None:
        from engine.game.annotations import with_evaluation

        state, evaluation = self._games.state, self._analysis.state.evaluation
        if evaluation is not None and self._best():
            self._games.edit(with_evaluation(state.game, state.current, evaluation))

    def _best(self) -> tuple[str, ...]:
        """The moves of the best line of the shown position; empty while another position is analysed."""
        found, shown = self._analysis.state, self._games.state
        fits = found.fen == shown.fen and not shown.playing and bool(found.lines)
        return found.lines[0].moves[: len(found.lines[0].sans)] if fits else ()

    @Slot(object)
    def _update_setup(self, setup: AnalysisSetup) -> None:
        for key, on in (("threat", setup.threat), ("lock", setup.locked is not None)):
            action = self._context.actions[key]
            action.blockSignals(True)
            action.setChecked(on)
            action.blockSignals(False)

    @Slot()
    def _update_shown(self) -> None:
        self._update_analysis(self._analysis.state)

    @Slot(object)
    def _update_analysis(self, state: AnalysisState) -> None:
        seen = self._context.body.mode_bar.shown not in PAGES  # no edits while a page hides the game
        self._context.enable(seen and bool(self._best()), "engine_move", "insert_evaluation", "insert_line")

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        review = self._review_service.state
        moves = bool(state.game.root.children)
        self._context.enable(moves and not state.playing, "review")
        self._context.enable(may_explain(state) or (state.counts and state.current != 0), "explain_move")
        self._context.enable(review.review is not None and not state.playing, "retry_mistakes", "remove_review")
        self._context.enable(not state.playing, "lock", "restrict_moves", "threat")
        self._update_analysis(self._analysis.state)
