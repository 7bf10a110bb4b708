"""The opening trainer: choose a repertoire, learn new moves, answer on the board, see the next review date."""

from PySide6.QtWidgets import QApplication, QWidget

from books.repertoire.trainer_values import AskedPosition
from desktop.model.drill import DrillPhase
from desktop.model.training import TrainingState
from desktop.services.book.book_service import BookService
from desktop.services.game.game_service import GameService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.views.book.repertoire_choice import RepertoireChoice
from desktop.views.book.training_words import TrainingWords
from desktop.views.kit import words
from desktop.views.kit.buttons import settled_button
from desktop.views.kit.drill_panel import DrillPanel, reason_told, set_primary
from desktop.views.kit.layouts import STRETCH, Flow, in_column

_SESSION = (
    DrillPhase.SHOWING,
    DrillPhase.ASKING,
    DrillPhase.JUDGING,
    DrillPhase.RIGHT,
    DrillPhase.WRONG,
    DrillPhase.LEFT,
    DrillPhase.FREE,
)


class OpeningTrainerView(DrillPanel):
    """Shows a `TrainingState`."""

    def __init__(
        self,
        games: GameService,
        openings: OpeningTrainer,
        book: BookService,
        settings: SettingsStore,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(openings, parent)
        self._trainer = openings
        self._words = TrainingWords()
        self.choice = RepertoireChoice(games, openings, book, settings)
        self._bar = self._make_buttons()
        parts = (self.heading, self._bar, self.status, self.feedback, self.because, (self.choice, 1), (STRETCH, 0))
        in_column(*parts, inside=self, margins=(3, 2, 3, 2), spacing=2)
        self._follow()

    def _make_buttons(self) -> QWidget:
        trainer = self._trainer
        self.forget = settled_button(self.tr("Fo&rget it"), trainer.forget_mistake)
        self.renewed.append(self.forget)
        self.take_back = settled_button(self.tr("Another repl&y"), trainer.take_back)
        self.go_on = settled_button(self.tr("C&ontinue"), trainer.go_on)
        self.take_back.setToolTip(self.tr("Takes the opponent's move back, and draws another one"))
        self.go_on.setToolTip(self.tr("Continues the game outside the repertoire"))
        self.renewed += [self.take_back, self.go_on]
        self.retry = settled_button(self.tr("&Retry wrong"), trainer.try_again)
        self.again = settled_button(self.tr("C&ontinue"), self._continue)
        self.back = settled_button(self.tr("Bac&k"), trainer.choose)
        bar = QWidget()
        game = (self.take_back, self.go_on)
        buttons = (
            self.hint,
            self.next,
            *game,
            self.end,
            self.forget,
            self.retry,
            self.again,
            self.back,
            self.to_question,
        )
        Flow(*buttons, inside=bar)
        return bar

    def _continue(self) -> None:
        chosen = self._trainer.state.chosen
        if chosen is not None and self._trainer.state.playing:
            self._trainer.play(chosen)
        elif chosen is not None:
            self._trainer.begin(chosen)

    def _why(self, state: TrainingState) -> tuple[str, str]:
        if state.phase not in _SESSION:
            return "", ""
        (told, spoken), (effect, said) = super()._why(state), reason_told(state.effect, state.children)
        return f"{told}\n{effect}".strip(), f"{spoken} {said}".strip()

    def _themes(self, state: TrainingState) -> tuple[str, ...]:
        """No themes: an opening move is not a solution."""
        return ()

    def _show(self, state: TrainingState) -> None:
        phase = state.phase
        choosing = phase is DrillPhase.OFF
        focused = QApplication.focusWidget()
        had_focus = focused is not None and (focused is self or self.isAncestorOf(focused))
        self.choice.setVisible(choosing)
        self._bar.setVisible(not choosing)
        self.feedback.setVisible(not choosing)
        shown = _shows(state)
        asks = phase in _SESSION and state.question is not None
        for button in (self.hint, self.next):
            button.setVisible(asks)  # none moves during a session
        self.hint.setEnabled(phase is DrillPhase.ASKING and not state.hint)
        self.next.setEnabled(phase is DrillPhase.WRONG or shown)
        set_primary(self.next, shown)
        drilled = state.chosen is not None and state.chosen.drill
        self.forget.setVisible(drilled and phase in (DrillPhase.ASKING, DrillPhase.WRONG))
        self.end.setVisible(phase in _SESSION)
        self.take_back.setVisible(phase is DrillPhase.LEFT)
        outside = phase is DrillPhase.LEFT or (phase is DrillPhase.WRONG and state.playing)
        self.go_on.setVisible(outside)
        if phase in (DrillPhase.LEFT, DrillPhase.FREE):
            self.hint.hide()
            self.next.hide()
        for button in (self.again, self.back):
            button.setVisible(phase is DrillPhase.DONE)
        self.again.setEnabled(_waits(state))
        self.retry.setVisible(phase is DrillPhase.DONE and state.totals.failed > 0)
        gone = focused is not None and (focused is self or not (focused.isVisible() and focused.isEnabled()))
        if had_focus and gone:
            wanted = (self.next, self.take_back, self.again, self.back, self.choice.tree)  # a hint lowers the grade
            next((part for part in wanted if part.isVisible() and part.isEnabled()), self).setFocus()

    def _heading(self, state: TrainingState) -> str:
        if state.phase is DrillPhase.OFF or state.chosen is None:
            return self.tr("Train your openings")
        return self._words.name(state.chosen)

    def _status(self, state: TrainingState) -> str:
        if state.problem:
            return words.sentence(state.problem)
        if state.phase is DrillPhase.OFF:
            if state.repertoires is None or state.adding:
                return self.tr("Counting due positions …")
            if not state.repertoires:
                return self.tr(
                    "Mark a side of your book as a repertoire. Positions come back just before you would forget them."
                )
            return self.tr("Positions due: %1").replace("%1", words.whole(state.due or 0))
        totals = state.totals
        if state.phase is DrillPhase.DONE:
            text = self.tr("%1 of %2 right")
            return words.filled(text, totals.right, totals.asked)
        if state.playing and state.phase in _SESSION:
            text = self.tr("A game of your repertoire: %1 of %2 right")
            return words.filled(text, totals.right, totals.asked)
        if state.question is None:  # searching the first question takes a while in a large repertoire
            return self.tr("Counting due positions …")
        left = state.question.left
        done = (self.tr("%1 left · %2 of %3 right") if totals.asked else self.tr("%1 left")).replace("%1", str(left))
        return done.replace("%2", str(totals.right)).replace("%3", str(totals.asked))

    def _feedback(self, state: TrainingState) -> str:
        question = state.question
        if state.phase is DrillPhase.DONE:
            return self._words.summary(state)
        if state.departure is not None and state.phase in (DrillPhase.LEFT, DrillPhase.FREE):
            return self._words.departure(state.departure, state.phase is DrillPhase.FREE)
        if question is None or state.phase is DrillPhase.OFF:
            return ""
        refused = self._words.refused(state.refused, question)
        if _shows(state):
            return f"{refused}\n{self._words.lesson(question)}".strip()
        if state.answered is not None:
            return f"{refused}\n{self._words.verdict(state.answered, state.playing)}".strip()
        before = self._words.verdict(state.before, state.playing) if state.before is not None else ""
        return "\n".join(filter(None, (self._question(question), before)))

    def _question(self, question: AskedPosition) -> str:
        side = self.tr("White") if question.white else self.tr("Black")
        if question.lesson.mistake:
            text = self.tr("%1 was a mistake (%2). What is better for %3?")
            mistake = words.moves(question.lesson.mistake)
            return text.replace("%1", mistake).replace("%3", side).replace("%2", question.lesson.event)
        if question.named:
            named = ", ".join(words.moves(san) for san in question.named)
            return words.filled(self.tr("What else does %1 play, besides %2?"), side, named)
        asked = self.tr("New: what does %1 play?") if question.new else self.tr("What does %1 play?")
        return asked.replace("%1", side)


def _shows(state: TrainingState) -> bool:
    """Whether a new move is explained, including while the next question is searched."""
    waits = state.phase is DrillPhase.JUDGING and state.question is not None and state.question.shown
    return waits or state.phase is DrillPhase.SHOWING


def _waits(state: TrainingState) -> bool:
    """Whether a session has questions; True until they are counted. A game always has."""
    if state.playing:
        return True
    row = state.row(state.chosen.id) if state.chosen is not None and state.counted else None
    return row is None or row.waiting.due + row.waiting.today > 0
