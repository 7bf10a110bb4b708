"""The choice of the piece set in the settings, including a folder of the user's."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.model.settings import TABLE, Settings
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.board import piece_sets
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import FileDialog
from desktop.views.kit.fields import ChoiceField
from desktop.views.kit.layouts import in_row


class PieceSetField(QWidget):
    """A list of the sets; the last entry asks for a folder with twelve SVG files (wK.svg … bP.svg)."""

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.combo = ChoiceField()
        for drawings in piece_sets.SETS:
            self.combo.addItem(self.tr(drawings.name), drawings.key)
        self.combo.addItem(self.tr("Your own folder"), piece_sets.OWN)
        self.folder = push_button(self.tr("Folder …"), self._ask, tip=self.tr("A folder with wK.svg, wQ.svg … bP.svg"))
        in_row((self.combo, 1), self.folder, inside=self, margins=0, spacing=2)
        self.setFocusProxy(self.combo)
        self.combo.activated.connect(self._chosen)
        store.changed.connect(self._show)
        self._show(store.settings)

    def setAccessibleName(self, name: str) -> None:
        """Sets the name of the list for screen readers."""
        self.combo.setAccessibleName(name)

    @Slot(object)
    def _show(self, settings: Settings) -> None:
        key = settings.text("piece_set")
        self.combo.setCurrentIndex(max(0, self.combo.findData(key)))
        self.folder.setVisible(key == piece_sets.OWN)

    def _chosen(self) -> None:
        key = str(self.combo.currentData())
        if key == piece_sets.OWN and not self._store.settings.text("piece_folder"):
            self._show(self._store.settings)
            self._ask()
        else:
            self._store.set("piece_set", key)

    def _ask(self) -> None:
        dialog = FileDialog(self, self.tr("A folder with pieces"), self._store.settings.text("piece_folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.take)
        dialog.open()

    @Slot(str)
    def take(self, folder: str) -> None:
        """Uses the pieces in the folder that the user chose."""
        self._store.set("piece_set", str(TABLE["piece_set"].default))  # so that the same folder is read again
        self._store.set("piece_folder", folder)
        self._store.set("piece_set", piece_sets.OWN)
