"""Shows whether players of the rating find the better move: `Few players rated 1500 find 12.Nd5: 4 %`."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QWidget

from desktop.services.training.findable_service import FindableService
from desktop.views.kit import words
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from engine.play.people.move_difficulty import MoveDifficulty


class FindableLine(QWidget):
    """The line of text. Without text it still takes its room, so that the buttons below do not move."""

    def __init__(self, findable: FindableService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text: QLabel = plain_label(look="quiet", wrap=True)
        self.text.setMinimumHeight(2 * self.text.fontMetrics().lineSpacing())
        in_column(self.text, inside=self, margins=0)
        findable.changed.connect(self._update)
        self._update(findable.state)

    @Slot(object)
    def _update(self, found: MoveDifficulty | None) -> None:
        self.text.setText(words.reason(found.reason) if found is not None else "")
