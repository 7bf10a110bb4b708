"""The review of the shown game: start, progress, summary, and training of the mistakes."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QProgressBar, QPushButton, QWidget

from desktop.model import job
from desktop.model.drill import DrillPhase, MistakeState
from desktop.model.game.match import player_of
from desktop.model.game.state import GameState
from desktop.model.review import ReviewEffort, ReviewState, fault_after, own_side
from desktop.model.settings import Settings
from desktop.services.engines.coach_service import CoachService
from desktop.services.engines.review_service import ReviewService
from desktop.services.game.game_service import GameService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.training.findable_service import FindableService
from desktop.services.training.mistake_trainer import MistakeTrainer
from desktop.views.analysis.coach_card import CoachCard
from desktop.views.analysis.mistakes_page import MistakesPage, SaveButton
from desktop.views.kit import theme, words
from desktop.views.kit.fields import ChoiceField, named
from desktop.views.kit.figures import Figures, ShareBars
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import Flow, in_column
from desktop.views.kit.messages import plain_label
from engine.play.people.move_difficulty import MoveDifficulty
from engine.play.review.exercises import MistakeExercise, exercises_of
from engine.play.review.values import GamePhase, GameReview, SideSummary

_LONGEST_WORD = 20  # letters of a word without a break: the width that the figures leave
_SIGNS = (("?!", 0.05), ("?", 0.1), ("??", 0.2))  # and the winning chances lost from which a move gets them
_ROOMY = 800  # height of the window in pixels; in a lower one the notation needs the room more
_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class FindableLine(QWidget):
    """The line of text. Without text it still takes its room, so that the buttons below do not move."""

    def __init__(self, findable: FindableService) -> None:
        super().__init__()
        self.text: QLabel = plain_label(look="quiet", wrap=True)
        self.text.setMinimumHeight(2 * self.text.fontMetrics().lineSpacing())
        in_column(self.text, inside=self, margins=0)
        findable.changed.connect(self._update)
        self._update(findable.state)

    @Slot(object)
    def _update(self, found: MoveDifficulty | None) -> None:
        self.text.setText(words.reason(found.reason) if found is not None else "")


class ReviewPanel(QFrame):
    """Shows one of: an explanation with a start button, progress with cancel, the summary, a session of mistakes."""

    def __init__(
        self,
        games: GameService,
        coach: CoachService,
        mistakes: MistakeTrainer,
        review: ReviewService,
        findable: FindableService,
        settings: SettingsStore,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._games, self._mistakes, self._review, self._settings = games, mistakes, review, settings
        self.setProperty("look", "card")
        self.heading = plain_label(look="heading", wrap=True)
        self.status = plain_label(look="quiet", wrap=True)
        self.signs = Figures(self)
        self.signs.show_figures(
            *((sign, self.tr("over %1").replace("%1", words.percent(lost))) for sign, lost in _SIGNS)
        )
        self.progress = named(QProgressBar(), self.tr("Progress of the review"))
        self.progress.setTextVisible(False)
        self.summary = _Summary()
        self.coach = CoachCard(coach)
        self.findable = FindableLine(findable)
        self.begin_bar, self.running_bar, self.done_bar = self._make_bars()
        self.retry = MistakesPage(mistakes, actions, inside=True)
        self._parts = (self.heading, self.status, self.signs, self.progress, self.summary)
        self._column = in_column(
            self.heading,
            self.status,
            self.signs,
            self.progress,
            self.begin_bar,
            self.running_bar,
            self.coach_bar,  # the coach's words below it move no button that starts or steps
            self.coach,
            self.summary,
            self.findable,
            self.done_bar,
            self.retry,
            inside=self,
            margins=(3, 2, 3, 2),
            spacing=2,
        )
        self._named: tuple[bool | None, str, str] = (None, "", "")
        games.state_changed.connect(self._update_game)
        settings.changed.connect(self._follow_settings)
        review.changed.connect(self._update_review)
        mistakes.changed.connect(self._update_retry)
        self._update_review(review.state)

    def _make_bars(self) -> tuple[QWidget, QWidget, QWidget]:
        review = self._review
        self.effort = named(ChoiceField(), self.tr("How thorough"))
        names = {
            ReviewEffort.QUICK: self.tr("Quick"),
            ReviewEffort.NORMAL: self.tr("Normal"),
            ReviewEffort.DEEP: self.tr("Thorough"),
        }
        for effort, name in names.items():
            self.effort.addItem(name, effort)
        self.effort.setCurrentIndex(1)
        self.begin = _button(self.tr("Review this game"), lambda: review.start(self.effort.currentData()), primary=True)
        self.cancel = _button(self.tr("Cancel"), review.cancel)
        self.retry_white = _button("", lambda: self._retry(True))
        self.retry_black = _button("", lambda: self._retry(False))
        self.save = SaveButton(self._mistakes, self._save)
        self.earlier = _button(self.tr("&Previous mistake"), lambda: self._step(-1))
        self.later = _button(self.tr("Ne&xt mistake"), lambda: self._step(1), primary=True)
        self.keep = _button(self.tr("Save exe&rcise"), self._keep)
        self.keep.setToolTip(self.tr("Keeps this mistake: Train, Mistakes asks it again before you forget it"))
        self.coach_bar = _bar(self.later, self.earlier, self.retry_white, self.retry_black, self.keep)
        self.again = _button(self.tr("Review again"), lambda: review.start(ReviewEffort.DEEP))
        self.again.setToolTip(self.tr("Review again, more thoroughly; only the review's own notes are replaced"))
        return (
            _bar(self.begin, self.effort),
            _bar(self.cancel),
            _bar(self.save, self.again),
        )

    # Actions

    @property
    def _own_side(self) -> bool | None:
        return own_side(self._games.state, self._settings.settings.text("player_name"))

    def _retry(self, white: bool) -> None:
        review = self._review.state.review
        if review is not None:
            self._mistakes.begin(exercises_of(self._games.state.game, review, white))

    def _save(self) -> None:
        review, state = self._review.state.review, self._games.state
        if review is not None:
            self._mistakes.save(exercises_of(state.game, review, self._own_side))

    def _step(self, step: int) -> None:
        """Goes to the next or previous mistake; in a game against the engine, only the user's own."""
        review, state = self._review.state.review, self._games.state
        if review is not None:
            self._games.go_to(fault_after(state.game, review, state.current, step, self._own_side))

    def _keep(self) -> None:
        self._mistakes.save(self._shown_exercise())

    def _shown_exercise(self) -> tuple[MistakeExercise, ...]:
        review, state = self._review.state.review, self._games.state
        line = state.game.main_line()
        ply = state.node.ply
        if review is None or not 0 < ply <= len(line) or line[ply - 1].id != state.current:
            return ()
        return exercises_of(state.game, review, ply=ply)

    # Reactions to the services

    @Slot(object)
    def _update_retry(self, state: MistakeState) -> None:
        # Only when a session begins or ends: a layout for each count would scroll the panel up.
        if self._retrying() is self.retry.isHidden():
            self._show(self._review.state)

    @Slot(object)
    def _update_review(self, state: ReviewState) -> None:
        self._show(state)

    @Slot(object)
    def _update_game(self, _state: GameState) -> None:
        self.keep.setEnabled(bool(self._shown_exercise()))
        self._follow_names()

    @Slot()
    def _follow_names(self) -> None:
        """Shows the review again once the user or a player is called otherwise."""
        if self._review.state.review is not None and self._names() != self._named:
            self._show(self._review.state)

    @Slot(object)
    def _follow_settings(self, settings: Settings) -> None:
        if settings.flag("children") is not self.summary.plain:
            self._show(self._review.state)
        self._follow_names()

    def _names(self) -> tuple[bool | None, str, str]:
        """Whose side is the user's own, and the names of the players."""
        game = self._games.state.game
        return self._own_side, game.header("White"), game.header("Black")

    def _show(self, state: ReviewState) -> None:
        retrying = self._retrying()
        self.retry.setVisible(retrying)
        for part in self._parts:
            part.setVisible(not retrying)
        phase = state.phase
        self.findable.setVisible(not retrying and phase is job.JobPhase.DONE)
        self.begin_bar.setVisible(not retrying and phase not in (job.JobPhase.RUNNING, job.JobPhase.DONE))
        self.running_bar.setVisible(not retrying and phase is job.JobPhase.RUNNING)
        self.done_bar.setVisible(not retrying and phase is job.JobPhase.DONE)
        self.coach_bar.setVisible(not retrying and phase is job.JobPhase.DONE)
        self.coach.set_wanted(not retrying)
        if retrying:
            return
        self.progress.setVisible(phase is job.JobPhase.RUNNING)
        self.progress.setRange(0, max(1, state.total))
        self.progress.setValue(state.done)
        self.summary.setVisible(phase is job.JobPhase.DONE)
        self.heading.setText(self.tr("Reviewing …") if phase is job.JobPhase.RUNNING else self.tr("Review"))
        # When it is done the sheet names the opening, and a low panel needs the room.
        self.heading.setVisible(phase is not job.JobPhase.DONE)
        self.status.setText(self._status(state))
        self.status.setVisible(bool(self.status.text()))
        self.signs.setVisible(phase is job.JobPhase.READY)
        self.status.setProperty("look", "error" if phase is job.JobPhase.FAILED else "quiet")
        self.status.style().polish(self.status)
        if state.review is not None:
            self._show_done(state.review)

    def _retrying(self) -> bool:
        retry = self._mistakes.state
        return retry.phase is not DrillPhase.OFF and not retry.from_deck

    def _show_done(self, review: GameReview) -> None:
        self._named = own, white_name, black_name = self._names()
        self.summary.plain = self._settings.settings.flag("children")
        self.summary.show_review(review, white_name, black_name)
        for button, white in ((self.retry_white, True), (self.retry_black, False)):
            mistakes = len(review.mistakes(white))
            text = self.tr("Retry White (%1)") if white else self.tr("Retry Black (%1)")
            button.setText(text.replace("%1", str(mistakes)))
            button.setVisible(bool(mistakes) and own in (None, white))
        faulty = any(review.mistakes(white) for white in ((True, False) if own is None else (own,)))
        for button in (self.save, self.earlier, self.later):
            button.setVisible(faulty)
        self.keep.setEnabled(bool(self._shown_exercise()))

    def _status(self, state: ReviewState) -> str:
        if state.phase is job.JobPhase.RUNNING:
            text = self.tr("%1 of %2 positions. You can keep using the window; cancelling keeps what was found.")
            return words.filled(text, state.done, state.total)
        if state.phase is job.JobPhase.FAILED:
            return words.sentence(state.problem)
        if state.phase is job.JobPhase.DONE:
            return ""
        if state.done and state.phase is job.JobPhase.STOPPED:
            text = self.tr("%1 of %2 positions are done and saved. The review continues from there.")
            return words.filled(text, state.done, state.total)
        return self.tr("Judges every move and shows what was better. Signs mark the winning chances given away:")


