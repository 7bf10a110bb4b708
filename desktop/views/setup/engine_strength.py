"""The strength of an external engine against the user, if the engine can play weaker."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QSlider, QWidget

from desktop.model.engines import EngineEntry
from desktop.views.kit import theme
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label

_STEP, _PAGE = 10, 100  # Elo


class EngineStrength(QWidget):
    """A slider over the Elo range that the engine declares (UCI_Elo), with full strength at its end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry: EngineEntry | None = None
        self._name = plain_label(wrap=True)
        self._name.setFont(theme.font(theme.BODY, bold=True))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Strength in Elo"))
        self.slider.setSingleStep(_STEP)
        self.slider.setPageStep(_PAGE)
        self.full = QCheckBox(self.tr("Full strength"))
        self.slider.valueChanged.connect(self._update)
        self.full.toggled.connect(self._update)
        in_column(self._name, self.slider, self.full, inside=self, margins=0, spacing=1).addStretch()

    def show_entry(self, entry: EngineEntry) -> None:
        """Shows the strength of an engine."""
        self._entry, option = entry, entry.strength
        for part in (self.slider, self.full):
            part.setVisible(option is not None)
        if option is not None:
            self.slider.setRange(option.low, option.high)
            self.slider.setValue(entry.limit or option.high)
            self.full.setChecked(not entry.limit)
        self._update()

    def entry(self) -> EngineEntry | None:
        """The engine with the chosen strength; None before `show_entry`."""
        if self._entry is None or self._entry.strength is None:
            return self._entry
        elo = 0 if self.full.isChecked() else self.slider.value()
        return self._entry if elo == self._entry.limit else replace(self._entry, play_elo=elo)

    def _update(self) -> None:
        limited = not self.full.isChecked()
        self.slider.setEnabled(limited)
        if self._entry is None or self._entry.strength is None:
            self._name.setText(self.tr("The engine plays at its own strength"))
        else:
            self._name.setText(f"≈ {self.slider.value()} Elo" if limited else self.tr("Full strength"))
