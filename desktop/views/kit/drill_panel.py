"""The panel that all trainers share: question, answer, and the buttons of a session. Each trainer's card is built on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from desktop.model.drill import HINTS, DrillState
from desktop.services.training.drill_service import DrillService
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import settled_button
from desktop.views.kit.figures import Figure, Figures
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import announce, plain_label
from desktop.views.kit.puzzle_themes import theme_names
from engine.drill.sources.visualise import VisualProgress
from engine.play.tactics.progress import TacticsProgress

if TYPE_CHECKING:
    from engine.drill.reasons import AnswerReason


class DrillPanel(QWidget):
    """The labels and buttons of a training session. A subclass lays them out, writes the labels and adds its own parts."""

    def __init__(self, drill: DrillService[Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drill = drill
        self._asked: object = None
        self._announced: tuple[str, ...] = ()
        self.heading = plain_label(look="heading", wrap=True)
        self.status = plain_label(look="quiet", wrap=True)
        self.figures = Figures(self)
        self.feedback = plain_label(wrap=True, name=self.tr("Grade of the answer"))
        self.feedback.setMinimumHeight(theme.scaled(10 * theme.SPACE))  # two lines: the buttons below do not jump
        self.to_question = settled_button(self.tr("Back to the question"), drill.show_question)
        self.hint = settled_button(self.tr("H&int"), drill.show_hint)
        self.solution = settled_button(self.tr("&Solution"), drill.solve)
        self.next = settled_button(self.tr("Ne&xt"), drill.next)
        self.end = settled_button(self.tr("En&d"), drill.end)
        self.why = plain_label(wrap=True)
        self.show_why = settled_button(self.tr("Sho&w"), self._show_why, self.tr("Plays the line on the board"))
        self.because = in_column(self.why, in_row(self.show_why, STRETCH), margins=0, spacing=2)
        for button in (self.to_question, self.hint, self.solution, self.next, self.end):
            button.setParent(self)
            button.hide()  # until the card places and shows it
        self.renewed = [self.next]  # a double click must not skip a question before it has been read

    def showEvent(self, event: QShowEvent) -> None:
        """Counts the due questions again: time has passed, or another program has trained."""
        super().showEvent(event)
        if not self._drill.state.running:
            self._drill.count()

    def _follow(self) -> None:
        self._drill.changed.connect(self._update_drill)
        self._drill.away_changed.connect(self.to_question.setVisible)
        self.to_question.setVisible(self._drill.away)
        self._update_drill(self._drill.state)

    @Slot(object)
    def _update_drill(self, state: DrillState[Any]) -> None:
        if state.question is not self._asked:
            self._asked = state.question
            for button in self.renewed:
                button.settle()
        self.heading.setText(self._heading(state))
        self.status.setText(self._status(state))
        self.figures.show_figures(*self._figures(state))
        self.feedback.setText(self._feedback(state))
        self.hint.setEnabled(state.phase.open and state.hint < state.most_hints)
        self.solution.setEnabled(state.phase.open)
        text, spoken = self._why(state)
        self.why.setText(text)
        self.why.setAccessibleName(spoken)
        self.why.setVisible(bool(text))
        self._announce(state, spoken)
        self.show_why.setVisible((bool(text) or state.children) and self._has_line(state))
        self._show(state)

    def _announce(self, state: DrillState[Any], reason: str) -> None:
        """Speaks through a screen reader what the question asks, how the answer is graded, and why, each once."""
        parts = (self.heading.text(), self.feedback.text(), reason) if state.running else ()
        new = [part for part in parts if part and part not in self._announced]
        self._announced = parts
        if new:
            announce(self, " ".join(new))

    @Slot()
    def _show_why(self) -> None:
        """Plays on the board what the sentence is about."""
        self._drill.show_reason()

    def _has_line(self, state: Any) -> bool:
        return state.reason is not None

    def _why(self, state: Any) -> tuple[str, str]:
        """Why the answer fails, or the solution works, with its themes: to be read, and for the screen reader."""
        told = reason_told(state.reason, state.children)
        if not told[0]:
            return told
        themes = theme_names(self._themes(state)) if state.reason.right else ""
        theme = self.tr("Theme: %1.").replace("%1", themes) if themes else ""
        text, speech = (f"{sentence} {theme}".strip() for sentence in told)
        return text, speech

    def _themes(self, state: Any) -> Iterable[str]:
        """The themes of the solution, by lichess' names."""
        return state.reason.themes if state.reason is not None else ()

    def _heading(self, state: Any) -> str:
        raise NotImplementedError

    def _status(self, state: Any) -> str:
        raise NotImplementedError

    def _figures(self, state: Any) -> tuple[Figure, ...]:
        """Statistics shown as labelled figures."""
        return ()

    def _feedback(self, state: Any) -> str:
        raise NotImplementedError

    def _show(self, state: Any) -> None:
        raise NotImplementedError

    def _hint(self, state: DrillState[Any]) -> str:
        """The hint in as much detail as requested so far; empty before the first request."""
        if not state.hint or state.question is None:
            return ""
        if state.hint > HINTS:
            return self.tr("The move is marked.")
        if state.hint == 1:
            return words.look(state.question.look)
        return self.tr("The piece on %1 moves.").replace("%1", ", ".join({uci[:2]: None for uci in state.solution}))

    def _again(self, state: DrillState[Any]) -> str:
        """When the question is asked again; empty if unknown."""
        days = state.graded.days if state.graded is not None else None
        if days is None:
            return ""
        if days < 1:
            return self.tr("It will be asked again today.")
        if round(days) == 1:
            return self.tr("It will be asked again tomorrow.")
        return self.tr("It will be asked again in %1 days.").replace("%1", str(round(days)))


def rating_figures(progress: TacticsProgress | VisualProgress) -> tuple[Figure, ...]:
    """A trainer's rating with its uncertainty, and how many questions were solved at the first try."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("DrillPanel", text)

    rating, deviation = round(progress.glicko.rating), round(2 * progress.glicko.deviation)
    solved = tr("%1 of %2").replace("%1", str(progress.solved)).replace("%2", str(progress.solved + progress.failed))
    return (f"{rating} ± {deviation}", tr("your rating in exercises")), (solved, tr("right first time"))


def set_primary(button: QPushButton, primary: bool) -> None:
    """Gives a button the look of the main action, or takes it away. It is as wide in both looks."""
    widths = []
    button.setMinimumWidth(0)
    for look in ("", "primary") if primary else ("primary", ""):
        button.setProperty("look", look)
        button.style().polish(button)
        widths.append(button.sizeHint().width())
    button.setMinimumWidth(max(widths))


def reason_told(reason: AnswerReason | None, children: bool) -> tuple[str, str]:
    """A reason to be read, and for the screen reader. Children are given what happens on the board, but no scores or shares."""
    if reason is None or (children and (reason.claim is None or reason.claim.figures)):
        return "", ""
    reason = replace(reason, share=0.0) if children else reason
    return words.answer_reason(reason), words.answer_reason(reason, spoken=True)