class _Summary(QWidget):
    """The figures of both players side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.accuracy, self._grid = ShareBars(), QGridLayout()
        self._caption = plain_label(self.tr("Accuracy"), look="quiet")
        in_column(self._caption, self.accuracy, self._grid, inside=self, margins=0, spacing=1)
        self._grid.setHorizontalSpacing(3 * theme.SPACE)
        self._grid.setVerticalSpacing(theme.SPACE)
        self._grid.setColumnMinimumWidth(0, 130)
        self._grid.setColumnStretch(3, 1)  # in a wide panel the figures stay beside their names
        self.cells: dict[tuple[int, int], str] = {}
        self.plain = False  # for children: counted mistakes only
        self.setAccessibleName(self.tr("Summary of the review"))

    def show_review(self, review: GameReview, white: str, black: str) -> None:
        for part in (self._caption, self.accuracy):
            part.setHidden(self.plain)
        phases = [] if self.plain else self._phases(review)
        names = (
            "",
            *(self._phase_name(phase) for phase in phases),
            *(() if self.plain else (self.tr("Average loss (centipawns)"),)),
            self.tr("Inaccuracies ?!"),
            self.tr("Mistakes ?"),
            self.tr("Blunders ??"),
            self.tr("Book moves"),
        )
        columns = (
            names,
            (_named(white, self.tr("White")), *self._figures(review.white, phases)),
            (_named(black, self.tr("Black")), *self._figures(review.black, phases)),
        )
        sides = ((columns[1][0], review.white.accuracy), (columns[2][0], review.black.accuracy))
        self.accuracy.show_rows(*((name, (share or 0) / 100, _percent(share)) for name, share in sides))
        self.cells = {(row, column): text for column, texts in enumerate(columns) for row, text in enumerate(texts)}
        self._fill()
        self.setAccessibleDescription(
            ". ".join(" ".join(self.cells[row, column] for column in range(3)) for row in range(len(names))).strip()
        )

    def _phases(self, review: GameReview) -> list[GamePhase]:
        """Returns the phases of the game that were reached, if there are several and the window has room for them."""
        reached = {phase for side in (review.white, review.black) for phase, _ in side.phases}
        several = len(reached) > 1 and self.window().height() >= theme.scaled(_ROOMY)
        return [phase for phase in GamePhase if phase in reached] if several else []

    def _phase_name(self, phase: GamePhase) -> str:
        return {
            GamePhase.OPENING: self.tr("Opening"),
            GamePhase.MIDDLEGAME: self.tr("Middlegame"),
            GamePhase.ENDGAME: self.tr("Endgame"),
        }[phase]

    def _figures(self, side: SideSummary, phases: list[GamePhase]) -> tuple[str, ...]:
        parts, loss = dict(side.phases), () if self.plain else (side.average_loss_cp,)
        counts = (*loss, side.inaccuracies, side.mistakes, side.blunders, side.book_moves)
        return (*(_percent(parts.get(phase)) for phase in phases), *map(str, counts))

    def _fill(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for (row, column), text in self.cells.items():
            label = plain_label(text, wrap=column == 0 or row == 0)  # a narrow panel shows the figures in full
            label.setFont(theme.font(theme.BODY, bold=row == 0, monospaced_digits=True))
            if column == 0:
                label.setProperty("look", "quiet")
            elif row == 0:  # a player's name
                label.setAlignment(_RIGHT | Qt.AlignmentFlag.AlignBottom)
                label.setToolTip(ForeignText(text).tip)
                label.setText(_breakable(text))
            self._grid.addWidget(label, row, column, _RIGHT if column else _LEFT)


def _percent(accuracy: float | None) -> str:
    return "–" if accuracy is None else words.percent(accuracy / 100)


def _named(name: str, fallback: str) -> str:
    return fallback if name in ("", "?") else words.player(player_of(name))


def _breakable(name: str) -> str:
    """Returns a name that may break into lines. A word longer than a line is cut; the tool tip has it in full."""
    return " ".join(word if len(word) <= _LONGEST_WORD else word[: _LONGEST_WORD - 1] + "…" for word in name.split())


def _button(text: str, clicked: Callable[[], object], *, primary: bool = False) -> QPushButton:
    button = QPushButton(text)
    if primary:
        button.setProperty("look", "primary")
    button.clicked.connect(lambda _checked=False: clicked())
    return button


def _bar(*widgets: QWidget) -> QWidget:
    bar = QWidget()
    Flow(*widgets, inside=bar)
    return bar
