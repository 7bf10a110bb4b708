"""The questions for a new analysis project: its name, its first position, engines, and the length of a pass."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QLineEdit, QWidget

from desktop.model.tournament import OWN, participants_of
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.project_service import ProjectService
from desktop.services.game.game_service import GameService
from desktop.views.engines.participants import Participants
from desktop.views.kit import words
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import form_of, number_field
from desktop.views.kit.layouts import in_column
from engine.game.position import Position

_NODES, _MOST, _STEP = 1_000_000, 1_000_000_000, 100_000


class ProjectDialog(Dialog):
    """Makes a project of the shown position, or of the whole shown game, on acceptance."""

    def __init__(
        self, games: GameService, engines: EngineList, projects: ProjectService, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, width=420)
        self._projects = projects
        self._game, self._node = games.state.game, games.state.current
        self.name = QLineEdit()
        self.nodes = number_field(_NODES, 1_000, _MOST, self.tr(" nodes"))
        self.nodes.setSingleStep(_STEP)
        self.nodes.setGroupSeparatorShown(True)
        self.moves = QCheckBox(self.tr("With the moves that follow in the notation"))
        self.moves.setEnabled(bool(self._game.node(self._node).children))
        self.moves.setChecked(self.moves.isEnabled())
        self.engines = Participants(self._update)
        self.engines.fill(
            one for one in participants_of(engines.entries) if one.key == OWN or not one.spec.startswith(OWN)
        )
        node = self._game.node(self._node)
        start = self.tr("the start of the game")
        place = words.moves(f"{node.number_text}{node.san}") if self._node else start
        form = form_of(
            (self.tr("Name"), self.name),
            (self.tr("A pass has"), self.nodes),
            self.moves,
            (self.tr("Engines, in turn"), self.engines),
        )
        self.setWindowTitle(words.filled(self.tr("New project from %1"), place))
        self._buttons = self.button_box()
        in_column(form, self._buttons, inside=self, margins=4, spacing=3)
        self.name.textChanged.connect(self._update)
        self.accepted.connect(self._make)
        self._update()

    @Slot()
    def _update(self, _text: str = "") -> None:
        ready = bool(self.name.text().strip()) and bool(self.engines.chosen())
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(ready)

    @Slot()
    def _make(self) -> None:
        engines = [OWN if one.key == OWN else one.spec for one in self.engines.chosen()]
        root = Position.of(self._game.fen(self._node), self._game.chess960)
        game = self._game if self.moves.isChecked() else None
        self._projects.make(self.name.text(), root, engines, self.nodes.value(), game)
