"""A row of buttons of which one is chosen: one click where a list would take two."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QPushButton, QWidget

from desktop.views.kit.buttons import push_button
from desktop.views.kit.layouts import STRETCH, in_row


class Chips(QWidget):
    """The choices from left to right. The arrow keys change the choice."""

    chosen = Signal(object)  # the value; by click or key, also if it was chosen before

    def __init__(self, name: str, choices: Sequence[tuple[str, object]], parent: QWidget | None = None) -> None:
        """`name`: for screen readers. `choices`: text and value."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._values = [value for _, value in choices]
        for place, (text, _) in enumerate(choices):
            button = push_button(text, auto_default=False, checkable=True, name=f"{name}: {text}")
            button.setAutoExclusive(True)  # a screen reader then calls it one of several
            self._group.addButton(button, place)
        self._group.buttonToggled.connect(self._update_tab_stop)
        in_row(*self._group.buttons(), STRETCH, inside=self, margins=0, spacing=2)
        self._group.idClicked.connect(lambda place: self.chosen.emit(self._values[place]))

    def _update_tab_stop(self, button: QAbstractButton, checked: bool) -> None:
        """Lets Tab go to the chosen button alone, as in any group; Qt does so only after the first key."""
        for other in self._group.buttons() if checked else ():
            other.setFocusPolicy(Qt.FocusPolicy.StrongFocus if other is button else Qt.FocusPolicy.ClickFocus)

    @property
    def value(self) -> object:
        """The value of the chosen button; None before the first choice."""
        place = self._group.checkedId()
        return self._values[place] if place >= 0 else None

    def choose(self, value: object) -> None:
        """Chooses a value, without a signal. :raises ValueError: there is no such choice."""
        self.button(value).setChecked(True)

    def button(self, value: object) -> QPushButton:
        """The button of a value. :raises ValueError: there is no such choice."""
        found = self._group.button(self._values.index(value))
        assert isinstance(found, QPushButton)
        return found
