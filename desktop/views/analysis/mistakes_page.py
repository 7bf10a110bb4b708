"""Retry my mistakes: question, hint and solution, grade of the answer, and summary of the session."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction

from desktop.model.drill import DrillPhase, MistakeState
from desktop.services.training.mistake_trainer import MistakeTrainer
from desktop.views.kit import words
from desktop.views.kit.buttons import SettledButton, push_button, settled_button
from desktop.views.kit.drill_panel import DrillPanel, set_primary
from desktop.views.kit.layouts import STRETCH, Flow, in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card


class SaveButton(SettledButton):
    """Saves all mistakes of a review or a session, and says so during the seconds in which the engine checks them."""

    def __init__(self, mistakes: MistakeTrainer, save: Callable[[], object]) -> None:
        super().__init__("")
        self.setToolTip(self.tr("Keeps these mistakes: Train, Mistakes asks them again before you forget them"))
        self.clicked.connect(lambda: save())
        self.setText(self.tr("Saving …"))
        least = self.sizeHint().width()
        self.setText(self.tr("Save all exercises"))
        self.setMinimumWidth(max(least, self.sizeHint().width()))  # its neighbours stay in their places
        mistakes.changed.connect(self._update)
        self._update(mistakes.state)

    @Slot(object)
    def _update(self, state: MistakeState) -> None:
        if state.saving is self.isEnabled():
            self.setEnabled(not state.saving)
            self.setText(self.tr("Saving …") if state.saving else self.tr("Save all exercises"))


class MistakesPage(DrillPanel):
    """The number of due mistakes, and the session. The user answers on the board; `trainer_marks` draws hints there."""

    def __init__(self, mistakes: MistakeTrainer, actions: dict[str, QAction], *, inside: bool = False) -> None:
        """`inside`: part of another panel, which shows it only during a session."""
        super().__init__(mistakes)
        self._trainer = mistakes
        self.question = plain_label(wrap=True)
        self.train = push_button(self.tr("&Train"), mistakes.train, look="primary")
        self.forget = settled_button(self.tr("Fo&rget it"), mistakes.forget)
        self.renewed.append(self.forget)
        self.save = SaveButton(mistakes, mistakes.save_session)
        buttons = Flow(self.hint, self.solution, self.next, self.forget, self.save, self.end, self.to_question)
        review = push_button(self.tr("Review the game"), actions["review"].trigger, look="primary")
        review.setEnabled(actions["review"].isEnabled())
        actions["review"].enabledChanged.connect(review.setEnabled)
        self.empty = placeholder_card(
            self.tr("Nothing is saved yet. Review a game (R), then “Save exercise”."),
            review,
            push_button(self.tr("Open a PGN file …"), actions["open"].trigger),
            picture="repeat",
        )
        choice = (self.heading, self.status, Flow(self.train), (self.empty, 1))
        margins = 0 if inside else (3, 2, 3, 2)
        in_column(
            *choice,
            self.question,
            buttons,
            self.feedback,
            self.because,
            (STRETCH, 0),
            inside=self,
            margins=margins,
            spacing=2,
        )
        self._follow()

    def _show(self, state: MistakeState) -> None:
        off, done = state.phase is DrillPhase.OFF, state.phase is DrillPhase.DONE
        self.question.setText(self._question(state))
        self.train.setEnabled(bool(state.due))
        self.empty.setVisible(off and state.saved == 0 and not state.problem)
        for part in (self.status, self.train):
            part.setVisible(off and self.empty.isHidden())
        for part in (self.feedback, self.end):
            part.setVisible(not off)
        for part in (self.hint, self.solution, self.next):
            part.setVisible(not off and not done)
        self.question.setVisible(bool(self.question.text()))
        self.save.setVisible(done and not state.from_deck)
        set_primary(self.next, state.phase in (DrillPhase.RIGHT, DrillPhase.SOLVED))
        self.forget.setVisible(state.from_deck and not off and not done)

    def _heading(self, state: MistakeState) -> str:
        if state.phase is DrillPhase.OFF:
            return self.tr("Train your mistakes")
        if state.phase is DrillPhase.DONE:
            text = self.tr("%1 of %2 right at the first try")
            return words.filled(text, state.right, state.answered)
        text = self.tr("Mistake %1 of %2")
        return words.filled(text, state.index + 1, state.total)

    def _question(self, state: MistakeState) -> str:
        exercise = state.question
        if exercise is None:
            return ""
        side = self.tr("White") if exercise.white else self.tr("Black")
        text = self.tr("%1 was played. What is better for %2?")
        return words.filled(text, words.moves(exercise.played_text), side)

    def _feedback(self, state: MistakeState) -> str:
        exercise, tried = state.question, words.moves(state.tried)
        better = words.moves(exercise.better_text) if exercise is not None else ""
        if state.problem:
            return words.sentence(state.problem)
        if exercise is None:
            return self.tr("Come back to them later: “Save all exercises”.") if not state.from_deck else ""
        if state.phase is DrillPhase.JUDGING:
            return self.tr("Analysing %1 …").replace("%1", tried)
        if state.phase is DrillPhase.RIGHT:
            best = (
                self.tr("%1 is the best move.")
                if state.loss.best
                else self.tr("%1 is good too. The engine's line: %2.")
            )
            text = words.filled(best, tried, better)
            return f"{text} {self._again(state)}".strip()
        if state.phase is DrillPhase.WRONG:
            text = self.tr("%1 gives away %2 % of the chances. Try again, or look at the solution.")
            text = text.replace("%1", tried).replace("%2 %", words.percent(state.loss.points / 100))
            return f"{text}\n{self._hint(state)}".strip()
        if state.phase is DrillPhase.SOLVED:
            return self.tr("Better was %1.").replace("%1", better)
        return self._hint(state) or self.tr("Play it on the board.")

    def _status(self, state: MistakeState) -> str:
        if state.problem:
            return words.sentence(state.problem)
        if state.saved is None:
            return self.tr("Counting due positions …")
        text = self.tr("Due: %1 of %2 saved mistakes. They come back just before you would forget them.")
        return words.filled(text, state.due or 0, state.saved)
