"""The filter of the explorer: years, ratings, a player, results and time controls."""

from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from books.explorer.counted import EVERY_GAME, GameFilter
from desktop.services.book.explorer_service import ExplorerService
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.fields import ChoiceField, NumberField, form_of, named, number_field
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from engine.game.time_control import SpeedClass

_LAST_YEAR, _MOST_ELO = 2100, 4000
_RESULTS = ("1-0", "1/2-1/2", "0-1", "*")


class ExplorerFilterDialog(Dialog):
    """Sets the filter on acceptance."""

    def __init__(self, explorer: ExplorerService, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Games that count"), width=380)
        self._explorer = explorer
        self.since, self.until = self._number(_LAST_YEAR), self._number(_LAST_YEAR)
        self.elo_min, self.elo_max = self._number(_MOST_ELO, 50), self._number(_MOST_ELO, 50)
        self.each = QCheckBox(self.tr("for each player, not on average"))
        self.player = QLineEdit()
        self.colour = named(ChoiceField(), self.tr("The player's colour"))
        self.colour.addItems([self.tr("either colour"), self.tr("as White"), self.tr("as Black")])
        names = (self.tr("White won"), self.tr("drawn"), self.tr("Black won"), self.tr("without result"))
        self.results = {token: QCheckBox(name) for token, name in zip(_RESULTS, names, strict=True)}
        names_of_speeds = (
            *(self.tr("bullet"), self.tr("blitz"), self.tr("rapid")),
            *(self.tr("classical"), self.tr("correspondence")),
        )
        self.speeds = {speed: QCheckBox(name) for speed, name in zip(SpeedClass, names_of_speeds, strict=True)}
        self._show(explorer.choice)
        form = form_of(
            (self.tr("First year"), self.since),
            (self.tr("Last year"), self.until),
            (self.tr("Least rating"), self.elo_min),
            (self.tr("Most rating"), self.elo_max),
            ("", self.each),
            (self.tr("Player"), self.player),
            ("", self.colour),
        )
        for name, boxes in ((self.tr("Results"), self.results), (self.tr("Time control"), self.speeds)):
            first, second = list(boxes.values())[:3], list(boxes.values())[3:]
            form.addRow(plain_label(name), in_row(*first, STRETCH, spacing=3))
            form.addRow("", in_row(*second, STRETCH, spacing=3))
        buttons = self.button_box(StandardButton.Ok | StandardButton.Cancel | StandardButton.Reset)
        buttons.button(StandardButton.Reset).clicked.connect(lambda: self._show(EVERY_GAME))
        in_column(form, buttons, inside=self, margins=4, spacing=3)

    def _show(self, choice: GameFilter) -> None:
        self.since.setValue(choice.since or 0)
        self.until.setValue(choice.until or 0)
        self.elo_min.setValue(choice.elo_min or 0)
        self.elo_max.setValue(choice.elo_max or 0)
        self.each.setChecked(choice.each)
        self.player.setText(choice.player)
        self.colour.setCurrentIndex({None: 0, True: 1, False: 2}[choice.white])
        for token, box in self.results.items():
            box.setChecked(token in choice.results)
        for speed, box in self.speeds.items():
            box.setChecked(speed in choice.speeds)

    def _number(self, most: int, step: int = 1) -> NumberField:
        """A field that stands for no limit at 0."""
        field = number_field(0, 0, most)
        field.setSpecialValueText(self.tr("any"))
        field.setSingleStep(step)
        return field

    def choice(self) -> GameFilter:
        return GameFilter(
            self.since.value() or None,
            self.until.value() or None,
            self.elo_min.value() or None,
            self.elo_max.value() or None,
            self.each.isChecked(),
            self.player.text().strip(),
            (None, True, False)[self.colour.currentIndex()],
            tuple(token for token, box in self.results.items() if box.isChecked()),
            tuple(speed for speed, box in self.speeds.items() if box.isChecked()),
        )

    def accept(self) -> None:
        self._explorer.set_filter(self.choice())
        super().accept()
