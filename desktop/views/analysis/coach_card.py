"""The coach's comment on the shown move, and a button that plays the proof on the board."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from desktop.model.coaching import CoachState
from desktop.services.engines.coach_service import CoachService
from desktop.views.kit import words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label


class CoachCard(QWidget):
    """The card with the comment; hidden without one. Screen readers get the spoken form."""

    def __init__(self, coach: CoachService) -> None:
        super().__init__()
        self._coach = coach
        self.text = plain_label(wrap=True)
        self.show_line = push_button(self.tr("Sho&w"), self._show, tip=self.tr("Plays the line on the board"))
        in_column(self.text, in_row(self.show_line, STRETCH), inside=self, margins=0, spacing=1)
        self._wanted = True
        self._coach.changed.connect(self._update_coach)
        self._update_coach(self._coach.state)

    def set_wanted(self, wanted: bool) -> None:
        self._wanted = wanted
        self._update_coach(self._coach.state)

    @Slot()
    def _show(self) -> None:
        self._coach.show_claims(self._coach.state.shown_claims)

    @Slot(object)
    def _update_coach(self, state: CoachState) -> None:
        text = self.tr("The coach is looking at this move …") if state.asked else words.coached(state)
        self.text.setText(words.sentence(state.problem) if state.problem else text)
        self.text.setAccessibleName(words.coached(state, spoken=True) or text)
        self.show_line.setVisible(bool(state.shown_claims))
        self.setVisible(self._wanted and bool(self.text.text()))
