"""The rating of the players whose likely moves, scores and traps are shown: a number, or the user's own rating."""

from PySide6.QtCore import Slot

from desktop.model.settings import AS_YOURS, TABLE, Settings
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit import theme
from desktop.views.kit.fields import NumberField

_STEP = 50
_LEAST_WIDTH = 148  # Qt reserves width for prefix, number and the longest special text together
_BESIDE_THE_TEXT = 40  # pixels for the buttons and all margins


class RatingField(NumberField):
    """A field for the setting. Below the lowest rating it stands for the user's own, as estimated."""

    def __init__(self, store: SettingsStore) -> None:
        super().__init__()
        self._store = store
        self.setRange(AS_YOURS, TABLE["people_elo"].highest)
        self.setSingleStep(_STEP)
        self.setKeyboardTracking(False)
        self.setAccessibleName(self.tr("Rating of these players"))
        self.setToolTip(self.tr("Rating of these players"))
        self.setPrefix(self.tr("Rated "))
        self.valueChanged.connect(self._set)
        store.changed.connect(self._update)
        self._update(store.settings)

    def _set(self, value: int) -> None:
        self._store.set("people_elo", value)

    @Slot(object)
    def _update(self, settings: Settings) -> None:
        self.setSpecialValueText(self.tr("Like you: %1").replace("%1", str(settings.number("my_elo"))))
        self.ensurePolished()
        longest = max(
            map(self.fontMetrics().horizontalAdvance, (self.specialValueText(), f"{self.prefix()}{self.maximum()}"))
        )
        self.setFixedWidth(max(theme.scaled(_LEAST_WIDTH), longest + theme.scaled(_BESIDE_THE_TEXT)))
        self.blockSignals(True)
        self.setValue(settings.number("people_elo"))
        self.blockSignals(False)
