"""The participants of a match: a list with check boxes, and a search field above it."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop.model.tournament import Participant
from desktop.views.kit import theme
from desktop.views.kit.fields import named, search_field
from desktop.views.kit.layouts import in_column
from desktop.views.kit.words import player

_WHO = Qt.ItemDataRole.UserRole
FIRST = "ratsu"  # is checked if the list has no checked entry


class Participants(QWidget):
    """The list; `changed` is called when an entry is checked or unchecked."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.search = search_field(self.tr("Search engines and levels"))
        self.search.textChanged.connect(self._filter)
        self.engines = named(QListWidget(), self.tr("Who takes part"))
        self.engines.setMinimumHeight(theme.scaled(120))
        self.engines.itemChanged.connect(lambda _: changed())
        in_column(self.search, (self.engines, 1), inside=self, margins=0, spacing=2)

    def fill(self, everybody: Iterable[Participant]) -> None:
        """Fills the list again; checked participants stay checked."""
        chosen = {one.key for one in self.chosen()} or {FIRST}
        self.engines.clear()
        for one in everybody:
            name = player(one.player)
            item = QListWidgetItem(name if one.elo is None else f"{name} · {one.elo}{self.tr(' Elo')}")
            item.setData(_WHO, one)
            item.setSizeHint(theme.size(0, theme.ROW))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(Qt.CheckState.Checked if one.key in chosen else Qt.CheckState.Unchecked)
            self.engines.addItem(item)
        self._filter(self.search.text())

    def chosen(self) -> tuple[Participant, ...]:
        """Returns the checked participants, from the top of the list."""
        items = [self.engines.item(row) for row in range(self.engines.count())]
        return tuple(item.data(_WHO) for item in items if item.checkState() is Qt.CheckState.Checked)

    def choose(self, *keys: str) -> None:
        """Checks exactly the participants with these keys."""
        for row in range(self.engines.count()):
            item = self.engines.item(row)
            wanted = item.data(_WHO).key in keys
            item.setCheckState(Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for row in range(self.engines.count()):
            item = self.engines.item(row)
            item.setHidden(not all(word in item.text().casefold() for word in words))
