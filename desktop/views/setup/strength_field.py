"""A strength in Elo, by slider or typed, with full strength above the highest."""

import re

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QSlider, QWidget

from desktop.views.kit import theme
from desktop.views.kit.fields import NumberField
from desktop.views.kit.layouts import in_row

_PAGE = 4  # steps
_NUMBER_WIDTH = 140  # pixels


class EloNumber(NumberField):
    """A number in Elo; the one above the highest Elo means full strength, and is shown as such."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = self.tr("Full strength")
        self.setKeyboardTracking(False)  # while a number is being typed, its first digits do not count

    def textFromValue(self, value: int) -> str:
        """The number with its unit, or full strength."""
        return self._full if value == self.maximum() else f"{value} Elo"

    def valueFromText(self, text: str) -> int:
        """The first number in a text, at most the highest Elo; full strength without one."""
        found = re.search(r"\d{1,6}", text)
        return min(max(int(found[0]), self.minimum()), self.maximum() - 1) if found else self.maximum()

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        """Accepts a number, and the words for full strength; anything else may become one of them."""
        good = re.fullmatch(r"\s*\d+\s*(?:elo)?\s*", text, re.IGNORECASE) or text.strip() == self._full
        return (QValidator.State.Acceptable if good else QValidator.State.Intermediate), text, place


class StrengthField(QWidget):
    """A slider with large steps, and beside it the number for any Elo."""

    changed = Signal()

    def __init__(self, step: int, parent: QWidget | None = None, *, children: bool = False) -> None:
        """`step`: of the slider, in Elo. `children`: only the slider."""
        super().__init__(parent)
        self._step = step
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setSingleStep(step)
        self.slider.setPageStep(_PAGE * step)
        self.slider.setAccessibleName(self.tr("Strength"))
        self.number = EloNumber()
        self.number.setSingleStep(step)
        self.number.setAccessibleName(self.tr("Strength in Elo"))
        self.number.setMinimumWidth(theme.scaled(_NUMBER_WIDTH))
        self.number.setVisible(not children)
        in_row((self.slider, 1), self.number, inside=self, margins=0, spacing=3)
        self.slider.valueChanged.connect(self._slid)
        self.number.valueChanged.connect(self._typed)

    def show_range(self, low: int, high: int, elo: int | None) -> None:
        """Shows the strengths from `low` to `high`, and chooses one; None: full strength."""
        with QSignalBlocker(self.slider), QSignalBlocker(self.number):
            self.slider.setRange(low, high + self._step)
            self.number.setRange(low, high + 1)
        self.set_elo(elo)

    @property
    def elo(self) -> int | None:
        """The chosen strength; None: full strength."""
        self.number.interpretText()
        value = self.number.value()
        return None if value == self.number.maximum() else value

    def set_elo(self, elo: int | None) -> None:
        """Chooses a strength; None: full strength."""
        self.number.setValue(self.number.maximum() if elo is None else elo)
        self._typed()

    def _slid(self, place: int) -> None:
        low, full = self.slider.minimum(), self.slider.maximum()
        elo = low + round((place - low) / self._step) * self._step
        self.number.setValue(self.number.maximum() if place > full - self._step / 2 else min(elo, full - self._step))

    def _typed(self) -> None:
        elo = self.elo
        with QSignalBlocker(self.slider):
            self.slider.setValue(self.slider.maximum() if elo is None else elo)
        self.changed.emit()
