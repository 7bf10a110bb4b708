"""Retry my mistakes: the question, hint and solution, what the answer was worth, and how the session went."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from desktop.model.drill import HINTS, DrillPhase, MistakeState
from desktop.services.engines.coach_service import CoachService
from desktop.services.training.mistake_trainer import MistakeTrainer
from desktop.views.kit import theme, words
from desktop.views.kit.boxes import STRETCH, in_column, in_row
from desktop.views.kit.buttons import push_button, settled_button
from desktop.views.kit.messages import plain_label
from engine.play.review.exercises import Exercise


class RetryView(QWidget):
    """Shows one `MistakeState`; the board asks and answers, `trainer_marks` draws the hint there."""

    def __init__(self, coach: CoachService, mistakes: MistakeTrainer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._coach, self._trainer = coach, mistakes
        self._asked: Exercise | None = None
        trainer = mistakes
        self.heading = plain_label(look="heading")
        self.question = plain_label(wrap=True)
        self.feedback = plain_label(wrap=True, name=self.tr("Grade of the answer"))
        self.feedback.setMinimumHeight(theme.scaled(10 * theme.SPACE))  # two lines: the buttons below do not jump
        self.hint = settled_button(self.tr("H&int"), trainer.show_hint)
        self.solution = settled_button(self.tr("&Solution"), trainer.solve)
        self.show_line = settled_button(self.tr("Sho&w"), self._show)
        self.show_line.setToolTip(self.tr("Plays the line on the board"))
        self.next = settled_button(self.tr("Ne&xt"), trainer.next)
        self.forget = settled_button(self.tr("&Forget it"), trainer.forget)
        self.end = settled_button(self.tr("En&d"), trainer.end)
        answers = in_row(self.hint, self.solution, self.show_line, STRETCH, spacing=2)
        ways = in_row(self.next, self.forget, self.end, STRETCH, spacing=2)  # one row is too wide for a small window
        in_column(self.heading, self.question, self.feedback, answers, ways, inside=self, margins=0, spacing=2)
        trainer.changed.connect(self._update_retry)
        self._update_retry(trainer.state)

    @Slot()
    def _show(self) -> None:
        self._coach.show_claims(self._trainer.state.claims)

    @Slot(object)
    def _update_retry(self, state: MistakeState) -> None:
        done = state.phase is DrillPhase.DONE
        if state.question is not self._asked:  # a double click must neither skip nor forget one that nobody has seen
            self._asked = state.question
            self.next.settle()
            self.forget.settle()
        self.heading.setText(self._heading(state))
        self.question.setText(self._question(state))
        self.question.setVisible(bool(self.question.text()))
        self.feedback.setText(self._feedback(state))
        self.hint.setVisible(not done)
        self.hint.setEnabled(state.phase.open and state.hint < HINTS)
        self.show_line.setVisible(state.phase is DrillPhase.WRONG and bool(state.claims))
        self.solution.setVisible(not done)
        self.solution.setEnabled(state.phase.open)
        self.next.setVisible(not done)
        self.next.setProperty("look", "primary" if state.phase in (DrillPhase.RIGHT, DrillPhase.SOLVED) else "")
        self.next.style().polish(self.next)
        self.forget.setVisible(state.from_deck and not done)

    def _heading(self, state: MistakeState) -> str:
        if state.phase is DrillPhase.DONE:
            text = self.tr("%1 of %2 right at the first try")
            return text.replace("%1", str(state.right)).replace("%2", str(state.answered))
        text = self.tr("Mistake %1 of %2")
        return text.replace("%1", str(state.index + 1)).replace("%2", str(state.total))

    def _question(self, state: MistakeState) -> str:
        exercise = state.question
        if exercise is None:
            return ""
        side = self.tr("White") if exercise.white else self.tr("Black")
        text = self.tr("%1 was played. What is better for %2?")
        return text.replace("%1", words.moves(exercise.played_text)).replace("%2", side)

    def _feedback(self, state: MistakeState) -> str:
        exercise, tried = state.question, words.moves(state.tried)
        better = words.moves(exercise.better_text) if exercise is not None else ""
        if state.problem:
            return words.sentence(state.problem)
        if exercise is None:
            return self.tr("Come back to them later: “Save to training”.") if not state.from_deck else ""
        if state.phase is DrillPhase.JUDGING:
            return self.tr("Analysing %1 …").replace("%1", tried)
        if state.phase is DrillPhase.RIGHT:
            best = (
                self.tr("%1 is the best move.")
                if state.loss.best
                else self.tr("%1 is good too. The engine's line: %2.")
            )
            text = best.replace("%1", tried).replace("%2", better)
            return f"{text} {self._again_text(state)}".strip()
        if state.phase is DrillPhase.WRONG:
            text = self.tr("%1 gives away %2 % of the chances. Try again, or look at the solution.")
            text = text.replace("%1", tried).replace("%2 %", words.percent(state.loss.points / 100))
            said = f"{words.claims(state.claims)} {text}".strip()
            return f"{said}\n{self._hint_text(state)}" if state.hint else said
        if state.phase is DrillPhase.SOLVED:
            return self.tr("Better was %1.").replace("%1", better)
        return self._hint_text(state) if state.hint else self.tr("Play it on the board.")

    def _hint_text(self, state: MistakeState) -> str:
        if state.hint == 1 and state.question is not None:
            return words.look(state.question.look)
        return self.tr("The piece that moves is marked.")

    def _again_text(self, state: MistakeState) -> str:
        days = state.graded.days if state.graded is not None else None
        if days is None:
            return ""
        if days < 1:
            return self.tr("It will be asked again today.")
        if round(days) == 1:
            return self.tr("It will be asked again tomorrow.")
        return self.tr("It will be asked again in %1 days.").replace("%1", str(round(days)))


class MistakesPage(QWidget):
    """The page of the trainer: how many saved mistakes are due, and the session."""

    def __init__(self, coach: CoachService, mistakes: MistakeTrainer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._trainer = trainer = mistakes
        self.heading = plain_label(self.tr("Train your mistakes"), look="heading")
        self.status = plain_label(look="quiet", wrap=True)
        self.train = push_button(self.tr("&Train"), trainer.train, look="primary")
        self.session = RetryView(coach, mistakes)
        row = in_row(self.train, STRETCH)
        in_column(self.heading, self.status, row, self.session, inside=self, margins=(3, 2, 3, 2), spacing=2)
        trainer.changed.connect(self._update_retry)
        self._update_retry(trainer.state)

    def showEvent(self, event: QShowEvent) -> None:
        """Time has gone by, and another program may have added to the deck."""
        super().showEvent(event)
        self._trainer.count()

    @Slot(object)
    def _update_retry(self, state: MistakeState) -> None:
        training = state.phase is not DrillPhase.OFF
        for part in (self.heading, self.status, self.train):
            part.setVisible(not training)
        self.session.setVisible(training)
        self.train.setEnabled(bool(state.due))
        self.status.setText(words.sentence(state.problem) if state.problem else self._status(state))

    def _status(self, state: MistakeState) -> str:
        if state.saved is None:
            return self.tr("Counting due positions …")
        if not state.saved:
            return self.tr("Nothing is saved yet. Review a game (R), then “Save to training”.")
        text = self.tr("Due: %1 of %2 saved mistakes. They come back just before you would forget them.")
        return text.replace("%1", str(state.due or 0)).replace("%2", str(state.saved))
